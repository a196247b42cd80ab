"""The code of a version's page runs as it stands: it reads the code out of a document, and acts by the code's facts."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from accordant.contract import Entry, Registry
from tests.conftest import cannot_run
from tests.docs.conftest import PROJECT
from tests.docs.page_oracle import values_at

READINGS: Final = {
    "accordant/v1": ("report", "error-codes", "/error/code"),
    "agent-output/v1": ("request-refusal", "error-identifiers", "/detail/error"),
    "agentpack/v1": ("envelope", "error-codes", "/errors/*/code"),
    "cobre/v1": ("response", "error-kinds", "/errors/*/kind"),
    "meminit/v1": ("envelope", "commands", "/command"),
    "meminit/v2": ("envelope", "error-codes", "/error/code"),
    "meminit/v3": ("envelope", "error-codes", "/error/code"),
    "response-envelope/v1": ("envelope", "error-codes", "/error/code"),
    "response-envelope/v2": ("envelope", "error-codes", "/error/code"),
}
"""The schema, the list and the place that the code of each version reads."""

END: Final = "-- end of a document"
LONGEST_LINE: Final = 88
"""Letters of code that a page of 1280 pixels shows; longer lines are cut."""


def code_of(pages: Mapping[str, str], name: str, language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)\n```", pages[f"contracts/{name}/index.md"], re.DOTALL)
    assert found, name
    return found[1]


def texts(registry: Registry, name: str) -> list[str]:
    """The valid examples of the schema that the code reads."""
    contract, version = name.split("/")
    found = next(one for one in registry.contracts if one.name == contract)
    examples = next(one for one in found.versions if one.name == version).examples
    return [one.documents[0].text for one in examples if one.valid and one.subject == READINGS[name][0]]


def lines_expected(registry: Registry, name: str, text: str) -> Iterator[str]:
    """What the code has to print of a document, in order."""
    contract, version = name.split("/")
    found = next(one for one in registry.contracts if one.name == contract)
    listed = next(one for one in found.versions if one.name == version).state.code_lists[READINGS[name][1]]
    for code in values_at(json.loads(text), READINGS[name][2].split("/")[1:]):
        entry = listed.entry(code)
        if entry is not None:
            yield "try again" if entry.retryable == "yes" else _facts(entry, listed.entries)


def _facts(entry: Entry, entries: tuple[Entry, ...]) -> str:
    """What to do, behind the exit code where the list has some; the meaning where it says neither."""
    has_exit_code, has_action = (any(getattr(one, fact) not in ("", None) for one in entries) for fact in FACTS)
    shown = ([str(entry.exit_code)] if has_exit_code else []) + ([entry.action] if has_action else [])
    return " ".join(shown or [entry.meaning])


FACTS: Final = ("exit_code", "action")


def run_python(code: str) -> str:
    paths = f"import sys; sys.path.insert(0, {str(PROJECT / 'generated/python')!r})\n"
    done = subprocess.run([sys.executable, "-c", paths + code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), code
    return done.stdout


def test_the_code_for_python_reads_the_code_of_every_example(registry: Registry, pages: Mapping[str, str]) -> None:
    for name in READINGS:
        given, code = texts(registry, name), code_of(pages, name, "python")
        body = "\n    ".join(code.split("\n"))
        printed = run_python(f"for text in {given!r}:\n    {body}\n    print({END!r})")
        parts = printed.split(f"{END}\n")[:-1]
        expected = [list(lines_expected(registry, name, text)) for text in given]
        assert [part.splitlines() for part in parts] == expected, name
        assert any(expected), name


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_code_for_typescript_compiles_and_reads_the_same(
    registry: Registry, pages: Mapping[str, str], tmp_path: Path, needs: Callable[[str], str]
) -> None:
    shutil.copytree(PROJECT / "generated/typescript/src", tmp_path / "src")
    shutil.copy(PROJECT / "generated/typescript/tsconfig.json", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    for number, name in enumerate(READINGS):
        module = tmp_path / f"src/use{number}.ts"
        module.write_text(_in_typescript(code_of(pages, name, "ts"), texts(registry, name)), "utf-8")
    compiler, node = PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc", needs("node")
    if not compiler.exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    done = subprocess.run([compiler, "-p", tmp_path], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    for number, name in enumerate(READINGS):
        printed = subprocess.run([node, tmp_path / f"dist/use{number}.js"], capture_output=True, text=True, check=True)
        parts = printed.stdout.split(f"{END}\n")[:-1]
        expected = [list(lines_expected(registry, name, text)) for text in texts(registry, name)]
        assert [part.splitlines() for part in parts] == expected, name


def _in_typescript(code: str, given: list[str]) -> str:
    """The code in a loop over documents, its imports from the sources beside it."""
    imports, _, body = code.partition("\n\n")
    imports = re.sub(r'"@accordant/contracts/([^/"]+)"', r'"./\1/index.js"', imports)
    imports = re.sub(r'"@accordant/contracts/([^/"]+/[^/"]+)"', r'"./\1.js"', imports)
    declared = "declare const console: { log(...shown: unknown[]): void };"
    loop = f"for (const text of {json.dumps(given)}) {{\n{body}\nconsole.log({json.dumps(END)});\n}}\n"
    return f"{imports}\n{declared}\n{loop}"


def test_no_line_of_the_code_is_cut(pages: Mapping[str, str]) -> None:
    for name in READINGS:
        for language in ("python", "ts"):
            longest: Any = max(code_of(pages, name, language).splitlines(), key=len)
            assert len(longest) <= LONGEST_LINE, longest


def test_a_package_that_nobody_published_is_installed_from_the_repository(
    project: Path, run: Callable[..., Any]
) -> None:
    """`registry init` names packages that nobody owns, and knows no owner: no page tells either to the public."""
    run("init", "--contract", "acme")
    page, config = project / "site/reference/contracts/acme/v1/index.md", project / "registry/registry.toml"
    run("docs")
    text = page.read_text("utf-8")
    assert "There, after `pip install ./generated/python`:" in text
    assert "There, after `npx tsc -p generated/typescript` and `npm install ./generated/typescript`:" in text
    assert (re.findall("(?:pip|npm) install [^.]*`", text), "**Owner:**" in text) == ([], False)
    settings, contract = config.read_text("utf-8"), project / "registry/acme/contract.toml"
    config.write_text(settings.replace("[targets.ts]", 'license = "MIT"\n\n[targets.ts]'), "utf-8")
    contract.write_text(f'owner = "team"\n{contract.read_text("utf-8")}', "utf-8")
    run("docs")
    text = page.read_text("utf-8")
    distribution = re.findall('distribution = "(.*)"', settings)[0]
    assert (f"After `pip install {distribution}`:" in text, "npm install ./" in text) == (True, True)
    assert "**Owner:** team" in text

"""Text of a registry stays text: in reports, in generated Python, in generated TypeScript."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from .conftest import HERE, Attacked, Listener, assert_harmless, project, run, snapshot

pytestmark = pytest.mark.enable_socket

PAYLOADS: list[str] = json.loads((HERE / "payloads.json").read_text("utf-8"))
TYPESCRIPT = HERE.parent / "typescript/node_modules/typescript/bin/tsc"


def members() -> dict[str, Any]:
    """Every payload as a name, and in every keyword that holds text."""
    members: dict[str, Any] = {}
    for number, text in enumerate(PAYLOADS):
        members[text or "empty"] = {"type": "string"}
        members[f"title{number}"] = {"title": text, "type": "object", "properties": {"a": {"title": text}}}
        members[f"text{number}"] = {"description": text, "$comment": text, "type": "object", "properties": {"a": {}}}
        members[f"enum{number}"] = {"enum": [text, "other", None]}
        members[f"const{number}"] = {"const": text}
        members[f"deep{number}"] = {"const": {text: [text]}}
        members[f"default{number}"] = {"type": "string", "default": text, "examples": [text]}
        members[f"unit{number}"] = {"type": "number", "x-unit": text or "x", "format": text, f"x-{number}": text}
        members[f"map{number}"] = {"type": "object", "additionalProperties": {"description": text}}
        members[f"tag{number}"] = {
            "oneOf": [
                {"title": text, "properties": {"t": {"const": text}}, "required": ["t"]},
                {"title": text, "properties": {"t": {"const": "other"}, text: {}}, "required": ["t"]},
            ]
        }
        members[f"required{number}"] = {"type": "object", "required": [text], "dependentRequired": {text: [text]}}
        members[f"pattern{number}"] = {
            "pattern": "".join(f"\\u{ord(letter):04x}" for letter in text if ord(letter) < 0x10000)
        }
    return members


def entries() -> Iterator[dict[str, Any]]:
    for number, text in enumerate(PAYLOADS):
        yield {
            "id": text or "empty",
            "category": text,
            "severity": [text],
            "meaning": text,
            "action": text,
            "context": {text or "empty": {"schema": {"type": "string", "description": text}, "description": text}},
            "retryable-text": text,
            "phase": text,
            "since": text,
            "deprecated": {"since": text, "reason": text},
            "replaces": [text],
            "attributes": {"layer": text},
            "example": text,
            "source": text,
        }
        yield {"id": f"LIVE_{number}", "meaning": text}


def toml_string(text: str) -> str:
    plain = (letter if letter.isprintable() and letter not in '"\\' else f"\\u{ord(letter):04x}" for letter in text)
    return '"' + "".join(plain) + '"'


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Attacked:
    folder = project(tmp_path_factory.mktemp("text"))
    version = folder / "registry/acme/v1"
    schema = {
        "$id": "urn:acme:text:v1",
        "title": PAYLOADS[0],
        "description": "\n".join(PAYLOADS),
        "type": "object",
        "properties": members(),
        "patternProperties": {"^x": {"description": PAYLOADS[17]}},
        "$defs": {text or "empty": {"type": "object", "description": text} for text in PAYLOADS},
    }
    (version / "text.schema.json").write_text(json.dumps(schema), "utf-8")
    codes: dict[str, Any] = {"title": PAYLOADS[0], "description": PAYLOADS[17], "identifier": "kind"}
    codes["entries"] = list(entries())
    codes["attributes"] = {"layer": {"title": PAYLOADS[0], "schema": {"description": PAYLOADS[17]}}}
    (version / "words.codes.json").write_text(json.dumps(codes), "utf-8")
    toml = (folder / "registry/acme/contract.toml").read_text("utf-8")
    assert tomllib.loads(toml)
    everything = toml_string("\n".join(PAYLOADS))
    toml = toml.replace('title = "Orders"', f"title = {everything}").replace('"agents"', everything)
    toml = toml.replace('says = "When ok is false, there is an error."', f"says = {everything}")
    (folder / "registry/acme/contract.toml").write_text(toml, "utf-8")
    before = snapshot(folder.parent)
    done = run(folder)
    assert snapshot(folder.parent) == before
    return done


def test_every_command_stays_harmless(attacked: Attacked, listener: Listener) -> None:
    assert_harmless(attacked, listener)


def test_the_registry_is_read_although_its_text_is_hostile(attacked: Attacked) -> None:
    by_arguments = {tuple(result["arguments"]): result for result in attacked.results}
    assert by_arguments[("list",)]["code"] == 0
    assert "error format" not in by_arguments["lint",]["out"]
    assert "error hidden-character" in by_arguments["lint",]["out"]


def test_a_report_for_a_runner_holds_no_command_of_the_text(attacked: Attacked) -> None:
    report = next(result["out"] for result in attacked.results if "github" in result["arguments"])
    lines = [line for line in report.splitlines() if line.startswith("::")]
    assert lines
    assert all(line.startswith(("::error ", "::warning ", "::notice ", "::group::", "::endgroup::")) for line in lines)
    assert not any("::add-mask::y" in line and not line.startswith("::") for line in report.splitlines())


def generated_files(attacked: Attacked, target: str, suffix: str) -> list[Path]:
    files = sorted((attacked.folder / "out" / target).rglob(f"*{suffix}"))
    if not files:
        pytest.skip(f"nothing was generated for {target}: said by the other tests")
    return files


HARMFUL = {"__import__", "eval", "exec", "open", "touch", "system", "globals", "PWNED", "subprocess", "os", "pathlib"}


def test_no_text_becomes_python(attacked: Attacked) -> None:
    for path in generated_files(attacked, "python", ".py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        fields = {
            node.target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        }
        assert (names | attributes) & (HARMFUL - fields) == set(), path  # a field may be called so: it is a name


def test_generated_python_runs_and_does_nothing(attacked: Attacked) -> None:
    files = generated_files(attacked, "python", ".py")
    packages = [path for path in files if path.name == "__init__.py"]
    top = min(packages, key=lambda path: len(path.parts)).parent
    modules = sorted(
        ".".join(path.relative_to(top.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in files
        if path.is_relative_to(top)
    )
    code = f"import importlib\nfor one in {modules!r}: importlib.import_module(one)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=top.parent, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert list(attacked.folder.parent.rglob("PWNED*")) == []


@pytest.mark.slow
def test_generated_typescript_runs_and_does_nothing(attacked: Attacked, needs: Callable[[str], str]) -> None:
    node = needs("node")
    if not TYPESCRIPT.exists():
        pytest.skip("the Node packages are not installed")
    generated_files(attacked, "ts", ".ts")
    built = attacked.folder / "out/built"
    project_file = attacked.folder / "out/ts/tsconfig.json"
    command = [node, str(TYPESCRIPT), "-p", str(project_file), "--outDir", str(built), "--declaration", "false"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    scripts = sorted(built.rglob("*.js"))
    assert scripts
    imports = "".join(f"await import({json.dumps(path.as_uri())});\n" for path in scripts)
    (built / "all.mjs").write_text(imports + "if (globalThis.PWNED) process.exit(7);\n", "utf-8")
    (built / "package.json").write_text('{"type": "module"}', "utf-8")
    done = subprocess.run([node, "all.mjs"], cwd=built, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


class Marks(HTMLParser):
    """The elements and attributes of a page that could do something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img" and (dict(attrs).get("src") or "").endswith(".stream.svg"):
            return  # the picture of a stream, which is ours
        if tag in ("script", "img", "iframe", "object", "embed", "style", "link", "meta", "form", "svg", "base"):
            self.found.append(tag)
        for name, value in attrs:
            plain = "".join((value or "").lower().split())
            if name.startswith("on") or plain.startswith(("javascript:", "data:", "vbscript:")):
                self.found.append(f"{tag} {name}={value}")


EXTENSIONS = ["admonition", "attr_list", "tables", "toc", "pymdownx.details", "pymdownx.superfences"]
"""Those of mkdocs.yml."""


def test_no_text_becomes_markup(attacked: Attacked) -> None:
    markdown = pytest.importorskip("markdown")
    pages = generated_files(attacked, "docs", ".md")
    for path in pages:
        text = path.read_text("utf-8")
        front = re.match(r"---\n(.*?)\n---\n", text, flags=re.DOTALL)
        if front:  # settings of the page, of which the description stands in its head as it is
            assert not re.search(r"[<>]|&#|\{\{|\{%", front[1]), path
            text = text[front.end() :]
        outside_code = re.sub(r"^(`{3,})[^`]*\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
        assert "{{" not in outside_code, path
        assert "{%" not in outside_code, path
        marks = Marks()
        marks.feed(markdown.markdown(text, extensions=EXTENSIONS))
        assert marks.found == [], path

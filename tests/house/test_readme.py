"""What the README shows is what a reader gets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.registry.ci import SERVICES

PROJECT = Path(__file__).resolve().parents[2]
README = PROJECT / "README.md"


def test_the_break_in_the_readme_is_a_real_one(
    short_copy: Path, run: Callable[..., Any], request: pytest.FixtureRequest
) -> None:
    schema = short_copy / "cobre/v1/response.schema.json"
    text = schema.read_text("utf-8")
    assert text.count('    "exit_code",\n') == 1
    schema.write_text(text.replace('    "exit_code",\n', ""), "utf-8")
    outcome = run("check-compat")
    assert outcome.code == 1
    (finding,) = [block for block in blocks(outcome.out) if "field-became-optional" in block]
    readme = README.read_text("utf-8")
    head, shown, tail = re.split(
        r"(?<=registry check-compat\n)(.*?)(?=\n\ncheck-compat: )", readme, maxsplit=1, flags=re.S
    )
    if request.config.getoption("--update"):
        README.write_text(head + finding + tail, "utf-8")
    else:
        assert shown == finding, "the README shows another report: pytest tests/house --update"


def blocks(report: str) -> list[str]:
    return report.split("\n\n")


def test_the_exit_codes_in_the_readme_are_those_of_the_tool() -> None:
    from accordant.cli import exits

    sentence = ", ".join(f"{code} {meaning}" for code, meaning in exits.MEANINGS.items())
    assert sentence in README.read_text("utf-8").replace("\n", " ")


def test_every_exit_code_has_a_meaning_and_a_code_in_the_tool_s_own_contract() -> None:
    from accordant.cli import exits

    entries = json.loads((PROJECT / "registry/accordant/v1/exit-codes.codes.json").read_text("utf-8"))["entries"]
    named = {value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)}
    assert named == exits.MEANINGS.keys() == {entry["id"] for entry in entries}


def test_the_step_for_ci_is_short() -> None:
    (step,) = re.findall(r"```yaml\n(.*?)```", README.read_text("utf-8"), flags=re.S)
    assert len(step.splitlines()) <= 10


def test_the_readme_the_guide_and_the_written_workflow_say_the_same() -> None:
    (shown,) = re.findall(r"```yaml\n(.*?)```", README.read_text("utf-8"), flags=re.S)
    guide = (PROJECT / "site/guides/ci.md").read_text("utf-8")
    written = SERVICES["github"].text
    depths = [set(re.findall(r"fetch-depth: (\d+)", text)) for text in (shown, guide, written)]
    assert depths == [{"2"}] * 3
    bases = [set(re.findall(r"--against-ref (HEAD\S*)", text)) for text in (shown, written)]
    assert bases == [{"HEAD^1"}] * 2
    assert "`HEAD^1`" in guide


def test_links_in_the_documents_lead_somewhere() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", (PROJECT / name).read_text("utf-8")):
            assert (PROJECT / target).exists(), f"{name}: {target}"


@pytest.mark.parametrize("page", sorted((PROJECT / "site/decisions").glob("*.md")), ids=lambda page: page.stem)
def test_a_decision_names_modules_that_exist(page: Path) -> None:
    modules = re.findall(r"`([\w/]+\.(?:py|toml))`", page.read_text("utf-8"))
    roots = (PROJECT, PROJECT / "generators/accordant", PROJECT / "registry")
    assert [
        module for module in modules if "/" in module and not any((root / module).is_file() for root in roots)
    ] == []

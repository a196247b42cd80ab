"""CONTRIBUTING.md: recipes stay short, and the way of a schema is the way that it takes."""

from __future__ import annotations

import inspect
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "generators/accordant"
TEXT = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
WAY = TEXT.split("\n## The way of a schema\n")[1].split("\n## ")[0]
LOADING, CHECK_COMPAT, GEN, DOCS = WAY.split("\n| module | does |\n")[1:]


def modules_in(text: str) -> list[str]:
    return re.findall(r"`([\w/]+\.py)`", text)


def steps(table: str) -> list[str]:
    """The modules in the first column of a table, from top to bottom."""
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    return [module for row in rows for module in modules_in(row.split(" | ")[0])]


def test_recipes_have_at_most_five_lines() -> None:
    recipes = TEXT.split("\n## Add ")[1:]
    assert len(recipes) == 6
    for recipe in recipes:
        lines = re.findall(r"^\d\. ", recipe.split("\n## ")[0], flags=re.M)
        assert 1 <= len(lines) <= 5, recipe.splitlines()[0]


def test_the_way_of_a_schema_names_modules_that_exist() -> None:
    assert [module for module in modules_in(WAY) if not (PACKAGE / module).is_file()] == []


def entered_modules(call: Callable[[], object]) -> list[str]:
    """Our modules in the order in which a function of theirs is first called; importing and building do not count."""
    entered: dict[str, None] = {}
    imports = 0

    def record(frame: FrameType, event: str, _: object) -> None:
        nonlocal imports
        code = frame.f_code
        if not code.co_filename.startswith(str(PACKAGE)):
            return
        if code.co_name == "<module>":
            imports += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not imports and code.co_name != "__init__" and code.co_flags & inspect.CO_OPTIMIZED:
            entered[Path(code.co_filename).relative_to(PACKAGE).as_posix()] = None

    before = sys.getprofile()
    sys.setprofile(record)
    try:
        call()
    finally:
        sys.setprofile(before)
    return list(entered)


@pytest.fixture
def broken_registry(project: Path) -> None:
    """A small registry with schemas, code lists, a stream and a release that its working state breaks."""
    folder = shutil.copytree(PROJECT / "tests/lint/base", project / "registry")
    schema = folder / "acme/v1/order.schema.json"
    text = schema.read_text("utf-8")
    assert '"required": ["version", "ok"]' in text
    schema.write_text(text.replace('"required": ["version", "ok"]', '"required": ["ok"]'), "utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "table"),
    [(["check-compat"], 1, CHECK_COMPAT), (["gen", "python"], 0, GEN), (["docs"], 0, DOCS)],
    ids=["check-compat", "gen", "docs"],
)
def test_a_schema_passes_the_modules_in_the_listed_order(
    arguments: list[str], code: int, table: str, broken_registry: None, run: Callable[..., Any]
) -> None:
    outcomes = []
    entered = entered_modules(lambda: outcomes.append(run(*arguments)))
    assert outcomes[0].code == code, outcomes[0]
    for listed in (steps(LOADING), steps(table)):
        assert [module for module in entered if module in listed] == listed

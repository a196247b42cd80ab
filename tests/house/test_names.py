"""Names of variables: a noun says what is held."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "generators" / "accordant"
NAME = "one"
_IN_SCRIPT = re.compile(
    rf"\b(?:const|let|var)\s+{NAME}\b|\b{NAME}\s*=>|[(\[,]\s*{NAME}\b[^()\n]*\)\s*(?:=>|:[^()\n]*[{{=])"
)
"""Where a script binds the name: a declaration, a loop, an argument."""


def test_no_variable_and_no_argument_is_called_one() -> None:
    assert [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name, line in _names_bound(ast.parse(path.read_text("utf-8")))
        if name == NAME
    ] == [], "name it by the noun for what it holds"


def test_names_are_seen_wherever_python_binds_them() -> None:
    bound = """
def function(argument, *rest, **more): pass
for turn in (): pass
with open() as file: (walrus := 1)
try: pass
except OSError as error: pass
match {}:
    case [first, *others]: pass
    case {"key": first, **further}: pass
    case whole: pass
import module as alias
class Record:
    field: int
"""
    assert {name for name, _ in _names_bound(ast.parse(bound))} == {
        "argument", "rest", "more", "turn", "file", "walrus", "error", "first", "others", "further", "whole", "alias",
        "field",
    }  # fmt: skip


def test_no_variable_of_a_script_is_called_one() -> None:
    scripts = [path for path in sorted(PACKAGE.rglob("*.[jt]s")) if path.name != "validator.js"]
    assert scripts
    assert [
        f"{path.relative_to(PACKAGE)}: {match[0]}"
        for path in scripts
        for match in _IN_SCRIPT.finditer(path.read_text("utf-8"))
    ] == [], "name it by the noun for what it holds"


@pytest.mark.parametrize(
    "script",
    [
        "const one = 1;",
        "for (const one of all) {}",
        "all.map((one) => one.name)",
        "all.sort(([one], [other]) => 0)",
        "all.sort((one, other) => 0)",
        "all.map(one => one)",
        "function first(one: number): number { return 1 }",
    ],
)
def test_names_are_seen_where_a_script_binds_them(script: str) -> None:
    assert _IN_SCRIPT.search(script)


def _names_bound(tree: ast.AST) -> Iterator[tuple[str | None, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name, node.lineno
            case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.ExceptHandler(name=name):
                yield name, node.lineno
            case ast.MatchMapping(rest=name) | ast.alias(asname=name):
                yield name, getattr(node, "lineno", 0)

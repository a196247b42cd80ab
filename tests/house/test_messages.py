"""Messages of errors: each says what to do next."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "generators" / "accordant"


def test_every_input_error_names_a_next_step() -> None:
    silent = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in _input_errors(path)
        if "next_step" not in {keyword.arg for keyword in call.keywords}
    ]
    assert silent == []


def _input_errors(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "InputError":
            yield node

"""No test holds an absolute time: a busy machine is no fault. What takes long is told by a ratio or by counted work."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parents[1]
CLOCKS: Final = {"monotonic", "perf_counter", "process_time", "thread_time"}


def clocks(source: str) -> Iterator[str]:
    """The clocks that a test asks."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS:
            yield node.func.attr
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (alias.name for alias in node.names if alias.name in CLOCKS)


def test_no_test_asks_a_clock() -> None:
    asked = {path.relative_to(TESTS): [*clocks(path.read_text("utf-8"))] for path in TESTS.rglob("test_*.py")}
    assert {path: names for path, names in asked.items() if names} == {}
    assert [*clocks("import time\nassert time.monotonic() < 5")] == ["monotonic"]

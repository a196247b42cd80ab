"""Inside these rooms no module imports itself through others, types and imports inside functions included."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import PROJECT

SOURCES = PROJECT / "generators"


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path, modules: set[str]) -> set[str]:
    """The modules that a file imports: of ``from package import module`` the module."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                names.add(whole if whole in modules else node.module)
    return names & modules


@pytest.mark.parametrize("room", ["algebra", "regex"])
def test_no_module_imports_itself_through_others(room: str) -> None:
    files = {module_of(path): path for path in (SOURCES / "accordant" / room).rglob("*.py")}
    imports = {module: imported(path, set(files)) for module, path in files.items()}
    circles = []
    for module in imports:
        reached: set[str] = set()
        todo = [module]
        while todo:
            new = imports[todo.pop()] - reached
            reached |= new
            todo += new
        if module in reached:
            circles.append(module)
    assert circles == []

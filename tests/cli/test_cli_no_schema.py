"""A file of the registry that holds something else than a schema is refused before anything is compared with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

SCHEMA = Path("registry/output/v1/result.schema.json")


@pytest.fixture
def begun(project: Path, run: Run) -> Path:
    """The registry of ``init``."""
    assert run("init").code == 0
    return project


@pytest.mark.parametrize("text", ["[1]", "5", "null", '"text"'])
@pytest.mark.parametrize("command", [["check-compat"], ["diff", "output/v1@1.0", "output/v1"], ["gen", "--check"]])
def test_a_file_that_holds_no_schema_is_refused(begun: Path, run: Run, command: list[str], text: str) -> None:
    SCHEMA.write_text(text, "utf-8")
    outcome = run(*command)
    assert outcome.code == 2
    assert f"{SCHEMA}:1:1: a schema is an object or a boolean" in outcome.err
    assert "next: " in outcome.err


@pytest.mark.parametrize(
    ("pointer", "part"),
    [
        ("/properties", [1]),
        ("/properties/files", ["string"]),
        ("/properties/files/items", 7),
        ("/$defs", {"Part": "text"}),
        ("/required", "ok"),
        ("/properties/ok/type", "bool"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["check-compat"],
        ["diff", "output/v1@1.0", "output/v1"],
        ["changelog", "output"],
        ["bump", "output", "--suggest"],
    ],
)
def test_a_part_that_is_no_schema_is_refused_with_its_place(
    begun: Path, run: Run, command: list[str], pointer: str, part: Any
) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    *way, last = pointer.removeprefix("/").split("/")
    holder = schema
    for name in way:
        holder = holder[name]
    holder[last] = part
    SCHEMA.write_text(json.dumps(schema, indent=2), "utf-8")
    outcome = run(*command)
    assert outcome.code == 2
    assert f" at {pointer}" in outcome.err
    assert "not a schema: " in outcome.err
    assert "next: run: registry lint" in outcome.err

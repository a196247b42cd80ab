"""diff and changelog say what lies between two states of a registry."""

from __future__ import annotations

from pathlib import Path

import pytest

SCHEMA = Path("registry/output/v1/result.schema.json")


@pytest.fixture
def grown(project: Path, run) -> Path:
    """A registry whose working state has a field that release 1.0 lacks."""
    assert run("init").code == 0
    SCHEMA.write_text(SCHEMA.read_text().replace('"files": {', '"note": {"type": "string"}, "files": {'))
    return project


@pytest.mark.parametrize("arguments", [("diff", "output/v1@1.0", "output/v1"), ("changelog", "output")])
def test_an_added_field_is_named(grown: Path, run, arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert outcome.code == 0, outcome.err
    assert "note" in outcome.out


@pytest.mark.parametrize(
    "arguments", [("diff", "output/v9@1.0"), ("changelog", "outptu"), ("changelog", "output", "7..8")]
)
def test_a_state_that_does_not_exist_is_refused(grown: Path, run, arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert "next:" in outcome.err

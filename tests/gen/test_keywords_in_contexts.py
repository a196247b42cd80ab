"""Keywords in the contexts of codes that generated code does not honour are reported where the code list has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant.gen import Generator
from accordant.registry.load import load

ONLY_IN_JAVASCRIPT = "(?<=a+)b"
FAULT = {
    "type": "object",
    "properties": {"kind": {"type": "string", "x-codes": "faults"}, "details": {"type": "object"}},
    "required": ["kind", "details"],
}


@pytest.fixture
def generator(tmp_path: Path) -> Generator:
    """A registry whose one code list has two entries, the second one with patterns in its context."""
    version = tmp_path / "jobs/v1"
    version.mkdir(parents=True)
    (tmp_path / "registry.toml").write_text('name = "jobs"\n')
    (tmp_path / "jobs/contract.toml").write_text('title = "Jobs"\n[versions.v1]\ndefault-schema = "fault"\n')
    context: dict[str, Any] = {
        "a/b": {"schema": {"type": "string", "pattern": ONLY_IN_JAVASCRIPT}, "always": True},
        "fine": {"schema": {"type": "string", "pattern": "^a"}},
        "unreadable": {"schema": {"type": "string", "pattern": "("}},
    }
    entries = [{"id": "Empty", "meaning": "Nothing."}, {"id": "Full", "meaning": "No room.", "context": context}]
    (version / "faults.codes.json").write_text(json.dumps({"identifier": "kind", "entries": entries}))
    (version / "fault.schema.json").write_text(json.dumps({"$id": "urn:jobs:fault:v1", **FAULT}))
    return Generator(load(tmp_path))


def places(generator: Generator, target: str) -> list[str]:
    """The places in the code list that a target reports, below the context of its second entry."""
    reported = [loss.at for losses in generator.generate(target).unhonoured.values() for loss in losses]
    before = "faults.codes.json#/entries/1/context/"
    return sorted(at.removeprefix(before) for at in reported if at.startswith(before))


def test_a_pattern_that_python_lacks_is_reported_at_its_place_in_the_code_list(generator: Generator) -> None:
    assert "class FullContext" in generator.generate("python").files["accordant_contracts/jobs/v1_codes.py"]
    assert places(generator, "python") == ["a~1b/schema/pattern", "unreadable/schema/pattern"]


def test_a_pattern_that_javascript_has_is_not_reported_for_typescript(generator: Generator) -> None:
    assert places(generator, "ts") == ["unreadable/schema/pattern"]


@pytest.mark.parametrize("target", ["model", "typeddict"])
def test_nothing_is_reported_for_targets_that_print_no_contexts(generator: Generator, target: str) -> None:
    assert places(generator, target) == []


def test_a_report_names_the_line_in_the_code_list(generator: Generator, tmp_path: Path, run: Any) -> None:
    codes = tmp_path / "jobs/v1/faults.codes.json"
    codes.write_text(codes.read_text().replace('"("', '"^b"'))  # gen refuses a registry with text that is no pattern
    outcome = run("gen", "python", "--out", tmp_path / "out", "--registry", tmp_path)
    lines = (tmp_path / "jobs/v1/faults.codes.json").read_text().splitlines()
    assert len(lines) == 1, "the file is one line, so that the column tells the place"
    column = lines[0].index('"pattern": ' + json.dumps(ONLY_IN_JAVASCRIPT)) + 1
    assert f"faults.codes.json:1:{column}: warning keyword-not-honoured" in outcome.out

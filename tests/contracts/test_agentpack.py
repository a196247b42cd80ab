"""agentpack/v1 accepts each answer of schema_version 1, of programs before and after its document."""

from __future__ import annotations

import pytest

from tests.contracts.conftest import PROJECT, example, judge

RECORDED = PROJECT.parent / "shared/facts/agentpack-recorded"
OPTIONAL = [
    ("plan-change", "create", "before_sha256"),
    ("plan-change", "delete", "after_sha256"),
    ("drift-item", "extra", "expected"),
    ("drift-item", "missing", "actual"),
    ("data-doctor", "missing-root", "gitignore_fixes"),
    ("data-status", "drifted", "summary"),
    ("data-status", "drifted", "summary_by_root"),
    *(
        ("data-import", "no-changes", name)
        for name in ("home_root", "home_root_posix", "project", "summary", "conflicts", "next_actions")
    ),
    ("data-evolve-propose", "dry-run", "skipped"),
    ("data-help", "default-build", "targets"),
    ("data-help", "default-build", "notes"),
]
REQUIRED = [
    ("plan-change", "create", "path_posix"),
    ("drift-item", "missing", "kind"),
    ("data-doctor", "missing-root", "roots"),
    ("data-status", "drifted", "drift"),
    ("data-import", "no-changes", "plan"),
    ("data-evolve-propose", "dry-run", "candidates"),
    ("data-evolve-propose", "dry-run", "summary"),
    ("data-help", "default-build", "mutating_commands"),
]


@pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded answers are not here")
def test_every_recorded_answer_is_valid() -> None:
    answers = sorted(RECORDED.glob("*.json"))
    assert len(answers) > 70
    refused = {path.name: found for path in answers if (found := judge("agentpack", path.read_bytes()))}
    assert refused == {}


@pytest.mark.parametrize(("schema", "case", "field"), OPTIONAL)
def test_a_field_that_the_document_marks_may_be_left_out(schema: str, case: str, field: str) -> None:
    document = example(f"agentpack/v1/examples/valid/{schema}/{case}.json")
    del document[field]
    assert judge("agentpack", document, version="v1", schema=schema) == []


@pytest.mark.parametrize(("schema", "case", "field"), REQUIRED)
def test_a_field_without_a_mark_is_always_there(schema: str, case: str, field: str) -> None:
    document = example(f"agentpack/v1/examples/valid/{schema}/{case}.json")
    del document[field]
    found = judge("agentpack", document, version="v1", schema=schema)
    assert len(found) == 1
    assert f"`{field}`" in found[0]

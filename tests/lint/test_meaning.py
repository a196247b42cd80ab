"""What lint says about the meaning of schemas is proved, said once, and bounded in its work."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from accordant.algebra import Session
from accordant.findings import Finding
from accordant.lint import impossible, lint
from accordant.registry import load
from accordant.registry.files import mapping_reader
from accordant.schema.references import Resources
from tests.algebra.schemas import schemas

LintEdited = Callable[..., list[Finding]]
EMPTY = {"type": "string", "minLength": 2, "maxLength": 1}


def lint_schema(lint_edited: LintEdited, schema: dict[str, Any], **others: dict[str, Any]) -> list[tuple[str, str]]:
    """The rule, and the file and pointer, of each finding about a schema, and about others beside it."""
    texts = {
        name: json.dumps({"$id": f"urn:acme:{name}:v1", **value})
        for name, value in ({"probe": schema} | others).items()
    }
    findings = lint_edited([{"file": f"acme/v1/{name}.schema.json", "text": text} for name, text in texts.items()])
    places = [finding.place for finding in findings]
    files = [place.path.rpartition("/")[2].partition(".")[0] if place else "" for place in places]
    pointers = [place.pointer if place else "" for place in places]
    return [(found.rule, f"{file}#{at}") for found, file, at in zip(findings, files, pointers, strict=True)]


def test_a_schema_that_accepts_nothing_is_reported_and_not_those_that_need_it(lint_edited: LintEdited) -> None:
    outer = {
        "type": "object",
        "required": ["a"],
        "properties": {"a": {"allOf": [{"$ref": "other.schema.json#/$defs/x"}]}},
    }
    found = lint_schema(lint_edited, outer, other={"$defs": {"x": EMPTY}})
    assert found == [("never-valid", "other#/$defs/x")]


def test_schemas_that_need_each_other_without_end_are_one_finding(lint_edited: LintEdited) -> None:
    first = {"type": "object", "required": ["b"], "properties": {"b": {"$ref": "#/$defs/b"}}}
    second = {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}}}
    assert lint_schema(lint_edited, {"$defs": {"a": first, "b": second}}) == [("never-valid", "probe#/$defs/a")]


def test_two_schemas_that_accept_nothing_are_two_findings(lint_edited: LintEdited) -> None:
    found = lint_schema(lint_edited, {"properties": {"a": EMPTY, "b": {"anyOf": [{"type": "null"}, EMPTY]}}})
    assert found == [("never-valid", "probe#/properties/a"), ("never-valid", "probe#/properties/b/anyOf/1")]


@pytest.mark.parametrize("allowed", [0, 100_000])
def test_what_the_work_does_not_suffice_for_is_not_reported(
    lint_edited: LintEdited, monkeypatch: pytest.MonkeyPatch, allowed: int
) -> None:
    monkeypatch.setattr(impossible, "_STEPS_OF_A_VERSION", allowed)
    found = lint_schema(lint_edited, {"properties": {"a": EMPTY}})
    assert found == ([("never-valid", "probe#/properties/a")] if allowed else [])


def test_all_questions_about_a_version_share_one_amount_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impossible, "_STEPS_OF_A_VERSION", 2_000)
    judge = impossible.Judge()
    nodes = [Resources.of({**EMPTY, "pattern": f"^a{{{number},90}}$"}) for number in range(200)]
    proved = [judge.is_empty(node) for node in nodes]
    assert proved[0]
    assert not proved[-1]


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf", "allOf"])
def test_a_condition_that_refers_to_itself_has_an_answer(lint_edited: LintEdited, keyword: str) -> None:
    condition = {"properties": {"k": {"const": 1}}, keyword: [{"$ref": "#/$defs/c"}]}
    schema = {"if": {"$ref": "#/$defs/c"}, "then": {"minProperties": 1}, "$defs": {"c": condition}}
    assert ("condition-open", "probe#/if") in lint_schema(lint_edited, schema)


def test_nothing_is_said_about_meaning_beside_an_invalid_schema(lint_edited: LintEdited) -> None:
    found = lint_schema(lint_edited, {"properties": {"a": EMPTY}}, other={"properties": 1})
    assert [rule for rule, _ in found] == ["metaschema"]


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(schemas(2020, 1), schemas(2020, 1))
def test_lint_finds_a_reason_wherever_a_schema_accepts_nothing(first: Any, second: Any) -> None:
    assume(isinstance(first, dict) and isinstance(second, dict))
    schema = {**first, **second}
    text = json.dumps(schema)
    assume("$ref" not in text and "false" not in text and '"not": true' not in text)
    if Session().proves_none([Resources.of(schema)]):
        files = {
            "registry.toml": "name = 'acme'",
            "acme/contract.toml": "title = 'Acme'\n[versions.v1]\nstatus = 'current'",
            "acme/v1/probe.schema.json": json.dumps({"$id": "urn:acme:probe:v1", **schema}),
        }
        read, list_ = mapping_reader({name: content.encode() for name, content in files.items()})
        found = {finding.rule for finding in lint(load.Loader(read=read, list_=list_, problems=[]))}
        assert found & {"never-valid", "value-refused"}, found

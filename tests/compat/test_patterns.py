"""Patterns in comparisons: one that a library refuses spoils nothing else, and witnesses convince both libraries."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from accordant import compare
from accordant.findings import LostDocument, Witness


@pytest.mark.parametrize("pattern", [r"[\w-.]", "[^]", r"\k<q>", "^[a-z]{2}]?$", r"(a)|\1b", r"\p{Script=Sidetic}"])
def test_a_break_beside_a_pattern_that_a_library_refuses_is_a_break(pattern: str) -> None:
    def schema(version: str) -> dict[str, Any]:
        properties = {"v": {"enum": [version]}, "l": {"type": "string", "pattern": pattern}}
        return {"type": "object", "properties": properties, "required": ["v"]}

    judged = compare(schema("2.0.0-csd.2.beta.2019-01-09"), schema("2.1.0"), direction="input")
    assert [(finding.rule, finding.place and finding.place.pointer) for finding in judged.findings] == [
        ("enum-value-refused", "/properties/v/enum")
    ]


def test_an_undecided_answer_names_the_pattern_that_matters() -> None:
    judged = compare({"type": "string"}, {"type": "string", "pattern": r"\k<q>"}, direction="input")
    assert judged.verdict == "undecided"
    assert r"\\k<q>" in judged.findings[0].message


@pytest.mark.parametrize("pattern", ["^.*$", "^[ -~]*$", r"^\S*$", "^[^a]*$", r"^\w*$", r"^[\x00-\x7f]*$", "^.{0,3}$"])
def test_a_witness_of_a_pattern_convinces_both_libraries_as_they_are(pattern: str) -> None:
    reader = {"type": "string", "pattern": pattern}
    evidence = compare({"type": "string"}, reader, direction="input").findings[0].evidence
    assert isinstance(evidence, Witness)
    assert not jsonschema_rs.is_valid(reader, evidence.document)
    assert not jsonschema.Draft202012Validator(reader).is_valid(evidence.document)
    assert re.fullmatch(r"[^\x00-\x09\x0b-\x1f\x7f-\xa0\u2028\u2029\ue000-\uf8ff]*", evidence.document)


def test_a_line_end_stands_between_letters() -> None:
    judged = compare({"type": "string"}, {"type": "string", "pattern": "^.*$"}, direction="input")
    assert judged.findings[0].message.startswith('The document may be "a\\nb"')


@pytest.mark.parametrize("direction", ["input", "output"])
def test_evidence_of_a_value_under_a_pattern_uses_a_key_that_matches(direction: str) -> None:
    def schema(*values: str) -> dict[str, Any]:
        return {"type": "object", "patternProperties": {"^x": {"enum": list(values)}}}

    evidence = compare(schema("q", "r"), schema("r"), direction=direction, promise="additive").findings[0].evidence
    assert isinstance(evidence, Witness | LostDocument)
    assert evidence.document == {"x": "q"}


def test_evidence_of_a_value_of_a_map_uses_a_key_without_a_name() -> None:
    def schema(*values: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"a": {}}, "additionalProperties": {"enum": list(values)}}

    evidence = compare(schema("q", "r"), schema("r"), promise="additive").findings[0].evidence
    assert isinstance(evidence, LostDocument)
    assert evidence.document == {"b": "q"}

"""A schema inside a document is usable, or each fault of it has a place and a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12, in_draft
from accordant.schema.embedded import faults, places, problems
from accordant.schema.references import Resources

TEXT = {"type": "string"}
USABLE: list[Any] = [
    {},
    {"type": "object"},
    {"type": ["null", "object"]},
    {"required": ["a"]},
    {"anyOf": [TEXT, {"minProperties": 1}]},
    {"oneOf": [TEXT, {"$ref": "#/definitions/a"}], "definitions": {"a": {"type": "object"}}},
    {"enum": [1, {}]},
    {"not": TEXT},
    {"$ref": "#"},
    {"properties": {"a": {"$ref": "#"}, "b": {"pattern": r"^\d+$"}}},
    {"properties": {"pattern": {"const": "("}, "$ref": {"type": "string"}}},
    {"$schema": DRAFT_2020_12.uri, "$defs": {"a": {"$anchor": "here"}}, "properties": {"a": {"$ref": "#here"}}},
    {"if": TEXT, "then": {"type": "integer"}},
    "no schema at all",
    None,
]
UNUSABLE: list[tuple[Any, str]] = [
    ({"type": "objekt"}, "/type"),
    ({"properties": {"a": {"minimum": "1"}}}, "/properties/a/minimum"),
    ({"properties": {"a": {"pattern": "("}}}, "/properties/a/pattern"),
    ({"items": [{"pattern": "a{2,1}"}]}, "/items/0/pattern"),
    ({"patternProperties": {"[": {}}}, "/patternProperties/["),
    ({"properties": {"a": {"$ref": "#/definitions/b"}}}, "/properties/a/$ref"),
    ({"items": {"$ref": "https://example.com/a.json"}}, "/items/$ref"),
    ({"items": {"$ref": "other.json"}}, "/items/$ref"),
    (TEXT, ""),
    ({"type": ["string", "null"]}, ""),
    ({"const": 1}, ""),
    ({"enum": ["a", []]}, ""),
    ({"allOf": [{}, TEXT]}, ""),
    ({"anyOf": [TEXT, {"type": "array"}]}, ""),
    ({"oneOf": [False, TEXT]}, ""),
    ({"$ref": "#/definitions/a", "definitions": {"a": TEXT}}, ""),
    ({"not": {}}, ""),
    ({"not": {"type": "object"}}, ""),
]


@pytest.mark.parametrize("schema", USABLE, ids=str)
def test_a_usable_schema_has_no_fault(schema: Any) -> None:
    assert list(faults(schema, DRAFT_07, "object")) == []


@pytest.mark.parametrize(("schema", "pointer"), UNUSABLE, ids=str)
def test_a_fault_has_its_place(schema: Any, pointer: str) -> None:
    [(at, sentence)] = faults(schema, DRAFT_07, "object")
    assert at == pointer
    assert sentence


def test_a_schema_of_any_documents_may_describe_texts() -> None:
    assert list(faults(TEXT, DRAFT_07)) == []


def test_a_schema_is_read_in_its_own_draft_or_in_the_given_one() -> None:
    form_of_2020 = {"prefixItems": "x"}
    assert list(faults(form_of_2020, DRAFT_07)) == []
    assert list(faults(form_of_2020, DRAFT_2020_12)) != []
    assert list(faults({"$schema": DRAFT_2020_12.uri, **form_of_2020}, DRAFT_07)) != []
    assert in_draft(True, DRAFT_07) is True
    assert in_draft({"type": "object"}, None) == {"type": "object"}


CARRYING = {
    "$defs": {"carrier": {"anyOf": [{"type": "null"}, {"x-schema": "object"}]}},
    "properties": {"own": {"$ref": "#/$defs/carrier"}, "list": {"items": {"allOf": [{"$ref": "#/$defs/carrier"}]}}},
    "not": {"properties": {"free": {"x-schema": "object"}}},
}


def test_schemas_are_found_wherever_a_document_carries_them() -> None:
    root = Resources.of(CARRYING)
    document = {"own": TEXT, "list": [{}, None, TEXT], "free": TEXT}
    assert sorted(at for at, _, _ in places(root, document, "x-schema")) == ["/list/0", "/list/1", "/list/2", "/own"]
    found = list(problems(root, document, DRAFT_07))
    assert sorted(problem.instance for problem in found) == ["/list/2", "/own"]
    assert {problem.schema_pointer for problem in found} == {"/$defs/carrier/anyOf/1/x-schema"}

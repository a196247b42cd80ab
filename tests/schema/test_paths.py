"""Schemas at a place of a document, found without a document."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12, Dialect
from accordant.schema.paths import find_pinned_values, schemas_at
from accordant.schema.references import Resources

B = {"properties": {"b": {"const": 1}}}


def at(schema: dict[str, Any], path: str, dialect: Dialect = DRAFT_2020_12) -> list[str]:
    return sorted(node.pointer for node in schemas_at(Resources.of({"$schema": dialect.uri, **schema}), path))


@pytest.mark.parametrize(
    ("schema", "path", "pointer"),
    [
        ({"properties": {"a": B}}, "/a/b", "/properties/a/properties/b"),
        ({"patternProperties": {"^a": B}}, "/ab/b", "/patternProperties/^a/properties/b"),
        ({"additionalProperties": B}, "/x/b", "/additionalProperties/properties/b"),
        ({"unevaluatedProperties": B}, "/x/b", "/unevaluatedProperties/properties/b"),
        ({"prefixItems": [{}, B]}, "/1/b", "/prefixItems/1/properties/b"),
        ({"items": B}, "/*/b", "/items/properties/b"),
        ({"contains": B}, "/*/b", "/contains/properties/b"),
        ({"if": B}, "/b", "/if/properties/b"),
        ({"$dynamicRef": "#d", "$ref": "#/$defs/e", "$defs": {"d": {"$dynamicAnchor": "d", **B}, "e": {}}}, "/b",
         "/$defs/d/properties/b"),
    ],
)  # fmt: skip
def test_a_place_is_found_under_every_keyword(schema: Any, path: str, pointer: str) -> None:
    assert at(schema, path) == [pointer]


def test_a_place_is_found_under_draft_07_dependencies() -> None:
    assert at({"dependencies": {"a": B}}, "/b", DRAFT_07) == ["/dependencies/a/properties/b"]


def test_what_a_document_must_not_be_is_no_schema_of_its_places() -> None:
    assert at({"not": B}, "/b") == []


def test_what_a_reference_hides_is_no_schema_of_its_places() -> None:
    assert at({"$ref": "#/definitions/a", **B, "definitions": {"a": {}}}, "/b", DRAFT_07) == []


def test_an_index_is_one_place_and_a_star_is_any() -> None:
    assert at({"prefixItems": [{}, {}]}, "/0") == ["/prefixItems/0"]
    assert at({"prefixItems": [{}, {}]}, "/*") == ["/prefixItems/0", "/prefixItems/1"]


def test_a_loop_of_references_ends() -> None:
    assert at({"properties": {"n": {"$ref": "#"}}}, "/n/n/n") == ["", "/properties/n"]


def test_pinned_values_are_those_of_const_and_enum() -> None:
    schema = {"properties": {"v": {"anyOf": [{"const": 1}, {"enum": ["a", "b"]}]}}}
    assert sorted(map(str, find_pinned_values(Resources.of(schema), "/v"))) == ["1", "a", "b"]


def test_a_path_is_a_json_pointer() -> None:
    with pytest.raises(ValueError, match="JSON Pointer"):
        list(schemas_at(Resources.of({}), "a"))

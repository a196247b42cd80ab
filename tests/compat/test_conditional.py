"""The conditions around a place tell of a break that happens in some cases, and of nothing else in its branches."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat.conditional import Asked, conditions
from accordant.schema.dialects import DIALECTS, Relation

LOGIC = sorted(
    {k.name for d in DIALECTS for k in d.applying if k.relation is Relation.IN_PLACE and not k.is_reference} - {"allOf"}
)
BOUND = Asked.of({"maximum": 5}, "/properties/a/properties/b/maximum")
NAME = Asked.of({"required": "b"}, "/properties/a/required")


@pytest.mark.parametrize("keyword", sorted(set(LOGIC) - {"if", "dependentSchemas", "dependencies"}))
def test_a_keyword_of_logic_that_still_asks_counts(keyword: str) -> None:
    inner = {"properties": {"b": {"maximum": 5, "title": "no matter"}, "c": {"maximum": 7}}}
    schema = {"properties": {"a": {keyword: inner, "properties": {"b": {}}}}}
    kept = {"properties": {"b": {"maximum": 5}}}
    assert conditions(schema, BOUND, "/properties/a/properties/b") == {f"/properties/a/{keyword}": kept}
    assert conditions(schema, BOUND, "/properties/c") == {}


@pytest.mark.parametrize(
    "logic",
    [
        {"dependentRequired": {"c": ["b", "d"]}}, {"dependentSchemas": {"c": {"required": ["b"]}}},
        {"if": {"required": ["c"], "description": "when c is there"}, "then": {"required": ["b", "d"]}},
        {"oneOf": [{"properties": {"k": {"const": 1}}, "required": ["b"]}, {"required": ["d"]}]},
        {"anyOf": [{"$ref": "#/$defs/asks"}, {"$ref": "#/$defs/silent"}]},
        {"not": {"allOf": [{"required": ["b"]}]}},
    ],
)  # fmt: skip
def test_what_asks_in_some_cases_counts_with_its_cases(logic: dict[str, Any]) -> None:
    definitions = {"asks": {"required": ["b"]}, "silent": {"required": ["d"]}}
    schema = {"properties": {"a": {"type": "object", **logic}}, "$defs": definitions}
    found = conditions(schema, NAME, "/properties/a/required")
    assert found
    assert {pointer.rpartition("/")[0] for pointer in found} == {"/properties/a"}
    assert "description" not in str(found)
    assert "'d'" not in str(found)


@pytest.mark.parametrize(
    "logic",
    [
        {"if": {"required": ["b"]}, "then": {"required": ["d"]}}, {"oneOf": [{"required": ["d"]}, {"title": "b"}]},
        {"anyOf": [{"properties": {"c": {"required": ["b"]}}}]}, {"dependentRequired": {"b": ["d"]}},
        {"const": {"oneOf": [{"required": ["b"]}]}},
    ],
)  # fmt: skip
def test_what_does_not_ask_does_not_count(logic: dict[str, Any]) -> None:
    assert conditions({"properties": {"a": logic}}, NAME, "/properties/a/required") == {}


def test_a_whole_schema_is_asked_where_it_stands_with_other_texts() -> None:
    rule = {"if": {"required": ["a"]}, "then": {"required": ["b"]}}
    schema = {"anyOf": [{"title": "other", **rule}, {"properties": {"c": {}}}]}
    assert conditions(schema, Asked.of({**rule, "title": "one"}, "/allOf/0"), "/allOf") == {"/anyOf": [rule]}
    assert conditions({"anyOf": [{"properties": {"c": {}}}]}, Asked.of(rule, "/allOf/0"), "/allOf") == {}


@pytest.mark.parametrize("holder", ["properties", "const", "enum", "default", "examples"])
def test_names_and_data_are_no_logic(holder: str) -> None:
    held: Any = {"if": {"maximum": 5}, "oneOf": {"maximum": 5}}
    schema = {holder: [held] if holder in ("enum", "examples") else held}
    assert conditions(schema, Asked.of({"maximum": 5}, "/maximum"), "/$defs/x", f"/{holder}/if") == {}


def test_definitions_may_be_reached_from_anywhere() -> None:
    schema = {"properties": {"a": {"anyOf": [{"$ref": "#/$defs/x"}]}}, "$defs": {"x": {"required": ["b"]}}}
    assert list(conditions(schema, NAME, "/$defs/x/required")) == ["/properties/a/anyOf"]


def test_references_that_go_in_a_circle_end() -> None:
    schema = {"anyOf": [{"$ref": "#/$defs/x"}], "$defs": {"x": {"allOf": [{"$ref": "#/$defs/x"}], "required": ["b"]}}}
    assert conditions(schema, Asked.of({"required": "b"}, "/required"), "/required") == {
        "/anyOf": [{"$ref": {"required": ["b"]}}]
    }

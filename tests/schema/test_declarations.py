"""What a schema declares at a place: properties with the tags under which they hold, items, listed values and names."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.declarations import (
    DeclaredItems,
    TaggedSchema,
    bound_lists,
    is_never,
    items,
    lay_open,
    listed_names,
    listed_values,
    properties,
)
from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12, Dialect
from accordant.schema.references import Resources

DATA_OF = {
    "oneOf": [
        {"properties": {"k": {"const": "run"}, "data": {"title": "run"}}, "required": ["k"]},
        {"properties": {"k": {"const": "stop"}, "data": {"title": "stop"}}, "required": ["k"]},
    ]
}


def opened(schema: dict[str, Any], dialect: Dialect = DRAFT_2020_12) -> list[TaggedSchema]:
    return lay_open([TaggedSchema(Resources.of({"$schema": dialect.uri, **schema}))])


def names(schema: dict[str, Any], dialect: Dialect = DRAFT_2020_12) -> list[str | None]:
    return [property_.name for property_ in properties(opened(schema, dialect))]


def test_a_field_under_dependencies_is_declared() -> None:
    assert names({"dependencies": {"a": {"properties": {"b": {}}}, "c": ["d"]}}, DRAFT_07) == ["b"]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/x", "$defs": {"x": {"properties": {"b": {}}}}},
        {"$ref": "#/$defs/y", "$dynamicRef": "#x",
         "$defs": {"x": {"$dynamicAnchor": "x", "properties": {"b": {}}}, "y": {}}},
        {"allOf": [{"anyOf": [{"oneOf": [{"properties": {"b": {}}}]}]}]},
        {"if": {"properties": {"a": {}}}, "then": {"properties": {"b": {}}}},
        {"if": True, "else": {"properties": {"b": {}}}},
        {"dependentSchemas": {"a": {"properties": {"b": {}}}}},
    ],
)  # fmt: skip
def test_layout_does_not_count(schema: Any) -> None:
    assert names(schema) == ["b"]


def test_a_property_of_a_branch_carries_the_tag_that_selects_it() -> None:
    tags = {
        property_.node.value["title"]: property_.tags
        for property_ in properties(opened(DATA_OF))
        if property_.name == "data"
    }
    assert tags == {"run": {"k": frozenset(["run"])}, "stop": {"k": frozenset(["stop"])}}


def test_a_property_of_then_carries_the_tag_that_if_asks_for() -> None:
    condition = {"properties": {"k": {"const": "run"}}, "required": ["k"]}
    [declared] = properties(opened({"if": condition, "then": {"properties": {"b": {}}}}))
    assert declared.tags == {"k": frozenset(["run"])}


def test_branches_that_exclude_each_other_are_not_laid_open_together() -> None:
    within_run = {"oneOf": [{**DATA_OF["oneOf"][0], "allOf": [DATA_OF]}]}
    assert "stop" not in [property_.node.value.get("title") for property_ in properties(opened(within_run))]


def test_what_nothing_may_be_is_not_declared() -> None:
    assert names({"properties": {"a": False, "b": {"not": {}}, "c": {"allOf": [{"enum": []}]}, "d": {}}}) == ["d"]
    assert is_never(False)
    assert not is_never({})


def test_only_a_map_that_says_something_declares_its_values() -> None:
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        assert names({keyword: {"type": "string"}}) == [None]
        assert names({keyword: True}) == names({keyword: {}}) == names({keyword: False}) == []
    [declared] = properties(opened({"patternProperties": {"^x": {}}}))
    assert (declared.name, declared.pattern) == (None, "^x")


def test_items_are_declared_by_index_and_for_the_rest() -> None:
    schema: dict[str, Any] = {"prefixItems": [{}], "items": {}, "contains": {}, "unevaluatedItems": {}}
    assert [(item.index, item.after) for item in items(opened(schema))] == [(0, 0), (None, 1), (None, 0), (None, 1)]
    assert [item.index for item in items(opened({"items": True}))] == []


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [((0, 0), (0, 0), True), ((0, 0), (1, 0), False), ((0, 0), (None, 1), False), ((1, 0), (None, 1), True),
     ((None, 1), (0, 0), False), ((None, 0), (None, 5), True)],
)  # fmt: skip
def test_items_share_a_place_where_some_item_falls_under_both(first: Any, second: Any, shared: bool) -> None:
    schema = TaggedSchema(Resources.of({}))
    assert DeclaredItems(first[0], schema, first[1]).shares_with(DeclaredItems(second[0], schema, second[1])) is shared


def test_listed_values_are_those_of_const_and_enum() -> None:
    schema = {"const": 1, "allOf": [{"enum": [1, 1.0, True, "a"]}]}
    assert [value for value, _, _ in listed_values(opened(schema)).values()] == [1, True, "a"]
    hidden = {"$ref": "#/definitions/x", "enum": ["a"], "definitions": {"x": {}}}
    assert listed_values(opened(hidden, DRAFT_07)) == {}


def test_names_of_properties_may_be_listed() -> None:
    schema = {"propertyNames": {"anyOf": [{"enum": ["a"]}, {"const": "b"}]}}
    assert list(listed_names(opened(schema))) == ["a", "b"]


def test_a_binding_behind_a_reference_binds() -> None:
    schema = {"$ref": "#/$defs/x", "$defs": {"x": {"x-codes": {"list": "kinds", "where": {}}}}}
    assert bound_lists(opened(schema)) == {"kinds"}

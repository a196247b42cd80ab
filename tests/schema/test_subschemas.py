"""The walk over subschemas: every keyword of every draft applies what the table says, and nothing else does."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.dialects import (
    DIALECTS,
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
    Dialect,
    Holds,
    Keyword,
    Kind,
    Relation,
)
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import (
    applied_subschemas,
    conjuncts,
    for_item,
    for_member,
    in_place,
    judging,
    keyword_objects,
    sort_sets,
    target_of,
)

LEAF = {"type": "string"}
HELD: dict[Holds, Any] = {
    Holds.ONE: LEAF,
    Holds.ONE_OR_LIST: [LEAF],
    Holds.LIST: [LEAF],
    Holds.MAP: {"k": LEAF},
    Holds.MAP_OR_NAMES: {"k": LEAF, "names": ["a"]},
}
BESIDE: dict[str, Any] = {"then": {"if": True}, "else": {"if": True}, "additionalItems": {"items": []}}
KEYWORDS = [pytest.param(d, k, id=f"{d}-{k.name}") for d in DIALECTS for k in d.applicators.values()]


def root(schema: dict[str, Any], dialect: Dialect = DRAFT_2020_12) -> Node:
    return Resources.of({"$schema": dialect.uri, **schema})


def pointers(subschemas: Any) -> list[str]:
    return [subschema.node.pointer for subschema in subschemas]


@pytest.mark.parametrize(("dialect", "keyword"), KEYWORDS)
def test_a_keyword_applies_what_the_table_says(dialect: Dialect, keyword: Keyword) -> None:
    node = root({**BESIDE.get(keyword.name, {}), keyword.name: HELD[keyword.holds]}, dialect)
    subschemas = [subschema for subschema in applied_subschemas(node) if subschema.keyword == keyword.name]
    if keyword.relation is Relation.NOWHERE:
        assert subschemas == []
    else:
        assert [(subschema.node.value, subschema.relation, subschema.is_test) for subschema in subschemas] == [
            (LEAF, keyword.relation, keyword.is_test)
        ]


def test_every_applicator_of_the_table_applies_somewhere() -> None:
    for dialect in DIALECTS:
        assert {k.name for k in dialect.keywords.values() if k.kind is Kind.APPLICATOR} == {
            k.name for k in dialect.applying
        }


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_keyword_of_another_draft_applies_nothing(dialect: Dialect) -> None:
    names = {k.name: k for d in DIALECTS for k in d.applying if k.name not in dialect.keywords and not k.is_reference}
    schema = {name: HELD[keyword.holds] for name, keyword in names.items()}
    assert list(applied_subschemas(root(schema, dialect))) == []


def test_all_references_that_stand_side_by_side_are_followed() -> None:
    defs = {"a": {"title": "a"}, "b": {"$dynamicAnchor": "b"}}
    node = root({"$ref": "#/$defs/a", "$dynamicRef": "#b", "$defs": defs, "properties": {"p": LEAF}})
    assert pointers(applied_subschemas(node)) == ["/$defs/a", "/$defs/b", "/properties/p"]


def test_up_to_draft_07_nothing_beside_a_reference_applies() -> None:
    schema = {"$ref": "#/definitions/a", "properties": {"p": LEAF}, "definitions": {"a": LEAF}}
    assert pointers(applied_subschemas(root(schema, DRAFT_07))) == ["/definitions/a"]
    assert judging(root(schema, DRAFT_07)) == {"$ref": "#/definitions/a"}
    assert pointers(applied_subschemas(root(schema, DRAFT_2019_09))) == ["/definitions/a", "/properties/p"]


def test_a_reference_that_leads_nowhere_applies_nothing() -> None:
    assert pointers(applied_subschemas(root({"$ref": "urn:nowhere", "not": {}}))) == ["/not"]
    assert pointers(applied_subschemas(root({"$ref": 7, "not": {}}))) == ["/not"]


def test_a_dynamic_reference_means_what_the_outermost_resource_says() -> None:
    inner = {"$id": "urn:x:list", "items": {"$dynamicRef": "#item"}, "$defs": {"any": {"$dynamicAnchor": "item"}}}
    outer = {"$id": "urn:x:own", "$ref": "urn:x:list", "$defs": {"list": inner, "own": {"$dynamicAnchor": "item"}}}
    [to_list] = in_place(root(outer))
    [item] = for_item(to_list.node, 0, to_list.scope)
    assert pointers(in_place(item.node, item.scope)) == ["/$defs/own"]
    assert pointers(in_place(item.node)) == ["/$defs/list/$defs/any"]
    assert target_of(item.node, "$dynamicRef").pointer == "/$defs/list/$defs/any"


def test_branches_of_a_condition_need_the_condition() -> None:
    assert list(applied_subschemas(root({"then": LEAF, "else": LEAF}))) == []
    assert pointers(applied_subschemas(root({"if": True, "then": LEAF}))) == ["/if", "/then"]
    assert pointers(in_place(root({"if": True, "then": LEAF, "not": LEAF}))) == ["/then"]


def test_a_list_of_names_under_dependencies_is_no_subschema() -> None:
    assert pointers(applied_subschemas(root({"dependencies": {"a": ["b"], "c": LEAF}}, DRAFT_07))) == [
        "/dependencies/c"
    ]


def test_a_member_falls_under_its_name_and_its_patterns_else_under_the_rest() -> None:
    node = root(
        {
            "properties": {"ab": LEAF},
            "patternProperties": {"^a": LEAF, "^z": LEAF},
            "additionalProperties": LEAF,
        }
    )
    assert pointers(for_member(node, "ab")) == ["/properties/ab", "/patternProperties/^a"]
    assert pointers(for_member(node, "a")) == ["/patternProperties/^a"]
    assert pointers(for_member(node, "x")) == ["/additionalProperties"]


@pytest.mark.parametrize(
    ("dialect", "schema"),
    [
        (DRAFT_2020_12, {"prefixItems": [LEAF], "items": LEAF}),
        (DRAFT_07, {"items": [LEAF], "additionalItems": LEAF}),
    ],
)
def test_an_item_falls_under_its_index_else_under_the_rest(dialect: Dialect, schema: Any) -> None:
    first, rest = schema
    assert pointers(for_item(root(schema, dialect), 0)) == [f"/{first}/0"]
    assert pointers(for_item(root(schema, dialect), 1)) == [f"/{rest}"]
    assert pointers(for_item(root(schema, dialect), None)) == [f"/{first}/0", f"/{rest}"]


def test_any_item_may_be_the_one_that_is_searched_for() -> None:
    assert pointers(for_item(root({"prefixItems": [LEAF], "contains": LEAF}), 0)) == ["/prefixItems/0", "/contains"]


def test_additional_items_without_a_list_apply_to_nothing() -> None:
    assert pointers(applied_subschemas(root({"items": LEAF, "additionalItems": LEAF}, DRAFT_07))) == ["/items"]


def test_conjuncts_are_what_holds_for_certain_and_end_in_a_loop() -> None:
    node = root({"allOf": [{"$ref": "#"}, {"$ref": "#/$defs/a"}], "anyOf": [LEAF], "$defs": {"a": LEAF}})
    assert [schema.pointer for schema in conjuncts(node)] == ["", "/allOf/0", "/allOf/1", "/$defs/a"]
    assert list(conjuncts(Resources.of(True))) == []


def test_a_boolean_schema_applies_nothing() -> None:
    assert list(applied_subschemas(Resources.of(True))) == []


def test_keywords_stand_in_no_data_and_names_are_no_keywords() -> None:
    schema = {
        "const": {"x-codes": "a"},
        "enum": [{"x-codes": "b"}],
        "examples": [{"x-codes": "c"}],
        "example": {"x-codes": "d"},
        "properties": {"const": {"x-codes": "e"}, "if": {"enum": [{}]}},
        "x-unknown": {"x-codes": "f"},
        "items": [{"default": {}}],
    }
    assert [pointer for pointer, _ in keyword_objects(schema)] == [
        "", "/properties/const", "/properties/if", "/x-unknown", "/items/0",
    ]  # fmt: skip


def test_only_lists_that_are_sets_are_sorted_and_no_data_is() -> None:
    data = {"required": ["b", "a"]}
    schema: dict[str, Any] = {
        "const": data,
        "properties": {"required": {"type": ["string", "null"], "enum": ["b", None, "a"]}},
        "allOf": [{"required": ["b", "a"]}, {"prefixItems": [{"enum": [2, 1]}, {"enum": [1]}]}],
    }
    sort_sets(schema)
    assert schema == {
        "const": {"required": ["b", "a"]},
        "properties": {"required": {"type": ["null", "string"], "enum": ["a", "b", None]}},
        "allOf": [{"required": ["a", "b"]}, {"prefixItems": [{"enum": [1, 2]}, {"enum": [1]}]}],
    }

"""Tags: the required properties whose strings select a branch."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12, Dialect
from accordant.schema.references import Node, Resources
from accordant.schema.tags import (
    conditions,
    disjoint,
    fixed_strings,
    is_open_enum,
    may_be_object,
    meet,
    select_tag,
    tags_of,
    types_of,
)

A = {"required": ["k"], "properties": {"k": {"const": "a"}}}
B = {"required": ["k"], "properties": {"k": {"enum": ["b", "c"]}}}


def root(schema: dict[str, Any], dialect: Dialect = DRAFT_2020_12) -> Node:
    return Resources.of({"$schema": dialect.uri, **schema})


def branches(*schemas: Any, **around: Any) -> tuple[list[Node], Node]:
    node = root({"oneOf": list(schemas), **around})
    return [node.child("oneOf", index) for index in range(len(schemas))], node


def test_a_tag_is_a_required_property_of_fixed_strings() -> None:
    assert tags_of(root(A)) == {"k": frozenset("a")}
    assert tags_of(root({"properties": A["properties"]})) == {}
    assert tags_of(root({"properties": A["properties"]}), root({"required": ["k"]})) == {"k": frozenset("a")}


def test_a_tag_may_stand_behind_a_reference_and_all_of() -> None:
    schema = {"allOf": [{"$ref": "#/$defs/b"}, {"properties": {"k": {"enum": ["c", "d"]}}}], "$defs": {"b": B}}
    assert tags_of(root(schema)) == {"k": frozenset("c")}


def test_a_tag_beside_a_reference_counts_since_2019_09() -> None:
    schema = {"$ref": "#/definitions/x", **A, "definitions": {"x": {}}}
    assert tags_of(root(schema, DRAFT_07)) == {}
    assert tags_of(root(schema)) == {"k": frozenset("a")}


def test_a_dynamic_reference_fixes_nothing() -> None:
    assert (
        fixed_strings(root({"$dynamicRef": "#x", "$defs": {"x": {"$dynamicAnchor": "x", "const": "a"}}})) == frozenset()
    )


def test_strings_are_fixed_where_nothing_but_strings_is_listed() -> None:
    assert fixed_strings(root({"enum": ["a", None]})) == frozenset()
    assert fixed_strings(root({"enum": []})) == frozenset()
    assert fixed_strings(root({"allOf": [{"const": "a"}]})) == frozenset("a")


def test_a_tag_selects_exactly_one_branch() -> None:
    assert select_tag(*branches(A, B)) == "k"
    assert select_tag(*branches(A, A)) is None
    assert select_tag(*branches(A)) is None
    assert select_tag(*branches(A, {})) is None


def test_tags_that_exclude_each_other_do_not_meet() -> None:
    assert meet({"k": frozenset("ab")}, {"k": frozenset("bc"), "j": frozenset("x")}) == {
        "k": frozenset("b"),
        "j": frozenset("x"),
    }
    assert meet({"k": frozenset("a")}, {"k": frozenset("b")}) is None


@pytest.mark.parametrize(
    ("schema", "types"),
    [({"type": "string"}, {"string"}), ({"type": ["null", "object"]}, {"null", "object"}), ({"const": 1}, {"integer"}),
     ({"enum": [1.5, "a"]}, {"number", "string"}), ({"allOf": [{"type": "array"}]}, {"array"}), ({}, None),
     ({"$ref": "urn:nowhere"}, None)],
)  # fmt: skip
def test_the_types_of_a_schema_are_those_that_it_names(schema: Any, types: Any) -> None:
    assert types_of(root(schema)) == types
    assert may_be_object(root(schema)) is (types is None or "object" in types)


def test_branches_are_disjoint_by_their_types_alone() -> None:
    assert disjoint(branches({"type": "string"}, {"type": "null"})[0])
    assert not disjoint(branches({"type": "integer"}, {"type": "number"})[0])
    assert not disjoint(branches({"type": "string"}, {})[0])


def test_an_enum_is_open_by_its_policy_and_its_marks() -> None:
    two = {"enum": ["a", "b"]}
    assert is_open_enum(two, "open")
    assert not is_open_enum(two, "marked")
    assert is_open_enum({**two, "x-open": True}, "marked")
    assert not is_open_enum({**two, "x-closed": True}, "open")
    assert not is_open_enum({"enum": ["a"]}, "open")


def test_a_chain_of_conditions_goes_through_else_and_all_of() -> None:
    chain = {"if": {"title": "1"}, "else": {"if": {"title": "2"}, "allOf": [{"if": {"title": "3"}}]}}
    assert {condition.value["title"] for condition in conditions(root(chain))} == {"1", "2", "3"}

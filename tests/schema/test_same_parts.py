"""Parts of two sets of schemas are the same only where their texts are, and those of all that they refer to."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from accordant.schema.references import Node, Resources
from accordant.schema.same_parts import SameParts

SCHEMAS: dict[str, Any] = {
    "urn:x:order": {
        "$id": "urn:x:order",
        "properties": {"item": {"$ref": "urn:x:item"}, "note": {"type": "string"}, "next": {"$ref": "#"}},
    },
    "urn:x:item": {"$id": "urn:x:item", "properties": {"price": {"$ref": "#/$defs/money"}}, "$defs": {"money": {}}},
    "urn:x:other": {"$id": "urn:x:other", "const": 1},
}


def order(**edits: Any) -> Node:
    return Resources({**copy.deepcopy(SCHEMAS), **edits}).root("urn:x:order")


def test_equal_schemas_are_the_same_whatever_changed_elsewhere() -> None:
    parts = SameParts()
    older, newer = order(), order(**{"urn:x:other": {"const": 2}})
    assert parts.are_same(older, newer)
    assert parts.are_same(older.child("properties", "item"), newer.child("properties", "item"))


@pytest.mark.parametrize("money", [{"type": "number"}, {"description": "In euros."}, {"minimum": True}])
def test_what_refers_to_a_changed_schema_is_another_one(money: Any) -> None:
    older = order(**{"urn:x:item": {**SCHEMAS["urn:x:item"], "$defs": {"money": {"minimum": 1}}}})
    newer = order(**{"urn:x:item": {**SCHEMAS["urn:x:item"], "$defs": {"money": money}}})
    parts = SameParts()
    assert not parts.are_same(older, newer)
    assert not parts.are_same(older.child("properties", "next"), newer.child("properties", "next"))
    assert parts.are_same(older.child("properties", "note"), newer.child("properties", "note"))


@pytest.mark.parametrize(
    "part",
    [{"$dynamicRef": "#a"}, {"$ref": "urn:x:gone"}, {"items": {"$id": "urn:x:inner", "$ref": "#/$defs/a"}}],
    ids=["dynamic", "leads nowhere", "an address inside"],
)
def test_what_references_mean_must_be_sure(part: Any) -> None:
    assert not SameParts().are_same(order(**{"urn:x:item": part}), order(**{"urn:x:item": part}))


def test_members_that_are_called_as_keywords_are_no_addresses() -> None:
    part = {"properties": {"$schema": {"type": "string"}, "id": {"type": "string"}}}
    assert SameParts().are_same(order(**{"urn:x:item": part}), order(**{"urn:x:item": part}))

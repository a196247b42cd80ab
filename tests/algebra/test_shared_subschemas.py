"""Definitions that two copies have in common are told by identity, and only with all that they refer to."""

from __future__ import annotations

from typing import Any

from accordant.algebra.shared_subschemas import kept_places
from accordant.schema.reader_copy import as_node

LEAF: dict[str, Any] = {"type": "string"}
ON_LEAF: dict[str, Any] = {"items": {"$ref": "#/$defs/leaf"}}
LOOP: dict[str, Any] = {"properties": {"next": {"$ref": "#/$defs/loop"}}}


def kept(earlier: dict[str, Any], later: dict[str, Any]) -> list[str]:
    return sorted(kept_places(as_node({"$defs": earlier}), as_node({"$defs": later})))


def test_the_same_objects_are_kept() -> None:
    definitions = {"leaf": LEAF, "on": ON_LEAF, "loop": LOOP}
    assert kept(definitions, dict(definitions)) == ["/$defs/leaf", "/$defs/loop", "/$defs/on"]


def test_what_refers_to_a_changed_definition_is_not_kept() -> None:
    earlier = {"leaf": LEAF, "on": ON_LEAF, "loop": LOOP}
    assert kept(earlier, {**earlier, "leaf": {"type": "integer"}}) == ["/$defs/loop"]


def test_equal_definitions_that_are_other_objects_are_not_kept() -> None:
    assert kept({"leaf": LEAF}, {"leaf": dict(LEAF)}) == []


def test_nothing_is_kept_between_two_drafts() -> None:
    older = as_node({"$schema": "http://json-schema.org/draft-07/schema#", "$defs": {"leaf": LEAF}})
    assert kept_places(older, as_node({"$defs": {"leaf": LEAF}})) == []

"""Answers are remembered where a schema asks about one part of a value again and again, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.gen import model_of
from accordant.model.repeated_questions import Questions

ROOT = {"$ref": "#"}
KINDS = ("sum", "product")


def repeated(schema: dict[str, Any]) -> bool:
    model = model_of(schema, root="Root")
    return bool(Questions({**model.checks, **{key: named.whole for key, named in model.types.items()}}).repeated)


def tagged(first: str, *, required: bool = True) -> dict[str, Any]:
    members = ("kind", "left") if first == "kind" else ("left", "kind")
    return {
        "oneOf": [
            {
                "type": "object",
                "required": ["kind"] if required else [],
                "properties": {name: {"const": kind} if name == "kind" else ROOT for name in members},
            }
            for kind in KINDS
        ]
    }


AGAIN: dict[str, dict[str, Any]] = {
    "two alternatives hold one member": {
        "anyOf": [{"properties": {"a": ROOT}, "required": ["x"]}, {"properties": {"a": ROOT}}]
    },
    "a condition and what it asks": {"if": {"properties": {"a": ROOT}}, "then": {"properties": {"a": ROOT, "b": True}}},
    "two patterns": {"patternProperties": {"^a": ROOT, "a$": ROOT}},
    "a name and a pattern": {"properties": {"a": ROOT}, "patternProperties": {"^a": ROOT}},
    "items and those that are looked for": {"items": ROOT, "contains": ROOT},
    "what is unevaluated": {
        "oneOf": [{"properties": {"kind": {"const": "a"}, "ref": ROOT}}, {"properties": {"kind": {"const": "b"}}}],
        "unevaluatedProperties": False,
    },
    "two definitions that lead back": {
        "allOf": [{"$ref": "#/$defs/p"}, {"$ref": "#/$defs/q"}],
        "$defs": {name: {"properties": {"a": ROOT, name: True}} for name in "pq"},
    },
    "a chain without a circle": {
        "$ref": "#/$defs/d0",
        "$defs": {
            f"d{n}": {"allOf": [{"properties": {"a": {"$ref": f"#/$defs/d{n + 1}"}, f"x{i}": True}} for i in (1, 2)]}
            for n in range(20)
        }
        | {"d20": {"type": "object", "minProperties": 1, "maxProperties": 9, "required": ["a"]}},
    },
    "a tag behind the member": tagged("left"),
    "a tag that may be absent": tagged("kind", required=False),
}

ONCE: dict[str, dict[str, Any]] = {
    "a tree": {"properties": {"left": ROOT, "right": ROOT, "rest": {"items": ROOT}}},
    "members that others leave": {"properties": {"a": ROOT}, "additionalProperties": ROOT},
    "items behind others": {"prefixItems": [ROOT, ROOT], "items": ROOT},
    "a tag before the member": tagged("kind"),
    "alternatives of several types": {
        "anyOf": [
            {"type": "object", "additionalProperties": ROOT},
            {"type": "array", "items": ROOT},
            {"type": "string"},
        ]
    },
    "a member or a list of what it is": {
        "type": "object",
        "properties": {"items": {"anyOf": [ROOT, {"type": "array", "items": ROOT}]}},
    },
}


@pytest.mark.parametrize("schema", AGAIN.values(), ids=AGAIN)
def test_a_schema_that_reads_one_part_in_several_ways_is_found(schema: dict[str, Any]) -> None:
    assert repeated(schema)


@pytest.mark.parametrize("schema", ONCE.values(), ids=ONCE)
def test_a_schema_that_reads_each_part_once_is_left_as_it_is(schema: dict[str, Any]) -> None:
    assert not repeated(schema)

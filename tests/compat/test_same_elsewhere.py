"""A step from one schema to another has the same verdict wherever it stands, and however it is wrapped."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from accordant import compare
from accordant.compat.comparison import Comparison

OPEN: Final = {"type": "object", "properties": {"a": {"type": "string"}}}
STEPS: Final[tuple[tuple[Any, Any], ...]] = (
    (OPEN, {"type": "object", "properties": {"a": {"type": "integer"}}}),
    (OPEN, {"type": "object", "properties": {}}),
    (OPEN, {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}),
    (OPEN, {**OPEN, "required": ["a"]}),
    ({**OPEN, "required": ["a"]}, OPEN),
    ({**OPEN, "additionalProperties": False}, OPEN),
    (OPEN, {**OPEN, "additionalProperties": False}),
    (OPEN, {"type": "object", "properties": {"b": {"type": "string"}}}),
    (OPEN, {**OPEN, "description": "another text"}),
    ({"type": "string"}, {"type": ["string", "null"]}),
    ({"type": "integer"}, {"type": "number"}),
    ({"type": "string", "maxLength": 3}, {"type": "string", "maxLength": 4}),
    ({"enum": ["a", "b"]}, {"enum": ["a", "b", "c"]}),
    ({"enum": ["a", "b"]}, {"enum": ["a"]}),
    ({"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": ["string", "integer"]}}),
    ({"type": "array", "contains": {"const": 1}}, {"type": "array"}),
    ({"type": "object", "additionalProperties": {"type": "string"}}, {"type": "object"}),
    ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"oneOf": [{"type": "string"}, {"type": "null"}]}),
)
ELSEWHERE: Final[dict[str, Callable[[Any], Any]]] = {
    "allOf": lambda schema: {"allOf": [schema]},
    "anyOf": lambda schema: {"anyOf": [schema]},
    "oneOf": lambda schema: {"oneOf": [schema]},
    "then": lambda schema: {"if": True, "then": schema},
    "else": lambda schema: {"if": False, "else": schema},
    "$ref": lambda schema: {"$ref": "#/$defs/a~1b", "$defs": {"a/b": schema}},
    "$anchor": lambda schema: {"$ref": "#here", "$defs": {"a": {"$anchor": "here", "allOf": [schema]}}},
    "$dynamicRef": lambda schema: {"$dynamicRef": "#a", "$defs": {"a": {"$dynamicAnchor": "a", "allOf": [schema]}}},
    "$id": lambda schema: {"$ref": "https://a.test/b", "$defs": {"b": {"$id": "https://a.test/b", **schema}}},
    "$defs": lambda schema: {"$defs": {"a/b": schema}},
    "properties": lambda schema: {"type": "object", "properties": {"p/q": schema}},
    "patternProperties": lambda schema: {"type": "object", "patternProperties": {"^k": schema}},
    "additionalProperties": lambda schema: {"type": "object", "additionalProperties": schema},
    "unevaluatedProperties": lambda schema: {"type": "object", "unevaluatedProperties": schema},
    "unevaluatedProperties $ref": lambda schema: {
        "type": "object", "unevaluatedProperties": {"anyOf": [{"$ref": "#/$defs/a"}]}, "$defs": {"a": schema},
    },
    "dependentSchemas": lambda schema: {
        "type": "object", "required": ["k"], "dependentSchemas": {"k": {"properties": {"p": schema}}},
    },
    "items": lambda schema: {"type": "array", "items": schema},
    "prefixItems": lambda schema: {"type": "array", "prefixItems": [schema]},
    "unevaluatedItems": lambda schema: {"type": "array", "unevaluatedItems": schema},
}  # fmt: skip


@cache
def unmoved(step: int, direction: str, promise: str) -> Comparison:
    """What is said of a step where nothing is around it."""
    return compare(*STEPS[step], direction=direction, promise=promise)


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_step_has_the_same_verdict_elsewhere(place: str, direction: str) -> None:
    move = ELSEWHERE[place]
    for index, (old, new) in enumerate(STEPS):
        for promise in ("strict", "additive"):
            here = unmoved(index, direction, promise)
            moved = compare(move(old), move(new), direction=direction, promise=promise)
            assert (moved.verdict, moved.strict) == (here.verdict, here.strict), (old, new, promise)

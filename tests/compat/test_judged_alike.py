"""Two schemas judge a document alike where they differ only in properties that it does not have."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat.judged_alike import judge_alike

NAMES = {"a"}


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (schema(a={}, b={"type": "null"}), schema(a={}, b={"type": "string"})),
        (schema(a={}, b={}), schema(a={})),
        (schema(a=schema(b={})), schema(a=schema(c={}))),
        ({"anyOf": [schema(b={})]}, {"anyOf": [schema()]}),
        ({"enum": [{"b": 1}]}, {"enum": [{"b": 1}]}),
    ],
)
def test_properties_that_a_document_does_not_have_judge_nothing(one: Any, other: Any) -> None:
    assert judge_alike(one, other, NAMES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (schema(a={"type": "null"}), schema(a={"type": "string"})),
        (schema(), schema(a={})),
        ({"required": ["b"]}, {"required": ["c"]}),
        ({"patternProperties": {"b": {}}}, {"patternProperties": {}}),
        ({"properties": {"a": {"properties": {"a": False}}}}, {"properties": {"a": {"properties": {"a": True}}}}),
        ({"properties": {"properties": {}, "a": {}}}, {"properties": {"properties": {}, "a": True}}),
        ({"enum": [{"properties": {"b": 1}}]}, {"enum": [{"properties": {"b": 2}}]}),
        ({"const": 1}, {"const": True}),
        ({"const": 1}, {"const": 1.0}),
        ({"minimum": 1}, {"minimum": 1.0}),
        ({"items": [{}]}, {"items": [{}, {}]}),
        ({}, {"properties": {}}),
    ],
)
def test_whatever_else_differs_is_looked_at(one: Any, other: Any) -> None:
    assert not judge_alike(one, other, NAMES)

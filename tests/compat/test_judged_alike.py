"""Two schemas judge a document alike where they differ only in properties that it does not have."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat.judged_alike import differences

NAMES = {"a"}


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


@pytest.mark.parametrize(
    ("reader", "other"),
    [
        (schema(a={}, b={"type": "null"}), schema(a={}, b={"type": "string"})),
        (schema(a={}, b={}), schema(a={})),
        (schema(a=schema(b={})), schema(a=schema(c={}))),
        ({"anyOf": [schema(b={})]}, {"anyOf": [schema()]}),
        ({"enum": [{"b": 1}]}, {"enum": [{"b": 1}]}),
    ],
)
def test_properties_that_a_document_does_not_have_judge_nothing(reader: Any, other: Any) -> None:
    assert not differences(reader, other, NAMES)
    assert not differences(other, reader, NAMES)


@pytest.mark.parametrize(
    ("reader", "other"),
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
def test_whatever_else_differs_is_looked_at(reader: Any, other: Any) -> None:
    assert differences(reader, other, NAMES)
    assert differences(other, reader, NAMES)


@pytest.mark.parametrize(
    ("reader", "other"),
    [
        (schema(a={"type": "null"}, b={}), schema(a={"type": "null"}, b=False)),
        (schema(a=schema(b={})), schema(a=schema(c={}))),
        (schema(a={"enum": [{"b": 1}]}), schema(c=True, a={"enum": [{"b": 1}]})),
        ({"anyOf": [schema(a=True), schema(b={})]}, {"anyOf": [schema(a=True), schema()]}),
    ],
)
def test_two_readers_with_the_same_instead_of_a_third_are_alike(reader: Any, other: Any) -> None:
    third = schema(a={"type": "string"})
    assert differences(third, reader, NAMES) == differences(third, other, NAMES) != frozenset()


@pytest.mark.parametrize(
    ("reader", "other"),
    [
        (schema(a={"type": "null"}), schema(a={"type": "array"})),
        (schema(a={"enum": [{"b": 1}]}), schema(a={"enum": [{"b": 1.0}]})),
        (schema(a={"const": 1}), schema(a={"const": True})),
        (schema(a=schema(a={})), schema(a=schema())),
        (schema(a=True), schema()),
        (schema(a=True), {**schema(a=True), "minProperties": 1}),
    ],
)
def test_two_readers_with_something_else_instead_of_a_third_are_not(reader: Any, other: Any) -> None:
    third = schema(a={"type": "string"})
    assert differences(third, reader, NAMES) != differences(third, other, NAMES)

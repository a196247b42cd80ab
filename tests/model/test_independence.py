"""Parts of documents that depend on nothing beside them: their own schemas say what they may be."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.model.fields.admitted import AdmissionJudge
from accordant.model.fields.independence import is_independent
from accordant.model.fields.places import FieldPlace, ItemStep, MemberStep, NamesStep, PositionStep, Step
from accordant.model.keywords import Compiler
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping.parts import Part, flatten
from accordant.schema.references import Resources

A = MemberStep("a")


def scoped(schema: Any) -> ScopedSchema:
    return ScopedSchema.root(Resources.of(schema))


@pytest.mark.parametrize(
    ("schema", "step", "independent"),
    [
        ({"properties": {"a": {"minimum": 1}}, "required": ["a"], "additionalProperties": False}, A, True),
        ({"allOf": [{"properties": {"a": {}}}, {"patternProperties": {"a": {}}}]}, A, True),
        ({"properties": {"a": {}}, "not": {"required": ["a"]}}, A, False),
        ({"properties": {"a": {}}, "allOf": [{"maxProperties": 1}]}, A, False),
        ({"properties": {"a": {}}, "propertyNames": {"minLength": 1}}, A, False),
        ({"additionalProperties": {}}, NamesStep(), True),
        ({"patternProperties": {"a": {}}}, NamesStep("a"), False),
        ({"items": {}, "minItems": 2}, ItemStep(), True),
        ({"items": {}, "uniqueItems": True}, ItemStep(), False),
        ({"prefixItems": [{}], "items": {}}, ItemStep(1), False),
        ({"prefixItems": [{}]}, PositionStep(0), False),
    ],
)
def test_a_part_is_independent_where_each_keyword_judges_parts_one_by_one(
    schema: Any, step: Step, independent: bool
) -> None:
    assert is_independent(flatten([Part(scoped(schema))]), step) is independent


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ({"type": ["object", "null"]}, {"object", "null"}),
        ({"type": "object", "required": ["b"], "properties": {"b": False}}, set()),
        ({"type": "object", "required": ["b"], "additionalProperties": False}, set()),
        ({"type": "object", "required": ["b"], "properties": {"b": {"$ref": "#/properties/a"}}}, set()),
        ({"type": ["array", "null"], "minItems": 1, "items": False}, {"null"}),
        ({"type": "string", "pattern": "^b", "maxLength": 0}, set()),
        ({"type": ["string", "boolean"], "enum": [1, "b"]}, {"string"}),
    ],
)
def test_only_types_of_which_a_value_exists_are_admitted(schema: Any, types: set[str]) -> None:
    judge = AdmissionJudge(scoped({"type": "object", "properties": {"a": schema}}), Compiler({}), {})
    assert judge.types(FieldPlace((A,))) == types


def test_a_member_is_missing_somewhere_only_where_some_document_has_the_object_around_it() -> None:
    outer = {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}
    place = FieldPlace((A, MemberStep("b")))
    assert AdmissionJudge(scoped(outer), Compiler({}), {}).may_be_missing(place) is True
    closed = {**outer, "properties": {"a": {"type": "string"}}}
    assert AdmissionJudge(scoped(closed), Compiler({}), {}).may_be_missing(place) is False

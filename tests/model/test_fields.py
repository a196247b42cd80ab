"""Fields: where they are declared, when they must be there, what the judge admits."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.model.constraint_text import statement
from accordant.model.fields.places import FieldPlace, ItemStep, MemberStep, NamesStep, PositionStep
from accordant.model.fields.reader import FieldFacts, FieldReader
from accordant.model.markup import PLAIN, SubjectWords
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def fields_of(schema: Any) -> dict[str, FieldFacts]:
    """The fields of a schema, by the last anchor that each has."""
    reader = FieldReader({"doc": Resources.of({"type": "object", **schema})})
    document = reader.sections_of("doc")[0]
    return {".".join(field.anchors[-1]): field for field in reader.fields(document)}


@pytest.mark.parametrize(
    ("schema", "anchor"),
    [
        ({"if": {"required": ["k"]}, "then": {"properties": {"b": {}}}}, "~when-e117b16f.b"),
        ({"if": {"required": ["k"]}, "then": True, "else": {"properties": {"b": {}}}}, "~unless-e117b16f.b"),
        ({"dependentSchemas": {"k": {"properties": {"b": {}}}}}, "~with-k.b"),
        ({"$schema": DRAFT_07, "dependencies": {"k": {"properties": {"b": {}}}}}, "~with-k.b"),
        ({"anyOf": [{"properties": {"b": {}}}, {}]}, "~anyOf1.b"),
        ({"allOf": [{"properties": {"b": {}}}]}, "~allOf1.b"),
        ({"properties": {"a": {"items": {"properties": {"b": {}}}}}}, "a.~.b"),
        ({"properties": {"a": {"prefixItems": [{"properties": {"b": {}}}]}}}, "a.0.b"),
        ({"additionalProperties": {"properties": {"b": {}}}}, "~~.b"),
        ({"patternProperties": {"x": {"properties": {"b": {}}}}}, "~matchx.b"),
        ({"properties": {"a": {"contains": {"properties": {"b": {}}}}}}, "a.~contains.b"),
        ({"unevaluatedProperties": {"properties": {"b": {}}}}, "~~.b"),
        ({"properties": {"a": {"unevaluatedItems": {"properties": {"b": {}}}}}}, "a.~.b"),
        ({"properties": {"a": {"prefixItems": [{}], "items": {"properties": {"b": {}}}}}}, "a.~.b"),
        (
            {"$schema": DRAFT_07, "properties": {"a": {"items": [{}], "additionalItems": {"properties": {"b": {}}}}}},
            "a.~.b",
        ),
    ],
)
def test_a_field_is_found_wherever_it_is_declared(schema: Any, anchor: str) -> None:
    found = [name for name in fields_of(schema) if name.rpartition(".")[2] == "b"]
    assert [name.partition("-")[0] for name in found] == [anchor.partition("-")[0]]
    assert found == [anchor] or anchor.startswith(("~when", "~unless"))


def test_the_anchor_of_a_branch_does_not_depend_on_the_branches_before_it() -> None:
    branch = {"if": {"properties": {"k": {"const": "x"}}, "required": ["k"]}, "then": {"properties": {"b": {}}}}
    assert "~when-k-x.b" in fields_of({"allOf": [branch]})
    assert "~when-k-x.b" in fields_of({"allOf": [{"if": True, "then": True}, branch]})


def test_a_field_of_a_branch_has_no_row_where_it_is_declared_always() -> None:
    branch = {"if": {"required": ["k"]}, "then": {"properties": {"b": {"minimum": 1}}}}
    assert list(fields_of({"properties": {"b": {}}, **branch})) == ["b"]


@pytest.mark.parametrize(
    ("schema", "anchors"),
    [
        ({"required": ["ghost"]}, ["ghost"]),
        ({"properties": {"b": {}}, "required": ["b", "ghost"]}, ["b", "ghost"]),
        ({"properties": {"b": {}}, "anyOf": [{"required": ["b"]}, {"required": ["ghost"]}]}, ["b", "~anyOf2.ghost"]),
        ({"properties": {"a": {"items": {"required": ["ghost"]}}}}, ["a", "a.~", "a.~.ghost"]),
        ({"allOf": [{"required": ["b"]}, {"properties": {"b": {}}}]}, ["~allOf2.b"]),
        ({"$ref": "#/$defs/d", "$defs": {"d": {"properties": {"b": {}}}}, "required": ["b"]}, ["b"]),
        ({"required": ["b"], "anyOf": [{"properties": {"b": {}}}, {}]}, ["b", "~anyOf1.b"]),
    ],
)
def test_a_name_that_is_only_required_is_a_field_where_nothing_declares_it(schema: Any, anchors: list[str]) -> None:
    assert list(fields_of(schema)) == anchors


def test_a_name_that_is_only_required_may_be_what_the_rest_may_be() -> None:
    field = fields_of({"required": ["ghost"], "additionalProperties": {"type": "integer"}})["ghost"]
    assert field.facts.types == {"integer"}
    assert field.presence is not None
    assert field.presence.required == "yes"


def test_members_that_a_branch_may_evaluate_have_no_field() -> None:
    """Which members ``unevaluatedProperties`` judges depends on the document then."""
    schema = {"unevaluatedProperties": {"properties": {"b": {}}}, "anyOf": [{"properties": {"k": {"const": 1}}}, {}]}
    assert list(fields_of(schema)) == ["~anyOf1.k"]


def test_members_of_different_patterns_are_different_fields() -> None:
    fields = fields_of({"patternProperties": {"a": {"type": "string"}, "b": {"type": "null"}}})
    assert {name: field.facts.types for name, field in fields.items()} == {"~matcha": {"string"}, "~matchb": {"null"}}


def test_what_only_some_members_or_items_must_be_is_not_said_of_all() -> None:
    some = {"properties": {"b": {}}, "additionalProperties": {"type": "null"}}
    fields = fields_of({"additionalProperties": {"type": ["string", "null"]}, "allOf": [some]})
    assert fields["~~"].facts.types == {"string", "null"}
    later = {"prefixItems": [{}], "items": {"type": "null"}}
    fields = fields_of({"properties": {"a": {"items": {"type": ["string", "null"]}, "allOf": [later]}}})
    assert fields["a.~"].facts.types == {"string", "null"}


def test_a_field_must_be_what_each_pattern_that_matches_its_name_asks() -> None:
    field = fields_of({"properties": {"ab": {"minLength": 1}}, "patternProperties": {"^a": {"maxLength": 3}}})["ab"]
    assert [statement(constraint, PLAIN, SubjectWords("it")) for constraint in field.facts.constraints] == [
        "it has at least 1 character",
        "it has at most 3 characters",
    ]


def test_several_declarations_of_a_field_are_one_field_with_all_anchors() -> None:
    field = fields_of({"properties": {"b": {}}, "allOf": [{"properties": {"b": {"type": "string"}}}]})["~allOf1.b"]
    assert field.anchors == (("b",), ("~allOf1", "b"))
    assert field.facts.types == {"string"}


@pytest.mark.parametrize(
    ("schema", "required", "when"),
    [
        ({"required": ["b"]}, "yes", []),
        ({}, "no", []),
        ({"minProperties": 1, "additionalProperties": False}, "yes", []),
        ({"anyOf": [{"required": ["b"]}, {"required": ["b", "k"]}]}, "yes", []),
        ({"dependentRequired": {"k": ["b"]}}, "no", ["it is an object and `k` is present"]),
        ({"if": {"required": ["k"]}, "then": {"required": ["b"]}}, "no", ["`k` is present"]),
        ({"if": {"required": ["k"]}, "then": True, "else": {"required": ["b"]}}, "no", ["`k` is absent"]),
        ({"if": {"properties": {"k": {"const": 1}}}, "then": {"required": ["b"]}}, "no", ["`k` is absent or 1"]),
        (
            {"if": {"properties": {"k": {"const": 1}}, "required": ["k"]}, "then": {"required": ["b"]}},
            "no",
            ["`k` is 1"],
        ),
        ({"anyOf": [{"required": ["b"]}, {"required": ["k"]}]}, "no", ["`k` is absent"]),
        (
            {"if": {"properties": {"k": {"const": [1]}}, "required": ["k"]}, "then": {"required": ["b"]}},
            "no",
            ["`k` is [1]"],
        ),
        (
            {
                "allOf": [
                    {"if": {"properties": {"k": {"const": value}}, "required": ["k"]}, "then": {"required": ["b"]}}
                    for value in (1, True)
                ]
            },
            "no",
            ["`k` is 1", "`k` is true"],
        ),
    ],
)
def test_presence_is_what_the_judge_says_and_conditions_are_named(schema: Any, required: str, when: list[str]) -> None:
    presence = fields_of({"properties": {"b": {}}, **schema})["b"].presence
    assert presence is not None
    said = [
        statement(constraint, PLAIN, SubjectWords("it")) for _, constraint in presence.when if constraint is not None
    ]
    assert (presence.required, said) == (required, when)


def test_a_type_that_another_keyword_refuses_is_not_admitted() -> None:
    refused = {"not": {"properties": {"b": {"type": "null"}}, "required": ["b"]}}
    field = fields_of({"properties": {"b": {"type": ["string", "null"]}}, **refused})["b"]
    assert field.facts.types == {"string"}


@pytest.mark.parametrize(
    ("place", "yes", "no"),
    [
        (FieldPlace((MemberStep("a"),)), {"a": 1}, {"a": "x", "b": 1}),
        (FieldPlace((ItemStep(),)), ["x", 1], ["x"]),
        (FieldPlace((ItemStep(1),)), ["x", 1], [1, "x"]),
        (FieldPlace((PositionStep(1),)), ["x", 1], [1]),
        (FieldPlace((NamesStep("^a"),)), {"ab": 1}, {"b": 1}),
        (FieldPlace((NamesStep(named=("a",), others=("^b",)),)), {"c": 1}, {"a": 1, "b": 1}),
        (FieldPlace((MemberStep("a"), ItemStep())), {"a": [1]}, {"a": []}),
        (FieldPlace((), (), ((0, "k"),)).below(MemberStep("a")), {"a": 1, "k": 0}, {"a": 1}),
    ],
)
def test_a_question_is_satisfied_by_the_documents_that_have_such_a_value(place: FieldPlace, yes: Any, no: Any) -> None:
    validator = validator_of(Resources.of(place.question({"type": "integer"})))
    assert (validator.is_valid(yes), validator.is_valid(no)) == (True, False)

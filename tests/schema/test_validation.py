"""One wrapper judges documents: by place, offline, with a second opinion."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accordant.schema.references import Resources
from accordant.schema.validation import UnusableSchema, confirm, validator_of

WHOLE = {
    "$id": "urn:w",
    "properties": {"p": {"$ref": "urn:other#/$defs/d"}, "q": {"items": {"maximum": 3}}},
    "required": ["p"],
}
OTHER = {"urn:other": {"$defs": {"d": {"type": "string", "format": "date"}}}}


def test_problems_name_both_places() -> None:
    problems = validator_of(Resources.of(WHOLE, OTHER)).problems({"p": 1, "q": [1, 9]})
    places = {(problem.instance, problem.keyword, problem.schema_location) for problem in problems}
    assert places == {
        ("/p", "type", "urn:other#/$defs/d/type"),
        ("/q/1", "maximum", "urn:w#/properties/q/items/maximum"),
    }


def test_formats_are_annotations() -> None:
    assert validator_of(Resources.of(WHOLE, OTHER)).is_valid({"p": "no date"})


def test_any_place_in_a_schema_can_judge() -> None:
    place = validator_of(Resources.of(WHOLE, OTHER).child("properties", "q", "items"))
    assert (place.is_valid(3), place.is_valid(4)) == (True, False)
    assert (place.second_opinion(3), place.second_opinion(4)) == (True, False)


@pytest.mark.parametrize("key", ["^.{2}$", "a b", "ä%", "q?#", "x/y~z", "[0-9]+|\\d"])
def test_a_place_with_an_odd_name_can_judge(key: str) -> None:
    place = validator_of(Resources.of({"patternProperties": {key: {"type": "null"}}}).child("patternProperties", key))
    assert (place.first_opinion(None), place.first_opinion(1)) == (True, False)
    assert (place.second_opinion(None), place.second_opinion(1)) == (True, False)


@pytest.mark.parametrize(
    "schema",
    [
        {"$schema": "https://json-schema.org/draft-07/schema", "items": [{"type": "null"}]},
        {"$schema": "urn:unknown", "prefixItems": [{"type": "null"}]},
        {"$schema": "http://json-schema.org/draft-04/schema", "items": [{"type": "null"}]},
    ],
)
def test_both_libraries_read_every_spelling_of_a_draft(schema: Any) -> None:
    validator = validator_of(Resources.of(schema))
    assert validator.first_opinion([1]) is validator.second_opinion([1]) is False


def test_a_witness_is_confirmed_by_both() -> None:
    writer, reader = validator_of(Resources.of({"type": "integer"})), validator_of(Resources.of({"type": "string"}))
    assert writer.first_opinion(1) is writer.second_opinion(1) is True
    assert reader.first_opinion(1) is reader.second_opinion(1) is False
    assert confirm(writer, reader, 1).confirmed
    assert not confirm(writer, reader, "s").confirmed


def test_what_is_no_schema_is_said() -> None:
    with pytest.raises(UnusableSchema):
        validator_of(Resources.of({"type": "strng"})).problems(1)


def test_no_reference_opens_a_socket() -> None:
    validator = validator_of(Resources.of({"$ref": "http://127.0.0.1:9/x.json"}))
    assert validator.first_opinion(1) is None
    assert validator.second_opinion(1) is None


def test_long_strings_are_not_shown_to_a_backtracking_matcher() -> None:
    validator = validator_of(Resources.of({"pattern": "^(a+)+$"}))
    assert validator.is_valid("a" * 40 + "b") is False
    assert validator.second_opinion("a" * 40 + "b") is None


def test_objections_are_the_problems_level_by_level() -> None:
    validator = validator_of(Resources.of({"anyOf": [{"type": "integer"}, {"minLength": 3}]}))
    (whole,), (outer,) = validator.problems("ab"), validator.objections("ab")
    assert [[problem.keyword for problem in branch] for branch in whole.branches] == [["type"], ["minLength"]]
    assert outer.problem == replace(whole, branches=())
    assert [[inner.problem for inner in branch] for branch in outer.branches] == [
        list(branch) for branch in whole.branches
    ]

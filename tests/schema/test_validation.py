"""One wrapper judges documents: by place, offline, with a second opinion."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from accordant.findings import JsonValue
from accordant.schema.confirmation import confirm
from accordant.schema.problems import UnusableSchema
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of

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


def test_a_quick_pattern_shows_long_strings_to_both_libraries() -> None:
    validator = validator_of(Resources.of({"pattern": "^[a-z]{2}]?$"}))
    assert validator.first_opinion("a" * 40) is validator.second_opinion("a" * 40) is False


UNSPELT = r"(a)|\1b"
"""A pattern of ECMA-262 that jsonschema-rs cannot look for."""


def test_a_pattern_that_a_library_cannot_look_for_spoils_no_other_document() -> None:
    schema = {"$defs": {"s": {"properties": {"a": {"pattern": r"\k<q>"}, "n": {"type": "null"}}}}, "$ref": "#/$defs/s"}
    validator = validator_of(Resources.of(schema))
    assert validator.is_valid({"n": None})
    (problem,) = validator.problems({"n": 1})
    assert (problem.instance, problem.schema_pointer) == ("/n", "/$defs/s/properties/n/type")
    with pytest.raises(UnusableSchema, match=r"the pattern .* at /\$defs/s/properties/a/pattern"):
        validator.problems({"a": "x"})


def test_a_pattern_that_one_library_cannot_look_for_is_judged_by_the_other() -> None:
    validator = validator_of(Resources.of({"pattern": UNSPELT}))
    assert validator.first_opinion("b") is None
    assert (validator.is_valid("b"), validator.is_valid("c")) == (True, False)
    assert [problem.schema_pointer for problem in validator.problems("c")] == ["/pattern"]


def test_places_under_respelt_patterns_are_those_of_the_schema() -> None:
    schema = {
        "patternProperties": {r"\bx": {"type": "string"}, "a": {"patternProperties": {"^]": {"$ref": REFERENCE}}}},
        "additionalProperties": False,
    }
    validator = validator_of(Resources.of(schema))
    by_document = {
        text: [problem.schema_pointer for problem in validator.problems(json.loads(text))]
        for text in ('{"x": 1}', '{"a": {"]": 1}}', '{"éx": 1}', '{"yx": 1}')
    }
    assert by_document == {
        '{"x": 1}': [r"/patternProperties/\bx/type"],
        '{"a": {"]": 1}}': [r"/patternProperties/\bx/type"],
        '{"éx": 1}': [r"/patternProperties/\bx/type"],
        '{"yx": 1}': ["/additionalProperties"],
    }
    assert validator.second_opinion({"a": {"]": 1}}) is False


REFERENCE = "#/patternProperties/%5Cbx"


def test_two_patterns_of_one_spelling_stay_apart() -> None:
    schema = {"patternProperties": {r"\-x": {"minimum": 3}, "[-]x": {"maximum": 3}, "-x": {"type": "integer"}}}
    validator = validator_of(Resources.of(schema))
    assert [validator.first_opinion({"-x": value}) for value in (2, 3, 4, 3.5)] == [False, True, False, False]
    assert [validator.second_opinion({"-x": value}) for value in (2, 3, 4, 3.5)] == [False, True, False, False]


def test_an_object_that_stands_at_two_places_is_respelt_once() -> None:
    shared = {"pattern": r"^\d+\-$"}
    validator = validator_of(Resources.of({"properties": {"a": shared, "b": shared}}))
    for opinion in (validator.first_opinion, validator.second_opinion):
        assert [opinion({name: text}) for name in "ab" for text in ("1-", "-")] == [True, False, True, False]


@pytest.mark.parametrize("draft", ["04", "06", "07"])
def test_content_keywords_are_annotations(draft: str) -> None:
    schema = {"$schema": f"http://json-schema.org/draft-{draft}/schema#", "contentMediaType": "application/json"}
    assert validator_of(Resources.of(schema)).problems("no JSON") == []


def test_objections_are_the_problems_level_by_level() -> None:
    validator = validator_of(Resources.of({"anyOf": [{"type": "integer"}, {"minLength": 3}]}))
    (whole,), (outer,) = validator.problems("ab"), validator.objections("ab")
    assert [[problem.keyword for problem in branch] for branch in whole.branches] == [["type"], ["minLength"]]
    assert outer.problem == replace(whole, branches=())
    assert [[inner.problem for inner in branch] for branch in outer.branches] == [
        list(branch) for branch in whole.branches
    ]


def test_branches_that_are_false_have_problems_of_their_own_where_jsonschema_judges() -> None:
    schema = {"oneOf": [False, {"type": "string"}, False], "properties": {"p": {"type": "strin"}}}
    (problem,) = validator_of(Resources.of(schema)).problems(5)
    assert [[cause.keyword for cause in branch] for branch in problem.branches] == [["false"], ["type"], ["false"]]


NESTED_COUNTS = "^((((a{0,25}){0,25}){0,25}){0,25}){0,25}$"


@pytest.mark.parametrize("length", [23, 300])
@pytest.mark.parametrize("schema", [{"pattern": NESTED_COUNTS}, {"anyOf": [{"pattern": NESTED_COUNTS}]}])
def test_a_pattern_too_large_for_an_engine_is_never_called_no_pattern(schema: JsonValue, length: int) -> None:
    with pytest.raises(UnusableSchema, match="is too large for the engine"):
        Validator(Resources.of(schema)).is_valid("a" * (length - 1) + "!")


@pytest.mark.parametrize(
    ("pattern", "text", "is_asked"),
    [
        ("^(a|a|a|a)*$", "a" * 23, False),
        (NESTED_COUNTS, "a" * 22, False),
        ("^(a+)+$", "a" * 22, True),
        ("^(a+)+$", "a" * 25, False),
        ("^([a-z]|[0-9]|_)*$", "snake_case_of_24_letters", True),
        ("^[a-z]+$", "a" * 500, True),
    ],
)
def test_the_second_library_is_asked_where_its_engine_takes_few_steps(pattern: str, text: str, is_asked: bool) -> None:
    opinion = Validator(Resources.of({"pattern": pattern})).second_opinion(text)
    assert (opinion is not None) is is_asked

"""Of all problems of a document, those that say what is wrong; a mere consequence of another one is left out."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.schema.branch_errors import relevant_problems
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

TAGGED = {
    "oneOf": [
        {"properties": {"type": {"const": "a"}, "n": {"type": "integer"}}, "required": ["type", "n"]},
        {"properties": {"type": {"const": "b"}, "s": {"type": "string"}}, "required": ["type"]},
    ]
}
SEALED = {"properties": {"a": {"type": "integer"}}, "unevaluatedProperties": False}


def problems_of(schema: Any, document: Any) -> list[tuple[str, str]]:
    """The place and the keyword of each relevant problem."""
    resources = Resources.of(schema)
    problems = relevant_problems(validator_of(resources).problems(document), resources.resources)
    return [(problem.instance, problem.keyword) for problem in problems]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"type": "a", "n": "x"}, [("/n", "type")]),
        ({"type": "b", "s": 1}, [("/s", "type")]),
        ({"type": "c"}, [("/type", "oneOf")]),
    ],
)
def test_a_tag_selects_the_branch_whose_problems_count(document: Any, expected: list[tuple[str, str]]) -> None:
    assert problems_of(TAGGED, document) == expected


def test_a_choice_without_a_fitting_type_is_the_problem_itself() -> None:
    assert problems_of({"anyOf": [{"type": "string"}, {"type": "integer"}]}, None) == [("", "anyOf")]


def test_members_that_look_unknown_because_a_keyword_failed_are_no_problem_of_their_own() -> None:
    assert problems_of(SEALED, {"a": "x"}) == [("/a", "type")]


@pytest.mark.parametrize(
    ("schema", "document", "expected"),
    [
        ({"unevaluatedProperties": {"type": "string"}}, {"a/b": 1, "c": "x"}, [("/a~1b", "type")]),
        ({"unevaluatedProperties": {"properties": {"n": {"minimum": 3}}}}, {"a": {"n": 1}}, [("/a/n", "minimum")]),
        ({"unevaluatedItems": {"type": "string"}}, ["x", {"a": 1}], [("/1", "type")]),
        ({"prefixItems": [{"const": 1}], "unevaluatedItems": {"type": "string"}}, [1, "x", 1], [("/2", "type")]),
        ({"properties": {"a": {"type": "integer"}}, "unevaluatedProperties": {"type": "string"}},
         {"a": None}, [("/a", "type")]),
        ({"anyOf": [{"type": "string"}, {"type": "object", "unevaluatedProperties": {"type": "string"}}]},
         {"a": 1}, [("/a", "type")]),
        ({"unevaluatedProperties": {"$ref": "#/$defs/a"},
          "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"minimum": 3}}},
         {"a": 1}, [("/a", "minimum")]),
        ({"unevaluatedProperties": False}, {"a": 1}, [("", "unevaluatedProperties")]),
    ],
)  # fmt: skip
def test_what_a_schema_for_all_other_members_refuses_is_told_at_the_member(
    schema: Any, document: Any, expected: list[tuple[str, str]]
) -> None:
    assert problems_of(schema, document) == expected


def test_an_unknown_member_is_a_problem_however_much_is_wrong_elsewhere() -> None:
    schema = {"properties": {"sealed": SEALED, "other": {"type": "string"}, "one": {"items": SEALED}}}
    document = {"sealed": {"a": 1, "b": 2}, "other": 0, "one": [{"b": 1}, {"a": "x"}]}
    expected = [("/one/0", "unevaluatedProperties"), ("/one/1/a", "type"), ("/other", "type")]
    assert problems_of(schema, document) == [*expected, ("/sealed", "unevaluatedProperties")]


@pytest.mark.parametrize(
    ("lists", "told"),
    [
        ([["a", "b", "c"], ["a", "b"]], ["/allOf/1/enum"]),
        ([["a", "b"], ["b", "a"]], ["/allOf/0/enum"]),
        ([["a", "b"], ["b", "c"]], ["/allOf/0/enum", "/allOf/1/enum"]),
        ([["1"], [1, "1"]], ["/allOf/0/enum"]),
        ([[1, True], [1]], ["/allOf/1/enum"]),
    ],
)
def test_of_lists_about_one_value_the_one_that_allows_least_is_told(lists: Any, told: list[str]) -> None:
    resources = Resources.of({"allOf": [{"enum": values} for values in lists]})
    problems = relevant_problems(validator_of(resources).problems("z"), resources.resources)
    assert [problem.schema_pointer for problem in problems] == told

"""`contains` of 2019-09 evaluates no items: validation, judgement and generated code say the same."""

from __future__ import annotations

from typing import Any

import pytest

from accordant import compare
from accordant.schema.references import Resources
from accordant.schema.validation import Validator, validator_of

OLD = "https://json-schema.org/draft/2019-09/schema"
NEW = "https://json-schema.org/draft/2020-12/schema"
ONE: Any = {"const": 1}


@pytest.mark.parametrize("opinion", [Validator.first_opinion, Validator.second_opinion])
@pytest.mark.parametrize(
    ("schema", "documents"),
    [
        ({"contains": ONE, "unevaluatedItems": False}, {(1,): False, (): False}),
        ({"contains": ONE, "unevaluatedItems": {"type": "integer"}}, {(1, 2): True, (2,): False, (1, "a"): False}),
        ({"allOf": [{"contains": ONE}], "items": [True], "unevaluatedItems": False}, {(1,): True, (1, 1): False}),
        ({"contains": ONE, "minContains": 0, "maxContains": 1, "unevaluatedItems": ONE}, {(1,): True, (1, 1): False}),
        ({"contains": {"contains": ONE}, "unevaluatedItems": {"type": "array"}}, {((1,),): True, ((2,),): False}),
        ({"contains": ONE, "additionalItems": False, "items": [{"$ref": "#/contains"}], "unevaluatedItems": False},
         {(1,): True, (2,): False}),
    ],
)  # fmt: skip
def test_items_that_contains_finds_are_not_evaluated(schema: Any, documents: Any, opinion: Any) -> None:
    validator = validator_of(Resources.of({"$schema": OLD, **schema}))
    for document, accepted in documents.items():
        assert opinion(validator, _lists(document)) is accepted, document


def test_in_2020_12_they_are() -> None:
    assert validator_of(Resources.of({"$schema": NEW, "contains": ONE, "unevaluatedItems": False})).is_valid([1])


@pytest.mark.parametrize(
    ("document", "keyword"), [([2], "contains"), ([1, 1, 1], "maxContains"), ([], "contains")]
)  # fmt: skip
def test_a_problem_stands_at_the_keyword_as_it_is_written(document: Any, keyword: str) -> None:
    items = {"contains": ONE, "maxContains": 2, "unevaluatedItems": {"type": "integer"}}
    root = Resources.of({"$schema": OLD, "properties": {"a": items}}, uri="urn:x")
    (problem,) = validator_of(root).problems({"a": document})
    assert (problem.keyword, problem.schema_location) == (keyword, f"urn:x#/properties/a/{keyword}")


def test_the_judgement_reads_them_like_the_draft() -> None:
    closed = {"$schema": OLD, "type": "array", "contains": ONE, "unevaluatedItems": False}
    assert compare({"not": {}}, closed, direction="output", promise="strict").verdict == "compatible"
    answer = compare({"$schema": NEW, "maxItems": 0}, {**closed, "$schema": NEW}, direction="output", promise="strict")
    assert (answer.verdict, answer.witness) == ("breaking", [1])


def test_a_break_stands_at_contains() -> None:
    old = {"$schema": OLD, "contains": ONE, "unevaluatedItems": {"type": "integer"}}
    new = {**old, "contains": {"const": 2}}
    (finding,) = compare(old, new, direction="output", promise="strict").findings
    assert finding.old_place is not None
    assert finding.old_place.pointer == "/contains/const"


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value

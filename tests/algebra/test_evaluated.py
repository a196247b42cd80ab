"""What a schema evaluates for `unevaluated*`, keyword by keyword."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.algebra.budget import Budget, Meter
from accordant.algebra.evaluate import holds
from accordant.algebra.evaluated import ALL, Survey, take_survey
from accordant.algebra.keywords import KEYWORDS
from accordant.algebra.model import Pool
from accordant.algebra.reader import Reader
from accordant.schema.references import Resources

A: dict[str, Any] = {"properties": {"a": {}}}
DRAFT_06 = "http://json-schema.org/draft-06/schema#"
DRAFT_2019 = "https://json-schema.org/draft/2019-09/schema"


def survey(schema: Any, own: str = "", **others: Any) -> Survey:
    root = Resources.of(schema, {f"urn:x:{name}": other for name, other in others.items()})
    return take_survey(Reader(Pool(), Meter(Budget()), KEYWORDS), root, (), own)


def certain_names(survey: Survey) -> set[str]:
    return {name for name in "abc" if holds(survey.pool, survey.certain.names, name)}


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (A, "a"),
        ({"patternProperties": {"[ab]": True}}, "ab"),
        ({"additionalProperties": {}}, "abc"),
        ({"allOf": [A, {"$ref": "#/$defs/b"}], "$defs": {"b": {"properties": {"b": {}}}}}, "ab"),
        ({"properties": {"b": A}, "propertyNames": {}, "not": A}, "b"),
        ({"$ref": "#"}, ""),
        (False, ""),
    ],
)
def test_names_that_are_evaluated_whenever_the_schema_holds(schema: Any, names: str) -> None:
    assert certain_names(survey(schema)) == set(names)


@pytest.mark.parametrize(
    ("schema", "groups"),
    [
        ({"anyOf": [A, A, {}]}, [1, 1]),
        ({"oneOf": [A, A, {}]}, [2]),
        ({"if": A}, [1]),
        ({"if": {}, "then": A, "else": A}, [2]),
        ({"dependentSchemas": {"b": A, "c": {}}}, [1]),
        ({"then": A, "dependencies": {"b": A}}, []),
    ],
)
def test_branches_count_on_their_condition(schema: Any, groups: list[int]) -> None:
    result = survey(schema)
    assert [len(group) for group in result.groups] == groups
    assert certain_names(result) == set()


@pytest.mark.parametrize(
    ("schema", "items", "matching"),
    [
        ({"prefixItems": [{}, {}]}, 2, 0),
        ({"prefixItems": [{}], "items": {}}, ALL, 0),
        ({"contains": {"type": "string"}}, 0, 1),
        ({"$schema": DRAFT_2019, "contains": {"type": "string"}}, 0, 0),
        ({"$schema": DRAFT_2019, "items": [{}], "additionalItems": {}}, ALL, 0),
        ({"$schema": DRAFT_2019, "additionalItems": {}}, 0, 0),
    ],
)
def test_items_that_are_evaluated_whenever_the_schema_holds(schema: Any, items: int, matching: int) -> None:
    certain = survey(schema).certain
    assert (certain.items, len(certain.matching)) == (items, matching)


def test_the_keyword_that_asks_does_not_count_itself() -> None:
    schema: dict[str, Any] = {"unevaluatedProperties": {}, "unevaluatedItems": {}}
    assert certain_names(survey(schema, own="unevaluatedProperties")) == set()
    assert survey(schema, own="unevaluatedItems").certain.items == 0
    assert certain_names(survey({"allOf": [schema]}, own="unevaluatedProperties")) == set("abc")


def test_a_keyword_that_its_draft_does_not_know_evaluates_nothing() -> None:
    old = {"$schema": DRAFT_06, "properties": {"b": {}}, "if": {}, "then": A, "dependentSchemas": {"c": A}}
    result = survey({"$ref": "urn:x:old"}, old=old)
    assert certain_names(result) == {"b"}
    assert result.groups == []

"""All problems of a document are listed where that takes little memory; else the first ones, and that it is not all."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.findings import JsonValue
from accordant.schema import listing
from accordant.schema.problems import Problem
from accordant.schema.references import Resources
from accordant.schema.validation import MOST_BY_JSONSCHEMA, Validator
from accordant.schema.value_sizes import sizes_of

NAMES: list[JsonValue] = [f"k{index}" for index in range(50)]
NEEDY: dict[str, JsonValue] = {"type": "object", "required": NAMES}
TREE: dict[str, JsonValue] = {"required": ["a"], "additionalProperties": {"$ref": "#"}}
ROWS: list[tuple[JsonValue, JsonValue]] = [
    ({"items": NEEDY}, [{}, {"k0": 1}, 1] * 20),
    ({"items": {"$ref": "#/$defs/n"}, "$defs": {"n": NEEDY}}, [{}] * 40),
    ({"properties": {"a": {"prefixItems": [NEEDY, NEEDY], "items": {"enum": NAMES}}}}, {"a": [{}] * 40}),
    ({"additionalProperties": {"allOf": [NEEDY, {"patternProperties": {"^k": {"type": "string"}}}]}}, {"x": {"k1": 1}}),
    ({"items": {"dependentRequired": {"x": NAMES}}}, [{"x": 1}] * 40),
    (TREE, {str(one): {str(two): {} for two in range(9)} for one in range(9)}),
    ({"$id": "urn:r", "$dynamicAnchor": "n", **NEEDY, "properties": {"p": {"$dynamicRef": "#n"}}}, {"p": {"p": {}}}),
    ({"items": {"anyOf": [NEEDY, {"type": "string"}]}}, [{}] * 40),
    ({"minItems": 3, "items": {"maxLength": 2}}, ["long"]),
]
MORE = "more is wrong than is told here"


def shown(problem: Problem) -> tuple[Any, ...]:
    """What people read of a problem: its way may be another one."""
    return problem.instance, problem.keyword, problem.schema_location, problem.message, problem.names


def listed(schema: JsonValue, document: JsonValue) -> list[Problem]:
    return Validator(Resources.of(schema)).problems(document)


@pytest.mark.parametrize(("schema", "document"), ROWS)
@pytest.mark.parametrize("kilobytes", [1, 8, 100])
def test_the_first_problems_are_problems(
    schema: JsonValue, document: JsonValue, kilobytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = list(map(shown, listed(schema, document)))
    monkeypatch.setattr(listing, "MOST_BYTES", 1_000 * kilobytes)
    monkeypatch.setattr(listing, "FIRST_BYTES", 1_000 * kilobytes)
    *told, last = listed(schema, document)
    if shown(last) in every:
        assert [*map(shown, told), shown(last)] == every
        return
    assert last.message.startswith(MORE if told else "the document is refused")
    assert {*map(shown, told)} <= set(every)
    assert len(told) < len(every) or len(every) == 1


def test_some_problems_are_told_of_each_part_that_can_be_told() -> None:
    *told, last = listed({"items": {"required": [f"k{index}" for index in range(2_000)]}}, [{}] * 20_000)
    assert [(problem.instance, problem.names) for problem in told[:2]] == [("/0", ("k0",)), ("/0", ("k1",))]
    assert len(told) % 2_000 == 0
    assert told
    assert last.message.startswith(MORE)


@pytest.mark.parametrize(("schema", "document"), [row for row in ROWS if row[0] is not TREE])
def test_the_memory_of_problems_is_counted_before_they_are_listed(schema: JsonValue, document: JsonValue) -> None:
    root = Resources.of(schema)
    counted = listing.Listing(lambda node: None, sizes_of(document))
    problems = listed(schema, document)
    assert counted._bytes(listing.Place(root, (), document), 10**12) >= len(problems) * listing._OF_PROBLEM


def test_the_valid_parts_of_a_document_count_for_nothing() -> None:
    """However large it is: one problem among many valid items is told."""
    item: JsonValue = dict.fromkeys(map(str, NAMES), 1)
    schema: JsonValue = {"items": {**NEEDY, "properties": {str(name): {"type": "integer"} for name in NAMES}}}
    document: JsonValue = [item] * 3_000 + [{**item, "k7": "x"}]
    assert not listing.are_surely_few(Resources.of(schema), document, 0)
    assert [problem.instance for problem in listed(schema, document)] == ["/3000/k7"]


def test_equal_values_count_as_often_as_they_stand() -> None:
    enum: JsonValue = {"items": {"enum": [{"a": index, "b": str(index)} for index in range(3_000)]}}
    *told, last = listed(enum, ["x"] * 5_000)
    assert 0 < len(told) < 100
    assert last.message.startswith(MORE)


def test_what_only_the_second_library_takes_is_listed_up_to_a_number() -> None:
    *told, last = listed({"items": {"type": "integer"}}, ["\ud800"] * (MOST_BY_JSONSCHEMA + 5))
    assert len(told) == MOST_BY_JSONSCHEMA
    assert last.message.startswith(MORE)

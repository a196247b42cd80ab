"""Alternatives that no required tag tells apart: their units are compared in each kind of document all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Finding, Verdict

Schema = dict[str, Any]

MS: Schema = {"type": "number", "x-unit": "ms"}
S: Schema = {"type": "number", "x-unit": "s"}
PLAIN: Schema = {"type": "number"}


def units(old: Schema, new: Schema) -> list[Finding]:
    """The breaks of units between two schemas."""
    found = compare(old, new, promise="additive").findings
    return [finding for finding in found if finding.rule == "unit-changed"]


def by_value(*waits: Schema, keyword: str = "oneOf") -> Schema:
    """Alternatives that list the value of ``kind`` and do not require it, each with its own ``wait``."""
    alternatives = [
        {"properties": {"kind": {"const": kind}, "wait": wait}} for kind, wait in zip("abc", waits, strict=False)
    ]
    return {"type": "object", keyword: alternatives}


def by_presence(first: Schema, second: Schema, keyword: str = "oneOf") -> Schema:
    """Two alternatives that require a field each."""
    alternatives = [{"required": [name], "properties": {"wait": wait}} for name, wait in (("p", first), ("q", second))]
    return {"type": "object", keyword: alternatives}


LOST = {
    "moved": (by_value(MS, PLAIN), by_value(PLAIN, MS), '`/kind` is "a"'),
    "moved in anyOf": (by_value(MS, PLAIN, keyword="anyOf"), by_value(PLAIN, MS, keyword="anyOf"), '`/kind` is "a"'),
    "taken from one of two": (by_value(MS, MS, PLAIN), by_value(MS, PLAIN, PLAIN), '`/kind` is "b"'),
    "moved between three": (by_value(MS, PLAIN, PLAIN), by_value(PLAIN, MS, PLAIN), '`/kind` is "a"'),
    "by presence": (by_presence(MS, PLAIN), by_presence(PLAIN, MS), "`/p` is there and `/q` is absent"),
    "by presence in anyOf": (
        by_presence(MS, PLAIN, "anyOf"),
        by_presence(PLAIN, MS, "anyOf"),
        "`/p` is there and `/q` is absent",
    ),
}


BELOW: dict[str, Callable[[Schema], Schema]] = {
    "itself": lambda schema: schema,
    "item": lambda schema: {"items": schema},
    "map": lambda schema: {"additionalProperties": schema},
}


@pytest.mark.parametrize("edit", LOST)
@pytest.mark.parametrize("place", BELOW)
def test_a_unit_that_an_alternative_loses_is_told_with_its_documents(edit: str, place: str) -> None:
    old, new, documents = LOST[edit]
    old, new = (BELOW[place](side) for side in (old, new))
    (finding,) = units(old, new)
    said = documents if place == "itself" else documents.replace("`/", "`/*/")
    at = "/wait" if place == "itself" else "/*/wait"
    assert finding.message == f'The unit of `{at}` where {said} is no longer stated; it was "ms".'
    assert finding.way_out.startswith("state the unit again, or leave it out in a new major version")


def test_exchanged_units_are_told_for_each_kind_of_document() -> None:
    assert [finding.message for finding in units(by_presence(MS, S), by_presence(S, MS))] == [
        'The unit of `/wait` where `/p` is absent and `/q` is there changed from "s" to "ms".',
        'The unit of `/wait` where `/p` is there and `/q` is absent changed from "ms" to "s".',
    ]


def test_a_branch_that_nothing_fits_keeps_no_unit() -> None:
    dead = {"anyOf": [{"not": {}, "properties": {"w": MS}}, {}]}
    old, new = ({"oneOf": [{"properties": {"w": unit}}, {"properties": {"k": {"const": "b"}}}]} for unit in (MS, PLAIN))
    (finding,) = units({**old, **dead}, {**new, **dead})
    assert finding.new is None


INTEGER: Schema = {"type": "integer"}


@pytest.mark.parametrize("new", [S, PLAIN])
@pytest.mark.parametrize("beside", [INTEGER, {**INTEGER, "x-unit": "ms"}])
def test_a_fraction_fits_the_alternative_for_numbers_alone(new: Schema, beside: Schema) -> None:
    assert units({"oneOf": [MS, beside]}, {"oneOf": [new, beside]})
    shapes = ({"oneOf": [{"properties": {"w": unit}}, {"properties": {"w": beside}}]} for unit in (MS, new))
    assert units(*shapes)


def test_integers_and_fractions_of_one_value_are_looked_at_apart() -> None:
    others = [{"properties": {"w": MS}, "required": ["p"]}]
    old = {"anyOf": [{"properties": {"w": {**INTEGER, "x-unit": "s"}}}, *others]}
    (finding,) = units(old, {"anyOf": [{"properties": {"w": INTEGER}}, *others]})
    assert (finding.old, finding.new) == ("s", None)


def test_an_object_with_many_units_beside_other_alternatives_is_decided() -> None:
    def many(unit: str) -> Schema:
        names = [f"f{index}" for index in range(60)]
        others = [{"properties": {name: {"minimum": 1} for name in names}, "required": [f"r{at}"]} for at in range(8)]
        return {"properties": {name: {"type": "number", "x-unit": unit} for name in names}, "oneOf": others}

    comparison = compare(many("ms"), many("s"), promise="additive")
    assert {finding.rule for finding in comparison.findings} == {"unit-changed"}


def test_an_alternative_inside_of_another_one_excludes_that_one_alone() -> None:
    inner = {"oneOf": [{"not": {}, "properties": {"w": S}}]}
    old = {"oneOf": [{"required": ["q"], "properties": {"w": S}}, {"not": {"required": ["q"]}}]}
    new = {"properties": {"w": PLAIN}, "oneOf": [inner, {"not": {"required": ["k"]}}]}
    (finding,) = units({"properties": {"w": PLAIN}, **old}, new)
    assert finding.old == "s"


WRITTEN: Schema = {"type": "object", "required": ["k"], "properties": {"k": {"enum": ["a", "b"]}, "w": PLAIN}}
A: Schema = {"properties": {"k": {"const": "a"}}}

WITH_TAG = {"allOf": [{"required": ["p"]}, {**A, "required": ["k"]}, {"properties": {"w": MS}}]}
WITHOUT = {"not": {"allOf": [{"required": ["p"]}, A]}}

SAME = {
    "else of a condition that all values fit": (
        [{"if": {"properties": {"k": {"enum": ["a", "b"]}}}, "else": {"properties": {"w": MS}}}],
        [{}],
    ),
    "an alternative with a tag and a field": (
        [{"oneOf": [WITH_TAG, WITHOUT]}],
        [{"dependentSchemas": {"p": {"properties": {"w": MS}}}}],
    ),
    "a second alternative for the same values": (
        [{"properties": {"w": MS}}],
        [{"anyOf": [{"properties": {"w": MS}}, {"properties": {"w": PLAIN}}]}],
    ),
    "a field that is there where its unit is": (
        [{"oneOf": [{"required": ["w"]}, {"properties": {"w": MS}}]}],
        [{"oneOf": [{"required": ["w"]}, {"properties": {"w": PLAIN}}]}],
    ),
    "a field that is never there": (
        [{"if": {"not": {"required": ["x"]}}, "else": {"properties": {"w": MS}}}, {"properties": {"x": False}}],
        [{"properties": {"x": False}}],
    ),
    "a type that all values have": (
        [{"anyOf": [{}, {"not": {}, "properties": {"w": MS}}]}],
        [{"anyOf": [{}, {"properties": {"w": PLAIN}}]}],
    ),
}


@pytest.mark.parametrize("edit", SAME)
def test_units_of_no_document_are_no_break(edit: str) -> None:
    old, new = ({**WRITTEN, "allOf": parts} for parts in SAME[edit])
    assert units(old, new) == []


def test_a_unit_that_an_alternative_may_keep_is_compared_as_far_as_alternatives_show_it() -> None:
    old = {"anyOf": [{"properties": {"w": MS}}, {"minProperties": 2}]}
    assert units(old, old | {"description": "The same."}) == []
    assert units(old, {"anyOf": [{"properties": {"w": S}}, {"minProperties": 2}]})
    assert compare(old, old, promise="additive").verdict == Verdict.COMPATIBLE


WAIT: Schema = {"properties": {"wait": MS}}


def one_of_inside(wait: Schema) -> Schema:
    """A union with another one inside, whose alternatives a document may satisfy together."""
    inside: list[Schema] = [
        {"required": ["q"], "properties": {"wait": wait}},
        {"not": {"required": ["p"]}, "properties": {"wait": {**MS, "type": "integer"}}},
    ]
    return {"anyOf": [{"properties": {"wait": PLAIN}}, {"oneOf": inside}]}


def test_a_unit_of_a_union_inside_of_alternatives_is_not_lost_in_silence() -> None:
    old, new = one_of_inside(MS), one_of_inside(PLAIN)
    assert units(old, new)
    assert units(old, old | {"description": "The same."}) == []


UNDER_ANOTHER_FIELD: dict[str, Callable[[str], Schema]] = {
    "anyOf": lambda name: {"anyOf": [{}, {"required": [name], **WAIT}]},
    "oneOf": lambda name: {"oneOf": [{"required": [name], **WAIT}, {"not": {"required": [name]}}]},
    "if": lambda name: {"if": {"required": [name]}, "then": WAIT},
    "dependentSchemas": lambda name: {"dependentSchemas": {name: WAIT}},
}


@pytest.mark.parametrize("keyword", UNDER_ANOTHER_FIELD)
def test_a_value_that_is_declared_in_other_documents_only_has_lost_its_unit(keyword: str) -> None:
    old, new = (UNDER_ANOTHER_FIELD[keyword](name) for name in "pq")
    (finding,) = units(old, new)
    assert finding.message.endswith('is no longer stated; it was "ms".')


def test_a_condition_in_other_words_is_not_a_unit_that_is_gone() -> None:
    tests: list[Schema] = [{"minimum": 1}, {"not": {"exclusiveMaximum": 1}}]
    old, new = ({"if": {"properties": {"n": test}}, "then": WAIT} for test in tests)
    assert units(old, new) == []

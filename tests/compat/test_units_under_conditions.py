"""Units that depend on a field: each value of the field keeps its unit, however the conditions are written."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from accordant.compat import compare
from tests.compat.states import breaks

Schema = dict[str, Any]
Units = dict[str, str | None]
"""The unit of the value for each kind; None: no unit."""
Spelling = Callable[[Units, "Place"], Schema]

KINDS: Final = ("p", "q", "r")
PAIRS: Final = 30
"""Pairs of schemas for each seed."""
Place = Callable[[Schema], Schema]
"""Puts a number, or what is said of it, where it belongs in the field."""

PLACES: Final[dict[str, Place]] = {
    "field": lambda said: said,
    "list": lambda said: {"type": "array", "items": said},
    "map": lambda said: {"type": "object", "additionalProperties": said},
    "object": lambda said: {"type": "object", "properties": {"n": said}},
    "field of each item": lambda said: {"type": "array", "items": {"type": "object", "properties": {"n": said}}},
    "nullable": lambda said: {"anyOf": [said, {"type": "null"}]},
}


def is_kind(*kinds: str) -> Schema:
    return {"properties": {"kind": {"enum": list(kinds)}}, "required": ["kind"]}


def fields(place: Place, *, number: Schema | None = None, **more: Any) -> Schema:
    time = place({"type": "number"} if number is None else number)
    return {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": list(KINDS)}, "time": time}, **more}


def has_unit(unit: str | None, place: Place) -> Schema:
    return {"properties": {"time": place({"type": "number", "x-unit": unit} if unit else {"type": "number"})}}


def one_by_one(units: Units, place: Place) -> Schema:
    return fields(place, allOf=[{"if": is_kind(kind), "then": has_unit(units[kind], place)} for kind in KINDS])


def gathered(units: Units, place: Place) -> Schema:
    kinds: dict[str | None, list[str]] = {}
    for kind in KINDS:
        kinds.setdefault(units[kind], []).append(kind)
    return fields(place, allOf=[{"if": is_kind(*same), "then": has_unit(unit, place)} for unit, same in kinds.items()])


def chained(units: Units, place: Place) -> Schema:
    last: Schema = has_unit(units["r"], place)
    for kind in ("q", "p"):
        last = {"if": is_kind(kind), "then": has_unit(units[kind], place), "else": last}
    return fields(place, **last)


def negated(units: Units, place: Place) -> Schema:
    return fields(place, allOf=[
        {"if": {"not": is_kind(kind)}, "then": {}, "else": has_unit(units[kind], place)} for kind in KINDS
    ])  # fmt: skip


def by_the_others(units: Units, place: Place) -> Schema:
    return fields(place, allOf=[
        {"if": {"properties": {"kind": {"not": {"enum": [other for other in KINDS if other != kind]}}}},
         "then": has_unit(units[kind], place)} for kind in KINDS
    ])  # fmt: skip


def shapes(units: Units, place: Place) -> Schema:
    return {"oneOf": [{"type": "object", **_shape(kind, units, place)} for kind in KINDS]}


def shapes_beside_fields(units: Units, place: Place) -> Schema:
    return fields(place, anyOf=[_shape(kind, units, place) for kind in KINDS])


def _shape(kind: str, units: Units, place: Place) -> Schema:
    time = has_unit(units[kind], place)["properties"]["time"]
    return {"properties": {"kind": {"const": kind}, "time": time}, "required": ["kind"]}


SPELLINGS: Final = (one_by_one, gathered, chained, negated, by_the_others, shapes, shapes_beside_fields)


def random_units(chance: random.Random) -> Units:
    return {kind: chance.choice(["s", "ms", None]) for kind in KINDS}


def edited(units: Units, chance: random.Random) -> Units:
    return {**units, chance.choice(KINDS): chance.choice(["s", "ms", None])}


def are_lost(units: Units, later: Units) -> bool:
    return any(units[kind] and later[kind] != units[kind] for kind in KINDS)


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("seed", range(4))
def test_a_unit_is_lost_exactly_where_a_kind_has_it_no_longer(seed: int, direction: str) -> None:
    chance = random.Random(seed)
    for _ in range(PAIRS):
        before = random_units(chance)
        after = before if chance.random() < 0.4 else edited(before, chance)
        place, (first, other) = chance.choice([*PLACES.values()]), chance.choices(SPELLINGS, k=2)
        old, new = first(before, place), other(after, place)
        expected = "breaking" if are_lost(before, after) else "compatible"
        assert compare(old, new, direction=direction, promise="additive").verdict == expected, (old, new)


@pytest.mark.parametrize("seed", range(4))
def test_an_accepted_unit_is_that_of_the_kinds_that_lost_it(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(PAIRS):
        spelling, place = chance.choice(SPELLINGS), chance.choice([*PLACES.values()])
        before = random_units(chance)
        accepted = edited(before, chance)
        later = edited(accepted, chance)
        old = spelling(before, place)
        known = breaks(old, spelling(accepted, place), "additive", "output").keys()
        further = breaks(old, spelling(later, place), "additive", "output").keys()
        is_further = any(before[kind] and later[kind] not in (before[kind], accepted[kind]) for kind in KINDS)
        assert not (is_further and further <= known), (before, accepted, later)


SAID: Final[list[tuple[Schema, Schema, str]]] = [
    (is_kind("p", "q"), is_kind("p"), 'where `/kind` is "q" is no longer stated; it was "s"'),
    (is_kind("p", "q", "r"), is_kind("p"), 'where `/kind` is "q" or "r" is no longer stated; it was "s"'),
    ({"required": ["ok"]}, {"required": ["ok", "kind"], "properties": {"ok": {"const": True}}},
     "where `/ok` is a value that no condition names is no longer stated"),
    ({}, {"required": ["ok"]}, "where `/ok` is absent is no longer stated"),
    ({"properties": {"n": {"minimum": 3}}}, {"properties": {"n": {"minimum": 4}}}, "in some documents is no longer"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), SAID)
def test_the_sentence_names_the_documents_whose_unit_is_lost(old: Schema, new: Schema, said: str) -> None:
    before, after = (
        fields(PLACES["field"], **{"if": test, "then": has_unit("s", PLACES["field"])}) for test in (old, new)
    )
    messages = [finding.message for finding in compare(before, after, promise="additive").findings]
    assert [message for message in messages if said in message], messages


def inner(test: Schema) -> Schema:
    """An object whose own kind, and not the one of the document, decides about the unit."""
    return fields(PLACES["field"], **{"if": test, "then": has_unit("s", PLACES["field"])})


@pytest.mark.parametrize("kinds", [("p",), ("q",)])
def test_kinds_of_an_object_inside_are_not_those_of_the_document(kinds: tuple[str, ...]) -> None:
    old, new = (
        fields(PLACES["field"], **{"if": is_kind(*kinds), "then": {"properties": {"inner": inner(is_kind(*of_inner))}}})
        for of_inner in (("p", "q"), ("p",))
    )
    assert compare(old, new, promise="additive").verdict == "breaking"
    assert compare(old, old | {"title": "T"}, promise="additive").verdict == "compatible"


INSIDE_ITSELF: Final[list[Schema]] = [
    {"$ref": "#/$defs/a"},
    {"anyOf": [{"$ref": "#/$defs/a"}, {"not": {"$ref": "#/$defs/b"}}]},
]


@pytest.mark.parametrize("test", INSIDE_ITSELF)
def test_a_condition_inside_itself_is_taken_by_its_text(test: Schema) -> None:
    defs = {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"anyOf": [{"$ref": "#/$defs/a"}, is_kind("p")]}}
    old = fields(PLACES["field"], **{"if": test, "then": has_unit("s", PLACES["field"])}, **{"$defs": defs})
    assert compare(old, {**old, "title": "T"}, promise="additive").verdict == "compatible"
    assert compare(old, {**old, "then": {}}, promise="additive").verdict == "breaking"


def test_many_fields_that_decide_about_a_unit_take_no_time() -> None:
    names = [f"f{number}" for number in range(40)]
    tests = [{"properties": {name: {"const": True}}, "required": [name]} for name in names]
    old, new = (
        fields(PLACES["field"], allOf=[{"if": test, "then": has_unit("s", PLACES["field"])} for test in some])
        for some in (tests, tests[1:])
    )
    assert compare(old, new, promise="additive").verdict == "breaking"
    assert compare(old, old | {"title": "T"}, promise="additive").verdict == "compatible"

"""An accepted unit is that of one key or item, or of a whole map; a further one is a break of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.compat.states import breaks

Schema = dict[str, Any]

MS: Final[Schema] = {"type": "integer", "x-unit": "ms"}
SECONDS: Final[Schema] = {"type": "integer", "x-unit": "s"}
HOURS: Final[Schema] = {"type": "integer", "x-unit": "h"}


def mapped(rest: Schema, **named: Schema) -> Schema:
    return {"type": "object", "additionalProperties": rest, **({"properties": named} if named else {})}


def matched(pattern: Schema, **named: Schema) -> Schema:
    return {"type": "object", "patternProperties": {"^a": pattern}, **({"properties": named} if named else {})}


def listed(*first: Schema, others: Schema = MS) -> Schema:
    return {"type": "array", "items": others, **({"prefixItems": list(first)} if first else {})}


def where(test: Schema | None, **texts: Any) -> Schema:
    """A time in milliseconds where a condition holds; without one, in seconds."""
    time = SECONDS if test is None else {"type": "integer"}
    fields = {"kind": {"type": "string"}, "ok": {"type": "boolean"}, "time": time}
    then, otherwise = ({"properties": {"time": {**unit, **texts}}} for unit in (MS, SECONDS))
    cases = {} if test is None else {"if": test, "then": then, "else": otherwise}
    return {"type": "object", "properties": fields, "required": ["kind"], **cases}


def is_one_of(*kinds: str) -> Schema:
    return {"properties": {"kind": {"enum": list(kinds)}}}


def is_ok(*, value: bool) -> Schema:
    return {"properties": {"ok": {"const": value}}}


LATER: Final[dict[str, tuple[Schema, Schema, Schema]]] = {
    "another key of the map": (mapped(MS), mapped(MS, k=SECONDS), mapped(MS, k=SECONDS, l=SECONDS)),
    "another key with another unit": (mapped(MS), mapped(MS, k=SECONDS), mapped(MS, k=SECONDS, l=HOURS)),
    "a key of the accepted map": (mapped(MS), mapped(SECONDS), mapped(SECONDS, k=HOURS)),
    "a key of the accepted pattern": (matched(MS), matched(SECONDS), matched(SECONDS, ab=HOURS)),
    "another item": (listed(MS, others=MS), listed(SECONDS, others=MS), listed(SECONDS, SECONDS, others=MS)),
    "an item of the list": (listed(), listed(SECONDS), listed(SECONDS, SECONDS)),
    "a further case": (where(None), where(is_one_of("a")), where(is_one_of("a", "b"))),
    "another condition": (where(None), where(is_ok(value=True)), where(is_ok(value=False))),
    "an item of the accepted list": (listed(), listed(others=SECONDS), listed(HOURS, others=SECONDS)),
}
SAME: Final[dict[str, tuple[Schema, Schema, Schema]]] = {
    "a description": (mapped(MS), mapped(MS, k=SECONDS), mapped(MS, k={**SECONDS, "description": "K."})),
    "a description in a case": (
        where(None),
        where(is_ok(value=True)),
        where(is_ok(value=True), description="How long."),
    ),
    "another key of the unit of the map": (mapped(MS), mapped(MS, k=SECONDS), mapped(MS, k=SECONDS, l=MS)),
    "a key of the accepted map": (mapped(MS), mapped(SECONDS), mapped(SECONDS, k=SECONDS)),
    "a definition that others use, too": (
        {"type": "object", "properties": {"k": MS}},
        {"type": "object", "properties": {"k": SECONDS}},
        {
            "type": "object",
            "properties": {name: {"$ref": "#/$defs/s"} for name in ("k", "j")},
            "$defs": {"s": SECONDS},
        },
    ),
}


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize(("release", "accepted", "later"), LATER.values(), ids=LATER)
def test_a_further_unit_is_not_accepted(release: Schema, accepted: Schema, later: Schema, direction: str) -> None:
    before = breaks(release, accepted, "additive", direction)
    assert len(before) == 1
    assert not breaks(release, later, "additive", direction).keys() <= before.keys()


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize(("release", "accepted", "later"), SAME.values(), ids=SAME)
def test_an_accepted_unit_stays_accepted(release: Schema, accepted: Schema, later: Schema, direction: str) -> None:
    before = breaks(release, accepted, "additive", direction)
    assert len(before) == 1
    assert before.keys() == breaks(release, later, "additive", direction).keys()


def told_by_tag(first: Schema, second: Schema) -> Schema:
    """Two alternatives by the value of ``k``, each with its own ``w``."""
    alternatives = [
        {"properties": {"k": {"const": value}, "w": unit}, "required": ["k"]}
        for value, unit in (("a", first), ("b", second))
    ]
    return {"type": "object", "oneOf": alternatives}


def told_by_presence(first: Schema, second: Schema) -> Schema:
    """Two alternatives, each with a field that it requires and its own ``w``."""
    alternatives = [{"required": [name], "properties": {"w": unit}} for name, unit in (("p", first), ("q", second))]
    return {"type": "object", "oneOf": alternatives}


@pytest.mark.parametrize("undone", [(MS, HOURS), (HOURS, SECONDS)])
@pytest.mark.parametrize("told", [told_by_tag, told_by_presence])
@pytest.mark.parametrize("is_item", [False, True])
def test_an_accepted_unit_stays_accepted_where_that_of_other_documents_is_undone(
    undone: tuple[Schema, Schema], told: Callable[[Schema, Schema], Schema], is_item: bool
) -> None:
    def of(first: Schema, second: Schema) -> Schema:
        return {"items": told(first, second)} if is_item else told(first, second)

    released = of(MS, SECONDS)
    accepted = breaks(released, of(HOURS, HOURS), "additive", "output")
    left = breaks(released, of(*undone), "additive", "output")
    assert len(accepted) == 2
    assert len(left) == 1
    assert left.keys() <= accepted.keys()

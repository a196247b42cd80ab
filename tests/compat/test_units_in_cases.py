"""Units in documents that a boolean, a number, an absent field or an alternative tells apart, and how that is told."""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final

import pytest

from accordant.compat import compare
from tests.compat.states import breaks
from tests.processor_time import in_starts

Schema = dict[str, Any]

FIELDS: Final[Schema] = {
    "kind": {"enum": ["a", "b", "c"]},
    "flag": {"type": "boolean"},
    "n": {"type": "integer"},
    "v": {"type": "number"},
}


def has(unit: str, **fields: Schema) -> Schema:
    return {"properties": {**fields, "v": {"x-unit": unit}}}


def whole(**more: Any) -> Schema:
    return {"type": "object", "properties": FIELDS, **more}


def where(test: Schema, then: str, otherwise: str | None = None, **more: Any) -> Schema:
    last = {} if otherwise is None else {"else": has(otherwise)}
    return whole(**{"if": test, "then": has(then), **last}, **more)


def asks(required: bool = True, **fields: Schema) -> Schema:
    return {"properties": fields, **({"required": list(fields)} if required else {})}


TRUE: Final[Schema] = {"const": True}
FALSE: Final[Schema] = {"const": False}
A: Final[Schema] = {"const": "a"}
ONE: Final[Schema] = {"const": 1}


def by_flag(true: str, false: str, keyword: str = "oneOf") -> Schema:
    return whole(**{keyword: [has(true, flag=TRUE), has(false, flag=FALSE)]}, required=["flag"])


def if_flag(true: str, false: str) -> Schema:
    return where(asks(required=False, flag=TRUE), true, false, required=["flag"])


TOLD: Final[dict[str, tuple[Schema, Schema, list[str]]]] = {
    "a boolean": (
        by_flag("ms", "s"),
        if_flag("s", "ms"),
        ['where `/flag` is false changed from "s" to "ms"', 'where `/flag` is true changed from "ms" to "s"'],
    ),
    "a boolean, the other way": (
        if_flag("ms", "s"),
        by_flag("s", "ms", "anyOf"),
        ['where `/flag` is false changed from "s" to "ms"', 'where `/flag` is true changed from "ms" to "s"'],
    ),
    "a list with an exception": (
        where(asks(kind={"enum": ["a", "c"]}), "ms"),
        where(asks(kind={"enum": ["a", "c"], "not": {"const": "c"}}), "ms"),
        ['where `/kind` is "c" is no longer stated; it was "ms"'],
    ),
    "an exception beside the list": (
        where(asks(kind={"enum": ["a", "c"]}), "ms", required=["kind"]),
        where({"allOf": [asks(kind={"enum": ["a", "c"]}), asks(kind={"not": {"const": "c"}})]}, "ms"),
        ['where `/kind` is "c" is no longer stated; it was "ms"'],
    ),
    "a further field that is asked for": (
        where(asks(kind=A), "ms", "s"),
        where({"allOf": [asks(kind=A), {"required": ["n"]}]}, "ms", "s"),
        ['where `/kind` is "a" and `/n` is absent changed from "ms" to "s"'],
    ),
    "a number that may be absent": (
        where(asks(n=ONE), "ms", "s"),
        whole(oneOf=[has("ms", n=ONE), {"not": asks(required=False, n=ONE), **has("s")}]),
        ['where `/n` is absent changed from "s" to "ms"'],
    ),
    "an alternative that does not ask for the tag": (
        where(asks(kind=A), "ms", "s"),
        whole(oneOf=[has("ms", kind=A), {**has("s", kind={"enum": ["b", "c"]}), "required": ["kind"]}]),
        ['where `/kind` is absent changed from "s" to "ms"'],
    ),
    "alternatives beside conditions": (
        whole(dependentSchemas={"flag": has("s")}, anyOf=[{"not": asks(n=ONE)}, has("s")]),
        where({"not": asks(flag=TRUE, kind=A)}, "s"),
        ['where `/flag` is true and `/kind` is "a" is no longer stated; it was "s"'],
    ),
    "one of several alternatives": (
        whole(anyOf=[has("min", kind={"enum": ["a", "c"]}), {"required": ["kind"], **has("min")}, {}]),
        whole(anyOf=[has("min", kind={"enum": ["a", "c"]}), {"required": ["kind"]}, {}]),
        ['where `/kind` is "b" is no longer stated; it was "min"'],
    ),
    "an alternative for absence": (
        whole(anyOf=[{"not": asks(kind={"not": {"const": "c"}}), **has("ms")}, {}]),
        whole(anyOf=[{"not": asks(required=False, kind={"not": {"const": "c"}}), **has("ms")}, {}]),
        ['where `/kind` is absent is no longer stated; it was "ms"'],
    ),
    "a field that is there": (
        where({"required": ["z"]}, "ms"),
        whole(),
        ['where `/z` is there is no longer stated; it was "ms"'],
    ),
}


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize(("old", "new", "said"), TOLD.values(), ids=TOLD)
def test_a_change_is_told_with_the_documents_that_it_is_about(
    old: Schema, new: Schema, said: list[str], direction: str
) -> None:
    told = compare(old, new, promise="additive", direction=direction).findings
    assert sorted(finding.message for finding in told if finding.rule == "unit-changed") == [
        f"The unit of `/v` {change}." for change in said
    ]


LISTS: Final[list[Schema]] = [
    {"enum": ["a", "b"]},
    {"anyOf": [{"const": "a"}, {"const": "b"}]},
    {"oneOf": [{"const": "b", "description": "B."}, {"const": "a"}]},
    {"type": "string", "enum": ["a", "b", 1]},
]


@pytest.mark.parametrize(("old", "new"), [*permutations(LISTS, 2)])
def test_a_condition_is_the_same_however_its_values_are_listed(old: Schema, new: Schema) -> None:
    sides = where(asks(kind=old), "ms"), where(asks(kind=new), "ms")
    assert compare(*sides, promise="additive").verdict == "compatible"


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
def test_values_with_descriptions_are_the_same_list_beside_a_condition(keyword: str) -> None:
    old = where(asks(kind=A), "ms")
    values = {keyword: [{"const": kind, "description": kind.upper()} for kind in ("a", "b", "c")]}
    new = {**old, "properties": {**FIELDS, "kind": values}}
    assert compare(old, new, promise="additive").verdict == "compatible"
    assert compare(new, old, promise="additive").verdict == "compatible"


def with_kinds(*kinds: str, **units: str) -> Schema:
    listed = {**FIELDS, "kind": {"enum": list(kinds)}}
    cases = [{"if": asks(kind={"const": kind}), "then": has(unit)} for kind, unit in units.items()]
    return {"type": "object", "properties": listed, "required": ["kind"], "allOf": cases}


def with_shapes(**units: str) -> Schema:
    return {"oneOf": [{"type": "object", "required": ["kind"], **has(unit, kind={"const": kind})}
                      for kind, unit in units.items()]}  # fmt: skip


def test_a_new_value_with_a_unit_of_its_own_leaves_an_acknowledgement_alone() -> None:
    release = with_kinds("a", "b", "c", a="ms", b="ms", c="s")
    accepted = breaks(release, with_kinds("a", "b", "c", a="s", b="ms", c="s"), "additive", "output")
    later = breaks(release, with_kinds("a", "b", "c", "d", a="s", b="ms", c="s", d="min"), "additive", "output")
    assert len(accepted) == 1
    assert later.keys() == accepted.keys()


def test_a_new_shape_with_a_unit_of_its_own_leaves_an_acknowledgement_alone() -> None:
    release, accepted = with_shapes(a="ms", b="ms", c="s"), with_shapes(a="s", b="ms", c="s")
    known = breaks(release, accepted, "additive", "output")
    later = breaks(release, with_shapes(a="s", b="ms", c="s", d="min"), "additive", "output")
    assert len(known) == 1
    assert later.keys() == known.keys()


def chain(units: list[str]) -> Schema:
    last = has("h")
    for number, unit in enumerate(units):
        last = {"if": asks(True, **{f"f{number}": TRUE}), "then": has(unit), "else": last}
    return whole(**last)


def test_a_long_chain_of_conditions_takes_no_time() -> None:
    def judge(number: int) -> str:
        return compare(chain(["s"] * number), chain(["s"] * (number - 1) + ["ms"]), promise="additive").verdict

    (few, begun), (many, starts) = in_starts(lambda: judge(8)), in_starts(lambda: judge(32))
    assert few == many == "breaking"
    assert starts < 100 * (begun + 1)  # twice for each further condition would be 2**24


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
def test_values_with_descriptions_that_are_listed_newly_are_additions(keyword: str) -> None:
    kind = {"if": asks(kind={"const": "c"}), "then": {"properties": {"v": {"minimum": 1}}}}
    values = {keyword: [{"const": kind} for kind in ("a", "b", "c")]}
    few, all_of_them = ({**whole(**kind), "properties": {**FIELDS, "kind": said}} for said in ({"const": "c"}, values))
    added, gone = (compare(*sides, promise="additive") for sides in ((few, all_of_them), (all_of_them, few)))
    assert "enum-value-removed" not in {finding.rule for finding in added.findings}
    assert "enum-value-removed" in {finding.rule for finding in gone.findings}

"""A unit belongs to a value: alternatives that exchange theirs, and a second one for the same value, are breaks."""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final

import pytest

from accordant.compat import compare

Schema = dict[str, Any]

MS: Final[Schema] = {"type": "number", "x-unit": "ms"}
SECONDS: Final[Schema] = {"type": "number", "x-unit": "s"}


def shape(key: str, time: Schema) -> Schema:
    return {"type": "object", "properties": {key: {"type": "string"}, "time": time}, "required": [key]}


def named(time: Schema, **others: Any) -> Schema:
    return {"type": "object", "properties": {"time": time}, **others}


def refers(**beside: Any) -> Schema:
    return {"$ref": "#/$defs/Time", **beside}


def tagged(time: Schema) -> Schema:
    return {"type": "object", "oneOf": [of_kind("a", time), of_kind("b", time)]}


def of_kind(kind: str, time: Schema) -> Schema:
    return {"properties": {"kind": {"const": kind}, "time": time}, "required": ["kind"]}


A: Final[Schema] = of_kind("a", MS)
KIND: Final[Schema] = {"enum": ["a", "b"]}
ONE: Final[Schema] = {"type": "object", "properties": {"kind": KIND, "time": MS}, "required": ["kind"]}
IN_A_CASE: Final[Schema] = {
    "type": "object", "properties": {"kind": KIND}, "required": ["kind"],
    "if": {"properties": {"kind": {"const": "a"}}}, "then": {"properties": {"time": MS}},
}  # fmt: skip
OTHER: Final[Schema] = {**ONE, "properties": {"kind": KIND, "time": SECONDS}}
BOTH: Final[Schema] = {"oneOf": [shape("a", MS), shape("b", SECONDS)]}
TYPES: Final[Schema] = named({"oneOf": [{"type": "integer", "x-unit": "ms"}, {"type": "string", "x-unit": "s"}]})
NUMBER: Final[Schema] = {"type": "number"}
OK: Final[Schema] = {"if": {"properties": {"ok": {"const": True}}, "required": ["ok"]}}
KINDS: Final[Schema] = {"if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]}}
CASES: Final[Schema] = {"type": "object", **KINDS}
AS_MS: Final[Schema] = {"properties": {"time": MS}}
AS_SECONDS: Final[Schema] = {"properties": {"time": SECONDS}}
AS_NUMBER: Final[Schema] = {"properties": {"time": NUMBER}}
MAP_OF_SECONDS: Final[Schema] = {"type": "object", "additionalProperties": SECONDS}
MAP: Final[Schema] = {"type": "object", "additionalProperties": MS}
PATTERN: Final[Schema] = {"type": "object", "patternProperties": {"^t": MS}}
REST: Final[Schema] = {"type": "object", "unevaluatedProperties": MS}
CHANGED: Final[dict[str, tuple[Schema, Schema]]] = {
    "shapes": (BOTH, {"oneOf": [shape("a", SECONDS), shape("b", MS)]}),
    "shapes of anyOf": ({"anyOf": BOTH["oneOf"]}, {"anyOf": [shape("a", SECONDS), shape("b", MS)]}),
    "one of two shapes": ({"oneOf": [shape("a", MS), shape("b", MS)]}, BOTH),
    "a field that moves into shapes": (ONE, tagged(SECONDS)),
    "a field of shapes that moves out": (tagged(MS), OTHER),
    "a field of a case that moves out": (IN_A_CASE, OTHER),
    "types": (TYPES, named({"oneOf": [{"type": "integer", "x-unit": "s"}, {"type": "string", "x-unit": "ms"}]})),
    "beside a reference": (named(MS), named(refers(**{"x-unit": "s"}), **{"$defs": {"Time": MS}})),
    "behind a reference": (
        named(refers(**{"x-unit": "s"}), **{"$defs": {"Time": {"type": "number"}}}),
        named(refers(**{"x-unit": "s"}), **{"$defs": {"Time": MS}}),
    ),
    "in a case": (named(MS), named({**MS, "if": {"minimum": 5}, "then": {"x-unit": "s"}})),
    "a key of a map": (MAP, {**MAP, **named(SECONDS)}),
    "a key of a map, without a unit": (MAP, {**MAP, **named({"type": "number"})}),
    "a key of a map behind a reference": (
        {**refers(), "$defs": {"Time": MAP}},
        {**refers(), "$defs": {"Time": {**MAP, **named({"$ref": "#/$defs/S"})}, "S": SECONDS}},
    ),
    "a key of the rest": (REST, {**REST, **named(SECONDS)}),
    "keys of a map": (MAP, {**MAP, "patternProperties": {"^t": SECONDS}}),
    "a key of a pattern": (PATTERN, {**PATTERN, **named(SECONDS)}),
    "a key of a pattern that had a name": ({**PATTERN, **named({})}, {**PATTERN, **named(SECONDS)}),
    "a key of a pattern in allOf": ({"allOf": [PATTERN]}, {"allOf": [PATTERN], **named(SECONDS)}),
    "below a key of a map": (
        {"type": "object", "additionalProperties": named(MS)},
        {"type": "object", "additionalProperties": named(MS), "properties": {"total": named(SECONDS)}},
    ),
    "an item by itself": ({"type": "array", "items": MS}, {"type": "array", "items": MS, "prefixItems": [SECONDS]}),
    "by the range": (named(MS), named({"oneOf": [{**MS, "minimum": 1000}, {**SECONDS, "exclusiveMaximum": 1000}]})),
    "by the range, in anyOf": (named(MS), named({"anyOf": [MS, SECONDS]})),
    "by a boolean": (
        named(MS, **OK),
        named(NUMBER, **OK, then={"properties": {"time": MS}}, **{"else": {"properties": {"time": SECONDS}}}),
    ),
    "by a boolean in one case only": (named(MS, **OK), named(NUMBER, **OK, then={"properties": {"time": MS}})),
    "where another field is there": (
        named(MS),
        named(NUMBER, anyOf=[{"required": ["d"], "properties": {"time": SECONDS}}, {"properties": {"time": MS}}]),
    ),
    "beside a key, as well": (named(MS), named(MS, dependentSchemas={"d": {"properties": {"time": SECONDS}}})),
    "of a map of objects, in a map of its own": (
        {"type": "object", "additionalProperties": named(MS)},
        {"type": "object", "additionalProperties": named(MS), "properties": {"k": MAP_OF_SECONDS}},
    ),
    "other keys of a map, that fall to a wide pattern": (
        {**MAP, "patternProperties": {"^t": MS}},
        {"type": "object", "patternProperties": {"^t": MS, "^": NUMBER}},
    ),
    "of a wide pattern, whose keys fall to a map": (
        {"type": "object", "patternProperties": {"^t": MS, "^": MS}},
        {"type": "object", "patternProperties": {"^t": MS}, "additionalProperties": NUMBER},
    ),
    "keys that a narrower pattern leaves to a wide one": (
        {"type": "object", "patternProperties": {"^a": MS, "^": NUMBER}},
        {"type": "object", "patternProperties": {"^ab": MS, "^": NUMBER}},
    ),
    "of a pattern of objects, in a pattern of its own": (
        {"type": "object", "patternProperties": {"^k": named(MS)}},
        {"type": "object", "patternProperties": {"^k": named(MS), "^kk": MAP_OF_SECONDS}},
    ),
    "of a field that stays in a case and falls to a map": (
        named(SECONDS, **OK, then={"properties": {"time": SECONDS}}, additionalProperties=MS),
        {"type": "object", **OK, "then": {"properties": {"time": SECONDS}}, "additionalProperties": MS},
    ),
    "of a field that stays in a case and falls to the rest": (
        named(SECONDS, **OK, then={"properties": {"time": SECONDS}}, unevaluatedProperties=MS),
        {"type": "object", **OK, "then": {"properties": {"time": SECONDS}}, "unevaluatedProperties": MS},
    ),
    "in the case of a tag, that of the other case": (
        named(NUMBER, **KINDS, then=AS_MS, **{"else": AS_SECONDS}),
        named(NUMBER, **KINDS, then=AS_SECONDS, **{"else": AS_SECONDS}),
    ),
    "in the case of a tag, one more": (
        named(NUMBER, **KINDS, then=AS_MS),
        named(NUMBER, **KINDS, then={"properties": {"time": {"anyOf": [MS, SECONDS]}}}),
    ),
    "in all cases, that of one case": (
        named(SECONDS, **KINDS, then=AS_MS),
        named({"allOf": [MS, SECONDS]}, **KINDS, then=AS_MS),
    ),
    "of a field that each case declares, beside the rest": (
        named(MS, **KINDS, then=AS_NUMBER, unevaluatedProperties=MS, **{"else": AS_SECONDS}),
        {**CASES, "then": AS_NUMBER, "else": AS_SECONDS, "unevaluatedProperties": MS},
    ),
    "of the rest, beside a map": (REST, {**REST, "additionalProperties": SECONDS}),
    "of items": (
        {"type": "array", "items": MS},
        {"type": "array", "items": refers(**{"x-unit": "s"}), "$defs": {"Time": MS}},
    ),
}
SAME: Final[dict[str, tuple[Schema, Schema]]] = {
    "shapes in another order": (BOTH, {"oneOf": BOTH["oneOf"][::-1]}),
    "types in another order": (TYPES, named({"oneOf": TYPES["properties"]["time"]["oneOf"][::-1]})),
    "the same beside a reference": (named(MS), named(refers(**{"x-unit": "ms"}), **{"$defs": {"Time": MS}})),
    "a field that moves into shapes": (ONE, tagged(MS)),
    "a field of shapes that moves out": (tagged(MS), ONE),
    "a key of a map": (MAP, {**MAP, **named(MS)}),
    "a key of a pattern": (PATTERN, {**PATTERN, **named({"type": "number"})}),
    "a key of no pattern": (PATTERN, {**PATTERN, "properties": {"other": SECONDS}}),
    "keys of another pattern": (PATTERN, {**PATTERN, "patternProperties": {"^t": MS, "^o": SECONDS}}),
    "keys of a map, that a wide pattern takes over": (
        {**MAP, "patternProperties": {"^t": MS}},
        {"type": "object", "patternProperties": {"^t": NUMBER, "^": MS}},
    ),
    "a pattern inside a pattern": (
        {"patternProperties": {"^t": SECONDS}, "additionalProperties": MS, "type": "object"},
        {"patternProperties": {"^t": SECONDS, "^to": SECONDS}, "additionalProperties": MS, "type": "object"},
    ),
    "a map that loses a name of its own": ({**MAP, **named(SECONDS)}, {**MAP, **named(SECONDS), "minProperties": 0}),
    "an item by itself": ({"type": "array", "items": MS}, {"type": "array", "items": MS, "prefixItems": [MS]}),
    "moved from both cases to the field": (
        named(NUMBER, **OK, then={"properties": {"time": MS}}, **{"else": {"properties": {"time": MS}}}),
        named(MS, **OK, then={"properties": {"time": NUMBER}}, **{"else": {"properties": {"time": {}}}}),
    ),
    "moved from the field to both cases": (
        named(MS, **OK),
        named(NUMBER, **OK, then={"properties": {"time": MS}}, **{"else": {"properties": {"time": MS}}}),
    ),
    "stated twice, and once": (
        named(MS, **OK, then={"properties": {"time": MS}}),
        named(MS, **OK, then={"properties": {"time": NUMBER}}),
    ),
    "moved from the shapes to the field": (tagged(MS), {**tagged(NUMBER), "properties": {"time": MS}}),
    "split by the range": (named(MS), named({"anyOf": [{**MS, "minimum": 5}, {**MS, "maximum": 5}]})),
    "or null": (named({"anyOf": [MS, {"type": "null"}]}), named({"anyOf": [MS, {"type": "null"}], "title": "T"})),
    "by a boolean, and still so": (
        named(NUMBER, **OK, then={"properties": {"time": MS}}, **{"else": {"properties": {"time": SECONDS}}}),
        named(
            NUMBER, **OK, then={"properties": {"time": MS}}, **{"else": {"properties": {"time": SECONDS}}}, title="T"
        ),
    ),
    "stated now": (named({"type": "number"}), named(MS)),
    "another field": (named(MS), {"type": "object", "properties": {"time": MS, "pause": SECONDS}}),
    "a shape that moves": (BOTH, {"oneOf": [BOTH["oneOf"][0], refers()], "$defs": {"Time": BOTH["oneOf"][1]}}),
}


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize(("old", "new"), CHANGED.values(), ids=CHANGED)
def test_a_value_that_has_another_unit_is_told(old: Schema, new: Schema, direction: str) -> None:
    told = compare(old, new, direction=direction, promise="additive")
    assert {finding.rule for finding in told.findings if finding.severity == "error"} == {"unit-changed"}


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize(("old", "new"), SAME.values(), ids=SAME)
def test_values_that_have_the_units_they_had_are_compatible(old: Schema, new: Schema, direction: str) -> None:
    assert compare(old, new, direction=direction, promise="additive").verdict == "compatible"


def test_each_of_the_keys_that_replace_a_pattern_has_the_unit_of_the_pattern() -> None:
    new = {**named(SECONDS), "patternProperties": {"^t[a-z]*s$": MS}}
    told = compare(PATTERN, new, promise="additive")
    assert [finding.place.pointer for finding in told.findings if finding.rule == "unit-changed" and finding.place] == [
        "/properties/time/x-unit"
    ]


def test_a_key_of_another_type_has_no_unit_of_the_map() -> None:
    told = compare(MAP, {**MAP, **named({"type": "string"})}, promise="additive")
    assert [finding.rule for finding in told.findings if finding.severity == "error"] == ["type-changed"]


OTHER_FIELDS: Final[Schema] = {
    "kind": {"type": "string"},
    "ok": {"type": "boolean"},
    "number": {"type": "integer"},
    "inner": {"type": "object", "properties": {"kind": {"type": "string"}}},
}
IS_A: Final[Schema] = {"properties": {"kind": {"const": "a"}}, "required": ["kind"]}
CONDITIONS: Final[dict[str, Schema]] = {
    "a text": IS_A,
    "a text that may be missing": {"properties": {"kind": {"const": "a"}}},
    "a reference": {"$ref": "#/$defs/isA"},
    "allOf": {"allOf": [IS_A]},
    "not": {"not": IS_A},
    "a boolean": {"properties": {"ok": {"const": True}}},
    "a number": {"properties": {"number": {"minimum": 3}}},
    "a key": {"required": ["ok"]},
    "a key inside": {"properties": {"inner": IS_A}, "required": ["inner"]},
}


def where(test: Schema, then: Schema, otherwise: Schema, **beside: Any) -> Schema:
    """A time of one unit where a condition holds, and of another one where it does not."""
    fields = {"time": NUMBER, **OTHER_FIELDS, **beside}
    return {
        "type": "object", "properties": fields, "$defs": {"isA": IS_A},
        "if": test, "then": {"properties": {"time": then}}, "else": {"properties": {"time": otherwise}},
    }  # fmt: skip


def verdict(old: Schema, new: Schema, direction: str) -> str:
    return compare(old, new, direction=direction, promise="additive").verdict.value


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize("test", CONDITIONS.values(), ids=CONDITIONS)
def test_cases_that_exchange_their_units_break_whatever_tells_them_apart(test: Schema, direction: str) -> None:
    assert verdict(where(test, MS, SECONDS), where(test, SECONDS, MS), direction) == "breaking"
    described = where(test, MS, {**SECONDS, "description": "Otherwise."}, further={"type": "integer", "x-unit": "h"})
    assert verdict(where(test, MS, SECONDS), described, direction) == "compatible"


@pytest.mark.parametrize("direction", ["output", "input"])
def test_a_condition_is_the_same_behind_a_reference_and_with_its_cases_exchanged(direction: str) -> None:
    same = [where(CONDITIONS[name], MS, SECONDS) for name in ("a text", "a reference", "allOf")]
    same.append(where(CONDITIONS["not"], SECONDS, MS))
    assert {verdict(old, new, direction) for old, new in permutations(same, 2)} == {"compatible"}


@pytest.mark.parametrize("direction", ["output", "input"])
def test_a_condition_that_takes_further_documents_gives_them_its_unit(direction: str) -> None:
    wider = {"properties": {"kind": {"enum": ["a", "b"]}}, "required": ["kind"]}
    assert verdict(where(IS_A, MS, SECONDS), where(wider, MS, SECONDS), direction) == "breaking"
    other = CONDITIONS["a key"], {"required": ["number"]}
    assert verdict(where(other[0], MS, SECONDS), where(other[1], MS, SECONDS), direction) == "breaking"
    old, new = ({"enum": ["a", "c"]}, {"enum": ["a", "b", "c"]})
    listed = where(IS_A, MS, SECONDS, kind=old), where(wider, MS, SECONDS, kind=new)
    assert verdict(*listed, direction) == "compatible", "`b` is new, and has a unit of its own"


INTEGER: Final[Schema] = {"type": "integer"}
IN_SECONDS: Final[Schema] = {"type": "integer", "x-unit": "s"}
NULL: Final[Schema] = {"type": "null"}
BOTH_TYPES: Final[Schema] = {"type": ["integer", "null"]}
NULLABLE: Final[dict[str, Schema]] = {
    "types": {**BOTH_TYPES, "x-unit": "s"},
    "anyOf": {"anyOf": [IN_SECONDS, NULL]},
    "oneOf": {"oneOf": [NULL, IN_SECONDS]},
    "beside anyOf": {"x-unit": "s", "anyOf": [INTEGER, NULL]},
    "allOf": {"allOf": [BOTH_TYPES, {"x-unit": "s"}]},
    "if it is a number": {**BOTH_TYPES, "if": {"type": "integer"}, "then": {"x-unit": "s"}},
    "but for null": {**BOTH_TYPES, "if": {"type": "null"}, "else": {"x-unit": "s"}},
}


@pytest.mark.parametrize("direction", ["output", "input"])
@pytest.mark.parametrize(("old", "new"), [*permutations(NULLABLE, 2)])
def test_a_number_that_may_be_null_keeps_its_unit_however_that_is_written(old: str, new: str, direction: str) -> None:
    sides = named(NULLABLE[old]), named(NULLABLE[new])
    assert compare(*sides, direction=direction, promise="additive").verdict == "compatible"


def test_a_new_shape_has_units_of_its_own() -> None:
    old, new = ({"type": "object", "oneOf": shapes} for shapes in ([A], [A, of_kind("c", SECONDS)]))
    told = compare(old, new, promise="additive")
    assert "unit-changed" not in {finding.rule for finding in told.findings}


@pytest.mark.parametrize("fields", [1, "x", None, [1], True])
def test_fields_of_a_condition_that_are_none_tell_no_cases_apart(fields: Any) -> None:
    old, new = where({"properties": fields}, MS, SECONDS), where({"properties": fields}, MS, SECONDS, further=MS)
    assert "unit-changed" not in {finding.rule for finding in compare(old, new, promise="additive").findings}

"""Bad input ends soon, in an answer that says why: never in a hang, a crash or a traceback."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from accordant.algebra import Answer, Budget, Contained, Counterexample, Session, Undecided, check_containment
from accordant.schema.references import Resources


def ask(writer: Any, reader: Any, *, seconds: float = inf, steps: int = 100_000, states: int = 20_000) -> Answer:
    """The verdict within counted work: the clock of a busy machine decides nothing."""
    budget = Budget(seconds=seconds, steps=steps, states=states)
    return check_containment(Resources.of(writer), Resources.of(reader), budget=budget)


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(levels):
        schema = {"items": schema}
    return schema


def mesh(kinds: int, **changes: Any) -> dict[str, Any]:
    definitions: dict[str, Any] = {
        f"t{i}": {"type": "object", "properties": {f"p{j}": {"$ref": f"#/$defs/t{j}"} for j in range(kinds)}}
        for i in range(kinds)
    }
    definitions[f"t{kinds - 1}"]["properties"] |= changes
    return {"$ref": "#/$defs/t0", "$defs": definitions}


def test_a_hundred_thousand_levels() -> None:
    assert isinstance(ask(nested(100_000), nested(100_000)), Undecided)
    assert isinstance(ask({"type": "array"}, nested(100_000)), Undecided)


def test_a_chain_of_references_has_an_end() -> None:
    chain: dict[str, Any] = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(5_000)}
    chain["d5000"] = {"type": "string"}
    assert isinstance(ask({"$ref": "#/$defs/d0", "$defs": chain}, {"type": "string"}), Undecided)


def test_fifty_types_that_all_know_each_other() -> None:
    assert ask(mesh(50), mesh(50)) == Contained()
    assert isinstance(ask(mesh(50), mesh(50, z={"type": "integer"})), Counterexample)
    assert ask(mesh(50, z={"type": "integer"}), mesh(50)) == Contained()


@pytest.mark.parametrize("pattern", ["(a+)+$", "^(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "^.{0,60000}$"])
def test_patterns_that_explode_elsewhere(pattern: str) -> None:
    assert not isinstance(ask({"type": "string", "pattern": pattern}, {"type": "string", "pattern": "^x"}), Undecided)


def test_a_language_with_a_million_states_ends_in_its_budget() -> None:
    verdict = ask(
        {"type": "string", "pattern": "^.*a.{20}$"}, {"type": "string", "pattern": "^.*a.{20,21}$"}, states=2_000
    )
    assert isinstance(verdict, Undecided)
    assert "states" in verdict.reason


def test_a_witness_is_found_even_among_a_million_states() -> None:
    verdict = ask({"type": "string", "pattern": ".*a.{20}"}, {"type": "string", "pattern": "^b"}, states=2_000)
    assert verdict == Counterexample("a" * 21)


def test_a_pattern_that_nobody_can_read_may_still_stand_on_both_sides() -> None:
    family = {"patternProperties": {"(?<=ab+)c": {"type": "integer"}}}
    assert ask({"type": "object", **family, "required": ["k"]}, {"type": "object", **family}) == Contained()
    verdict = ask({"type": "string", "pattern": "(?<=ab+)c"}, {"type": "string", "pattern": "^a"})
    assert isinstance(verdict, Undecided)
    assert "(?<=ab+)c" in verdict.reason


def test_wide_unions_and_objects_take_few_steps() -> None:
    def tagged(count: int, kind: str) -> dict[str, Any]:
        return {
            "oneOf": [
                {"properties": {"t": {"const": f"t{i}"}, "v": {"type": kind}}, "required": ["t"], "type": "object"}
                for i in range(count)
            ]
        }

    assert ask(tagged(80, "integer"), tagged(80, "number"), steps=10_000) == Contained()
    assert ask(tagged(80, "number"), tagged(80, "integer"), steps=10_000) == Counterexample({"t": "t0", "v": 0.5})
    wide = {"type": "object", "properties": {f"p{i}": {"type": "string"} for i in range(2_000)}}
    assert ask({**wide, "required": list(wide["properties"])}, wide, steps=10_000) == Contained()


def test_time_is_the_last_budget() -> None:
    crowd = mesh(30)
    for index, kind in enumerate(crowd["$defs"].values()):
        kind["properties"]["q"] = {"anyOf": [{"$ref": f"#/$defs/t{j}"} for j in range(30)], "maxProperties": index}
    verdict = ask(crowd, {**crowd, "$ref": "#/$defs/t7"}, seconds=0.3)
    assert not isinstance(verdict, Undecided) or "0.3 s of processor time" in verdict.reason


@pytest.mark.parametrize(
    ("writer", "reader", "kind"),
    [
        ({"type": "array", "maxItems": 10**9}, {"type": "array", "maxItems": 10**9 - 1}, Undecided),
        ({"type": "array", "minItems": 10**9}, {"type": "array", "minItems": 2}, Contained),
        ({"type": "number", "multipleOf": 1e-300}, {"type": "integer"}, Counterexample),
        ({"type": "integer", "minimum": 2**64}, {"maximum": 2**65}, Counterexample),
        ({"const": "\ud800"}, {"maxLength": 0}, Undecided),
        ({"maximum": float("inf")}, {"maximum": 1}, Undecided),
        ({"type": "strng"}, {"maxLength": 0}, Undecided),
        ({"type": "strng"}, {}, Contained),
        ({"minLength": -1}, {"maxLength": 0}, Undecided),
        ({"minLength": -1}, {}, Contained),
        ({"$ref": "#/nowhere"}, {"maxLength": 0}, Undecided),
        ({"$ref": "#/nowhere"}, {}, Contained),
        ({"$ref": "http://127.0.0.1:1/x.json"}, {"maxLength": 0}, Undecided),
        ({"$ref": "http://127.0.0.1:1/x.json"}, {}, Contained),
        (7, {"maxLength": 0}, Undecided),
        (7, {}, Contained),
    ],
)
def test_huge_odd_and_broken_values(writer: Any, reader: Any, kind: type) -> None:
    assert isinstance(ask(writer, reader), kind)


def test_what_cannot_be_read_is_placed() -> None:
    writer = {"properties": {"p": {"type": "array", "minItems": 1, "items": {"minimum": "1"}}}}
    verdict = ask(writer, {"properties": {"p": False}})
    assert isinstance(verdict, Undecided)
    assert verdict.where.endswith("#/properties/p/items/minimum")
    assert "minimum" in verdict.reason


@pytest.mark.parametrize("broken", [7, ["x"], {"type": "strng"}, {"minimum": "1"}, {"required": "xy"}, {"$ref": 5}])
def test_what_cannot_be_read_does_not_hide_a_break_beside_it(broken: Any) -> None:
    writer = {"properties": {"a": {"type": "string"}, "b": broken}}
    reader = {"properties": {"a": {"type": "integer"}, "b": broken}}
    assert ask(writer, reader) == Counterexample({"a": ""})
    assert ask(writer, {**writer, "description": "A text."}) == Contained()
    assert isinstance(ask(writer, {"properties": {"b": False}}), Undecided)


def test_a_place_first_read_inside_a_loop_is_read_for_itself() -> None:
    definitions = {
        "p": {"allOf": [{"$ref": "#/$defs/q"}, {"type": "object"}]},
        "q": {"properties": {"c": {"$ref": "#/$defs/q"}}, "required": ["c"], "anyOf": [{"$ref": "#/$defs/p"}]},
    }
    assert ask({"$ref": "#/$defs/p", "$defs": definitions}, False) == Contained()


def test_an_alias_of_a_place_that_is_being_read_is_no_loop_for_others() -> None:
    definitions = {
        "p": {"items": {"$ref": "#/$defs/q"}, "allOf": [{"$ref": "#/$defs/q"}], "type": "string"},
        "q": {"$ref": "#/$defs/p"},
    }
    assert ask({"$ref": "#/$defs/p", "$defs": definitions}, {"type": "null"}) == Counterexample("")


def test_a_session_survives_a_schema_that_cannot_be_read() -> None:
    definitions = {"b": {"items": {"$ref": "#/$defs/b"}, "type": "strng"}}
    broken = {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/b"}, "$defs": definitions}
    session = Session()
    for _ in range(2):
        assert isinstance(session.check_containment(Resources.of(broken), Resources.of({"type": "null"})), Undecided)
    assert session.check_containment(Resources.of({"const": 1}), Resources.of({"type": "integer"})) == Contained()


def test_loops_that_never_read_further_are_not_followed() -> None:
    loop = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
    assert ask(loop, loop) == Contained()
    twisted = {"$ref": "#/$defs/a", "$defs": {"a": {"not": {"$ref": "#/$defs/a"}}}}
    assert isinstance(ask(twisted, {"type": "string"}), Undecided)


@pytest.mark.parametrize("keyword", ["exclusiveMinimum", "exclusiveMaximum"])
def test_a_number_where_draft_04_has_a_flag_is_undecided(keyword: str) -> None:
    later, draft_04 = "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-04/schema#"
    bounds = {"minimum": 0, "maximum": 0, keyword: 1}
    verdict = ask({"$schema": later, "minimum": 0, "maximum": 0}, {"$schema": draft_04, **bounds})
    assert isinstance(verdict, Undecided)
    assert f"`{keyword}` must be true or false in draft-04" in verdict.reason

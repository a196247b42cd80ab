"""Many edits of one kind are one finding that names them; a few are findings of their own."""

from __future__ import annotations

from typing import Any

import pytest

from accordant import compare
from accordant.compat.gather import MOST_ALIKE, parts_of, with_further
from accordant.findings import Severity
from tests.compat.states import breaks


def objects(number: int, **each: Any) -> dict[str, Any]:
    """A schema with objects called a, b, c, ..., all of one form."""
    part = {"type": "object", "required": ["x"], "properties": {"x": {"type": "string"}, "y": {"type": "string"}}}
    return {"type": "object", "properties": {name: {**part, **each} for name in "abcdefghijklmnopq"[:number]}}


@pytest.mark.parametrize("number", [1, MOST_ALIKE])
def test_a_few_edits_are_findings_of_their_own(number: int) -> None:
    answer = compare(objects(number), objects(number, required=[]))
    assert [finding.rule for finding in answer.findings] == ["field-became-optional"] * number
    assert all(not finding.parts for finding in answer.findings)


def test_more_are_one_finding_wherever_they_are_and_its_parts_are_the_breaks() -> None:
    before, after = objects(5), objects(5, properties={"x": {"type": "string"}})
    (finding,) = compare(before, after).findings
    assert finding.message.endswith("The same is true of `b/y`, `c/y`, `d/y`, `e/y`.")
    parts = parts_of(finding)
    assert [part.old_place.pointer for part in parts if part.old_place] == [
        f"/properties/{o}/properties/y" for o in "abcde"
    ]
    assert parts_of(parts[0]) == [parts[0]]


def test_names_are_as_long_as_they_must_be_and_many_are_counted() -> None:
    (finding,) = compare(objects(17), objects(17, properties={"x": {"type": "string"}})).findings
    assert "`b/y`" in finding.message
    assert finding.message.endswith("`l/y` and 5 more.")


def test_all_lists_each() -> None:
    answer = compare(objects(5), objects(5, required=[]), every=True)
    assert len(answer.findings) == 5


@pytest.mark.parametrize("direction", ["output", "input"])
def test_a_key_that_a_closed_object_refuses_is_set_against_what_refuses_it(direction: str) -> None:
    less: dict[str, Any] = {"type": "object", "properties": {"a": {}}, "additionalProperties": False}
    more = {**less, "properties": {"a": {}, "b": {"type": "integer"}}}
    old, new = (less, more) if direction == "output" else (more, less)
    (finding,) = compare(old, new, direction=direction).findings
    sides = [{"additionalProperties": False}, {"properties": "b"}]
    assert [finding.old, finding.new] == (sides if direction == "output" else sides[::-1])


SHARED: dict[str, Any] = {"type": "object", "properties": {"street": {"type": "string"}, "zip": {"type": "string"}}}
RENAMED: dict[str, Any] = {"type": "object", "properties": {"street": {"type": "string"}, "code": {"type": "integer"}}}


def referring(definition: dict[str, Any], number: int) -> dict[str, Any]:
    """A schema that refers to one definition from several fields."""
    properties = {name: {"$ref": "#/$defs/Address"} for name in "abcdefgh"[:number]}
    return {"type": "object", "properties": properties, "$defs": {"Address": definition}}


@pytest.mark.parametrize("direction", ["output", "input"])
def test_an_edit_in_a_shared_definition_is_one_finding_that_names_the_fields(direction: str) -> None:
    answer = compare(referring(SHARED, 3), referring(RENAMED, 3), promise="additive", direction=direction)
    removed, *added = answer.findings
    assert removed.message == "The field `/a/zip` is gone. The same is true of `/b/zip`, `/c/zip`."
    assert [note.message for note in added] == [f"The field `/{name}/code` was added." for name in "abc"]
    assert (removed.number, removed.parts) == (1, ())


def test_a_definition_that_its_users_leave_is_told_by_their_fields() -> None:
    left = {name: {"type": "object", "properties": {"street": {"type": "string"}}} for name in "abc"}
    (finding,) = compare(referring(SHARED, 3), {"type": "object", "properties": left}, promise="additive").findings
    assert finding.message == "The field `/a/zip` is gone. The same is true of `/b/zip`, `/c/zip`."


@pytest.mark.parametrize("left", [{}, {"required": []}])
def test_fields_that_become_optional_together_are_told_by_their_names(left: dict[str, Any]) -> None:
    rest = {"type": "object", "properties": {name: {"type": "string"} for name in "abc"}}
    (finding,) = compare({**rest, "required": ["a", "b", "c"]}, {**rest, **left}, promise="additive").findings
    assert finding.message == "The field `/a` may be missing; the reader requires it. The same is true of `b`, `c`."


def test_each_of_several_fields_that_become_optional_is_acknowledged_for_itself() -> None:
    rest = {"type": "object", "properties": {name: {"type": "string"} for name in "abcd"}}
    old = {**rest, "required": ["a", "b", "c", "d"]}

    def marks(*required: str) -> set[str]:
        new = {**rest, "required": list(required)}
        return set(breaks(old, new))

    assert marks("a", "d") | marks("a", "b") == marks("a")
    assert len(marks("a", "d") & marks("a", "c")) == 1


def test_every_field_that_becomes_required_is_told() -> None:
    old, new = ({"type": "object", "properties": {"a": {}, "b": {}}, "required": names} for names in ([], ["a", "b"]))
    told = " ".join(finding.message for finding in compare(old, new, promise="additive").findings)
    assert "`/a`" in told
    assert "`/b`" in told


def told(old: dict[str, Any], new: dict[str, Any], **terms: Any) -> str:
    """The message of the one finding about breaks."""
    (finding,) = compare(old, new, **{"promise": "additive", **terms}).findings
    return finding.message


INTEGER = {"type": "integer"}


def shapes(**each: Any) -> dict[str, Any]:
    """Three shapes that a tag selects."""
    parts = ({"k": {"const": kind}, kind: INTEGER} for kind in "abc")
    return {"oneOf": [{"type": "object", "properties": part, "required": ["k"], **each} for part in parts]}


def test_alternatives_that_are_closed_or_opened_together_are_told_by_their_places_in_the_schema() -> None:
    closed, opened = shapes(additionalProperties=False), shapes()
    end = " The same is true of `oneOf/1`, `oneOf/2`."
    assert told(opened, closed, direction="input", promise="strict").endswith(end)
    assert told(closed, opened, promise="strict").endswith(end)


def test_rules_that_go_together_are_told_by_what_they_are_about() -> None:
    needed = {"a": ["b"], "c": ["c1"], "d": ["d1"]}
    message = told({"dependentRequired": needed}, {"dependentRequired": {}})
    assert message.startswith("The rule `dependentRequired/a` for the document is gone")
    assert message.endswith(" The same is true of `dependentRequired/c`, `dependentRequired/d`.")
    message = told({"allOf": [{"required": [name]} for name in "xyz"]}, {})
    assert message.endswith(" The same is true of `allOf/1`, `allOf/2`.")


def test_fields_of_a_schema_that_refers_to_itself_are_told_by_their_whole_paths() -> None:
    old = {"properties": {"n": {"type": "string"}, "c": {"type": "array", "items": {"$ref": "#"}}}}
    found = compare(old, {"properties": {"c": {"type": "array"}}}, promise="additive").findings
    assert [finding.message for finding in found] == [
        "The field `/n` is gone. The same is true of `/c/*/n`.",
        "The field `/c/*/c` is gone.",
    ]


def test_values_of_several_fields_are_told_with_their_fields() -> None:
    old, new = ({"properties": {name: {"items": {"enum": list(values)}} for name in "xy"}} for values in ("abc", "a"))
    assert told(old, new) == (
        'The value "b" at `/x/*` is gone. The same is true of `c` at `/x/*`, `b` at `/y/*`, `c` at `/y/*`.'
    )


def test_positions_of_a_tuple_are_told_by_their_places() -> None:
    old, new = ({"prefixItems": [{"type": kind}] * 3} for kind in ("integer", "string"))
    assert told(old, new).endswith(" The same is true of `/1`, `/2`.")


def test_breaks_that_nothing_tells_apart_are_counted() -> None:
    assert with_further("It is gone.", [], 2) == "It is gone. The same is true of 2 more."


@pytest.mark.parametrize("promise", ["additive", "strict"])
def test_a_field_that_moved_is_told_by_what_it_became(promise: str) -> None:
    old = {"type": "object", "properties": {"c": {"type": "string"}}}
    new = {"type": "object", "allOf": [{"properties": {"c": {"type": ["string", "null"]}}}]}
    (finding,) = (found for found in compare(old, new, promise=promise).findings if found.severity == Severity.ERROR)
    assert finding.rule == "null-added"
    assert "`/c` may be null" in finding.message

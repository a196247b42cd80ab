"""An object that is opened breaks no reader that skips what it does not know; a note says so, with its place."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Finding, Severity, Verdict

Schema = dict[str, Any]
CLOSED: Schema = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
OPEN: Schema = {key: value for key, value in CLOSED.items() if key != "additionalProperties"}


def notes(old: Schema, new: Schema, direction: str = "output") -> list[Finding]:
    found = compare(old, new, promise="additive", direction=direction).findings
    return [finding for finding in found if finding.rule == "closed-object-opened"]


@pytest.mark.parametrize("new", [OPEN, {**OPEN, "additionalProperties": True}, {**OPEN, "additionalProperties": {}}])
def test_an_opened_object_is_a_note(new: Schema) -> None:
    comparison = compare(CLOSED, new, promise="additive")
    (note,) = comparison.findings
    assert (comparison.verdict, comparison.strict) == (Verdict.COMPATIBLE, Verdict.BREAKING)
    assert (note.rule, note.severity) == ("closed-object-opened", Severity.NOTE)
    assert note.message == "The document is open now: it may carry keys that the schema does not name."
    assert note.old == {"additionalProperties": False}
    assert note.old_place is not None
    assert note.old_place.pointer == "/additionalProperties"


def test_each_opened_object_is_a_note_at_its_place() -> None:
    old, new = ({"properties": {"x": part, "y": {"items": part}}} for part in (CLOSED, OPEN))
    assert [note.message.partition(" is ")[0] for note in notes(old, new)] == ["`/x`", "`/y/*`"]


def test_an_object_that_another_keyword_closes_is_not_opened() -> None:
    assert notes(CLOSED, {**OPEN, "unevaluatedProperties": False}) == []


def test_what_is_only_tested_is_not_opened() -> None:
    assert notes({"not": CLOSED}, {"not": OPEN}) == []


def test_a_reader_that_opens_its_objects_breaks_nobody_and_is_no_note() -> None:
    assert notes(CLOSED, OPEN, "input") == []


def test_under_the_strict_promise_an_opened_object_breaks() -> None:
    (finding,) = compare(CLOSED, OPEN, promise="strict").findings
    assert (finding.rule, finding.severity) == ("closed-object-opened", Severity.ERROR)


@pytest.mark.parametrize("new", [{"type": "integer"}, {"type": ["string", "null"]}, {"const": 3}, {"enum": ["a"]}])
def test_what_is_no_object_any_more_is_not_opened(new: Schema) -> None:
    assert notes({"properties": {"x": CLOSED}}, {"properties": {"x": new}}) == []


@pytest.mark.parametrize("new", [{"type": ["object", "null"]}, {}, {"enum": [{"b": 1}, 3]}])
def test_what_may_still_be_an_object_is_opened(new: Schema) -> None:
    assert [
        note.message.partition(" is ")[0] for note in notes({"properties": {"x": CLOSED}}, {"properties": {"x": new}})
    ] == ["`/x`"]


def keys(**more: Any) -> Schema:
    return {"properties": {"x": {"type": "object", "properties": {"a": {}}, **more}}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ({"maxProperties": 3}, {"maxProperties": 5}, "`/x` may carry more than 3 keys now."),
        ({"maxProperties": 3}, {}, "`/x` may carry more than 3 keys now."),
        (
            {"propertyNames": {"pattern": "^a"}},
            {},
            "`/x` may carry keys of any name now: `propertyNames` is gone.",
        ),
        (
            {"patternProperties": {"^f[a-z]$": True}, "additionalProperties": False},
            {"patternProperties": {"^f[a-z0-9]$": True}, "additionalProperties": False},
            "`/x` may carry keys that match `^f[a-z0-9]$` now.",
        ),
    ],
)
def test_keys_that_only_a_strict_reader_refuses_are_a_note(old: Schema, new: Schema, message: str) -> None:
    comparison = compare(keys(**old), keys(**new), promise="additive")
    assert (comparison.verdict, comparison.strict) == (Verdict.COMPATIBLE, Verdict.BREAKING)
    assert [finding.message for finding in comparison.findings] == [message]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"maxProperties": 5}, {"maxProperties": 3}),
        ({}, {"propertyNames": {"pattern": "^a"}}),
        ({"patternProperties": {"^f[a-z]$": True}}, {"patternProperties": {"^f[a-z0-9]$": True}}),
    ],
)
def test_keys_that_no_reader_minds_are_no_opening(old: Schema, new: Schema) -> None:
    closed: Schema = {"properties": {"b": {"type": "object", "additionalProperties": False}}}
    opened: Schema = {"properties": {"b": {"type": "object"}}}  # so that a strict reader refuses something
    (note,) = notes({"allOf": [keys(**old), closed]}, {"allOf": [keys(**new), opened]})
    assert note.message.startswith("`/b` is open now")


@pytest.mark.parametrize("rule", [{"propertyNames": {"pattern": "x"}}, {"maxProperties": 3}])
def test_an_opening_that_breaks_a_reader_is_told_once(rule: Schema) -> None:
    held: Schema = {"type": "object", "additionalProperties": {"type": "string"}}
    (finding,) = compare({**held, **rule}, held, promise="additive").findings
    assert finding.severity == Severity.ERROR

"""A name with `/` or `~` in it is written as a JSON Pointer writes it, so that no other place is meant."""

from __future__ import annotations

from typing import Any

import pytest

from accordant import compare
from accordant.findings import Finding, LostDocument
from accordant.schema import pointers

INTEGER = {"type": "integer"}
INNER = {"type": "object", "properties": {"b": INTEGER}}


def find(old: Any, new: Any, direction: str = "output") -> list[Finding]:
    return list(compare(old, new, promise="additive", direction=direction).findings)


def fields(*names: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {**dict.fromkeys(names, INTEGER), **more}}


def test_a_lost_name_with_a_slash_is_not_taken_for_the_path_that_is_still_there() -> None:
    (finding,) = find(fields("a/b", a=INNER), fields(a=INNER))
    assert finding.message == "The field `/a~1b` is gone."


@pytest.mark.parametrize("name", ["a/b", "~", "~1", "+1"])
def test_the_marked_place_of_a_lost_document_is_the_lost_name(name: str) -> None:
    (finding,) = find(fields(name, a=INNER), fields(a=INNER))
    assert isinstance(finding.evidence, LostDocument)
    assert pointers.split(finding.evidence.at) == [name]
    assert pointers.has(finding.evidence.document, finding.evidence.at)


def test_a_lost_name_inside_such_a_name_is_told_by_its_whole_path() -> None:
    (finding,) = find(fields(**{"x~y": fields("p/q", "r~s", "t")}), fields(**{"x~y": fields()}))
    assert finding.message == "The field `/x~0y/p~1q` is gone. The same is true of `r~0s`, `t`."


def test_an_edit_of_such_a_name_is_told_by_its_pointer() -> None:
    (finding,) = find(fields("a/b"), fields(**{"a/b": {"type": ["integer", "null"]}}))
    assert finding.message == "`/a~1b` may be null; the reader expects an integer."
    (finding,) = find({**fields("a/b"), "required": ["a/b"]}, fields("a/b"))
    assert finding.message == "The field `/a~1b` may be missing; the reader requires it."
    (finding,) = find(fields("a/b"), {**fields("a/b"), "required": ["a/b"]})
    assert finding.message == "The field `/a~1b` is always there from now on."


def case(name: str, **more: Any) -> dict[str, Any]:
    return {"properties": {"k/l": {"const": name}, **more}, "required": ["k/l"]}


def test_a_case_is_told_by_the_pointer_of_its_tag() -> None:
    kinds = {"oneOf": [case("A", x=INTEGER), case("B", x=INTEGER)]}
    (finding,) = find(kinds, {"oneOf": [case("A"), case("B", x=INTEGER)]})
    assert finding.message == 'The field `/x` is gone where `/k~1l` is "A".'


def test_a_condition_about_such_names_is_told_by_their_pointers() -> None:
    base = {"properties": {"x/y": {"enum": ["a", "b"]}}, "required": ["x/y"], "then": {"required": ["k/l"]}}
    old, new = ({**base, "if": {"properties": {"x/y": {"const": value}}}} for value in "ab")
    (finding,) = find(old, new, "input")
    assert finding.message == 'Where `/x~1y` is "b", `/k~1l` may be missing; the reader requires it.'
    (finding,) = find({"dependentRequired": {"x/y": ["z"]}}, {"dependentRequired": {}})
    assert finding.message == (
        "The rule `dependentRequired/x~1y` for the document is gone; the reader still follows it."
    )


def test_a_name_that_was_added_is_no_narrowing_of_the_path_that_it_looks_like() -> None:
    old, new = fields(a=INNER), fields("a/b", a={"type": "object", "properties": {"b": {**INTEGER, "minimum": 3}}})
    messages = [finding.message for finding in find(old, new)]
    assert messages == ["The field `/a~1b` was added.", "`/a/b` is narrower now: `minimum: 3` is new."]

"""What ends an acknowledgement of a field that callers have to write now, and what does not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.compat.states import breaks

Schema = dict[str, Any]
Change = Callable[[Schema], object]

TEXT: Final[Schema] = {"type": "string"}
OPTIONS: Final[Schema] = {"type": "object", "properties": {"depth": TEXT}}
OLD: Final[Schema] = {"type": "object", "properties": {"path": TEXT, "options": OPTIONS}}
ELSEWHERE: Final[dict[str, Change]] = {
    "a field inside is required": lambda new: new["properties"]["options"].update(required=["depth"]),
    "a new field is required too": lambda new: (new["properties"].update(mode=TEXT), new["required"].append("mode")),
    "an old field is required too": lambda new: new["required"].append("path"),
    "a field may be null": lambda new: new["properties"].update(path={"type": ["string", "null"]}),
    "a text": lambda new: new.update(description="Where to look."),
    "a field that may be left out": lambda new: new["properties"].update(mode=TEXT),
    "the field is described": lambda new: new["properties"]["user"].update(description="Who asks."),
}


def required_now(*changes: Change) -> Schema:
    new = copy.deepcopy(OLD)
    new["properties"]["user"] = dict(TEXT)
    new["required"] = ["user"]
    for change in changes:
        change(new)
    return new


@pytest.mark.parametrize("promise", ["additive", "strict"])
@pytest.mark.parametrize("change", ELSEWHERE.values(), ids=ELSEWHERE)
def test_an_accepted_field_that_is_required_now_stays_accepted(change: Change, promise: str) -> None:
    (accepted,) = breaks(OLD, required_now(), promise, "input")
    assert accepted in breaks(OLD, required_now(change), promise, "input")


@pytest.mark.parametrize("promise", ["additive", "strict"])
def test_each_field_that_is_required_now_is_accepted_for_itself(promise: str) -> None:
    (accepted,) = breaks(OLD, required_now(), promise, "input")
    both = breaks(OLD, required_now(ELSEWHERE["a new field is required too"]), promise, "input")
    assert len(both) == 2
    assert accepted in both


def test_a_field_that_is_required_in_a_case_is_another_break_than_one_that_always_is() -> None:
    case = {"if": {"properties": {"path": {"const": "/"}}, "required": ["path"]}, "then": {"required": ["user"]}}
    in_a_case = {**required_now(lambda new: new.pop("required")), **case}
    accepted = breaks(OLD, in_a_case, "strict", "input")
    assert accepted
    assert not accepted.keys() & breaks(OLD, {**in_a_case, "required": ["user"]}, "strict", "input").keys()


def short(longest: int, **texts: Any) -> Schema:
    return {"type": "string", "maxLength": longest, **texts}


@pytest.mark.parametrize(
    "later", [{"b": short(3)}, {"a": short(0)}, {"a": short(3), "b": short(3)}, {"a": short(1), "b": short(1)}]
)
def test_an_accepted_bound_of_one_key_of_a_map_is_none_of_another_key(later: Schema) -> None:
    def labels(named: Schema) -> Schema:
        fields = {"properties": named} if named else {}
        return {"type": "object", "properties": {"labels": {"type": "object", "additionalProperties": TEXT, **fields}}}

    accepted = breaks(labels({}), labels({"a": short(3)}), "additive", "input")
    described = breaks(labels({}), labels({"a": short(3, description="Short.")}), "additive", "input")
    assert len(accepted) == 1
    assert described.keys() == accepted.keys()
    assert not breaks(labels({}), labels(later), "additive", "input").keys() <= accepted.keys()

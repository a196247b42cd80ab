"""A field that moves from `properties` into another keyword of the same object is told by what it became."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from accordant.compat import compare
from accordant.findings import Severity
from tests.compat.states import breaks

Schema = dict[str, Any]
Change = Callable[[Schema], object]

CONDITION: Final[Schema] = {"properties": {"kind": {"const": "p"}}, "required": ["kind"]}


def base() -> Schema:
    size = {"type": "object", "properties": {"width": {"type": "integer", "maximum": 9}, "unit": {"type": "string"}}}
    properties = {"kind": {"enum": ["p", "q"]}, "size": {**size, "required": ["width"]}, "note": {"type": "string"}}
    return {"type": "object", "properties": properties, "required": ["kind", "size"]}


def size_of(schema: Schema) -> Schema:
    size: Schema = schema["properties"]["size"]
    return size


def take(schema: Schema) -> Schema:
    """The field, which is taken from where it stands, as a schema of its own."""
    is_required = "size" in schema["required"]
    schema["required"] = [name for name in schema["required"] if name != "size"]
    taken: Schema = {"properties": {"size": schema["properties"].pop("size")}}
    return {**taken, "required": ["size"]} if is_required else taken


def into_all_of(schema: Schema) -> None:
    schema["allOf"] = [take(schema)]


def into_a_base(schema: Schema) -> None:
    schema |= {"allOf": [{"$ref": "#/$defs/Base"}], "$defs": {"Base": take(schema)}}


def behind_a_reference(schema: Schema) -> None:
    schema |= {"$ref": "#/$defs/Base", "$defs": {"Base": take(schema)}}


def into_both_cases(schema: Schema) -> None:
    taken = take(schema)
    schema |= {"if": CONDITION, "then": taken, "else": copy.deepcopy(taken)}


def into_one_case(schema: Schema) -> None:
    schema |= {"if": CONDITION, "then": take(schema)}


def into_a_nested_case(schema: Schema) -> None:
    schema["allOf"] = [{"if": CONDITION, "else": {"allOf": [take(schema)]}}]


def into_what_a_member_asks_for(schema: Schema) -> None:
    schema["dependentSchemas"] = {"note": take(schema)}


def drop_the_width(schema: Schema) -> None:
    del size_of(schema)["properties"]["width"], size_of(schema)["required"]


def rename_the_unit(schema: Schema) -> None:
    properties = size_of(schema)["properties"]
    properties["measure"] = properties.pop("unit")


KEEP_ITS_MEANING: Final[tuple[Change, ...]] = (into_all_of, into_a_base, behind_a_reference, into_both_cases)
LOOSEN: Final[tuple[Change, ...]] = (into_one_case, into_a_nested_case, into_what_a_member_asks_for)
EDITS: Final[dict[str, Change]] = {
    "another type": lambda schema: schema["properties"].update(size={"type": "array", "items": {"type": "string"}}),
    "null": lambda schema: size_of(schema).update(type=["object", "null"]),
    "one more alternative": lambda schema: schema["properties"].update(
        size={"anyOf": [size_of(schema), {"type": "integer"}]}
    ),
    "a bound": lambda schema: size_of(schema)["properties"]["width"].update(maximum=20),
    "another type inside": lambda schema: size_of(schema)["properties"]["width"].update(type=["integer", "string"]),
    "a name that may be missing inside": lambda schema: size_of(schema).pop("required"),
    "a name that is gone inside": drop_the_width,
    "a name that is called otherwise inside": rename_the_unit,
}
MAY_BE_MISSING: Final[Change] = lambda schema: schema["required"].remove("size")  # noqa: E731
OF_THE_FIELD: Final = [*EDITS.items(), ("a name that may be missing", MAY_BE_MISSING)]


def nested(schema: Schema) -> Schema:
    """The schema as that of the items of a member."""
    definitions = {"$defs": schema.pop("$defs")} if "$defs" in schema else {}
    return {"type": "object", "properties": {"all": {"type": "array", "items": schema}}, **definitions}


def changed(*changes: Change, inside: bool) -> Schema:
    schema = base()
    for change in changes:
        change(schema)
    return nested(schema) if inside else schema


def rules(old: Schema, new: Schema, promise: str, direction: str) -> Counter[str]:
    findings = compare(old, new, promise=promise, direction=direction).findings
    return Counter(finding.rule for finding in findings if finding.severity is Severity.ERROR)


@pytest.mark.parametrize(("promise", "inside"), [("additive", False), ("strict", True)], ids=["root", "items"])
@pytest.mark.parametrize("move", [*KEEP_ITS_MEANING, *LOOSEN])
@pytest.mark.parametrize(("name", "edit"), EDITS.items(), ids=EDITS)
def test_what_a_moved_field_became_is_told_as_if_it_had_stayed(
    name: str, edit: Change, move: Change, promise: str, inside: bool
) -> None:
    start = changed(inside=inside)
    edited, moved, both = (changed(*changes, inside=inside) for changes in ((edit,), (move,), (edit, move)))
    for direction in ("output", "input"):
        told = [rules(*steps(start, other, direction), promise, direction) for other in (edited, moved, both)]
        assert told[0], name
        assert told[2] == told[0] + told[1]


def steps(start: Schema, other: Schema, direction: str) -> tuple[Schema, Schema]:
    """The older and the newer schema, so that the step is the one that may break."""
    return (start, other) if direction == "output" else (other, start)


@pytest.mark.parametrize("move", KEEP_ITS_MEANING)
def test_a_move_alone_breaks_nobody(move: Change) -> None:
    assert compare(base(), changed(move, inside=False), direction="full").verdict == "compatible"


@pytest.mark.parametrize("move", LOOSEN)
def test_a_move_into_one_case_is_told(move: Change) -> None:
    told = rules(base(), changed(move, inside=False), "additive", "output")
    assert told == {"type-changed": 1, "field-became-optional": 1}


@pytest.mark.parametrize("inside", [False, True], ids=["at the root", "of items"])
@pytest.mark.parametrize("move", [into_all_of, into_a_base, behind_a_reference])
@pytest.mark.parametrize(("name", "edit"), OF_THE_FIELD, ids=[name for name, _ in OF_THE_FIELD])
def test_an_accepted_break_stays_accepted_where_its_field_moves(
    name: str, edit: Change, move: Change, inside: bool
) -> None:
    start, edited = changed(inside=inside), changed(edit, inside=inside)
    accepted = breaks(start, edited)
    assert accepted, name
    assert breaks(start, changed(edit, move, inside=inside)).keys() == accepted.keys()


def test_a_field_that_is_declared_in_one_case_only_is_told_so() -> None:
    messages = {finding.message for finding in compare(base(), changed(into_one_case, inside=False)).findings}
    assert any(message.startswith("`/size` is declared by `then` only: `/size` may be ") for message in messages)


@pytest.mark.parametrize("move", KEEP_ITS_MEANING)
def test_fields_that_move_together_are_each_told_by_what_they_became(move: Change) -> None:
    def state(*changes: Change) -> Schema:
        schema = base()
        schema["properties"]["size"]["properties"]["depth"] = {"type": "integer"}
        schema["properties"]["size"]["required"] = ["width", "depth"]
        for change in changes:
            change(schema)
        return schema

    def let_in_null(schema: Schema) -> None:
        for name in ("width", "depth"):
            size_of(schema)["properties"][name]["type"] = ["integer", "null"]

    assert rules(state(), state(let_in_null, move), "strict", "output") == rules(
        state(), state(let_in_null), "strict", "output"
    )

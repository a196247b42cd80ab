"""Edits of a copied reader, each at its place."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat import compare
from accordant.compat.edits import Edit, Kind, Updates, make, put
from accordant.compat.sides import Spot


def edit(*tokens: str | int, value: Any) -> Edit:
    nowhere = Spot("", "")
    return Edit(Kind.KEYWORD, (), nowhere, nowhere, (put(tokens, value),))


def test_only_the_place_of_an_edit_changes() -> None:
    schema = {"anyOf": [{"type": "null"}, {"type": "string"}], "title": "t"}
    made = make(schema, [edit("anyOf", 1, "type", value="integer")], {})
    assert (made["anyOf"], made["title"]) == ([{"type": "null"}, {"type": "integer"}], "t")
    assert schema["anyOf"][1] == {"type": "string"}


def test_readers_with_an_edit_in_common_have_what_it_made_in_common() -> None:
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    first, second = edit("properties", "a", "type", value="null"), edit("properties", "b", "type", value="null")
    updates = Updates()
    edited, both = make(schema, [first], {}, updates), make(schema, [first, second], {}, updates)
    assert edited["properties"]["a"] == {"type": "null"}
    assert edited["properties"]["a"] is both["properties"]["a"]


@pytest.mark.parametrize("none", [[{"type": "integer"}], [], 5, "text", None])
@pytest.mark.parametrize("holder", [("properties", "step"), ("items",), ("$defs", "Step"), ("dependentSchemas", "a")])
def test_what_stands_where_a_schema_is_due_is_an_edit_as_a_whole(none: Any, holder: tuple[str, ...]) -> None:
    def schema(inner: Any) -> Any:
        for name in reversed(holder):
            inner = {name: inner}
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [{"$ref": "#/$defs/Step"}], **inner}

    right = schema({"type": "object", "properties": {"n": {"type": "null"}}, "required": ["n"]})
    for old, new in ((schema(none), right), (right, schema(none))):
        for direction in ("output", "input"):
            assert compare(old, new, promise="additive", direction=direction).findings

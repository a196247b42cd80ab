"""Edits of a copied reader, each at its place."""

from __future__ import annotations

from typing import Any

from accordant.compat.edits import Edit, Kind, make, put
from accordant.compat.sides import Spot


def edit(*tokens: str | int, value: Any) -> Edit:
    nowhere = Spot("", "")
    return Edit(Kind.KEYWORD, (), nowhere, nowhere, (put(tokens, value),))


def test_only_the_place_of_an_edit_changes() -> None:
    schema = {"anyOf": [{"type": "null"}, {"type": "string"}], "title": "t"}
    made = make(schema, [edit("anyOf", 1, "type", value="integer")], {})
    assert (made["anyOf"], made["title"]) == ([{"type": "null"}, {"type": "integer"}], "t")
    assert schema["anyOf"][1] == {"type": "string"}


def test_a_list_that_stands_where_a_schema_is_due_gives_way() -> None:
    made = make({"properties": {"step": [{"type": "integer"}]}}, [edit("properties", "step", "type", value="null")], {})
    assert made["properties"] == {"step": {"type": "null"}}

"""What is plainly refused at the root of a schema is refused by the validator, by that keyword."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat.blame import blame
from accordant.compat.judged_alike import differences
from accordant.compat.refused_at_root import changed_members, refuses_at_root, with_members
from accordant.schema.reader_copy import as_node

DRAFT_04 = "http://json-schema.org/draft-04/schema#"
CLOSED = {"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": False}


@pytest.mark.parametrize("draft", [{}, {"$schema": DRAFT_04}])
@pytest.mark.parametrize(
    ("schema", "document", "keyword"),
    [
        (CLOSED, {"b": 1}, "additionalProperties"),
        ({"additionalProperties": False}, {"": None}, "additionalProperties"),
        ({**CLOSED, "required": ["c"]}, {"a": None, "b": 1}, "additionalProperties"),
        ({**CLOSED, "required": ["a", "c"]}, {"a": None}, "required"),
        ({"required": ["c"], "patternProperties": {"b": {}}}, {"b": 1}, "required"),
    ],
)
def test_a_validator_blames_the_same_keyword(schema: Any, document: Any, keyword: str, draft: Any) -> None:
    refusal = blame(as_node({**draft, **schema}), document)
    assert refusal is not None
    assert (refusal.instance, refusal.schema, refusal.keyword) == ("", "", keyword)
    assert refuses_at_root(schema, document) == keyword


@pytest.mark.parametrize(
    ("schema", "document"),
    [
        (CLOSED, {"a": 1}),
        (CLOSED, {}),
        (CLOSED, ["b"]),
        (True, {"b": 1}),
        ({**CLOSED, "$ref": "#/$defs/a"}, {"b": 1}),
        ({**CLOSED, "patternProperties": {"b": {}}}, {"b": 1}),
        ({**CLOSED, "additionalProperties": {"not": {}}}, {"b": 1}),
        ({"required": ["a"]}, {"a": 1}),
        ({"required": ["a"]}, "a"),
        ({"required": "b"}, {"a": 1}),
        ({"required": [1]}, {"a": 1}),
        ({"properties": {"a": {"required": ["b"]}}}, {"a": {}}),
    ],
)
def test_nothing_is_said_of_what_needs_a_longer_look(schema: Any, document: Any) -> None:
    assert not refuses_at_root(schema, document)


@pytest.mark.parametrize(
    ("other", "members"),
    [
        ({**CLOSED, "properties": {"a": True}}, {"a"}),
        ({**CLOSED, "properties": {"a": {"type": "null"}, "b": {}}}, {"b"}),
        ({**CLOSED, "properties": {}}, {"a"}),
        ({**CLOSED, "additionalProperties": True}, None),
        ({**CLOSED, "required": ["a"]}, None),
        ({**CLOSED, "properties": True}, None),
    ],
)
def test_members_are_named_where_nothing_else_differs(other: Any, members: set[str] | None) -> None:
    assert changed_members(differences(CLOSED, other, {"a", "b"})) == members


def test_required_names_may_differ_besides() -> None:
    first, other = {**CLOSED, "required": ["a"]}, {**CLOSED, "properties": {"a": {}}, "required": ["a", "b"]}
    assert changed_members(differences(first, other, {"a"})) == {"a"}


def test_members_keep_their_definitions() -> None:
    schema = {
        "$defs": {"d0": {"type": "null"}},
        "properties": {"a": {"$ref": "#/$defs/d0"}, "b": {}},
        "required": ["b"],
    }
    assert with_members(schema, {"a", "c"}) == {
        "$defs": {"d0": {"type": "null"}},
        "properties": {"a": {"$ref": "#/$defs/d0"}},
    }

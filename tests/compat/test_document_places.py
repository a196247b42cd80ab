"""Where in documents a part of a schema judges, and whether it judges the value of the schema around it."""

from __future__ import annotations

import pytest

from accordant.compat.document_places import part_at
from accordant.schema.references import Resources

SCHEMA = {
    "properties": {"not": {"type": "string"}, "items": {"$ref": "#/$defs/if"}},
    "anyOf": [{"items": {"type": "string"}}],
    "then": {"type": "object"},
    "if": {"required": ["a"]},
    "$defs": {"if": {"type": "string"}},
}


@pytest.mark.parametrize(
    ("pointer", "is_in_place"),
    [
        ("/properties/not", False), ("/$defs/if", False), ("/anyOf/0/items", False), ("", False),
        ("/anyOf/0", True), ("/then", True), ("/if", True),
    ],
)  # fmt: skip
def test_a_part_is_in_place_by_what_applies_it_and_not_by_a_name(pointer: str, is_in_place: bool) -> None:
    root = Resources.of(SCHEMA)
    part = part_at({"answer": root}, root.document, pointer)
    assert part is not None
    assert (part.tail, part.is_in_place) == ((), is_in_place)

"""Where units are looked for: below schemas that may state one, and where two sides differ in more than texts."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat.unit_reach import may_differ, may_state_units
from accordant.schema.references import Resources

Schema = dict[str, Any]

SECONDS: Schema = {"type": "number", "x-unit": "s"}
OTHERS: dict[str, Schema] = {
    "urn:with": {"$defs": {"time": SECONDS}},
    "urn:by-the-way": {"properties": {"time": {"$ref": "urn:with#/$defs/time"}}},
    "urn:without": {"properties": {"self": {"$ref": "#"}, "lost": {"$ref": "urn:nowhere"}}},
}


@pytest.mark.parametrize(
    ("part", "may"),
    [
        (SECONDS, True),
        ({"items": {"anyOf": [SECONDS]}}, True),
        ({"type": "number"}, False),
        ({"$ref": "urn:with"}, True),
        ({"items": {"$ref": "urn:by-the-way"}}, True),
        ({"$ref": "urn:without"}, False),
        ({"$ref": "#/$defs/any"}, True),  # of the same document, which states one elsewhere
    ],
)
def test_a_unit_is_looked_for_where_one_may_be_stated(part: Schema, may: bool) -> None:
    root = Resources.of({"properties": {"part": part, "other": SECONDS}, "$defs": {"any": {}}}, OTHERS)
    assert may_state_units(root.child("properties", "part")) is may


def test_where_parts_have_addresses_of_their_own_a_reference_may_lead_to_any() -> None:
    others = {**OTHERS, "urn:inside": {"$defs": {"a": {"$id": "urn:a", "type": "number"}}}}
    root = Resources.of({"properties": {"part": {"$ref": "urn:without"}}}, others)
    assert may_state_units(root.child("properties", "part"))


@pytest.mark.parametrize(
    ("old", "new", "may"),
    [
        ({"items": SECONDS}, {"items": {**SECONDS, "description": "How long."}}, False),
        ({"items": SECONDS, "required": ["a", "b"]}, {"items": SECONDS, "required": ["b", "a"]}, False),
        ({"items": SECONDS}, {"items": {"type": "number"}}, True),
        ({"items": {"type": "number"}}, {"items": SECONDS}, True),
        ({"items": {"const": 1}}, {"items": {"const": 2}}, False),
        ({"items": {"const": 1, **SECONDS}}, {"items": {"const": True, **SECONDS}}, True),
    ],
)
def test_units_may_differ_only_where_more_than_texts_does(old: Schema, new: Schema, may: bool) -> None:
    assert may_differ(Resources.of(old).resources, Resources.of(new).resources) is may

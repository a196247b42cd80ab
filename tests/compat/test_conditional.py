"""The conditions around a place are keywords of logic, not names or data that look like them."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat.conditional import conditions
from accordant.schema.dialects import DIALECTS, Relation

LOGIC = sorted(
    {k.name for d in DIALECTS for k in d.applying if k.relation is Relation.IN_PLACE and not k.is_reference} - {"allOf"}
)


@pytest.mark.parametrize("keyword", [*LOGIC, "dependentRequired"])
def test_a_keyword_of_logic_around_a_place_counts(keyword: str) -> None:
    schema = {"properties": {"a": {keyword: {"type": "string"}, "properties": {"b": {}}}}}
    assert conditions(schema, "/properties/a/properties/b") == {f"/properties/a/{keyword}": {"type": "string"}}
    assert conditions(schema, "/properties/c") == {}


@pytest.mark.parametrize("holder", ["properties", "const", "enum", "default", "examples"])
def test_names_and_data_are_no_logic(holder: str) -> None:
    held: Any = {"if": {"title": "no condition"}, "oneOf": {}}
    schema = {holder: [held] if holder in ("enum", "examples") else held}
    assert conditions(schema, "/$defs/x", f"/{holder}/if") == {}


def test_definitions_may_be_reached_from_anywhere() -> None:
    schema = {"properties": {"a": {"anyOf": [{"$ref": "#/$defs/x"}]}}, "$defs": {"x": {"properties": {"b": {}}}}}
    assert list(conditions(schema, "/$defs/x/properties/b")) == ["/properties/a/anyOf"]

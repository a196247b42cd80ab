"""What a schema says about a part of a document: by name, by map, by position, under the document's tags."""

from __future__ import annotations

from typing import Any

from accordant.compat.sides import follow, trace
from accordant.schema.references import Resources

ORDER: dict[str, Any] = {
    "properties": {"lines": {"items": {"properties": {"count": {"minimum": 1}}}}},
    "additionalProperties": {"type": "string"},
}


def pointers_at(schema: Any, document: Any, pointer: str) -> list[str]:
    return [part.node.pointer for part in follow(Resources.of(schema), document, pointer)]


def test_a_member_is_spoken_of_where_its_name_stands() -> None:
    pointers = pointers_at(ORDER, {"lines": [{"count": 0}]}, "/lines/0/count")
    assert pointers == ["/properties/lines/items/properties/count"]


def test_a_map_speaks_of_members_that_have_no_name() -> None:
    assert pointers_at(ORDER, {"note": ""}, "/note") == ["/additionalProperties"]


def test_the_nearest_schema_around_it_stands_for_a_part_that_nothing_speaks_of() -> None:
    document = {"lines": [{"price": {"currency": "EUR"}}]}
    assert pointers_at(ORDER, document, "/lines/0/price/currency") == ["/properties/lines/items"]


def test_items_behind_a_tuple_are_spoken_of_by_the_rest() -> None:
    schema = {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}
    assert pointers_at(schema, ["a", 1], "/0") == ["/prefixItems/0"]
    assert pointers_at(schema, ["a", 1], "/1") == ["/items"]


def test_branches_that_the_tags_of_the_document_exclude_say_nothing() -> None:
    branches = [{"required": ["kind"], "properties": {"kind": {"const": kind}, "data": {}}} for kind in ("a", "b")]
    document = {"kind": "b", "data": 1}
    assert pointers_at({"oneOf": branches}, document, "/data") == ["/oneOf/1/properties/data"]


def test_a_trace_has_an_entry_for_the_whole_document_and_for_each_step() -> None:
    steps = list(trace(Resources.of(ORDER), {"lines": [{}]}, "/lines/0"))
    assert [[schema.node.pointer for schema in step.schemas] for step in steps] == [
        [""],
        ["/properties/lines"],
        ["/properties/lines/items"],
    ]


def test_a_boolean_schema_speaks_of_nothing() -> None:
    assert follow(Resources.of(True), {"a": 1}, "/a") == []

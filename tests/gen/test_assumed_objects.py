"""On request, schemas that speak of members alone are objects; what else they could mean is left as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant import generate
from accordant.cli import main
from accordant.schema.assumed_objects import AssumedObjects
from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12

TEXT = {"type": "string"}
UNTYPED: dict[str, Any] = {
    "title": "Order",
    "properties": {"id": TEXT, "lines": {"type": "array", "items": {"properties": {"sku": TEXT}, "required": ["sku"]}}},
    "required": ["id"],
}


def assumed(schema: Any) -> Any:
    return AssumedObjects(DRAFT_2020_12).read(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {}},
        {"required": ["a"]},
        {"additionalProperties": False},
        {"minProperties": 1, "description": "words"},
        {"properties": {}, "if": {"required": ["a"]}, "then": {"required": ["b"]}},
        {"properties": {}, "allOf": [{"$ref": "#/$defs/Base"}]},
    ],
)
def test_what_speaks_of_members_alone_is_an_object(schema: Any) -> None:
    assert assumed(schema)["type"] == "object"


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {},
        {"description": "anything"},
        {"properties": {}, "type": ["object", "null"]},
        {"properties": {}, "items": {}},
        {"properties": {}, "const": 1},
        {"properties": {}, "anyOf": [{"type": "string"}, {"required": ["a"], "type": "object"}]},
        {"not": {"required": ["a"]}},
        {"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}},
        {"enum": [{"properties": {}}], "default": {"properties": {}}},
    ],
)
def test_what_says_more_is_left_alone(schema: Any) -> None:
    before = json.dumps(schema)
    assert assumed(schema) == schema
    assert json.dumps(schema) == before


def test_the_schema_itself_is_not_changed_and_places_are_counted() -> None:
    before = json.dumps(UNTYPED)
    reader = AssumedObjects(DRAFT_07)
    copy = reader.read(UNTYPED)
    assert reader.count == 2
    assert copy["properties"]["lines"]["items"]["type"] == "object"
    assert json.dumps(UNTYPED) == before


def test_types_are_plain_on_request_and_the_header_says_so(tmp_path: Path) -> None:
    file, out = tmp_path / "order.json", tmp_path / "out"
    file.write_text(json.dumps(UNTYPED), "utf-8")
    for options, is_assumed in ([], False), (["--assume-type"], True):
        assert main(["gen", "ts", "--schema", str(file), *options, "--out", str(out)]) == 0
        text = (out / "types.ts").read_text("utf-8")
        assert ("export interface Order {" in text) == is_assumed
        assert ("// Assumed on request: type object" in text) == is_assumed
    assert main(["gen", "ts", "--schema", str(file), "--assume-type", "--out", str(out), "--check"]) == 0
    assert main(["gen", "ts", "--schema", str(file), "--out", str(out), "--check"]) == 1


@pytest.mark.parametrize("target", ["python", "ts", "model"])
def test_every_target_says_what_was_assumed(target: str) -> None:
    (text,) = generate(UNTYPED, target=target, assume_type=True).values()
    assert "Assumed on request: type object, where a schema speaks of members alone (2 schemas)." in text

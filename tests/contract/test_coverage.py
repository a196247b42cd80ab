"""What schemas promise is counted, and a schema that promises nothing is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.contract.coverage import Coverage, coverage_of
from accordant.schema.references import Resources
from tests.conftest import Outcome


def coverage(**schemas: Any) -> Coverage:
    return coverage_of({name: Resources.of(schema) for name, schema in schemas.items()})


@pytest.mark.parametrize(
    ("schema", "fields"),
    [
        (True, 0), ({}, 0), ({"type": "string"}, 0), ({"properties": {"a": {}, "b": {}}}, 2),
        ({"properties": {"a": {"items": {"properties": {"b": True}}}}}, 2),
        ({"$defs": {"A": {"properties": {"a": {}}}}, "$ref": "#/$defs/A"}, 1),
        ({"oneOf": [{"properties": {"a": {}}}, {"properties": {"a": {}}}]}, 2),
        ({"properties": {"properties": {"type": "object"}}}, 1), ({"default": {"properties": {"a": 1}}}, 0),
    ],
)  # fmt: skip
def test_fields_are_counted_where_they_are_written(schema: Any, fields: int) -> None:
    assert coverage(one=schema).fields == fields


@pytest.mark.parametrize(
    ("schema", "accepts"),
    [(True, True), ({}, True), ({"title": "t", "examples": [1]}, True), ({"Money": {"type": "integer"}}, True),
     ({"$defs": {"A": {}}}, False), ({"type": "object"}, False), ({"properties": {"a": {}}}, False), (False, False)],
)  # fmt: skip
def test_a_schema_that_accepts_everything_is_named(schema: Any, accepts: bool) -> None:
    assert coverage(one=schema, other={"type": "object"}).accepting == (("one",) if accepts else ())


def test_the_sentence_counts_and_names_a_few() -> None:
    assert coverage(a={"properties": {"x": {}}}).sentence == "1 schema, 1 field"
    assert coverage(a={}, b={"type": "object"}).sentence == "2 schemas, 0 fields; 1 schema accepts everything: a"
    many = coverage(**{name: {} for name in "abcde"}).sentence
    assert many == "5 schemas, 0 fields; 5 schemas accept everything: a, b, c and 2 more"


def test_every_command_that_promises_says_how_much(project: Path, run: Callable[..., Outcome]) -> None:
    (project / "order.json").write_text('{"type": "object", "properties": {"a": {"type": "string"}}}', "utf-8")
    (project / "note.json").write_text('{"title": "A note"}', "utf-8")
    assert run("init", "--contract", "acme", "--from", "order.json", "note.json").code == 0
    said = "2 schemas, 1 field; 1 schema accepts everything: acme/v1/note"
    assert said in run("check-compat").out
    assert said in run("gen", "ts").out
    (project / "registry/acme/v1/note.schema.json").write_text('{"$id": "urn:acme:note:v1", "title": "N"}', "utf-8")
    outcome = run("release", "--format", "json")
    (release,) = json.loads(outcome.out)["data"]["releases"]
    assert release["guarded"] == {"schemas": 2, "fields": 1, "accept_everything": ["acme/v1/note"]}
    loose = run("check-compat", "--old", "note.json", "--new", "note.json").out
    assert "guarded: 1 schema, 0 fields; 1 schema accepts everything: note.json" in loose

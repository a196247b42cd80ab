"""Limits of a value are told once, the lower one first, and a list without what another limit excludes."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.docs.fields import FieldTables
from accordant.docs.places import Book
from accordant.model.fields.reader import FieldReader
from accordant.schema.references import Resources
from tests.conftest import bundled


@pytest.mark.parametrize(
    ("schema", "phrases"),
    [
        ({"enum": ["a", "b", "c"], "not": {"const": "a"}}, ['one of `"b"`, `"c"`']),
        ({"enum": [1, 2, 3], "not": {"enum": [1.0, 9]}}, ["one of `2`, `3`"]),
        ({"enum": ["a", "b"], "allOf": [{"enum": ["b"]}], "not": {"const": "a"}}, ['`"b"`']),
        ({"type": "string", "not": {"const": "a"}}, ['not `"a"`']),
        ({"type": "integer", "maximum": 255, "allOf": [{"minimum": 1}]}, ["at least `1`", "at most `255`"]),
    ],
)
def test_limits_are_folded(schema: Any, phrases: list[str]) -> None:
    contract = bundled().contracts[0]
    reader = FieldReader({"doc": Resources.of({"properties": {"a": schema}})})
    (section,) = reader.sections_of("doc")
    (field,) = reader.fields(section)
    tables = FieldTables(reader, Book(contract, contract.versions[0]))
    assert tables.constraints.phrases(field.facts) == phrases

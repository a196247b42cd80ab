"""A refusal is matched with the place that ``refused-by.toml`` names: in the file, through references, in branches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accordant.contract import Refusal as Expected
from accordant.findings import JsonValue
from accordant.lint.refusals import GRAMMAR, ExampleRefusal, Refusals
from accordant.registry.files import mapping_reader
from accordant.registry.load import Loader
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

ORDER = {
    "$id": "urn:w:order:v1",
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "line": {"$ref": "line.schema.json"},
        "note": {"$ref": "#/$defs/note"},
        "kind": {"oneOf": [{"const": "a"}, {"const": "b"}]},
    },
    "required": ["id"],
    "$defs": {"note": {"type": "string", "maxLength": 3}},
}
LINE = {"$id": "urn:w:line:v1", "type": "object", "properties": {"sku": {"type": "string"}}}


@pytest.fixture(scope="module")
def refusals() -> Refusals:
    files = {
        "registry.toml": 'name = "r"',
        "w/contract.toml": 'title = "W"\n[versions.v1]\n',
        "w/v1/order.schema.json": json.dumps(ORDER),
        "w/v1/line.schema.json": json.dumps(LINE),
    }
    read, list_ = mapping_reader({name: text.encode() for name, text in files.items()})
    (contract,) = Loader(read=read, list_=list_).registry().contracts
    (version,) = contract.versions
    return Refusals(version, Resources(version.state.resources))


def refusals_of(refusals: Refusals, document: JsonValue) -> list[ExampleRefusal]:
    validator = validator_of(refusals.resources.root("urn:w:order:v1"))
    return [ExampleRefusal(problem, refusals.where(problem), document) for problem in validator.problems(document)]


@pytest.mark.parametrize(
    ("document", "file", "pointer"),
    [
        ({}, "", "/required"),
        ({"id": 0}, "", "/properties/id/minimum"),
        ({"id": 0}, "", "/properties/id"),
        ({"id": 1, "note": "long"}, "", "/$defs/note/maxLength"),
        ({"id": 1, "note": "long"}, "", "/properties/note/maxLength"),
        ({"id": 1, "line": {"sku": 1}}, "line.schema.json", "/properties/sku/type"),
        ({"id": 1, "line": {"sku": 1}}, "", "/properties/line"),
        ({"id": 1, "kind": "c"}, "", "/properties/kind/oneOf"),
    ],
)
def test_a_refusal_matches_its_keyword_and_every_part_around_it(
    refusals: Refusals, document: Any, file: str, pointer: str
) -> None:
    (refusal,) = refusals_of(refusals, document)
    expected = Expected(file, pointer)
    assert refusals.exists("order", expected)
    assert refusals.match("order", expected, refusal)


@pytest.mark.parametrize(
    ("document", "file", "pointer"),
    [
        ({}, "", "/properties/id"),
        ({"id": 0}, "", "/properties/id/min"),
        ({"id": 0}, "line.schema.json", "/properties/id/minimum"),
        ({"id": 1, "line": {"sku": 1}}, "", "/properties/note"),
        ({"id": 1}, "", GRAMMAR),
    ],
)
def test_a_refusal_of_another_part_does_not_match(refusals: Refusals, document: Any, file: str, pointer: str) -> None:
    assert not any(
        refusals.match("order", Expected(file, pointer), refusal) for refusal in refusals_of(refusals, document)
    )


def test_the_grammar_refuses_without_a_problem(refusals: Refusals) -> None:
    grammar = ExampleRefusal(None, "the grammar", None)
    assert refusals.exists("order", Expected("", GRAMMAR))
    assert refusals.match("order", Expected("", GRAMMAR), grammar)
    assert not refusals.match("order", Expected("", "/required"), grammar)


@pytest.mark.parametrize(
    ("file", "pointer"), [("", "/properties/size"), ("", "required"), ("other.schema.json", ""), ("", "/$defs/note/x")]
)
def test_a_place_that_no_file_has_does_not_exist(refusals: Refusals, file: str, pointer: str) -> None:
    assert not refusals.exists("order", Expected(file, pointer))


def test_a_place_is_shown_as_people_look_it_up(refusals: Refusals) -> None:
    (refusal,) = refusals_of(refusals, {"id": 1, "line": {"sku": 1}})
    assert refusal.where == "line.schema.json#/properties/sku/type"

"""Integers of draft-04: generated Python refuses 1.0, and a target that cannot see it says so."""

from __future__ import annotations

import json
import sys
import types
from typing import Any, Final

import pytest
from pydantic import TypeAdapter, ValidationError

from accordant.gen import generate_schema, list_unhonoured, model_of
from accordant.schema.dialects import DIALECTS, DRAFT_04, Dialect
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

KINDS: Final[dict[str, Any]] = {
    "plain": {"type": "integer"},
    "several": {"type": ["integer", "string"]},
    "bounded": {"type": "integer", "minimum": 0},
    "listed": {"enum": [1, 2.0], "type": "integer"},
    "excluded": {"not": {"type": "integer"}},
    "items": {"type": "array", "items": {"type": "integer"}},
    "nullable": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    "chosen": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
    "referred": {"$ref": "#/definitions/i"},
    "values": {"enum": [1, 2.0]},
    "multiples": {"multipleOf": 1},
    "numbers": {"type": ["integer", "number"]},
}
ASKING: Final = frozenset(KINDS) - {"values", "multiples", "numbers", "referred"}
"""The kinds that ask for an integer themselves."""
TEXTS: Final = ("1", "1.0", "1e0", "0.5", "-1", "-1.0", "2", "2.0", "3.0", '"a"', "null", "[1, 2.0]", "[1]", "[1.0]")


def schema_of(dialect: Dialect) -> dict[str, Any]:
    definitions = {"i": {"type": "integer"}}
    return {"$schema": dialect.uri, "type": "object", "properties": KINDS, "definitions": definitions}


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_generated_python_tells_spellings_apart_as_the_validator_of_the_draft_does(
    dialect: Dialect, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = schema_of(dialect)
    judge = validator_of(Resources.of(schema))
    module = types.ModuleType("generated_integers")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(generate_schema(schema, target="python", root="Root")["model.py"], module.__dict__)
    adapter: TypeAdapter[Any] = TypeAdapter(module.Root)
    refused = 0
    for name in KINDS:
        for text in TEXTS:
            document = f'{{"{name}": {text}}}'
            expected = judge.is_valid(json.loads(document))
            refused += not expected
            assert _reads(adapter.validate_json, document) is expected, document
            assert _reads(adapter.validate_python, json.loads(document)) is expected, document
    assert refused


def _reads(read: Any, document: Any) -> bool:
    try:
        read(document)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_typescript_says_of_each_integer_of_draft_04_that_it_cannot_see_its_spelling(dialect: Dialect) -> None:
    model = model_of(schema_of(dialect), root="Root")
    assert list_unhonoured(model, "python") == ()
    at = {keyword.at for keyword in list_unhonoured(model, "ts")}
    named = {name for name in KINDS if any(place.startswith(f"#/properties/{name}/") for place in at)}
    assert named == (ASKING if dialect is DRAFT_04 else set())
    assert ("#/definitions/i/type" in at) is (dialect is DRAFT_04)


def test_typescript_refuses_no_more_for_a_spelling_that_it_cannot_see() -> None:
    schema = {"$schema": DRAFT_04.uri, "not": {"type": "integer"}}
    text = generate_schema(schema, target="ts", root="Root")["types.ts"]
    assert "function isRoot(" in text
    assert "return !(anInteger(value) && !aNumber(value));" in text  # no number is both: nothing is refused


LARGE: Final = 2**53 + 1


@pytest.mark.parametrize(
    ("schema", "keyword", "says"),
    [
        ({"maximum": LARGE}, "maximum", "9007199254740993 as 9007199254740992"),
        ({"exclusiveMinimum": -LARGE}, "exclusiveMinimum", "-9007199254740993 as -9007199254740992"),
        ({"multipleOf": LARGE}, "multipleOf", "9007199254740993 as 9007199254740992"),
        ({"const": LARGE}, "const", "9007199254740993 as 9007199254740992"),
        ({"enum": ["a", {"n": [LARGE]}, 2]}, "enum", "9007199254740993 as 9007199254740992"),
        ({"not": {"maximum": 10**400}}, "not/maximum", f"{10**400} as Infinity"),
        ({"maximum": 2**53}, "", ""),
        ({"maximum": 2**60, "minimum": 0.1, "enum": ["9007199254740993", True, 1.5]}, "", ""),
    ],
)
def test_typescript_says_of_each_number_that_javascript_rounds_what_it_reads(
    schema: dict[str, Any], keyword: str, says: str
) -> None:
    model = model_of({"properties": {"n": schema}}, root="Root")
    assert list_unhonoured(model, "python") == ()
    told = [(part.at, part.reason) for part in list_unhonoured(model, "ts")]
    assert told == ([(f"#/properties/n/{keyword}", f"JavaScript reads the number {says}")] if keyword else [])

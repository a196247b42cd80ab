"""Witnesses are small and plain: what must be there, short texts, numbers near zero."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.algebra import Counterexample, Found, Nothing, Session, check_containment, find, witness
from accordant.schema.references import Resources


@pytest.mark.parametrize(
    ("schema", "document"),
    [
        ({"type": "integer"}, 0),
        ({"type": "number", "exclusiveMinimum": 0, "not": {"type": "integer"}}, 0.5),
        ({"type": "string", "minLength": 2}, "aa"),
        ({"type": "string", "pattern": "^[0-9]{3}$"}, "000"),
        ({"type": "object", "required": ["p"], "properties": {"p": {"const": 7}, "q": {}}}, {"p": 7}),
        ({"type": "object", "minProperties": 1}, {"a": ""}),
        ({"type": "array", "contains": {"type": "null"}}, [None]),
        ({"type": "array", "uniqueItems": True, "minItems": 2, "items": {"type": "boolean"}}, [True, False]),
        ({"type": "integer", "minimum": 2**63}, 2**63),
        ({"type": "null"}, None),
    ],
)
def test_the_plainest_document_of_a_schema(schema: Any, document: Any) -> None:
    assert witness(Resources.of(schema)) == Found(document)


@pytest.mark.parametrize(
    ("writer", "reader", "document"),
    [
        ({"enum": ["a", "b", "c"]}, {"enum": ["a", "b"]}, "c"),
        (
            {
                "type": "object",
                "required": ["k", "n"],
                "properties": {"k": {"type": "string"}, "n": {"type": "number"}},
            },
            {"type": "object", "properties": {"n": {"type": "integer"}}},
            {"k": "", "n": 0.5},
        ),
        ({"type": ["string", "null"]}, {"type": "string"}, None),
        ({"type": "array", "items": {"type": "integer"}}, {"type": "array", "maxItems": 2}, [0, 0, 0]),
    ],
)
def test_the_plainest_document_that_escapes(writer: Any, reader: Any, document: Any) -> None:
    assert check_containment(Resources.of(writer), Resources.of(reader)) == Counterexample(document)


def test_conjunctions_of_places_in_different_drafts() -> None:
    old = Resources.of({"$schema": "http://json-schema.org/draft-04/schema#", "maximum": 5, "exclusiveMaximum": True})
    new = Resources.of({"properties": {"n": {"type": "integer", "minimum": 4}}}).child("properties", "n")
    assert find([old, new]) == Found(4)
    assert find([old, new], [Resources.of({"const": 4})]) == Nothing()


def test_a_schema_made_up_around_others() -> None:
    other = {"type": "object", "properties": {"p": {"type": "integer"}}}
    made = Resources.of({"allOf": [{"$ref": "urn:other"}, {"required": ["p"]}]}, {"urn:other": other})
    assert find([made]) == Found({"p": 0})


def test_one_session_answers_many_questions() -> None:
    writer = Resources.of({"properties": {"p": {"type": "integer"}, "q": {"type": "string"}}})
    reader = Resources.of({"properties": {"p": {"type": "number"}, "q": {"type": "null"}}})
    session = Session()
    for name, expected in (("p", Nothing()), ("q", Found(""))):
        places = [writer.child("properties", name)], [reader.child("properties", name)]
        assert session.find(*places) == expected
    assert isinstance(session.check_containment(writer, reader), Counterexample)

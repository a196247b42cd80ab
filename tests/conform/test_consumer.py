"""A consumer passes over what it does not know, and is told of the rest at the very place in the schema's own file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accordant.conform import validate
from accordant.contract import Contract, ContractState, Schema, Version
from accordant.errors import InputError
from accordant.findings import Finding
from accordant.schema import documents

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
DRAFTS = {DRAFT_07: "definitions", DRAFT_2020: "$defs"}


def order(draft: str) -> dict[str, Any]:
    """A schema with definitions, an `allOf` and a tagged union."""
    definitions = DRAFTS[draft]
    return {
        "$schema": draft,
        "$id": "urn:acme:order:v1",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "part": {"$ref": f"#/{definitions}/part"},
            "size": {"allOf": [{"type": "integer"}, {"maximum": 9}]},
            "colour": {"enum": ["red", "blue", 3]},
            "never": {"$ref": f"#/{definitions}/never"},
            "item": {
                "oneOf": [
                    {"type": "object", "properties": {"k": {"const": "box"}, "n": {"minimum": 1}}, "required": ["k"]},
                    {"type": "object", "properties": {"k": {"const": "bag"}}, "required": ["k", "w"]},
                ]
            },
        },
        definitions: {"part": {"properties": {"n": {"type": "integer", "minimum": 1}}}, "never": False},
    }


def judged(schema: Any, document: Any, as_: Any = "consumer", direction: str = "output") -> list[Finding]:
    text = json.dumps(schema, indent=1)
    order = Schema("order", schema["$id"], schema, direction, document=documents.parse(text, "order.schema.json"))
    state = ContractState("acme", "v1", schemas={"order": order})
    contract = Contract("acme", versions=(Version("acme", "v1", state, default_schema="order"),))
    return list(validate(contract, [("out.json", json.dumps(document).encode())], as_=as_))


def places(schema: Any, document: Any, as_: Any = "consumer") -> list[tuple[str, str]]:
    schema_places = [finding.schema_place for finding in judged(schema, document, as_)]
    assert all(place and place.line for place in schema_places)
    return [(place.path, place.pointer) for place in schema_places if place]


CASES = {
    "behind a reference": ({"part": {"n": 0}}, "/{defs}/part/properties/n/minimum"),
    "in allOf": ({"size": 10}, "/properties/size/allOf/1/maximum"),
    "in the branch of a tag": ({"item": {"k": "box", "n": 0}}, "/properties/item/oneOf/0/properties/n/minimum"),
    "required by the branch of a tag": ({"item": {"k": "bag"}}, "/properties/item/oneOf/1/required"),
}
"""Documents that every reading refuses, and where."""


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("case", CASES)
def test_a_finding_names_the_same_place_whoever_reads(draft: str, case: str) -> None:
    document, pointer = CASES[case]
    place = ("order.schema.json", pointer.format(defs=DRAFTS[draft]))
    for as_ in ("schema", "producer", "consumer"):
        assert place in places(order(draft), document, as_), as_


@pytest.mark.parametrize("draft", DRAFTS)
def test_what_the_open_reading_asks_in_its_own_words_is_placed_at_the_keyword_that_it_stands_for(draft: str) -> None:
    assert places(order(draft), {"item": 5}) == [("order.schema.json", "/properties/item/oneOf")]
    assert places(order(draft), {"item": {}}) == [("order.schema.json", "/properties/item/oneOf")]
    assert places(order(draft), {"colour": 4}) == [("order.schema.json", "/properties/colour/enum")]
    assert places(order(draft), {"never": 1}) == [("order.schema.json", f"/{DRAFTS[draft]}/never")]


@pytest.mark.parametrize("draft", DRAFTS)
def test_a_consumer_passes_over_unknown_fields_values_and_tags(draft: str) -> None:
    document = {"more": 1, "colour": "green", "item": {"k": "barrel"}}
    assert judged(order(draft), document) == []
    assert judged(order(draft), document, "schema") != []


def test_a_consumer_reads_what_callers_write_as_the_schema_is_written() -> None:
    schema = order("https://json-schema.org/draft/2020-12/schema")
    for document in ({"more": 1}, {"colour": "green"}, {"item": {"k": "barrel"}}):
        assert judged(schema, document, direction="full") == []
        assert judged(schema, document, direction="input")
    assert judged(schema, {"colour": "red"}, direction="input") == []


@pytest.mark.parametrize("draft", DRAFTS)
def test_every_pointer_that_a_consumer_is_told_exists(draft: str) -> None:
    schema = order(draft)
    parsed = documents.parse(json.dumps(schema), "order.schema.json")
    for document in (
        {"part": 1, "size": "x", "item": []},
        {"item": {"k": 1}},
        5,
        {"item": {"k": "box", "n": -1}, "colour": None},
    ):
        for _, pointer in places(schema, document):
            assert parsed.place(pointer).pointer == pointer
            node: Any = schema
            for token in pointer.split("/")[1:]:
                node = node[int(token)] if isinstance(node, list) else node[token]


def test_both_of_two_references_side_by_side_are_read() -> None:
    schema = {
        "$schema": DRAFT_2020,
        "$id": "urn:acme:order:v1",
        "$ref": "#/$defs/first",
        "$dynamicRef": "#second",
        "$defs": {"first": {"required": ["a"]}, "second": {"$dynamicAnchor": "second", "required": ["b"]}},
    }
    assert places(schema, {"b": 1}) == [("order.schema.json", "/$defs/first/required")]
    assert places(schema, {"a": 1}) == [("order.schema.json", "/$defs/second/required")]


def test_a_reference_that_leads_nowhere_is_an_error_of_input() -> None:
    with pytest.raises(InputError) as caught:
        judged({"$schema": DRAFT_2020, "$id": "urn:acme:order:v1", "$ref": "urn:nowhere"}, {})
    assert "registry lint" in caught.value.next_step

"""As a producer: every field is declared, every identifier is listed; nothing that a schema declares is a stranger."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accordant.conform import validate
from accordant.contract import CodeList, Contract, ContractState, Entry, Schema, Version


def strangers(
    schema: Any, document: Any, entries: tuple[Entry, ...] = (), extensible: bool = False
) -> list[tuple[str, str]]:
    schema = {"$id": "urn:acme:order:v1", **schema}
    codes = {"kinds": CodeList("kinds", extensible=extensible, entries=entries)}
    state = ContractState("acme", "v1", schemas={"order": Schema("order", schema["$id"], schema)}, code_lists=codes)
    contract = Contract("acme", versions=(Version("acme", "v1", state, default_schema="order"),))
    findings = validate(contract, [("out.json", json.dumps(document).encode())], as_="producer")
    return [(finding.rule, finding.place.pointer if finding.place else "") for finding in findings]


A = {"properties": {"a": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "document", "unknown"),
    [
        (A, {"a": 1, "b": 2}, ["/b"]),
        ({**A, "additionalProperties": True}, {"b": 2}, []),
        ({**A, "additionalProperties": {"type": "integer"}}, {"b": 2}, []),
        ({**A, "patternProperties": {"^x-": {}}}, {"x-b": 2, "y": 1}, ["/y"]),
        ({"type": "object"}, {"anything": {"goes": 1}}, []),
        ({"properties": {"free": {"type": "object"}}}, {"free": {"b": 1}}, []),
        ({"properties": {"a": A}}, {"a": {"b": 1}}, ["/a/b"]),
        ({"items": A}, [{"a": 1}, {"b": 1}], ["/1/b"]),
        ({"prefixItems": [A], "items": True}, [{"b": 1}, {"b": 1}], ["/0/b"]),
        ({"allOf": [A, {"properties": {"b": {}}}]}, {"a": 1, "b": 2, "c": 3}, ["/c"]),
        ({"$ref": "#/$defs/x", "$defs": {"x": A}}, {"a": 1, "b": 2}, ["/b"]),
        ({"if": {"required": ["a"]}, "then": {"properties": {"a": {}, "b": {}}}, "else": A}, {"a": 1, "b": 1}, []),
        ({"if": {"required": ["a"]}, "then": {"properties": {"b": {}}}, "else": A}, {"b": 1}, ["/b"]),
        ({"dependentSchemas": {"a": {"properties": {"b": {}}}}, **A}, {"a": 1, "b": 1}, []),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [A, {}]}, [{"b": 1}], ["/0/b"]),
        ({"not": {"properties": {"b": False}}, **A}, {"a": 1, "b": 1}, ["/b"]),
        ({"prefixItems": [{}], "unevaluatedItems": A}, [{"b": 1}, {"b": 1}], ["/1/b"]),
        ({**A, "unevaluatedProperties": {"type": "integer"}}, {"b": 2}, []),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "$ref": "#/definitions/x",
                **A,
                "definitions": {"x": {"properties": {"b": {}}}},
            },
            {"a": 1, "b": 1},
            ["/a"],
        ),
        (
            {
                "$ref": "urn:acme:list",
                "$defs": {
                    "list": {
                        "$id": "urn:acme:list",
                        "items": {"$dynamicRef": "#i"},
                        "$defs": {"i": {"$dynamicAnchor": "i"}},
                    },
                    "own": {"$dynamicAnchor": "i", **A},
                },
            },
            [{"a": 1}, {"b": 1}],
            ["/1/b"],
        ),
        (
            {"$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"},
            {"n": {"n": {"m": 1}}},
            ["/n/n/m"],
        ),
    ],
)
def test_a_field_that_no_schema_declares_is_unknown(schema: Any, document: Any, unknown: list[str]) -> None:
    assert strangers(schema, document) == [("field-unknown", pointer) for pointer in unknown]


TAGGED = {
    "oneOf": [
        {"properties": {"type": {"const": "box"}, "size": {}}, "required": ["type"]},
        {"properties": {"type": {"const": "bag"}, "colour": {}}, "required": ["type"]},
    ]
}


def test_only_the_branch_that_a_document_fits_declares_its_fields() -> None:
    assert strangers(TAGGED, {"type": "box", "size": 1}) == []
    assert strangers(TAGGED, {"type": "box", "colour": 1}) == [("field-unknown", "/colour")]


def test_a_refused_document_still_shows_its_unknown_fields() -> None:
    assert strangers(A, {"a": "one", "b": 2}) == [("refused-by-schema", "/a"), ("field-unknown", "/b")]


def test_what_the_schema_itself_refuses_is_said_once() -> None:
    assert strangers({**A, "additionalProperties": False}, {"b": 2}) == [("refused-by-schema", "/b")]


BOUND = {"properties": {"kind": {"type": "string", "x-codes": "kinds"}}}
ENTRIES = (Entry("FULL"), Entry("OLD", retired="1.1"), Entry("NEW", replaces=("OLD",)))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("FULL", []),
        ("FUL", [("code-unregistered", "/kind")]),
        ("OLD", [("code-retired", "/kind")]),
        (3, [("refused-by-schema", "/kind")]),
    ],
)
def test_an_identifier_is_listed_and_live(kind: Any, expected: list[tuple[str, str]]) -> None:
    assert strangers(BOUND, {"kind": kind}, ENTRIES) == expected


def test_a_retired_identifier_is_said_with_what_replaces_it() -> None:
    schema: dict[str, Any] = {"$id": "urn:acme:order:v1", **BOUND}
    codes = {"kinds": CodeList("kinds", extensible=True, entries=ENTRIES)}
    state = ContractState("acme", "v1", schemas={"order": Schema("order", schema["$id"], schema)}, code_lists=codes)
    contract = Contract("acme", versions=(Version("acme", "v1", state, default_schema="order"),))
    [finding] = validate(contract, [("out.json", b'{"kind": "OLD"}')], as_="producer")
    assert 'replaced by "NEW"' in finding.message


def test_the_schema_alone_asks_for_none_of_this() -> None:
    schema: dict[str, Any] = {"$id": "urn:acme:order:v1", **A}
    state = ContractState("acme", "v1", schemas={"order": Schema("order", schema["$id"], schema)})
    contract = Contract("acme", versions=(Version("acme", "v1", state, default_schema="order"),))
    assert list(validate(contract, [("out.json", b'{"b": 1}')])) == []


def test_what_a_contract_leaves_to_programs_is_no_finding() -> None:
    assert strangers({**A, "additionalProperties": True}, {"b": 1}) == []
    assert strangers(A, {"b": 1}) == [("field-unknown", "/b")]
    assert strangers(BOUND, {"kind": "OWN"}, ENTRIES, extensible=True) == []
    assert strangers(BOUND, {"kind": "OWN"}, ENTRIES) == [("code-unregistered", "/kind")]
    assert strangers(BOUND, {"kind": "OLD"}, ENTRIES, extensible=True) == [("code-retired", "/kind")]

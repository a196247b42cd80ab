"""Documents are judged by the right version, exactly as its schema is written, with the place and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from accordant.conform import RULES, validate
from accordant.contract import Contract, ContractState, Schema, Version
from accordant.errors import InputError
from accordant.findings import Finding

V1 = {
    "$id": "urn:acme:order:v1",
    "type": "object",
    "required": ["version", "ok"],
    "properties": {
        "version": {"const": "v1"},
        "ok": {"type": "boolean"},
        "item": {
            "oneOf": [
                {"properties": {"type": {"const": "box"}, "size": {"type": "integer"}}, "required": ["type", "size"]},
                {"properties": {"type": {"const": "bag"}, "colour": {"enum": ["red"]}}, "required": ["type"]},
            ]
        },
        "choice": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    },
    "if": {"properties": {"ok": {"const": False}}},
    "then": {"required": ["error"]},
}
V10 = {
    "$id": "urn:acme:order:v10",
    "properties": {"version": {"const": "v10"}, "ok": {"type": "string"}},
}


def version(name: str, value: Any) -> Version:
    schema = Schema("order", value["$id"], value)
    return Version("acme", name, ContractState("acme", name, schemas={"order": schema}), default_schema="order")


CONTRACT = Contract("acme", carrier="/version", versions=(version("v1", V1), version("v10", V10)))
ONLY_V1 = replace(CONTRACT, versions=(version("v1", V1),))


def judged(document: Any, contract: Contract = ONLY_V1, **options: Any) -> list[Finding]:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return list(validate(contract, [("out.json", data)], **options))


def triples(document: Any, **options: Any) -> list[tuple[str, str, str]]:
    return [
        (finding.rule, finding.place.pointer if finding.place else "", finding.message)
        for finding in judged(document, **options)
    ]


def test_a_document_that_the_schema_accepts_has_no_findings() -> None:
    assert judged({"version": "v1", "ok": True, "more": 1}) == []


def test_a_finding_says_where_in_the_document_and_where_in_the_schema() -> None:
    [finding] = judged(b'{\n  "version": "v1",\n  "ok": 3\n}')
    assert finding.rule == "refused-by-schema"
    assert (str(finding.place), finding.place and finding.place.pointer) == ("out.json:3:3", "/ok")
    assert finding.message == "3 is an integer, not a boolean"
    assert finding.subject == "acme/v1/order"


def test_fields_that_one_list_requires_are_named_at_once() -> None:
    assert triples({}) == [
        ("refused-by-schema", "", "`version` and `ok` are required"),
        ("refused-by-schema", "", "`error` is required"),
    ]


ALTERNATIVES = {
    "oneOf": [
        {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x", "y"]},
        {"title": "Place", "type": "object", "properties": {"p": {"type": "string"}}, "required": ["p", "q"]},
        {"type": "array", "items": {"type": "string"}},
    ]
}


@pytest.mark.parametrize(
    ("document", "at", "message"),
    [
        ({"x": 1}, "", "`y` is required (alternative 1 of 3 comes nearest)"),
        ({"p": 1, "q": 1}, "/p", "1 is an integer, not a string (of the alternatives, Place comes nearest)"),
        ([1], "/0", "1 is an integer, not a string"),  # the type selects
    ],
)
def test_where_nothing_selects_an_alternative_the_nearest_speaks_and_is_named(
    document: Any, at: str, message: str
) -> None:
    contract = replace(CONTRACT, carrier="", versions=(version("v1", {"$id": "urn:acme:order:v1", **ALTERNATIVES}),))
    [finding] = judged(document, contract)
    assert (finding.place and finding.place.pointer, finding.message) == (at, message)


def test_inside_a_choice_the_branch_whose_tag_matches_speaks() -> None:
    item = {"type": "box"}
    assert triples({"version": "v1", "ok": True, "item": item}) == [
        ("refused-by-schema", "/item", "`size` is required")
    ]
    item = {"type": "bag", "colour": "blue"}
    assert triples({"version": "v1", "ok": True, "item": item}) == [
        ("refused-by-schema", "/item/colour", '"blue" is not one of "red"')
    ]


def test_an_unknown_tag_is_said_as_such() -> None:
    assert triples({"version": "v1", "ok": True, "item": {"type": "jar", "size": 1}}) == [
        ("refused-by-schema", "/item/type", '"jar" is not one of "box", "bag"')
    ]


def test_a_choice_of_fields_is_said_as_such() -> None:
    assert triples({"version": "v1", "ok": True, "choice": {}}) == [
        ("refused-by-schema", "/choice", 'must have one of the fields "a", "b"')
    ]


def test_a_value_of_no_branch_is_refused_by_the_choice() -> None:
    [(_, pointer, message)] = triples({"version": "v1", "ok": True, "either": None})
    assert (pointer, message) == ("/either", "is null, not a string or an integer")


@pytest.mark.parametrize(
    ("value", "subjects"),
    [("v1", ["acme/v1/order"]), ("v10", ["acme/v10/order"])],
)
def test_the_carrier_picks_the_version(value: str, subjects: list[str]) -> None:
    findings = judged({"version": value, "ok": 3}, CONTRACT)
    assert [finding.subject for finding in findings] == subjects


@pytest.mark.parametrize("value", ["v", "v1 ", "V1", "v100", 1, None, ["v1"]])
def test_the_carrier_is_compared_exactly(value: Any) -> None:
    [finding] = judged({"version": value, "ok": True}, CONTRACT)
    assert finding.rule == "version-unknown"
    assert finding.place is not None
    assert finding.place.pointer == "/version"
    assert 'v1 has "v1"; v10 has "v10"' in finding.message


def test_a_named_version_wins_over_the_carrier() -> None:
    [finding] = judged({"version": "v10", "ok": True}, CONTRACT, version="v1")
    assert (finding.rule, finding.subject) == ("refused-by-schema", "acme/v1/order")


def test_a_document_without_a_carrier_is_judged_by_the_newest_current_version() -> None:
    [finding] = judged({"ok": 3}, CONTRACT)
    assert finding.subject == "acme/v10/order"


@pytest.mark.parametrize(
    "options", [{"version": "v2"}, {"schema": "ordr"}, {"version": "v1", "schema": "lines"}, {"bindings": {"T": True}}]
)
def test_a_name_that_does_not_exist_is_refused_with_those_that_do(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"\(it (has|declares): ") as caught:
        judged({"version": "v1"}, ONLY_V1, **options)
    assert caught.value.next_step


@pytest.mark.parametrize(
    ("data", "rule", "place"),
    [
        (b'{"a": 1,}', "not-json", "out.json:1:9"),
        (b'{"a": 1,\n "a": 2}', "duplicate-key", "out.json:2:2"),
        (b"\xff", "encoding-wrong", "out.json:1:1"),
        (b'{"a": NaN}', "not-a-number", "out.json:1:7"),
        (b"[" * 1000 + b"]" * 1000, "too-deep", "out.json:1:129"),
        (b"[" * 200_000, "too-deep", "out.json:1:129"),
        (b'["\\ud800"]', "lone-surrogate", "out.json:1:2"),
        (b'{"a": ' + b"1" * 5000 + b"}", "number-out-of-range", "out.json:1:7"),
        (b"", "not-json", "out.json:1:1"),
    ],
)
def test_what_is_no_json_is_a_finding_with_its_place(data: bytes, rule: str, place: str) -> None:
    [finding] = judged(data)
    assert (finding.rule, str(finding.place)) == (rule, place)


def test_yaml_documents_are_read_by_their_suffix() -> None:
    [finding] = validate(ONLY_V1, [("out.yaml", b"version: v1\nok: maybe\n")])
    assert str(finding.place) == "out.yaml:2:1"


def test_many_documents_are_judged_each_for_itself() -> None:
    documents = [("a.json", b'{"version":"v1","ok":true}'), ("b.json", b"{"), ("c.json", b"{}")]
    paths = [document.place.path for document in validate(ONLY_V1, documents) if document.place]
    assert sorted(set(paths)) == ["b.json", "c.json"]


def test_an_unusable_schema_is_an_error_of_input_that_names_lint() -> None:
    broken = replace(CONTRACT, versions=(version("v1", {**V1, "$ref": "urn:nowhere"}),))
    with pytest.raises(InputError) as caught:
        judged({"version": "v1"}, broken)
    assert "registry lint" in caught.value.next_step


def test_a_type_parameter_is_judged_by_the_schema_it_is_bound_to() -> None:
    envelope = {"$id": "urn:acme:envelope:v1", "properties": {"data": {"x-type-parameter": "T"}}}
    contract = Contract("acme", versions=(version("v1", envelope),))
    bound = {"T": {"$defs": {"n": {"type": "integer"}}, "properties": {"n": {"$ref": "#/$defs/n"}}}}
    assert judged({"data": {"n": "x"}}, contract) == []
    assert judged({"data": {"n": 1}}, contract, bindings=bound) == []
    [finding] = judged({"data": {"n": "x"}}, contract, bindings=bound)
    assert (finding.place and finding.place.pointer, finding.message) == ("/data/n", '"x" is a string, not an integer')


def test_a_name_or_a_value_that_looks_like_a_type_parameter_is_none() -> None:
    envelope = {
        "$id": "urn:acme:envelope:v1",
        "properties": {"x-type-parameter": {"const": {"x-type-parameter": "T"}}, "data": {"x-type-parameter": "T"}},
    }
    contract = Contract("acme", versions=(version("v1", envelope),))
    document = {"data": 1, "x-type-parameter": {"x-type-parameter": "T"}}
    assert judged(document, contract, bindings={"T": {"type": "integer"}}) == []
    assert judged({**document, "data": "x"}, contract, bindings={"T": {"type": "integer"}}) != []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_has_a_sentence_and_examples(rule: Any) -> None:
    assert rule.says.endswith(".")
    assert rule.breaking
    assert rule.fine


def test_long_values_are_cut_in_sentences(caplog: Callable[..., None]) -> None:
    [finding] = judged({"version": "v1", "ok": "x" * 10_000})
    assert len(finding.message) < 200

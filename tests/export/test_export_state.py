"""What exported schemas look like: addresses, definitions, what is kept, and what is told as lost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accordant.contract import ContractState, Schema
from accordant.errors import AccordantError
from accordant.export import Exported, Form, export_state
from accordant.schema.dialects import DRAFT_07, DRAFT_2020_12
from tests.export.validators import by_jsonschema, by_jsonschema_rs

OLD, NEW = Form(DRAFT_07), Form(DRAFT_2020_12)
DRAFT_04 = "http://json-schema.org/draft-04/schema#"


def state(**schemas: Any) -> ContractState:
    """A state with schemas by name, each at ``urn:NAME`` where it says nothing else."""
    made = {}
    for name, value in schemas.items():
        written = value.get("$id", f"urn:{name}") if isinstance(value, dict) else f"urn:{name}"
        made[name] = Schema(name, written, value)
    return ContractState("acme", "v1", schemas=made)


def exported(form: Form, only: str = "one", **schemas: Any) -> Any:
    return export_state(state(**schemas), form, only).schemas[only]


def lost(form: Form, schema: Any) -> list[str]:
    done: Exported = export_state(state(one=schema), form)
    return [found.message for found in done.findings]


ADDRESS = {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}}
ORDER: dict[str, Any] = {
    "$id": "urn:order",
    "x-unit": "none",
    "properties": {"to": {"$ref": "urn:address", "description": "Where to."}, "more": {"$ref": "#/$defs/list"}},
    "$defs": {"list": {"type": "array", "items": {"$ref": "#"}}},
}


def test_in_2020_12_other_schemas_are_embedded_under_their_addresses() -> None:
    value = exported(NEW, "order", order=ORDER, address=ADDRESS)
    assert value["properties"] == ORDER["properties"]
    assert value["$defs"]["address"] == {"$schema": DRAFT_2020_12.uri, "$id": "urn:address", **ADDRESS}
    assert value["$defs"]["list"] == ORDER["$defs"]["list"]
    assert value["x-unit"] == "none"


def test_in_draft_07_they_are_definitions_and_nothing_stands_beside_a_reference() -> None:
    value = exported(OLD, "order", order=ORDER, address=ADDRESS)
    assert value["definitions"]["address"] == ADDRESS
    assert value["properties"]["to"] == {"description": "Where to.", "allOf": [{"$ref": "#/definitions/address"}]}
    assert value["definitions"]["list"] == {"type": "array", "items": {"$ref": "#"}}
    assert "$defs" not in json.dumps(value)


def test_addresses_begin_with_the_base_address() -> None:
    form = Form(base_uri="https://example.org/schemas/", label="1.0")
    value = exported(form, "order", order=ORDER, address=ADDRESS)
    assert value["$id"] == "https://example.org/schemas/acme/1.0/order.schema.json"
    assert value["properties"]["to"]["$ref"] == value["$defs"]["address"]["$id"]
    assert value["$defs"]["address"]["$id"] == "https://example.org/schemas/acme/1.0/address.schema.json"
    [[right, wrong]] = by_jsonschema("2020-12", [(value, [{"to": {"city": "Rome"}}, {"to": {}}])])
    assert (right, wrong) == (True, False)


def test_plain_leaves_out_what_the_draft_does_not_know() -> None:
    schema = {"x-unit": "s", "deprecated": True, "properties": {"x-unit": {"x-open": True, "type": "string"}}}
    plain = {"properties": {"x-unit": {"type": "string"}}}
    assert exported(Form(DRAFT_07, plain=True), one=schema) == {"$schema": DRAFT_07.uri, "$id": "urn:one", **plain}
    kept = {"$schema": DRAFT_2020_12.uri, "$id": "urn:one", "deprecated": True, **plain}
    assert exported(Form(plain=True), one=schema) == kept


def test_a_name_that_is_taken_gives_way() -> None:
    second = {"$id": "urn:two", "$defs": {"item": {"type": "string"}}}
    first = {
        "properties": {"a": {"$ref": "#/$defs/item"}, "b": {"$ref": "urn:two#/$defs/item"}},
        "$defs": {"item": {"type": "number"}},
    }
    value = exported(OLD, one=first, two=second)
    assert value["definitions"] == {"item": {"type": "number"}, "two.item": {"type": "string"}}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"contains": {"type": "null"}, "minContains": 2}, ["minContains"]),
        ({"contains": {"type": "null"}, "maxContains": 1}, ["maxContains"]),
        ({"contains": {"type": "null"}, "minContains": 0}, []),
        ({"contains": {"type": "null"}, "maxContains": 0, "minContains": 0}, []),
        ({"unevaluatedProperties": False, "anyOf": [{"patternProperties": {"^a": {}}}]}, ["unevaluatedProperties"]),
        ({"unevaluatedProperties": False, "anyOf": [{"properties": {"a": {}}}]}, []),
        ({"unevaluatedItems": False, "anyOf": [{"prefixItems": [{}]}]}, ["unevaluatedItems"]),
        ({"unevaluatedItems": False, "allOf": [{"prefixItems": [{}]}]}, []),
        ({"$schema": DRAFT_04, "type": "integer"}, ["type"]),
        ({"x-schema": "object"}, ["x-schema"]),
    ],
)
def test_what_draft_07_cannot_say_is_told(schema: Any, words: list[str]) -> None:
    assert [message.split("say ")[1].split(":")[0] for message in lost(OLD, schema)] == words


def test_the_next_step_names_another_draft_only_where_that_one_has_the_words() -> None:
    (counted,) = export_state(state(one={"contains": {}, "maxContains": 2}), OLD).findings
    assert counted.way_out.startswith("export in 2020-12, ")
    (exact,) = export_state(state(one={"$schema": DRAFT_04, "type": "integer"}), NEW).findings
    assert exact.message == (
        "2020-12 does not say type: `integer` of draft-04 refuses 1.0, that of later drafts takes it"
    )
    assert exact.way_out == "let `registry validate` judge where it matters"


def test_a_condition_that_decides_nothing_gets_no_copy() -> None:
    lost_order = {"properties": {"kind": True, "note": True}, "unevaluatedProperties": False}
    schema = {**lost_order, "if": {"properties": {"kind": {"const": "lost"}}}, "then": {"required": ["note"]}}
    assert "definitions" not in exported(OLD, one=schema)


def test_what_branches_know_counts_where_they_hold() -> None:
    schema = {
        "properties": {"kind": {"enum": ["a", "b"]}},
        "oneOf": [
            {"properties": {"kind": {"const": "a"}, "left": True}},
            {"properties": {"kind": {"const": "b"}, "right": True}},
        ],
        "unevaluatedProperties": {"type": "null"},
    }
    documents = [
        {"kind": "a", "left": 1},
        {"kind": "a", "right": 1},
        {"kind": "a", "right": None},
        {"kind": "b", "z": 1},
    ]
    value = exported(OLD, one=schema)
    assert by_jsonschema_rs("07", [(value, documents)]) == [[True, False, True, False]]
    assert by_jsonschema_rs("2020-12", [(exported(NEW, one=schema), documents)]) == [[True, False, True, False]]


def test_a_dynamic_reference_means_what_it_means_on_each_way() -> None:
    tree = {
        "$id": "urn:tree",
        "$dynamicAnchor": "node",
        "properties": {"children": {"items": {"$dynamicRef": "#node"}}},
    }
    strict = {"$id": "urn:one", "$dynamicAnchor": "node", "$ref": "urn:tree", "required": ["id"]}
    documents = [{"id": 1, "children": [{"id": 2}]}, {"id": 1, "children": [{}]}, {"children": []}]
    value = exported(OLD, one=strict, tree=tree)
    assert by_jsonschema("07", [(value, documents)]) == [[True, False, False]]


@pytest.mark.parametrize("form", [OLD, NEW], ids=["07", "2020-12"])
def test_a_reference_that_leads_nowhere_is_an_error(form: Form) -> None:
    with pytest.raises(AccordantError):
        exported(form, one={"$ref": "urn:nowhere"})


@pytest.mark.parametrize("form", [OLD, NEW], ids=["07", "2020-12"])
@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_schema_has_an_address_too(form: Form, value: bool) -> None:
    schema = exported(form, one=value)
    assert schema["$id"] == "urn:one"
    assert by_jsonschema(form.draft.name.removeprefix("draft-"), [(schema, [1])]) == [[value]]

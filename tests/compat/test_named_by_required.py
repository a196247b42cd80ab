"""A key that a schema only requires or lists is named: old writers write it, and a new reader has to take it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from accordant.compat import compare

Schema = dict[str, Any]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
TEXT: Final[Schema] = {"type": "string"}
NAMING: Final[dict[str, Schema]] = {
    "required": {"required": ["name", "id"]},
    "required by a base": {"allOf": [{"$ref": "#/$defs/Base"}], "$defs": {"Base": {"required": ["id"]}}},
    "required by an alternative": {"anyOf": [{"required": ["id"]}, {"required": ["phone"]}]},
    "required by one of two": {"oneOf": [{"required": ["id"]}, {"required": ["phone"]}]},
    "required beside another": {"dependentRequired": {"name": ["id"]}},
    "what another is required beside": {"dependentRequired": {"id": ["name"]}},
    "what a schema depends on": {"dependentSchemas": {"id": {"required": ["name"]}}},
    "required in a case": {"if": {"required": ["name"]}, "then": {"required": ["id"]}},
    "a condition on it": {
        "if": {"properties": {"id": {"const": "1"}}, "required": ["id"]},
        "then": {"minProperties": 1},
    },
    "never without it": {"not": {"not": {"required": ["id"]}}},
    "never with another": {"not": {"required": ["id", "phone"]}},
    "refused beside another": {"dependentSchemas": {"name": {"properties": {"id": False}}}},
    "refused in a case": {"if": {"required": ["name"]}, "then": {"properties": {"id": False}}},
    "refused in the other case": {"if": {"required": ["name"]}, "else": {"properties": {"id": False}}},
    "refused by an alternative": {"anyOf": [{"properties": {"id": False}}, {"properties": {"name": False}}]},
    "refused by one of two": {"oneOf": [{"properties": {"id": {"not": {}}}}, {"required": ["name"]}]},
    "a list of names": {"propertyNames": {"enum": ["name", "id"]}},
}
REFUSING: Final[dict[str, Schema]] = {
    "closed": {"additionalProperties": False},
    "typed": {"additionalProperties": {"type": "integer"}},
    "never that key": {"not": {"required": ["id"]}},
    "names by a list": {"propertyNames": {"enum": ["name", "phone"]}},
    "keys by a pattern": {"patternProperties": {"^i": {"type": "integer"}}},
    "declared as another type": {"properties": {"name": TEXT, "id": {"type": "integer"}}},
    "declared as a list of values": {"properties": {"name": TEXT, "id": {"enum": ["a"]}}},
}


def person(*parts: Schema, inside: bool) -> Schema:
    schema: Schema = {"type": "object", "properties": {"name": TEXT}}
    for part in parts:
        schema |= part
    definitions = {"$defs": schema.pop("$defs")} if "$defs" in schema else {}
    return (
        {"type": "object", "properties": {"all": {"type": "array", "items": schema}}, **definitions}
        if inside
        else {**schema, **definitions}
    )


@pytest.mark.parametrize("inside", [False, True], ids=["at the root", "of items"])
@pytest.mark.parametrize("refusing", REFUSING.values(), ids=REFUSING)
@pytest.mark.parametrize("naming", NAMING.values(), ids=NAMING)
def test_a_new_reader_that_refuses_a_key_which_old_writers_are_asked_for_breaks(
    naming: Schema, refusing: Schema, inside: bool
) -> None:
    old, new = person(naming, inside=inside), person(refusing, inside=inside)
    result = compare(old, new, direction="input", promise="additive")
    assert result.verdict == "breaking"


CLOSED: Final[dict[str, Schema]] = {
    "closed": {"additionalProperties": False},
    "closed to what is not evaluated": {"unevaluatedProperties": False},
    "names by a list": {"propertyNames": {"enum": ["name"]}},
}


@pytest.mark.parametrize("inside", [False, True], ids=["at the root", "of items"])
@pytest.mark.parametrize("closed", CLOSED.values(), ids=CLOSED)
@pytest.mark.parametrize("naming", ["required", "required by a base", "required beside another"])
def test_a_closed_object_is_told_with_the_key_that_old_writers_are_asked_for(
    naming: str, closed: Schema, inside: bool
) -> None:
    old, new = person(NAMING[naming], inside=inside), person(closed, inside=inside)
    found = compare(old, new, direction="input", promise="additive").findings
    around = "`/all/*`" if inside else "The document"
    assert any(finding.message.startswith(f"{around} may carry the key `id`") for finding in found)


def test_several_such_keys_are_told_by_their_names() -> None:
    old = person({"required": ["id", "phone"]}, inside=False)
    (finding,) = compare(old, person({"additionalProperties": False}, inside=False), direction="input").findings
    expected = "The document may carry the keys `id` and `phone`; the reader refuses keys that it does not name."
    assert finding.message == expected


def test_a_key_that_nothing_names_is_told_without_a_name() -> None:
    new = person({"additionalProperties": False}, inside=False)
    (finding,) = compare(person(inside=False), new, direction="input", promise="strict").findings
    assert finding.message == "The document may carry further keys; the reader refuses keys that it does not name."


@pytest.mark.parametrize("naming", NAMING.values(), ids=NAMING)
def test_a_new_reader_may_refuse_keys_that_nothing_names(naming: Schema) -> None:
    named = {"properties": {"name": TEXT, "id": {}, "phone": {}}}
    new = person(naming, named, {"additionalProperties": False}, inside=False)
    assert compare(person(naming, inside=False), new, direction="input", promise="additive").verdict == "compatible"


@pytest.mark.parametrize("refusing", REFUSING.values(), ids=REFUSING)
def test_an_object_that_names_only_in_a_recursive_schema_is_held_to_its_names(refusing: Schema) -> None:
    own: Schema = {"name": TEXT, "next": {"$ref": "#"}}
    old = {"type": "object", "properties": own, "required": ["id"]}
    new = {"type": "object", **refusing, "properties": {**own, **refusing.get("properties", {})}}
    assert compare(old, new, direction="input", promise="additive").verdict == "breaking"


@pytest.mark.parametrize(
    "closing", [{"additionalProperties": False}, {"maxProperties": 1}, {"additionalProperties": TEXT}]
)
@pytest.mark.parametrize("fields", [{}, {"password": False}], ids=["none", "one that is forbidden"])
def test_an_object_without_a_field_is_free_data(fields: Schema, closing: Schema) -> None:
    free: Schema = {"type": "object", "properties": fields}
    old, new = ({"type": "object", "properties": {"data": data}} for data in (free, {**free, **closing}))
    assert compare(old, new, direction="input", promise="additive").verdict == "breaking"


def test_a_test_that_refers_to_the_schema_around_it_names_its_fields_once() -> None:
    old: Schema = {"type": "object", "properties": {"a": TEXT}, "anyOf": [{"not": {"$ref": "#"}}, {"required": ["a"]}]}
    new = {"type": "object", "properties": {"a": TEXT}, "additionalProperties": False}
    assert compare(old, new, direction="input", promise="additive").verdict == "compatible"


@pytest.mark.parametrize("keyword", ["dependentRequired", "dependencies"])
def test_a_key_beside_which_an_alternative_requires_another_is_one_of_its_own(keyword: str) -> None:
    draft = "http://json-schema.org/draft-07/schema#" if keyword == "dependencies" else DRAFT
    alternatives = [{"required": ["c", "d"]}, {keyword: {"a": ["d"]}}]
    old: Schema = {
        "$schema": draft,
        "type": "object",
        "required": ["a"],
        "oneOf": alternatives,
        "properties": {"x": {}},
    }
    new = {**old, "properties": {"x": {}, "a": TEXT}}
    assert compare(old, new, direction="input", promise="additive").verdict == "breaking"

"""A reference that leads nowhere spoils only what depends on it, and is named with its place where it does."""

from __future__ import annotations

import itertools
from typing import Any, Final

import pytest

from accordant.compat import compare
from accordant.schema.dialects import DIALECTS, DRAFT_04, DRAFT_2019_09, DRAFT_2020_12, Dialect
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

SPELLINGS: Final = (
    "https://geojson.example/Feature.json", "other.json#/definitions/a", "#/definitions/nowhere", "#nowhere",
    "http://json-schema.org/draft-07/schema#/definitions/nowhere", "http://[",
)  # fmt: skip
ASIDE: Final[dict[str, Any]] = {
    "member": lambda u: {"properties": {"p": u}},
    "item": lambda u: {"properties": {"p": {"items": u}}},
    "rest": lambda u: {"properties": {"q": {}}, "additionalProperties": u},
    "pattern": lambda u: {"patternProperties": {"^x": u}},
    "alternative": lambda u: {"anyOf": [{"type": "object"}, u]},
    "dependency": lambda u: {"dependencies": {"p": u}},
    "excluded member": lambda u: {"properties": {"p": {"not": u}}},
    "definition": lambda u: {"definitions": {"unused": u}},
    "several": lambda u: {"properties": {"p": {"anyOf": [u, {"type": "string"}]}, "r": {"oneOf": [u, {"not": u}]}}},
}
"""Schemas with an unknown reference of which a document without members tells nothing."""
NAMES: Final[dict[str, Any]] = {"names": lambda u: {"propertyNames": u}}
IN_THE_WAY: Final[dict[str, Any]] = {
    "conjunct": lambda u: {"allOf": [u]},
    "excluded": lambda u: {"not": u},
    "one of": lambda u: {"oneOf": [u, {"type": "object"}]},
    "required": lambda u: {"required": ["p"], "properties": {"p": u}},
}
"""Schemas with an unknown reference that decides about each document."""


def places(dialect: Dialect) -> dict[str, Any]:
    return ASIDE if dialect is DRAFT_04 else {**ASIDE, **NAMES}


def pair(dialect: Dialect, place: Any, ref: str, edit: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    old = {"$schema": dialect.uri, "type": "object", **place({"$ref": ref})}
    return old, {**old, **edit}


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("promise", ["strict", "additive"])
@pytest.mark.parametrize("direction", ["input", "output"])
def test_an_edit_that_does_not_touch_it_is_decided(dialect: Dialect, promise: str, direction: str) -> None:
    for (name, place), ref in itertools.product({**places(dialect), **IN_THE_WAY}.items(), SPELLINGS):
        comparison = compare(*pair(dialect, place, ref, {"title": "T"}), direction=direction, promise=promise)
        assert comparison.verdict == "compatible", (name, ref)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("promise", ["strict", "additive"])
def test_a_break_beside_it_is_proved(dialect: Dialect, promise: str) -> None:
    for (name, place), ref in itertools.product(places(dialect).items(), SPELLINGS):
        comparison = compare(*pair(dialect, place, ref, {"required": ["new"]}), direction="input", promise=promise)
        assert (comparison.verdict, comparison.witness) == ("breaking", {}), (name, ref)
        [finding] = [finding for finding in comparison.findings if finding.severity == "error"]
        assert finding.rule == "field-became-required", (name, ref)


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_an_unknown_reference_that_matters_is_named_with_its_place(dialect: Dialect) -> None:
    at = {"conjunct": "/allOf/0", "excluded": "/not", "one of": "/oneOf/0", "required": "/properties/p"}
    for (name, place), ref in itertools.product(IN_THE_WAY.items(), SPELLINGS):
        old, new = pair(dialect, place, ref, {"maxProperties": 0 if name != "required" else 1})
        comparison = compare(old, new, direction="input", promise="strict")
        assert comparison.verdict == "undecided", (name, ref)
        [finding] = comparison.findings
        assert f"the reference {ref!r} leads nowhere" in finding.message
        assert finding.place is not None
        assert finding.place.pointer == at[name]


def test_references_that_are_spelt_differently_are_not_taken_for_one() -> None:
    old, new = ({"properties": {"p": {"$ref": ref}}} for ref in ("https://a.example/s", "https://b.example/s"))
    assert compare(old, new, direction="input", promise="strict").verdict == "undecided"


def test_two_versions_of_a_schema_spell_a_pointer_into_themselves_alike() -> None:
    old, new = ({"$id": f"https://a.example/{n}", "properties": {"p": {"$ref": "#/$defs/no"}}} for n in (1, 2))
    assert compare(old, {**new, "required": ["q"]}, direction="output", promise="strict").verdict == "compatible"


@pytest.mark.parametrize("dialect", [DRAFT_2019_09, DRAFT_2020_12], ids=lambda dialect: dialect.name)
def test_what_an_unknown_reference_evaluates_is_unknown_too(dialect: Dialect) -> None:
    def closed(**members: Any) -> dict[str, Any]:
        unknown = {"$ref": "https://a.example/s", "unevaluatedProperties": False}
        return {"$schema": dialect.uri, "type": "object", "properties": {"o": {**unknown, "properties": members}}}

    assert compare(closed(a={}), {**closed(a={}), "title": "T"}, direction="input").verdict == "compatible"
    assert compare(closed(a={}, b={}), closed(a={}), direction="input", promise="strict").verdict == "undecided"
    assert compare(closed(a={}), closed(a={}, b={}), direction="input", promise="strict").verdict != "breaking"


def test_a_resource_that_nobody_uses_may_have_a_dangling_reference() -> None:
    unused = {"urn:unused": {"properties": {"p": {"$ref": "urn:nowhere"}}}}
    schema = {"properties": {"p": {"type": "string", "maxLength": 3}}}
    assert validator_of(Resources.of(schema, unused)).first_opinion({"p": "abcd"}) is False


LOOKALIKES: Final = (
    ({"$defs": {"d": [1]}}, ""),
    ({"properties": {"b": {"$defs": {"d": "no schema"}}}}, ""),
    ({"properties": {"anyOf": [{"required": ["a"]}]}}, "/properties/anyOf"),
    ({"properties": {"b": {"type": "strin"}}}, "/properties/b/type"),
    ({"properties": {"b": {"minimum": "1"}}}, "/properties/b/minimum"),
    ({"patternProperties": {"^b": 5}}, "/patternProperties/^b"),
)
"""Schemas with a part that is no schema: where nothing applies it (no place), and where its place is to be named."""


@pytest.mark.parametrize(("invalid", "at"), LOOKALIKES)
def test_a_part_that_is_no_schema_hides_no_break_beside_it(invalid: Any, at: str) -> None:
    old = {"required": ["c"], **invalid}
    new = {**old, "required": ["c", "a"]}
    assert compare(old, {**old, "description": "x"}, direction="input").verdict == "compatible"
    comparison = compare(old, new, direction="input", promise="strict")
    assert (comparison.verdict, len(comparison.findings)) == ("breaking", 1)


@pytest.mark.parametrize(("invalid", "at"), [case for case in LOOKALIKES if case[1]])
def test_a_part_that_is_no_schema_is_named_with_its_place_where_it_decides(invalid: Any, at: str) -> None:
    comparison = compare(invalid, {"properties": {"b": False, "anyOf": False}}, direction="input", promise="strict")
    [undecided] = [finding for finding in comparison.findings if finding.severity == "undecided"]
    assert undecided.place is not None
    assert undecided.place.pointer == at


def test_a_local_reference_that_leads_nowhere_on_both_sides_ends_no_comparison() -> None:
    old = {"properties": {"p": {"$ref": "#/$defs/gone"}, "q": {"type": "string"}}}
    new = {"properties": {"p": {"$ref": "#/$defs/gone"}, "q": {"type": "integer"}}}
    comparison = compare(old, new, direction="input", promise="strict")
    assert [finding.place and finding.place.pointer for finding in comparison.findings] == ["/properties/q/type"]
    renamed = {**new, "properties": {**old["properties"], "p": {"$ref": "#/$defs/lost"}}}
    assert compare(old, renamed, direction="input", promise="strict").verdict == "undecided"

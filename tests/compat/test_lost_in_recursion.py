"""A declaration that one place loses and another keeps: nothing but the lost name is forgiven.

A schema that refers to itself has such declarations: its root keeps the names that a part of it loses.
"""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from accordant import compare
from accordant.compat.comparison import Comparison
from accordant.findings import Witness
from accordant.schema.confirmation import confirm
from accordant.schema.references import Resources
from accordant.schema.validation import validator_of

ITSELF: Final = {"$ref": "#"}
HOLDERS: Final[dict[str, Any]] = {
    "itself": ITSELF,
    "a list": {"type": "array", "items": ITSELF},
    "a list of lists": {"type": "array", "items": {"type": "array", "items": ITSELF}},
    "a map": {"type": "object", "additionalProperties": ITSELF},
    "a map by pattern": {"type": "object", "patternProperties": {"^k": ITSELF}},
    "a tuple": {"type": "array", "prefixItems": [True, ITSELF]},
    "itself or null": {"anyOf": [ITSELF, {"type": "null"}]},
    "an object around itself": {"type": "object", "properties": {"k": ITSELF}},
}
INSTEAD: Final[dict[str, Any]] = {
    "anything": {},
    "a string": {"type": "string"},
    "an integer or null": {"type": ["integer", "null"]},
    "any list": {"type": "array"},
    "a list of strings": {"type": "array", "items": {"type": "string"}},
    "a list of objects": {"type": "array", "items": {"type": "object"}},
    "any object": {"type": "object"},
    "a map of integers": {"type": "object", "additionalProperties": {"type": "integer"}},
}


def node(holder: Any, **more: Any) -> dict[str, Any]:
    """A schema that holds a name, and in another member perhaps itself."""
    return {"type": "object", "properties": {"n": {"type": "string"}, "c": holder}, **more}


def written_out(holder: Any) -> dict[str, Any]:
    """The same schema with a copy of itself below its root, so that no two places have one declaration."""
    inner = json.loads(json.dumps(holder).replace('"#"', '"#/$defs/copy"'))
    return node(inner, **{"$defs": {"copy": node(inner)}})


def rules(comparison: Comparison) -> set[str]:
    return {finding.rule for finding in comparison.findings}


@pytest.mark.parametrize("instead", INSTEAD)
@pytest.mark.parametrize("holder", HOLDERS)
def test_what_stands_instead_of_a_reference_to_itself_breaks_as_if_it_were_written_out(
    holder: str, instead: str
) -> None:
    new = node(INSTEAD[instead])
    mine = compare(node(HOLDERS[holder]), new, promise="additive")
    copied = compare(written_out(HOLDERS[holder]), new, promise="additive")
    assert rules(mine) == rules(copied)
    assert {finding.message for finding in mine.findings} == {finding.message for finding in copied.findings}


@pytest.mark.parametrize("instead", ["anything", "a string", "an integer or null"])
@pytest.mark.parametrize("holder", HOLDERS)
def test_another_type_instead_of_a_reference_to_itself_is_a_change_of_type_and_no_narrowing(
    holder: str, instead: str
) -> None:
    old, new = node(HOLDERS[holder]), node(INSTEAD[instead])
    findings = compare(old, new, promise="additive").findings
    found = [finding for finding in findings if finding.rule in ("type-changed", "branch-added")]
    assert found
    reader, writer = (validator_of(Resources.of(schema)) for schema in (old, new))
    for finding in found:
        assert finding.place is not None
        assert finding.place.pointer.startswith("/properties/c")
        assert finding.old_place is not None
        assert isinstance(finding.evidence, Witness)
        assert confirm(writer, reader, finding.evidence.document).confirmed
    assert all(finding.rule != "narrowed" for finding in findings)


@pytest.mark.parametrize(("before", "after"), [("itself", "a list"), ("a list", "itself"), ("a map", "a list")])
def test_one_of_itself_for_many_is_a_change_of_type_and_no_narrowing(before: str, after: str) -> None:
    comparison = compare(node(HOLDERS[before]), node(HOLDERS[after]), promise="additive")
    assert "type-changed" in rules(comparison)
    assert "narrowed" not in rules(comparison)


@pytest.mark.parametrize("holder", [ITSELF, {"type": "array", "items": ITSELF}], ids=["itself", "a list"])
def test_another_type_in_one_shape_of_a_union_of_itself_is_a_change_of_type(holder: Any) -> None:
    def union(inner: Any) -> Any:
        leaf = {"type": "object", "properties": {"t": {"const": "P"}, "v": {"type": "integer"}}, "required": ["t"]}
        branch = {"type": "object", "properties": {"t": {"const": "C"}, "in": inner}, "required": ["t"]}
        return {"oneOf": [leaf, branch]}

    for instead in ({"type": "string"}, {"type": "boolean"}):
        assert "type-changed" in rules(compare(union(holder), union(instead), promise="additive"))


ZIPPED: Final = {"type": "object", "properties": {"zip": {"type": "string"}, "city": {"type": "string"}}}
NULLABLE: Final = {"type": "object", "properties": {"zip": {"type": ["string", "null"]}, "city": {"type": "string"}}}
EMPTY: Final = {"type": "object", "properties": {}}
SHARED: Final = {"$ref": "#/$defs/address"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            {"$defs": {"address": ZIPPED}, "properties": {"from": SHARED, "to": SHARED}},
            {"$defs": {"address": NULLABLE}, "properties": {"from": EMPTY, "to": SHARED}},
        ),
        (
            {"properties": {"from": ZIPPED, "to": {"$ref": "#/properties/from"}}},
            {"properties": {"to": NULLABLE}},
        ),
    ],
    ids=["of a definition", "of a lost field"],
)  # fmt: skip
def test_a_declaration_that_one_place_loses_still_binds_where_it_is_kept(old: Any, new: Any) -> None:
    assert {"field-removed", "null-added"} <= rules(compare(old, new, promise="additive"))


@pytest.mark.parametrize("holder", HOLDERS)
def test_what_stands_under_a_lost_name_has_no_finding_beside_its_loss(holder: str) -> None:
    instead = json.loads(json.dumps(HOLDERS[holder]).replace(json.dumps(ITSELF), '{"type": "object"}'))
    assert rules(compare(node(HOLDERS[holder]), node(instead), promise="additive")) == {"field-removed"}

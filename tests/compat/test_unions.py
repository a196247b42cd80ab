"""A break inside a union is one finding, at the keyword that changed, whatever the union is made of."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import pytest

from accordant.compat import compare
from accordant.findings import Severity

Schema = dict[str, Any]

BASE: Schema = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "string"}, "at": {"type": "integer"}},
}
UNION: Schema = {
    "a": {
        "type": "object",
        "required": ["kind", "x"],
        "properties": {
            "kind": {"const": "a"}, "x": {"type": "integer", "maximum": 5}, "s": {"type": "string", "maxLength": 3},
            "v": {"const": 1}, "n": {"type": "object", "required": ["m"], "properties": {"m": {"type": "boolean"}}},
            "l": {"type": "array", "maxItems": 2, "items": {"type": "string", "pattern": "^a"}},
        },
    },
    "b": {"type": "object", "required": ["kind", "y"], "properties": {"kind": {"const": "b"}, "y": {"type": "string"}}},
}  # fmt: skip
BREAKS: dict[str, tuple[str, Any]] = {
    "properties/x/maximum": ("bound-loosened", 9),
    "properties/x/type": ("null-added", ["integer", "null"]),
    "properties/s/maxLength": ("bound-loosened", 4),
    "properties/v/const": ("const-changed", 2),
    "properties/n/required": ("field-became-optional", []),
    "properties/n/properties/m/type": ("type-changed", ["boolean", "string"]),
    "properties/l/maxItems": ("bound-loosened", 3),
    "properties/l/items/pattern": ("pattern-loosened", "^"),
}
"""What is broken inside the alternative: the place, the rule that names it, and the new value."""
_NAMES = {"closed-enum-value-added": "const-changed"}
"""What the strict reading calls the same."""


def plain(keyword: str, branch: Schema, other: Schema) -> tuple[Schema, str]:
    return {keyword: [branch, other]}, f"/{keyword}/0"


def in_definitions(keyword: str, branch: Schema, other: Schema) -> tuple[Schema, str]:
    return {keyword: [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": branch, "b": other}}, "/$defs/a"


def with_base(keyword: str, branch: Schema, other: Schema) -> tuple[Schema, str]:
    branches = [{"allOf": [{"$ref": "#/$defs/Base"}, part]} for part in (branch, other)]
    return {keyword: branches, "$defs": {"Base": BASE}}, f"/{keyword}/0/allOf/1"


def beside_a_reference(keyword: str, branch: Schema, other: Schema) -> tuple[Schema, str]:
    branches = [{"$ref": "#/$defs/Base", **part} for part in (branch, other)]
    return {keyword: branches, "$defs": {"Base": BASE}}, f"/{keyword}/0"


def with_base_in_definitions(keyword: str, branch: Schema, other: Schema) -> tuple[Schema, str]:
    parts = {name: {"allOf": [{"$ref": "#/$defs/Base"}, part]} for name, part in (("A", branch), ("B", other))}
    union = {keyword: [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}
    return {"$defs": {"Base": BASE, **parts, "U": union}, "$ref": "#/$defs/U"}, "/$defs/A/allOf/1"


def in_items(keyword: str, branch: Schema, other: Schema) -> tuple[Schema, str]:
    inner = with_base(keyword, branch, other)
    schema = {"type": "array", "items": {keyword: inner[0][keyword]}, "$defs": inner[0]["$defs"]}
    return schema, f"/items{inner[1]}"


def beside_null(keyword: str, branch: Schema, other: Schema) -> tuple[Schema, str]:
    return {"properties": {"u": {keyword: [branch, other, {"type": "null"}]}}}, f"/properties/u/{keyword}/0"


WRAPPERS = (plain, in_definitions, with_base, beside_a_reference, with_base_in_definitions, in_items, beside_null)


def replaced(schema: Schema, place: str, value: Any) -> Schema:
    changed = copy.deepcopy(schema)
    *way, last = place.split("/")
    holder = changed
    for token in way:
        holder = holder[token]
    holder[last] = value
    return changed


def untagged(schema: Schema) -> Schema:
    """The alternative without its tag: told apart from the others by what it requires."""
    properties = {name: part for name, part in schema["properties"].items() if name != "kind"}
    return {**schema, "required": [name for name in schema["required"] if name != "kind"], "properties": properties}


@pytest.mark.parametrize("place", BREAKS)
@pytest.mark.parametrize("is_tagged", [True, False], ids=["tagged", "untagged"])
@pytest.mark.parametrize("wrap", WRAPPERS, ids=lambda wrap: wrap.__name__)
def test_a_break_inside_a_union_is_one_finding_at_the_keyword_that_changed(
    wrap: Any, is_tagged: bool, place: str
) -> None:
    rule, value = BREAKS[place]
    branch, other = UNION["a"], UNION["b"]
    if not is_tagged:
        branch, other = untagged(branch), untagged(other)
    for keyword, promise in itertools.product(("oneOf", "anyOf"), ("additive", "strict")):
        old, at = wrap(keyword, branch, other)
        new, _ = wrap(keyword, replaced(branch, place, value), other)
        found = [
            finding for finding in compare(old, new, promise=promise).findings if finding.severity != Severity.NOTE
        ]
        told = [(_NAMES.get(finding.rule, finding.rule), finding.place.pointer) for finding in found if finding.place]
        assert told == [(rule, f"{at}/{place}")], (keyword, promise)


def test_a_description_in_an_alternative_has_no_part_in_how_its_refusal_is_told() -> None:
    told = []
    for described in ({}, {"description": "a level"}):
        either = {"anyOf": [{"type": "string", "enum": ["A"], **described}, {"type": "string"}]}
        (finding,) = compare({"properties": {}}, {"properties": {"a": either}}, direction="input").findings
        told.append((finding.rule, finding.message))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"type": "string", "pattern": "^[A-Z]{4}$"}, {"type": "string", "pattern": "^[A-Z]{3}$"}),
        ({"type": "string"}, {"type": "number"}),
        ({"maximum": 3}, {"maximum": 4}),
    ],
)
@pytest.mark.parametrize("other", [{"type": "object"}, {"type": "string"}, {}])
def test_a_rule_that_nobody_wrote_is_never_to_blame(old: Any, new: Any, other: Any) -> None:
    """The tag is declared beside the alternatives, none of which asks for it."""

    def union(member: Any) -> Any:
        first = {"properties": {"type": {"const": "a"}, "payload": {"type": "object", "properties": {"sku": member}}}}
        second = {"properties": {"type": {"const": "b"}, "payload": other}}
        return {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"type": "string"}},
            "oneOf": [first, second],
        }

    for promise in ("additive", "strict"):
        messages = [finding.message for finding in compare(union(old), union(new), promise=promise).findings]
        assert messages
        assert [message for message in messages if "`not`" in message or "`/payload/sku`" not in message] == []

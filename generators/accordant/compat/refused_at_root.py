"""Refusals that can be seen at the root of a copied schema alone: missing names and undeclared keys."""

from __future__ import annotations

from collections.abc import Iterable, Set

from accordant.compat.judged_alike import Difference
from accordant.findings import JsonValue
from accordant.schema.subschemas import DEFINITIONS


def refuses_at_root(schema: JsonValue, document: JsonValue) -> str:
    """The first keyword in the order of names by which the root certainly refuses a document; empty: not known."""
    if not isinstance(schema, dict) or not isinstance(document, dict) or "$ref" in schema:
        return ""
    if schema.get("additionalProperties") is False and _has_undeclared(schema, document):
        return "additionalProperties"
    required = schema.get("required")
    is_missing = isinstance(required, list) and any(name not in document for name in required if isinstance(name, str))
    return "required" if is_missing else ""


def _has_undeclared(schema: dict[str, JsonValue], document: dict[str, JsonValue]) -> bool:
    declared = schema.get("properties", {})
    return isinstance(declared, dict) and "patternProperties" not in schema and not document.keys() <= declared.keys()


def changed_members(changed: Iterable[Difference]) -> set[str] | None:
    """The properties of the root that differ, where only `required` differs besides; None where more does."""
    members: set[str] = set()
    for place, _ in changed:
        if len(place) > 1 and place[0] == "properties":
            members.add(str(place[1]))
        elif place[:1] != ("required",):
            return None
    return members


def with_members(schema: dict[str, JsonValue], members: Set[str]) -> JsonValue:
    """What a copied schema says of some members of the root alone."""
    head = {keyword: schema[keyword] for keyword in ("$schema", *DEFINITIONS) if keyword in schema}
    return {**head, "properties": {name: part for name, part in schema["properties"].items() if name in members}}

"""Loosen one keyword of a copied reader, so that the next break can be seen behind this one."""

from __future__ import annotations

from accordant.compat.blame import Blame
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import ORIGIN, place_of
from accordant.schema.dialects import OTHER_MEMBERS, dialect_of
from accordant.schema.json_values import json_type


def relax(document: JsonValue, blame: Blame, *, whole: bool = False) -> tuple[JsonValue, JsonValue] | None:
    """The document with the blamed keyword loosened just enough for the refused value, and what was loosened.

    Args:
        document: a copied reader; it is not changed.
        blame: the keyword and the value that it refuses.
        whole: drop the keyword instead (it was loosened often enough).

    Returns:
        The new document and the detail: the name, value or type that was let in; None where nothing can be loosened.
    """
    if blame.keyword == "false":
        changed = _replace(document, blame.schema, True)
        return None if changed is None else (changed, None)
    holder = _at(document, blame.schema)
    if not isinstance(holder, dict) or blame.keyword not in holder:
        return None
    kind = json_type(blame.value, by_spelling=dialect_of(holder, dialect_of(document)).integers_by_spelling)
    loosened = None if whole else _loosen(holder, blame, kind)
    if loosened is None:
        rest = {key: item for key, item in holder.items() if key != blame.keyword}
        changed = _replace(document, blame.schema, rest)
        return None if changed is None else (changed, None)
    body, detail = loosened
    changed = _replace(document, blame.schema, body)
    return None if changed is None else (changed, detail)


def _loosen(holder: dict[str, JsonValue], blame: Blame, kind: str) -> tuple[dict[str, JsonValue], JsonValue] | None:
    keyword, value = blame.keyword, holder[blame.keyword]
    if keyword == "required" and isinstance(value, list) and isinstance(blame.value, dict):
        missing = [name for name in value if name not in blame.value]
        if missing:
            return {**holder, "required": [name for name in value if name != missing[0]]}, missing[0]
    if keyword == "type":
        types = value if isinstance(value, list) else [value]
        return {**holder, "type": [*types, kind]}, kind
    if keyword in ("enum", "const"):
        members = value if keyword == "enum" else [value]
        rest = {key: item for key, item in holder.items() if key != keyword}
        return {**rest, "enum": [*members, blame.value]}, blame.value
    if keyword in OTHER_MEMBERS and isinstance(blame.value, dict):
        declared = holder.get("properties") or {}
        further = blame.refused_keys(declared)
        if further and value is False:
            return {**holder, "properties": {**declared, further[0]: True}}, further[0]
    if keyword == "anyOf" and isinstance(value, list) and blame.stands_for != "more than one":
        return {**holder, "anyOf": [*value, {"type": kind}]}, None
    return None


def without_schemas(document: JsonValue, origins: set[tuple[str, str]]) -> JsonValue:
    """A copied reader in which the schemas that come from ``origins`` accept everything."""
    if not origins:
        return document
    if isinstance(document, list):
        return [without_schemas(item, origins) for item in document]
    if not isinstance(document, dict):
        return document
    if ORIGIN in document and place_of(document) in origins:
        return {ORIGIN: document[ORIGIN]}
    return {key: item if key == ORIGIN else without_schemas(item, origins) for key, item in document.items()}


def _at(document: JsonValue, pointer: str) -> JsonValue:
    try:
        return pointers.follow(document, pointer)
    except (LookupError, ValueError):
        return None


def _replace(document: JsonValue, pointer: str, value: JsonValue) -> JsonValue | None:
    """A copy of the document with another value at the pointer; None where nothing stands there."""
    try:
        return pointers.replace(document, pointer, value)
    except (LookupError, ValueError):
        return None

"""Simpler witnesses: an empty member name is hard to see in a report, so that another one is tried in its place."""

from __future__ import annotations

from accordant.findings import JsonValue
from accordant.schema.json_values import has_member
from accordant.schema.references import Node
from accordant.schema.validation import confirm, validator_of

_NAMES = ("a", "b", "c", "key")


def simplify(document: JsonValue, writer: Node, reader: Node) -> JsonValue:
    """The document with empty member names replaced, where it is still written and still refused."""
    if not has_member(document, ""):
        return document
    sides = validator_of(writer), validator_of(reader)
    for name in _NAMES:
        changed = _with_names(document, name)
        if changed is not None and confirm(*sides, changed).confirmed:
            return changed
    return document


def _with_names(value: JsonValue, name: str) -> JsonValue | None:
    """A copy with ``name`` for every empty name; None where an object has both."""
    if isinstance(value, list):
        items = [_with_names(item, name) for item in value]
        return None if any(new is None and old is not None for new, old in zip(items, value, strict=True)) else items
    if not isinstance(value, dict):
        return value
    if "" in value and name in value:
        return None
    members = {key or name: _with_names(item, name) for key, item in value.items()}
    lost = any(members[key or name] is None and item is not None for key, item in value.items())
    return None if lost else members

"""JSON values: their types, and one text for equal ones."""

from __future__ import annotations

import json

from accordant.findings import JsonValue


def json_type(value: JsonValue) -> str:
    """The JSON type of a value, ``integer`` where it has no fraction."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def canonical(value: JsonValue) -> str:
    """One text for equal JSON values: keys sorted; 1, 1.0 and true stay apart.

    Digests of releases and acknowledgements are made of this text, so its bytes never change.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

"""The JSON type of a value."""

from __future__ import annotations

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

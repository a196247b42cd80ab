"""JSON values: their types, the values and texts in them, and one text for equal ones."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from accordant.findings import JsonValue


def json_type(value: JsonValue, *, by_spelling: bool = False) -> str:
    """The JSON type of a value, ``integer`` where it has no fraction.

    ``by_spelling``: 1.0 is a ``number``, as in draft-04 (see ``Dialect.integers_by_spelling``).
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer() and not by_spelling):
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


def values_in(value: JsonValue) -> Iterator[JsonValue]:
    """Every value in a value, itself included, in no order that counts; without recursion, so however deep."""
    todo = [value]
    while todo:
        part = todo.pop()
        yield part
        if isinstance(part, dict):
            todo.extend(part.values())
        elif isinstance(part, list):
            todo.extend(part)


def texts_in(value: JsonValue) -> Iterator[str]:
    """Every string in a value, member names included."""
    for part in values_in(value):
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            yield from part


def is_vast(value: JsonValue) -> bool:
    """Whether a value is a number that no double holds: 400 digits, an infinity."""
    try:
        return isinstance(value, int | float) and math.isinf(value)
    except OverflowError:
        return True


def has_member(value: JsonValue, name: str) -> bool:
    """Whether any object in a value has a member of that name."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            if name in part:
                return True
            todo.extend(part.values())
        elif isinstance(part, list):
            todo.extend(part)
    return False

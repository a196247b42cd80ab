"""JSON values: their types, the values and texts in them, and one text for equal ones."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Iterator
from decimal import Context, Decimal
from json.encoder import encode_basestring_ascii
from typing import Any, Final

from accordant.findings import JsonValue

_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_EXACT: Final = Context(prec=5_000)
"""More digits than Python reads in a number of a text."""
_SPELT_OUT: Final = Decimal(10) ** 30
"""Below it, a number is written without an exponent."""


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
    return _CANONICAL.encode(value)


def fingerprint(value: JsonValue) -> str:
    """A text that two values share exactly when they are equal for JSON Schema: 1 is 1.0 and is not true.

    >>> fingerprint({"a": 1, "b": -0.0}) == fingerprint({"b": 0, "a": 1.0}), fingerprint(1) == fingerprint(True)
    (True, False)
    """
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int | float):
        number = _EXACT.normalize(Decimal(repr(value))) or Decimal(0)  # -0 is 0
        return format(number, "f") if abs(number) < _SPELT_OUT else str(number)
    if isinstance(value, list):
        return "[" + ",".join(map(fingerprint, value)) + "]"
    return "{" + ",".join([f"{encode_basestring_ascii(key)}:{fingerprint(value[key])}" for key in sorted(value)]) + "}"


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


def listed_texts(value: JsonValue) -> list[str]:
    """The texts of a list, such as the names in `required`; none for anything else, which no draft allows there."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def is_deeper(value: JsonValue, most: int) -> bool:
    """Whether objects and arrays are nested in more levels than so many."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(most):
        inside = (part for item in level for part in (item.values() if isinstance(item, dict) else item))
        level = [part for part in inside if isinstance(part, (dict, list))]
    return bool(level)


def is_vast(value: JsonValue) -> bool:
    """Whether a value is a number that no double holds: 400 digits, an infinity."""
    try:
        return isinstance(value, int | float) and math.isinf(value)
    except OverflowError:
        return True


def member_names(value: JsonValue) -> frozenset[str]:
    """The names of the members of all objects in a value."""
    return frozenset(name for part in values_in(value) if isinstance(part, dict) for name in part)


def known_names(value: JsonValue, memo: dict[Hashable, Any]) -> frozenset[str]:
    """The same, looked for once and noted beside the value: what none of the members is called needs no search."""
    if "names" not in memo:
        memo["names"] = member_names(value)
    names: frozenset[str] = memo["names"]
    return names


def has_member(value: JsonValue, *names: str) -> bool:
    """Whether any object in a value has a member of one of the names."""
    sought, todo = frozenset(names), [value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            if not sought.isdisjoint(part):
                return True
            todo.extend(part.values())
        elif isinstance(part, list):
            todo.extend(part)
    return False

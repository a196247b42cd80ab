"""JSON values as keys that compare as JSON Schema does: numbers by value, members without order."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from accordant.findings import JsonValue

Key = Any
"""A hashable stand-in for a JSON value; two values are equal in the sense of JSON Schema iff their keys are."""


class UnusableNumber(ValueError):
    """A number that is not a JSON number, such as infinity."""


@lru_cache(maxsize=4096)
def _of_float(value: float) -> Fraction:
    return Fraction(repr(value))


def fraction_of(value: int | float | Decimal) -> Fraction:
    """The rational that a JSON number spells: 0.1 is one tenth, not the double nearest to it.

    Raises:
        UnusableNumber: infinity or not-a-number.
    """
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise UnusableNumber(str(value))
        return _of_float(value)
    if not value.is_finite():
        raise UnusableNumber(str(value))
    if abs(value.adjusted()) > 5000:  # the fraction would have as many digits, and arithmetic on it would take long
        raise UnusableNumber("a number with thousands of digits")
    return Fraction(value)


def json_number(number: Fraction) -> int | float | Decimal:
    """A JSON number with this value: an integer, a float whose text is exact, else a Decimal."""
    if number.denominator == 1:
        return number.numerator
    try:
        as_float = float(number)
    except OverflowError:
        as_float = math.inf
    if math.isfinite(as_float) and Fraction(repr(as_float)) == number:
        return as_float
    # The denominator divides a power of ten whose exponent is below four times its own digits (log2(10) < 4).
    digits = len(str(number.denominator)) * 4
    return Decimal(number.numerator * 10**digits // number.denominator).scaleb(-digits).normalize()


def is_number(value: JsonValue) -> bool:
    """Whether a JSON value is a number (booleans are not)."""
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def key_of(value: JsonValue) -> Key:
    """The hashable stand-in of a value: equal for equal JSON values only (1 and 1.0 equal, 1 and true not)."""
    if value is None or isinstance(value, bool):
        return ("c", value)
    if isinstance(value, str):
        return value
    if is_number(value):
        return fraction_of(value)
    if isinstance(value, list):
        items = []
        for item in value:
            items.append(key_of(item))
        return ("a", tuple(items))
    members = []
    for name in sorted(value):
        members.append((name, key_of(value[name])))
    return ("o", tuple(members))


def value_of(key: Key) -> JsonValue:
    """A JSON value with this stand-in."""
    if isinstance(key, str):
        return key
    if isinstance(key, Fraction):
        return json_number(key)
    kind, content = key
    if kind == "c":
        return content
    if kind == "a":
        items = []
        for item in content:
            items.append(value_of(item))
        return items
    members = {}
    for name, member in content:
        members[name] = value_of(member)
    return members


def spellings(document: JsonValue) -> list[JsonValue]:
    """The document, and, where it has integers beyond 2^53 that a double spells exactly, the same with doubles.

    Validators differ in how they compare such integers.
    """
    as_doubles = _with_doubles(document)
    return [document] if as_doubles is document else [document, as_doubles]


def _with_doubles(value: JsonValue) -> JsonValue:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        try:
            double = float(value)
        except OverflowError:
            return value
        return double if fraction_of(double) == value else value
    if isinstance(value, list):
        items = [_with_doubles(item) for item in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if isinstance(value, dict):
        members = {name: _with_doubles(member) for name, member in value.items()}
        return members if any(members[name] is not value[name] for name in value) else value
    return value


def has_lone_surrogate(document: JsonValue) -> bool:
    """Whether a text in a document has half of a surrogate pair, so that it cannot be written as UTF-8."""
    todo = [document]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            if not value.isascii() and any(0xD800 <= ord(character) <= 0xDFFF for character in value):
                return True
        elif isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, dict):
            todo.extend(value)
            todo.extend(value.values())
    return False

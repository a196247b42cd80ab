"""Two states of a document with their equal parts as the same objects: what is known of one holds for the other."""

from __future__ import annotations

import marshal
from typing import Final

from accordant.findings import JsonValue

_IN_FULL: Final = 2
"""The version of the byte format that spells each value by itself alone, whatever else refers to it."""


def with_parts_of(first: JsonValue, second: JsonValue) -> JsonValue:
    """The second value, in which what is spelt as at the same place of the first is the first's own object.

    Members in another order, or 1 in place of 1.0 or true, are another spelling.
    """
    try:
        return _with_parts_of(first, second)
    except (RecursionError, ValueError):  # nobody judges values that are nested so deeply
        return second


def _with_parts_of(first: JsonValue, second: JsonValue) -> JsonValue:
    if type(first) is not type(second) or not isinstance(first, dict | list):
        return second
    if first == second and _spelling(first) == _spelling(second):  # == is quick, but takes 1 for true
        return first
    if isinstance(second, list):
        others = second[len(first) :]
        return [*(_with_parts_of(*pair) for pair in zip(first, second, strict=False)), *others]
    return {key: _with_parts_of(first[key], value) if key in first else value for key, value in second.items()}


def _spelling(value: JsonValue) -> bytes:
    """Bytes that two values share exactly when they are spelt alike; in a third of the time of a text."""
    return marshal.dumps(value, _IN_FULL)

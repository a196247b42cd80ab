"""Two states of a document with their equal parts as the same objects: who has looked at one knows the other."""

from __future__ import annotations

import json

from accordant.findings import JsonValue


def with_parts_of(first: JsonValue, second: JsonValue) -> JsonValue:
    """The second value, in which what is spelt as at the same place of the first is the first's own object.

    Members in another order, or 1 in place of 1.0 or true, are another spelling.
    """
    try:
        return _with_parts_of(first, second)
    except RecursionError:  # nobody judges values that are nested so deeply
        return second


def _with_parts_of(first: JsonValue, second: JsonValue) -> JsonValue:
    if type(first) is not type(second) or not isinstance(first, dict | list):
        return second
    if first == second and json.dumps(first) == json.dumps(second):  # == is quick, but takes 1 for true
        return first
    if isinstance(second, list):
        others = second[len(first) :]
        return [*(_with_parts_of(*pair) for pair in zip(first, second, strict=False)), *others]
    return {key: _with_parts_of(first[key], value) if key in first else value for key, value in second.items()}

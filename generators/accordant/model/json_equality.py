"""Equality of JSON values as JSON Schema has it: 1 is 1.0 and is not true; the order of members does not count."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from json.encoder import encode_basestring_ascii
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import json_values

ATOMS: Final = frozenset({"null", "boolean", "integer", "fraction", "string", "array", "object"})
"""The types of JSON, numbers split into those without and with a fraction."""


def atoms(names: Iterable[str]) -> frozenset[str]:
    """The atoms of some types as schemas name them: ``number`` is ``integer`` and ``fraction``."""
    return (
        frozenset(atom for name in names for atom in (("integer", "fraction") if name == "number" else (name,))) & ATOMS
    )


def json_type(value: JsonValue) -> str:
    """``null``, ``boolean``, ``integer``, ``fraction``, ``string``, ``array`` or ``object``."""
    type_ = json_values.json_type(value)
    return "fraction" if type_ == "number" else type_


def fingerprint(value: JsonValue) -> str:
    """A text that two values share exactly when they are equal."""
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int | float):
        return (
            format(Decimal(repr(value)).normalize(), "f")
            if abs(value) < 1e30
            else repr(Decimal(repr(value)).normalize())
        )
    if isinstance(value, list):
        return "[" + ",".join(map(fingerprint, value)) + "]"
    return "{" + ",".join(f"{json.dumps(key)}:{fingerprint(value[key])}" for key in sorted(value)) + "}"


def plain_number(value: int | float) -> int | float:
    """The number as an integer where it is one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value

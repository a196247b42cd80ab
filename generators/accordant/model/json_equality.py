"""The types of JSON values as the model has them: numbers without and with a fraction apart."""

from __future__ import annotations

from collections.abc import Iterable
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


def atom_of(value: JsonValue) -> str:
    """``null``, ``boolean``, ``integer``, ``fraction``, ``string``, ``array`` or ``object``."""
    type_ = json_values.json_type(value)
    return "fraction" if type_ == "number" else type_


def plain_number(value: int | float) -> int | float:
    """The number as an integer where it is one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value

"""Reads ``x-codes``, the annotation that binds a field to a code list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Binding:
    """A code list, and the facts by which some of its entries are chosen (none: all entries)."""

    list_name: str
    where: Mapping[str, JsonValue] = field(default_factory=dict)


def binding_of(schema: JsonValue) -> Binding | None:
    """The binding of a schema; None where it has none, or one that names no list."""
    return read_binding(schema.get("x-codes")) if isinstance(schema, dict) else None


def read_binding(value: JsonValue) -> Binding | None:
    """The binding that the value of ``x-codes`` says: a list's name, or ``{list, where}``; None where it is neither."""
    if isinstance(value, str):
        return Binding(value)
    if not isinstance(value, dict):
        return None
    name, where = value.get("list"), value.get("where", {})
    return Binding(name, where) if isinstance(name, str) and isinstance(where, dict) else None

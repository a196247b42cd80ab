"""Reads the annotations that bind schemas to code lists: ``x-codes`` of a field, ``x-code-context`` of an object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Binding:
    """A code list, and the facts by which some of its entries are chosen (none: all entries)."""

    list_name: str
    where: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ContextBinding:
    """A code list, and two fields of an object: one has an identifier of the list, the other its context."""

    list_name: str
    identifier: str
    context: str


def context_binding_of(schema: JsonValue) -> ContextBinding | None:
    """The context binding of a schema; None where it has none, or a malformed one."""
    match schema:
        case {"x-code-context": {"list": str(name), "identifier": str(identifier), "context": str(context)}}:
            return ContextBinding(name, identifier, context)
    return None


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

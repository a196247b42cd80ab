"""Where copies of a schema differ, as far as it matters for one document: properties that it lacks do not."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TypeAlias

from accordant.findings import JsonValue
from accordant.schema.dialects import is_map_of_schemas
from accordant.schema.json_values import canonical
from accordant.schema.subschemas import holds_data

Difference: TypeAlias = tuple[tuple[str | int, ...], str]
"""A place in a copy, and a text of what stands there; empty where there is nothing."""


def differences(first: JsonValue, other: JsonValue, names: Set[str]) -> frozenset[Difference]:
    """Where another schema differs from the first one, as far as this can matter for a document.

    Schemas with equal differences judge the document alike; one without any judges it as the first one does.

    Args:
        first: a copied schema, in which references lead to definitions alone.
        other: another one; what both have in common is quickest to see where it is the same object.
        names: the names of the members of all objects in the document.
    """
    return frozenset(_differences(first, other, names, ()))


def _differences(
    first: JsonValue, other: JsonValue, names: Set[str], at: tuple[str | int, ...]
) -> Iterator[Difference]:
    if isinstance(first, dict) and isinstance(other, dict) and first.keys() == other.keys():
        for name, item in other.items():
            if item is not first[name]:
                yield from _of_keyword(name, first[name], item, names, (*at, name))
    elif isinstance(first, list) and isinstance(other, list) and len(first) == len(other):
        for index, item in enumerate(other):
            if item is not first[index]:
                yield from _differences(first[index], item, names, (*at, index))
    elif type(first) is not type(other) or first != other:
        yield at, canonical(_asked(other, names))


def _of_keyword(
    keyword: str, first: JsonValue, other: JsonValue, names: Set[str], at: tuple[str | int, ...]
) -> Iterator[Difference]:
    if holds_data(keyword):
        if canonical(first) != canonical(other):
            yield at, canonical(other)
    elif not (is_map_of_schemas(keyword) and isinstance(first, dict) and isinstance(other, dict)):
        yield from _differences(first, other, names, at)
    else:
        for name in names if keyword == "properties" else first.keys() | other.keys():
            if name in first and name in other:
                if first[name] is not other[name]:
                    yield from _differences(first[name], other[name], names, (*at, name))
            elif name in first or name in other:
                yield (*at, name), canonical(_asked(other[name], names)) if name in other else ""


def _asked(value: JsonValue, names: Set[str]) -> JsonValue:
    """A part without the properties that the document does not have."""
    if isinstance(value, list):
        return [_asked(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    return {keyword: _asked_of(keyword, item, names) for keyword, item in value.items()}


def _asked_of(keyword: str, value: JsonValue, names: Set[str]) -> JsonValue:
    if holds_data(keyword):
        return value
    if not (is_map_of_schemas(keyword) and isinstance(value, dict)):
        return _asked(value, names)
    return {name: _asked(item, names) for name, item in value.items() if keyword != "properties" or name in names}

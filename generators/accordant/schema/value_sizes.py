"""About how much memory JSON values take in a library: measured once, counted in bytes."""

from __future__ import annotations

from typing import Final

from accordant.findings import JsonValue

_OF_OBJECT: Final = 300
_OF_VALUE: Final = 60


def sizes_of(document: JsonValue) -> dict[int, int]:
    """About how much memory each value takes with all that is in it, by ``id``."""
    return sizes_among(values_by_level(document)[0])


def values_by_level(document: JsonValue) -> tuple[list[JsonValue], int]:
    """All values in a document, each behind the one that it is in, and how many levels there are."""
    found, level, depth = [document], [document], 0
    while level:
        inside: list[JsonValue] = []
        for value in level:
            if isinstance(value, dict):
                inside += value.values()
            elif isinstance(value, list):
                inside += value
        found += inside
        level, depth = inside, depth + 1
    return found, depth


def sizes_among(values: list[JsonValue]) -> dict[int, int]:
    """The sizes of values of which each stands behind the one that it is in, by ``id``."""
    sizes: dict[int, int] = {}
    for value in reversed(values):
        sizes[id(value)] = size_of(value, sizes)
    return sizes


def size_of(value: JsonValue, sizes: dict[int, int]) -> int:
    """The size of a value, given the sizes of what is in it."""
    if isinstance(value, str):
        return _OF_VALUE + len(value)
    if isinstance(value, dict):
        return _OF_OBJECT + sum([_OF_VALUE + len(name) + sizes[id(member)] for name, member in value.items()])
    return _OF_VALUE + sum([sizes[id(item)] for item in value] if isinstance(value, list) else ())

"""Under which conditions a schema speaks about a place: what tells a break there from a later, larger one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers

_LOGIC: Final = (
    "if", "then", "else", "not", "anyOf", "oneOf", "dependentRequired", "dependentSchemas", "dependencies",
)  # fmt: skip
_DEFINITIONS: Final = ("$defs", "definitions")


def conditions(schema: JsonValue, *places: str) -> dict[str, JsonValue]:
    """The keywords of logic around some places of a schema, by their pointers.

    What stands under definitions may be reached from anywhere: then all keywords of logic count.
    """
    everywhere = any(token in _DEFINITIONS for place in places for token in pointers.split(place))
    around = {pointers.write(tokens[:end]) for tokens in map(pointers.split, places) for end in range(len(tokens) + 1)}
    return {at: value for holder, at, value in _logic(schema, "") if everywhere or holder in around}


def _logic(schema: JsonValue, at: str) -> Iterator[tuple[str, str, JsonValue]]:
    if isinstance(schema, list):
        for index, one in enumerate(schema):
            yield from _logic(one, pointers.join(at, index))
    elif isinstance(schema, dict):
        for keyword, value in schema.items():
            here = pointers.join(at, keyword)
            if keyword in _LOGIC:
                yield at, here, value
            yield from _logic(value, here)

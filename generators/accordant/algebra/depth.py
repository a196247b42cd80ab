"""How deep a JSON value is nested, found without recursion."""

from __future__ import annotations

from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node

DEEPEST: Final = 400
"""Schemas nested deeper than this are not judged: parsers and validators give up near there, too."""


def too_deep(value: JsonValue) -> str | None:
    """The pointer of a place that is nested too deeply; None where there is none."""
    level: list[JsonValue] = [value]
    for _ in range(DEEPEST):
        below: list[JsonValue] = []
        for item in level:
            if isinstance(item, dict):
                below += [child for child in item.values() if isinstance(child, (dict, list))]
            elif isinstance(item, list):
                below += [child for child in item if isinstance(child, (dict, list))]
        if not below:
            return None
        level = below
    return _deep_place(value)


def too_deep_in(node: Node) -> str | None:
    """The same for a schema, found once."""
    if "too deep" not in node.memo:
        node.memo["too deep"] = too_deep(node.value)
    place: str | None = node.memo["too deep"]
    return place


def _deep_place(value: JsonValue) -> str:
    """The first eight steps towards a place that is too deep; the whole pointer would help nobody."""
    path: list[str | int] = []
    while len(path) < 8:
        children = value.items() if isinstance(value, dict) else enumerate(value)
        key, value = next((k, v) for k, v in children if isinstance(v, (dict, list)))
        path.append(key)
    return pointers.write(path)

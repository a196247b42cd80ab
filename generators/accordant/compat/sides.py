"""The two sides of a comparison: a root schema, and where its parts stand in files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accordant.findings import JsonValue, Place
from accordant.schema import pointers
from accordant.schema.declarations import Part, items, lay_open, members
from accordant.schema.references import Node


@dataclass(frozen=True, slots=True)
class Side:
    """One side: its root node, its name for people, and the place of (document address, pointer)."""

    root: Node
    name: str
    locate: Callable[[str, str], Place]

    def place(self, node: Node, *tokens: str) -> Place:
        """Where a part of a node stands."""
        return self.locate(node.document, pointers.join(node.pointer, *tokens))


def loose(path: str) -> Callable[[str, str], Place]:
    """Places in a schema that has no file: the pointer alone."""
    return lambda _, pointer: Place(path, 0, 0, pointer)


def follow(root: Node, document: JsonValue, pointer: str) -> list[Part]:
    """The subschemas of ``root`` that speak about the part of ``document`` at ``pointer``.

    Branches that the document's tags exclude are left out. Where nothing speaks about the part itself, the nearest
    parent's are returned.
    """
    parts = _applying(lay_open([root]), document)
    value = document
    for token in pointers.split(pointer):
        nodes: list[Node] = []
        if isinstance(value, dict):
            found = list(members(parts))
            nodes = [one.node for one in found if one.name == token]
            nodes = nodes or [one.node for one in found if one.name is None]
            value = value.get(token)
        elif isinstance(value, list) and token.isdecimal():
            index = int(token)
            nodes = [part.node for at, part in items(parts) if at in (None, index)]
            value = value[index] if index < len(value) else None
        if not nodes:
            break
        parts = _applying(lay_open(nodes), value)
    return parts


def _applying(parts: list[Part], value: JsonValue) -> list[Part]:
    if not isinstance(value, dict):
        return parts
    chosen = [
        part
        for part in parts
        if all(not isinstance(value.get(key), str) or value[key] in values for key, values in part.guard.items())
    ]
    return chosen or parts

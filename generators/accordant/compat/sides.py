"""The two sides of a comparison: a root schema, and where its parts stand in files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accordant.findings import JsonValue, Place
from accordant.schema import pointers
from accordant.schema.declarations import Item, TaggedSchema, items, lay_open, properties
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


def follow(root: Node, document: JsonValue, pointer: str) -> list[TaggedSchema]:
    """The subschemas of ``root`` that speak about the part of ``document`` at ``pointer``.

    Branches that the document's tags exclude are left out. Where nothing speaks about the part itself, the nearest
    parent's are returned.
    """
    schemas = _applying(lay_open([TaggedSchema(root)]), document)
    value = document
    for token in pointers.split(pointer):
        inner: list[TaggedSchema] = []
        if isinstance(value, dict):
            declared = list(properties(schemas))
            inner = [property_.schema for property_ in declared if property_.name == token]
            inner = inner or [property_.schema for property_ in declared if property_.name is None]
            value = value.get(token)
        elif isinstance(value, list) and token.isdecimal():
            at = Item(int(token), TaggedSchema(root))
            inner = [item.schema for item in items(schemas) if item.shares_with(at)]
            value = value[int(token)] if int(token) < len(value) else None
        if not inner:
            break
        schemas = _applying(lay_open(inner), value)
    return schemas


def _applying(schemas: list[TaggedSchema], value: JsonValue) -> list[TaggedSchema]:
    if not isinstance(value, dict):
        return schemas
    chosen = [
        schema
        for schema in schemas
        if all(not isinstance(value.get(name), str) or value[name] in tags for name, tags in schema.tags.items())
    ]
    return chosen or schemas

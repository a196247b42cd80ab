"""Schemas that only hold definitions, and these by name: other schemas refer to them."""

from __future__ import annotations

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node
from accordant.schema.subschemas import DEFINITIONS, asserts_nothing


def definitions_of(node: Node) -> dict[str, Node]:
    """The definitions of a schema that says nothing else, by name; those of such a definition as ``outer/inner``.

    Names are spelt as in a JSON Pointer: the definition ``a/b`` is ``a~1b``.
    """
    found: dict[str, Node] = {}
    for keyword in DEFINITIONS if asserts_nothing(node) else ():
        for key in _members(node.value, keyword):
            own, name = node.child(keyword, key), pointers.escape(key)
            found |= {f"{name}/{inner}": value for inner, value in definitions_of(own).items()} or {name: own}
    return found


def definition_named(node: Node, name: str) -> Node | None:
    """The definition of a schema that is called so, see :func:`definitions_of`; None where there is none."""
    for part in pointers.split(f"/{name}"):
        keyword = next((word for word in DEFINITIONS if part in _members(node.value, word)), None)
        if keyword is None:
            return None
        node = node.child(keyword, part)
    return node


def _members(schema: JsonValue, keyword: str) -> dict[str, JsonValue]:
    members = schema.get(keyword) if isinstance(schema, dict) else None
    return members if isinstance(members, dict) else {}

"""Schemas that only hold definitions, and these by name: other schemas refer to them."""

from __future__ import annotations

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node
from accordant.schema.subschemas import DEFINITIONS, asserts_nothing


def definitions_of(node: Node) -> list[tuple[str, Node]]:
    """The definitions of a schema that says nothing else, with their names.

    A definition that holds further ones gives those, as ``outer/inner``. Names are spelt as in a JSON Pointer: the
    definition ``a/b`` is ``a~1b``. A name that stands under both `$defs` and `definitions` comes twice.
    """
    definitions: list[tuple[str, Node]] = []
    for keyword in DEFINITIONS if asserts_nothing(node) else ():
        for key in _members(node.value, keyword):
            own, name = node.child(keyword, key), pointers.escape(key)
            definitions += [(f"{name}/{inner}", value) for inner, value in definitions_of(own)] or [(name, own)]
    return definitions


def definition_named(node: Node, name: str, like: str = "") -> Node | None:
    """The definition of a schema that is called so, see :func:`definitions_of`; None where there is none.

    ``like``: the pointer of that definition elsewhere. Of a name under both `$defs` and `definitions` the one is meant
    that stands as there.
    """
    keywords = pointers.split(like)[::2]
    for index, part in enumerate(pointers.split(f"/{name}")):
        preferred = (*keywords[index : index + 1], *DEFINITIONS)
        keyword = next((word for word in preferred if part in _members(node.value, word)), None)
        if keyword is None:
            return None
        node = node.child(keyword, part)
    return node


def _members(schema: JsonValue, keyword: str) -> dict[str, JsonValue]:
    members = schema.get(keyword) if isinstance(schema, dict) else None
    return members if isinstance(members, dict) else {}

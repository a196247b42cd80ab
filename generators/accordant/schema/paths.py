"""Which schemas speak of a part of a document, found by walking the schema alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, applied_subschemas, for_item, for_member, judging

ANY: Final = "*"
"""In a path: any index."""

_LIMIT: Final = 20_000
"""Most schemas that are looked at for one path: resources with dynamic anchors can be entered in very many orders."""


def schemas_at(root: Node, path: str) -> Iterator[Node]:
    """Every schema that may judge the value at ``path`` (a JSON Pointer; ``*`` is any index) of a document.

    Branches are all taken, whether a document could fit them together or not, and so are the schemas of ``if``.

    Raises:
        ValueError: ``path`` is not a JSON Pointer.
    """
    tokens = pointers.split(path)
    seen: set[tuple[Node, Scope, int]] = set()
    todo: list[tuple[Node, Scope, int]] = [(root, (), 0)]
    while todo and len(seen) < _LIMIT:
        node, scope, depth = todo.pop()
        if (node, scope, depth) in seen:
            continue
        seen.add((node, scope, depth))
        if depth == len(tokens):
            yield node
        todo += [(subschema.node, subschema.scope, depth) for subschema in _in_place(node, scope)]
        if depth < len(tokens):
            todo += [
                (subschema.node, subschema.scope, depth + 1) for subschema in _for_part(node, scope, tokens[depth])
            ]


def find_pinned_values(root: Node, path: str) -> Iterator[JsonValue]:
    """The values that ``const`` and ``enum`` name at ``path``."""
    for node in schemas_at(root, path):
        members = judging(node)
        if "const" in members:
            yield members["const"]
        elif isinstance(members.get("enum"), list):
            yield from members["enum"]


def _in_place(node: Node, scope: Scope) -> Iterator[Applied]:
    """The schemas that judge the same part of a document; what ``not`` holds is what the part must not be."""
    return (subschema for subschema in applied_subschemas(node, scope, Relation.IN_PLACE) if subschema.keyword != "not")


def _for_part(node: Node, scope: Scope, token: str) -> Iterator[Applied]:
    """The schemas of a member or item; ``true`` and ``false`` for the rest say nothing about one of them."""
    schemas = list(for_member(node, token, scope))
    index = pointers.index_of(token)
    if token == ANY or index is not None:
        schemas += for_item(node, index, scope)
    return (subschema for subschema in schemas if subschema.key is not None or isinstance(subschema.node.value, dict))

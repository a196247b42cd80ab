"""Where a response holds codes that have an exit code of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from accordant.contract import Version
from accordant.schema import pointers
from accordant.schema.bindings import binding_of
from accordant.schema.dialects import Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas

CodePlace: TypeAlias = tuple[str, str]
"""A pointer, in which `*` is any index or key, and the name of the code list."""

_TESTS = ("not", "if")


def find_code_places(version: Version) -> tuple[CodePlace, ...]:
    """The places of the default schema's documents whose code list gives exit codes, in the order of the schema."""
    lists = version.state.code_lists
    named = {name for name, codes in lists.items() if any(entry.exit_code is not None for entry in codes.entries)}
    if not named:
        return ()
    root = version.state.root(version.default_schema)
    leading = _leading(root, named)
    return tuple(dict.fromkeys(_below("", root, named, leading, ())))


def _below(
    pointer: str, node: Node, named: set[str], leading: set[Node], around: tuple[Node, ...]
) -> Iterator[CodePlace]:
    if node not in leading or node in around:
        return
    name = _list_of(node)
    if name in named:
        yield pointer, name
    for part in _parts(node):
        yield from _below(pointer + _step(part), part.node, named, leading, (*around, node))


def _leading(root: Node, named: set[str]) -> set[Node]:
    """The schemas at or below which such a code stands."""
    parents: dict[Node, list[Node]] = {root: []}
    todo = [root]
    while todo:
        node = todo.pop()
        for part in _parts(node):
            if part.node not in parents:
                parents[part.node] = []
                todo.append(part.node)
            parents[part.node].append(node)
    leading: set[Node] = set()
    todo = [node for node in parents if _list_of(node) in named]
    while todo:
        node = todo.pop()
        if node not in leading:
            leading.add(node)
            todo += parents[node]
    return leading


def _list_of(node: Node) -> str:
    binding = binding_of(node.value)
    return binding.list_name if binding else ""


def _parts(node: Node) -> list[Applied]:
    if not isinstance(node.value, dict):
        return []
    relations = (Relation.IN_PLACE, Relation.MEMBER, Relation.ITEM)
    parts = (part for relation in relations for part in applied_subschemas(node, (), relation))
    return [part for part in parts if part.keyword not in _TESTS]


def _step(part: Applied) -> str:
    if part.relation is Relation.IN_PLACE:
        return ""
    return pointers.join("", str(part.key)) if part.keyword == "properties" else "/*"

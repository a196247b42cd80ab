"""Whether parts of two sets of schemas say the same: their texts are equal, and those of all that they refer to."""

from __future__ import annotations

from typing import Final

from accordant.findings import JsonValue
from accordant.schema.json_values import canonical, values_in
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.references import Node

_ADDRESSES: Final = ("$id", "id", "$schema")
_DYNAMIC: Final = frozenset({"$dynamicRef", "$recursiveRef"})


class SameParts:
    """Compares parts of two sets of schemas, and remembers which are the same.

    A yes is certain. A no may only mean that it is not sure: where references depend on how one came to them, where
    they lead nowhere, or where a part has addresses of its own inside.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Node, Node], bool] = {}

    def are_same(self, node: Node, other: Node) -> bool:
        """Whether two nodes at one place of their documents say the same."""
        pair = (node, other)
        known = self._known.get(pair)
        if known is None:
            met = self._meet(node, other)
            known = self._known[pair] = met is not None
            self._known |= dict.fromkeys(met or (), True)
        return known

    def _meet(self, node: Node, other: Node) -> set[tuple[Node, Node]] | None:
        """All pairs that have to be the same; None where some are not."""
        met: set[tuple[Node, Node]] = set()
        todo = [(node, other)]
        while todo:
            pair = todo.pop()
            known = self._known.get(pair)
            if pair in met or known:
                continue
            referred = None if known is False else _referred(*pair)
            if referred is None:
                return None
            met.add(pair)
            todo += referred
        return met


def _referred(node: Node, other: Node) -> list[tuple[Node, Node]] | None:
    """What the references in two equal parts mean; None where the parts are not equal, or that is not sure."""
    if node.pointer != other.pointer or node.dialect is not other.dialect or not _are_equal(node.value, other.value):
        return None
    references = _references(node)
    try:
        return None if references is None else [(node.resolve(ref), other.resolve(ref)) for ref in references]
    except UnresolvableReference:
        return None


def _are_equal(value: JsonValue, other: JsonValue) -> bool:
    if value is other:
        return True
    return bool(value == other) and canonical(value) == canonical(other)  # == is quick, but takes 1 for true


def _references(node: Node) -> frozenset[str] | None:
    """The references in a part, looked for once; None where they do not all mean what they mean at its top."""
    if "references" not in node.memo:
        node.memo["references"] = _find_references(node.value, is_root=node.root == node.pointer)
    references: frozenset[str] | None = node.memo["references"]
    return references


def _find_references(value: JsonValue, *, is_root: bool) -> frozenset[str] | None:
    references: set[str] = set()
    for part in values_in(value):
        if not isinstance(part, dict):
            continue
        has_address = any(isinstance(part.get(keyword), str) for keyword in _ADDRESSES)
        if not _DYNAMIC.isdisjoint(part) or (has_address and not (part is value and is_root)):
            return None
        if isinstance(part.get("$ref"), str):
            references.add(part["$ref"])
    return frozenset(references)

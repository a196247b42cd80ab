"""Places of two documents that mean the same: they, and everything they refer to, are equal texts.

Two versions of a schema share most of their definitions. Read once, they are one formula on both sides, and their
comparison costs nothing, recursive ones included.
"""

from __future__ import annotations

from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.references import Node

_MOVES_BASES: Final = frozenset({"$anchor", "$dynamicAnchor", "$recursiveAnchor", "$dynamicRef", "$recursiveRef"})


def shared_places(first: Node, second: Node) -> frozenset[str]:
    """The targets of the second document's references, as pointers, that mean the same in the first document.

    Empty where anchors, embedded resources or different drafts make equal texts mean different things.
    """
    if first.dialect is not second.dialect:
        return frozenset()
    if not isinstance(first.value, dict) or not isinstance(second.value, dict):
        return frozenset()
    targets = _references(second.value)
    if not targets or not _references(first.value):
        return frozenset()
    needs: dict[str, set[str]] = {}
    for target in targets:
        left, right = _at(first.value, target), _at(second.value, target)
        if left is not None and left == right and canonical(left) == canonical(right):
            inner = _references(right)
            if inner is not None:
                needs[target] = inner
    while True:
        unshared = [target for target, inner in needs.items() if not inner <= needs.keys()]
        if not unshared:
            return frozenset([target[1:] for target in needs])
        for target in unshared:
            del needs[target]


def _references(value: JsonValue) -> set[str] | None:
    """The texts of all references in a value; None where something moves the base of references."""
    references: set[str] = set()
    todo: list[JsonValue] = [value] if isinstance(value, (dict, list)) else []
    while todo:
        item = todo.pop()
        if isinstance(item, list):
            todo.extend([child for child in item if isinstance(child, (dict, list))])
            continue
        if not _MOVES_BASES.isdisjoint(item) or (item is not value and _has_address(item)):
            return None
        ref = item.get("$ref")
        if isinstance(ref, str):
            if not ref.startswith("#/"):
                return None
            references.add(ref)
        todo.extend([child for child in item.values() if isinstance(child, (dict, list))])
    return references


def _has_address(item: dict[str, JsonValue]) -> bool:
    return isinstance(item.get("$id"), str) or isinstance(item.get("id"), str) or "$schema" in item


def _at(document: JsonValue, reference: str) -> JsonValue:
    if "%" in reference:
        return None
    try:
        return pointers.follow(document, reference[1:])
    except (LookupError, ValueError):
        return None

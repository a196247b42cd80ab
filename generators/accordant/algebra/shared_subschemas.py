"""Places of two documents that mean the same: they, and everything they refer to, are equal texts.

Two versions of a schema share most of their definitions. Read once, they are one formula on both sides, and their
comparison costs nothing, recursive ones included.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.references import Node
from accordant.schema.subschemas import DEFINITIONS

_MOVES_BASES: Final = frozenset({"$anchor", "$dynamicAnchor", "$recursiveAnchor", "$dynamicRef", "$recursiveRef"})

_ADDRESSES: Final = frozenset({"$id", "id", "$schema"})
_MAY_MOVE_BASES: Final = _MOVES_BASES | _ADDRESSES
_UNKNOWN: Final = "a reference whose target is unknown"


def shared_places(first: Node, second: Node) -> frozenset[str]:
    """The targets of the second document's references, as pointers, that mean the same in the first document.

    Empty where anchors, embedded resources or different drafts make equal texts mean different things.
    """
    if first.dialect is not second.dialect:
        return frozenset()
    if not isinstance(first.value, dict) or not isinstance(second.value, dict):
        return frozenset()
    parts = _references_by_part(second.value)
    if not any(parts.values()) or not (first.resources.is_plain or _references(first.value)):
        return frozenset()
    needs: dict[str, set[str]] = {}
    for target in set[str]().union(*parts.values()):
        left, right = _at(first.value, target), _at(second.value, target)
        if left is not None and (left is right or (left == right and canonical(left) == canonical(right))):
            inner = parts[target] if target in parts else _references(right)
            if inner is not None:
                needs[target] = inner
    return frozenset([target[1:] for target in _closed(needs)])


def _closed(needs: dict[str, set[str]]) -> list[str]:
    """The targets that refer to none but each other."""
    kept = dict(needs)
    while True:
        unshared = [target for target, inner in kept.items() if not inner <= kept.keys()]
        if not unshared:
            return list(kept)
        for target in unshared:
            del kept[target]


def kept_places(first: Node, second: Node) -> list[str]:
    """The definitions of a copy, as pointers, that are the same objects in an earlier copy, with all they refer to."""
    if first.dialect is not second.dialect:
        return []
    needs: dict[str, set[str]] = {}
    for holder in DEFINITIONS:
        earlier, later = (
            copy.value.get(holder, {}) if isinstance(copy.value, dict) else {} for copy in (first, second)
        )
        for name, definition in later.items():
            if earlier.get(name) is definition:
                needs[f"#/{holder}/{name}"] = _references_once(second, definition)
    return [target[1:] for target in _closed(needs)]


def _references_once(copy: Node, part: JsonValue) -> set[str]:
    """The references in a part that copies share, looked for once."""
    known: dict[Hashable, tuple[JsonValue, set[str]]] = copy.resources.shared
    key = ("references", id(part))
    if key not in known:
        references = _references(part)
        known[key] = part, {_UNKNOWN} if references is None else references
    return known[key][1]


def _references_by_part(document: dict[str, JsonValue]) -> dict[str, set[str]]:
    """The texts of references in each definition, by the reference to it, and in the rest; empty as below."""
    holders = [holder for holder in DEFINITIONS if isinstance(document.get(holder), dict)]
    parts = {f"#/{holder}/{name}": part for holder in holders for name, part in document[holder].items()}
    rest = {name: part for name, part in document.items() if name not in holders}
    by_part: dict[str, set[str]] = {}
    for target, part in (("", rest), *parts.items()):
        references = _references(part, is_inside=bool(target))
        if references is None:
            return {}
        by_part[target] = references
    return by_part


def _references(value: JsonValue, *, is_inside: bool = False) -> set[str] | None:
    """The texts of all references in a value; None where something moves the base of references.

    ``is_inside``: whether the value may not do so either.
    """
    references: set[str] = set()
    todo: list[JsonValue] = [value] if isinstance(value, (dict, list)) else []
    while todo:
        item = todo.pop()
        if isinstance(item, list):
            todo.extend([child for child in item if isinstance(child, (dict, list))])
            continue
        if not _MAY_MOVE_BASES.isdisjoint(item) and _moves_bases(item, is_root=item is value and not is_inside):
            return None
        ref = item.get("$ref")
        if isinstance(ref, str):
            if not ref.startswith("#/"):
                return None
            references.add(ref)
        todo.extend([child for child in item.values() if isinstance(child, (dict, list))])
    return references


def _moves_bases(item: dict[str, JsonValue], *, is_root: bool) -> bool:
    """Whether an object has anchors, or below the root an address or a draft; these may be names in a map."""
    has_address = any(isinstance(item.get(keyword), str) for keyword in _ADDRESSES)
    return not _MOVES_BASES.isdisjoint(item) or (has_address and not is_root)


def _at(document: JsonValue, reference: str) -> JsonValue:
    if "%" in reference:
        return None
    try:
        return pointers.follow(document, reference[1:])
    except (LookupError, ValueError):
        return None

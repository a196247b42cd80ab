"""What the parts of a copied schema say of where they come from, and the way back to it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Resources

ORIGIN: Final = "x-accordant-origin"
"""In every copied schema: the location that it comes from, `document#pointer`: one text, since there are many."""
EXCLUSIVE: Final = "x-accordant-exclusive"
"""Marks the part of a copied ``oneOf`` that refuses what more than one branch accepts."""
STANDS_FOR: Final = "x-accordant-keyword"
"""The keyword of the original that a copied part stands for, where it is another one."""


def keep_original(copied: JsonValue, original: JsonValue, like: Resources, shared: dict[Hashable, Any]) -> None:
    """Note that a part says in the same words what its original says, which may be a part of a copy (``like``) too.

    The part is noted by identity, and kept so that it lives as long as the note.
    """
    shared[id(copied)] = copied, original_of(original, like)


def share_original(copied: JsonValue, part: JsonValue, shared: dict[Hashable, Any]) -> None:
    """Note of what says the same as a part of a copy that it has the same original, where the part has one."""
    if id(part) in shared:
        shared[id(copied)] = copied, shared[id(part)][1]


def original_of(part: JsonValue, resources: Resources) -> JsonValue:
    """What a part of a copy is a copy of, where that is said in the same words; else the part itself."""
    known: tuple[JsonValue, JsonValue] | None = resources.shared.get(id(part))
    return part if known is None else known[1]


def without_marks(copied: JsonValue) -> JsonValue:
    """A copied part without what says where it comes from, as a sentence shows it."""
    if isinstance(copied, list):
        return [without_marks(item) for item in copied]
    if not isinstance(copied, dict):
        return copied
    return {key: without_marks(item) for key, item in copied.items() if key not in (ORIGIN, EXCLUSIVE, STANDS_FOR)}


def place_of(copied: dict[str, JsonValue]) -> tuple[str, str]:
    """The document and pointer that a marked schema comes from."""
    address, _, pointer = str(copied[ORIGIN]).partition("#")
    return address, pointer


def origin(document: JsonValue, pointer: str) -> tuple[str, str] | None:
    """The document and pointer that a copied schema comes from, or those of its nearest copied parent."""
    holder = _nearest_copied(document, pointers.split(pointer))
    return None if holder is None else (holder[0], holder[1])


def find_source(document: JsonValue, pointer: str, resources: Resources) -> tuple[str, str] | None:
    """Where a keyword of a copied document is written, or the nearest schema around it that was copied.

    Args:
        document: the copy.
        pointer: a keyword in it, as a validator names it.
        resources: the schemas that were copied.

    Returns:
        The address of a document and a pointer that exists in it; None where the part was not copied from them.
    """
    holder = _nearest_copied(document, pointers.split(pointer))
    if holder is None or holder[0] not in resources:
        return None
    address, written, rest = holder
    value = pointers.follow(resources.root(address).value, written)
    for token in rest:
        try:
            value = pointers.follow(value, pointers.write([token]))
        except LookupError:
            break
        written = pointers.join(written, token)
    return address, written


def _nearest_copied(document: JsonValue, tokens: list[str]) -> tuple[str, str, list[str]] | None:
    """Document and pointer of the deepest copied schema on a path, and what of the path is left from there.

    Where a copied part says its keyword with another one, the keyword of the original is left.
    """
    nearest, value = None, document
    for index in range(len(tokens) + 1):
        rest = tokens[index:]
        if isinstance(value, dict) and ORIGIN in value:
            nearest = (*place_of(value), [str(value[STANDS_FOR])] if rest and STANDS_FOR in value else rest)
        try:
            value = pointers.follow(value, pointers.write(rest[:1]))
        except (LookupError, ValueError):
            break
    return nearest

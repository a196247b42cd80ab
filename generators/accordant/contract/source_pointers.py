"""Where in a file a part of the expanded schema was written."""

from __future__ import annotations

from accordant.contract.contracts import Schema
from accordant.findings import Place
from accordant.schema import pointers
from accordant.schema.documents import Document

_HOMES = {"enum": "x-codes", "pattern": "x-codes", "allOf": "x-code-context"}


def place_in_schema(schema: Schema, pointer: str) -> Place | None:
    """Where a part of a schema was written: in its own file, or in the release file that holds it."""
    if schema.document is None:
        return None
    return schema.document.place(
        schema.base + pointer if schema.base else find_source_pointer(schema.document, pointer)
    )


def find_source_pointer(document: Document, pointer: str) -> str:
    """The pointer in the file for a pointer in its expanded schema: what an annotation wrote stands at the annotation.

    A pointer that exists in the file, or that no annotation explains, comes back as it is.
    """
    if pointers.has(document.value, pointer):
        return pointer
    at = ""
    for token in pointers.split(pointer):
        home = pointers.join(at, _HOMES.get(token, "?"))
        at = pointers.join(at, token)
        if pointers.has(document.value, home) and not pointers.has(document.value, at):
            return home
        if token == "allOf" and pointers.has(document.value, home) and not _long_enough(document, at, pointer):
            return home
    return pointer


def _long_enough(document: Document, at: str, pointer: str) -> bool:
    """Whether the `allOf` at ``at`` holds the branch that ``pointer`` leads through."""
    rest = pointers.split(pointer.removeprefix(at))
    return not rest or pointers.has(document.value, pointers.join(at, rest[0]))

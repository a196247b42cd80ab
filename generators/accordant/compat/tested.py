"""Edits inside what a schema only tests (`if`, `not`, `contains`): they say for which documents a rule holds."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.compat.edits import Edit
from accordant.schema import pointers
from accordant.schema.dialects import is_map_of_schemas, is_test


def find_test(edit: Edit) -> str:
    """The outermost keyword that tests, inside which an edit stands; empty where an edit is of what is asserted."""
    return next((word for word, rest in _keywords(edit) if is_test(word) and rest), "")


def tested_member(edit: Edit) -> str | None:
    """The member of the tested object whose schema an edit is of; None where it is of anything else."""
    rest = next((rest for word, rest in _keywords(edit) if is_test(word) and rest), [])
    return rest[1] if rest[:1] == ["properties"] and len(rest) == 3 else None


def _keywords(edit: Edit) -> Iterator[tuple[str, list[str]]]:
    """The keywords around an edit from the outside in, each with the tokens that follow it."""
    rest = pointers.split(edit.reader.pointer)
    while rest:
        word, rest = rest[0], rest[1:]
        yield word, rest
        if is_map_of_schemas(word):
            rest = rest[1:]

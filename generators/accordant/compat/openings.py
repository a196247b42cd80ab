"""Openings: objects that were closed may carry further keys. Readers skip these; to the letter they refuse them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from accordant.compat.clauses import place_of
from accordant.compat.edits import Edit, Kind
from accordant.compat.explain import Explainer
from accordant.compat.sides import Side, Spot
from accordant.compat.tested import find_test
from accordant.findings import Finding
from accordant.schema import pointers

MOST_NOTES: Final = 10
"""Most openings that are listed for one pair of schemas."""

_CLOSING: Final = ("additionalProperties", "unevaluatedProperties")


def is_opening(edit: Edit) -> bool:
    """Whether an edit takes away the keyword by which the older object refuses keys that it does not name."""
    is_closing = edit.kind is Kind.KEYWORD and edit.name in _CLOSING and edit.read is False
    return is_closing and edit.written is not False and not find_test(edit)


def openings(edits: Iterable[Edit], new: Side, explainer: Explainer) -> Iterator[Finding]:
    """A note for each object of the older schema that the newer one opens."""
    opened = [edit for edit in edits if not _is_closed(edit, new)]
    for edit in opened[:MOST_NOTES]:
        message = f"{place_of(edit.path)} is open now: it may carry keys that the schema does not name."
        yield explainer.opening(edit, message)


def _is_closed(edit: Edit, new: Side) -> bool:
    """Whether the newer object is closed by another keyword."""
    spot = edit.writer.parent if edit.writer.pointer.endswith(_CLOSING) else edit.writer
    return any(_value(new, spot, word) is False for word in _CLOSING)


def _value(side: Side, spot: Spot, keyword: str) -> object:
    try:
        holder = pointers.follow(side.root.resources.root(spot.address).value, spot.pointer)
    except LookupError:
        return None
    return holder.get(keyword) if isinstance(holder, dict) else None

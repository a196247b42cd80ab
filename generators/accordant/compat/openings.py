"""Openings: objects that were closed may carry further keys. Readers skip these; to the letter they refuse them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from accordant.compat.clauses import place_of
from accordant.compat.edits import Edit, Kind
from accordant.compat.explain import Explainer
from accordant.compat.sides import Side
from accordant.compat.tested import find_test
from accordant.findings import Finding, JsonValue
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
    opened = [edit for edit in edits if _may_be_object(edit, new) and not _is_closed(edit, new)]
    for edit in opened[:MOST_NOTES]:
        message = f"{place_of(edit.path)} is open now: it may carry keys that the schema does not name."
        yield explainer.opening(edit, message)


def _is_closed(edit: Edit, new: Side) -> bool:
    """Whether the newer object is closed by another keyword."""
    holder = _holder(edit, new)
    return any(holder.get(word) is False for word in _CLOSING)


def _may_be_object(edit: Edit, new: Side) -> bool:
    """Whether the newer schema may take objects still, as far as its types and values say."""
    holder = _holder(edit, new)
    types, values = holder.get("type", "object"), holder.get("enum", [holder.get("const", {})])
    return "object" in (types if isinstance(types, list) else [types]) and (
        not isinstance(values, list) or any(isinstance(value, dict) for value in values)
    )


def _holder(edit: Edit, side: Side) -> dict[str, JsonValue]:
    """The newer object in which the closing keyword stands, or stood."""
    spot = edit.writer.parent if edit.writer.pointer.endswith(_CLOSING) else edit.writer
    try:
        holder = pointers.follow(side.root.resources.root(spot.address).value, spot.pointer)
    except LookupError:
        return {}
    return holder if isinstance(holder, dict) else {}

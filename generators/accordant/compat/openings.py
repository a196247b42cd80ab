"""Openings: objects may carry keys that they could not before. Tolerant readers skip these; strict ones refuse them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from accordant.compat.clauses import place_of
from accordant.compat.edits import MISSING, Edit, Kind
from accordant.compat.explain import Explainer
from accordant.compat.key_patterns import may_overlap
from accordant.compat.sides import Side, Spot
from accordant.compat.tested import find_test
from accordant.findings import Finding, JsonValue
from accordant.schema import pointers

MOST_NOTES: Final = 10
"""Most openings that are listed for one pair of schemas."""

_CLOSING: Final = ("additionalProperties", "unevaluatedProperties")


def is_opening(edit: Edit) -> bool:
    """Whether an edit takes away or loosens a keyword by which the older object refuses keys."""
    return not find_test(edit) and (_opens(edit) or _has_more_names(edit) or _is_pattern(edit))


def _opens(edit: Edit) -> bool:
    is_closing = edit.kind is Kind.KEYWORD and edit.name in _CLOSING and edit.read is False
    return is_closing and edit.written is not False


def _has_more_names(edit: Edit) -> bool:
    """Whether objects may have more keys, or keys of any name."""
    if edit.kind is not Kind.KEYWORD or edit.read is MISSING:
        return False
    if edit.name == "maxProperties" and isinstance(edit.read, int | float):
        return edit.written is MISSING or (isinstance(edit.written, int | float) and edit.written > edit.read)
    return edit.name == "propertyNames" and edit.written is MISSING


def _is_pattern(edit: Edit) -> bool:
    """Whether the edit adds a pattern of keys."""
    return (
        edit.kind is Kind.MEMBER and edit.is_added and "patternProperties" in pointers.split(edit.writer.pointer)[-2:]
    )


def openings(edits: Iterable[Edit], new: Side, explainer: Explainer) -> Iterator[Finding]:
    """A note for each object of the older schema that the newer one opens."""
    opened = [edit for edit in edits if _is_felt(edit, explainer.old, new)]
    for edit in opened[:MOST_NOTES]:
        yield explainer.opening(edit, _message(edit))


def _message(edit: Edit) -> str:
    where = place_of(edit.path)
    if edit.name == "maxProperties":
        return f"{where} may carry more than {edit.read} keys now."
    if edit.name == "propertyNames":
        return f"{where} may carry keys of any name now: `propertyNames` is gone."
    if _is_pattern(edit):
        return f"{place_of(edit.path[:-1])} may carry keys that match `{edit.name}` now."
    return f"{where} is open now: it may carry keys that the schema does not name."


def _is_felt(edit: Edit, old: Side, new: Side) -> bool:
    """Whether a strict reader can meet such a key. A pattern of new keys is reported as an added field."""
    if _is_pattern(edit):
        before = _at(edit.reader, old)
        is_known = any(may_overlap(pattern, edit.name) for pattern in before.get("patternProperties", {}))
        return is_known and any(before.get(word) is False for word in _CLOSING)
    return _may_be_object(edit, new) and not (_opens(edit) and _is_closed(edit, new))


def _is_closed(edit: Edit, new: Side) -> bool:
    """Whether the newer object is closed by another keyword."""
    holder = _holder(edit, new)
    return any(holder.get(word) is False for word in _CLOSING)


def _may_be_object(edit: Edit, new: Side) -> bool:
    """Whether the newer schema may still accept objects, as far as its types and values say."""
    holder = _holder(edit, new)
    types, values = holder.get("type", "object"), holder.get("enum", [holder.get("const", {})])
    return "object" in (types if isinstance(types, list) else [types]) and (
        not isinstance(values, list) or any(isinstance(value, dict) for value in values)
    )


def _holder(edit: Edit, side: Side) -> dict[str, JsonValue]:
    """The newer object in which the closing keyword stands, or stood."""
    is_keyword = edit.writer.pointer.endswith((*_CLOSING, "maxProperties"))
    return _at(edit.writer.parent if is_keyword else edit.writer, side)


def _at(spot: Spot, side: Side) -> dict[str, JsonValue]:
    """The object at a place of a side's schemas; an empty one where none stands there."""
    try:
        holder = pointers.follow(side.root.resources.root(spot.address).value, spot.pointer)
    except LookupError:
        return {}
    return holder if isinstance(holder, dict) else {}

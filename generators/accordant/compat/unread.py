"""Keywords that both sides have at one place, and that only one side's draft reads: `$ref` hides those beside it."""

from __future__ import annotations

from accordant.compat.edits import Edit, Kind
from accordant.compat.sides import Exchange, Side, Spot
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import fingerprint


def find_unread(exchange: Exchange, edit: Edit) -> Spot | None:
    """Where the keyword stands on the side that does not read it; None where that side has no such keyword."""
    reader, writer = exchange.reader, exchange.writer
    if edit.kind is not Kind.KEYWORD or not (edit.is_added or edit.is_removed):
        return None
    if reader.root.dialect == writer.root.dialect:
        return None
    read, unread, spot = (reader, writer, edit.reader) if edit.is_removed else (writer, reader, edit.writer)
    twin = Spot(unread.root.document if spot.address == read.root.document else spot.address, spot.pointer)
    here, there, name = _holder(read, spot), _holder(unread, twin), edit.name
    if name not in here or name not in there or "$ref" not in there:
        return None
    return twin if fingerprint(here[name]) == fingerprint(there[name]) else None


def _holder(side: Side, spot: Spot) -> dict[str, JsonValue]:
    """The schema around a keyword; an empty one where nothing stands there."""
    try:
        holder = pointers.follow(side.root.resources.root(spot.address).value, spot.parent.pointer)
    except LookupError:
        return {}
    return holder if isinstance(holder, dict) else {}

"""The canonical form of a document: its keys, lists and bytes as the serialisation rules of its contract state."""

from __future__ import annotations

import json
from collections.abc import Mapping

from accordant.contract.held_rules import arrange, order_keys
from accordant.findings import JsonValue
from accordant.schema import pointers


def write_canonical(value: JsonValue, serialisation: Mapping[str, JsonValue]) -> str:
    """A document as text, with the line end that the contract asks for.

    Args:
        value: the document; it is not changed.
        serialisation: the table of the contract. `key-order` puts the named top-level keys first, the others keep their
            order; `sort` orders lists, stably; `single-line` writes on one line, else two spaces indent.
    """
    form = _arrange(value, serialisation)
    line_end = "" if serialisation.get("trailing-newline") == "forbidden" else "\n"
    if serialisation.get("single-line"):
        return _compact(form) + line_end
    return json.dumps(form, indent=2, ensure_ascii=False, allow_nan=False) + line_end


def write_canonical_line(value: JsonValue, serialisation: Mapping[str, JsonValue]) -> str:
    """A document on a line of its own: always on one line, always ended by LF; else as :func:`write_canonical`."""
    return _compact(_arrange(value, serialisation)) + "\n"


def write_stream_line(value: JsonValue, discriminator: str) -> str:
    """A line of a stream, its type first, as generated writers write it; serialisation rules are about documents."""
    return _compact(order_keys(value, pointers.split(discriminator)[:1])) + "\n"


def _arrange(value: JsonValue, serialisation: Mapping[str, JsonValue]) -> JsonValue:
    orders = [{"keys": [""], **order} for order in serialisation.get("sort", ())]
    return arrange(order_keys(value, serialisation.get("key-order", ())), orders)


def _compact(value: JsonValue) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)

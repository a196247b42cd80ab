"""Replaces scalars in a JSON or YAML text; all other characters stay."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import documents, pointers
from accordant.schema.documents import Document

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\''
_KEY: Final = re.compile(rf"(?:{_QUOTED})\s*:\s*|[^\s\"'][^\n]*?\s*:\s+")
"""A key and its colon; a plain one (YAML) ends at a colon that a space follows."""


def replace_scalars(document: Document, changes: Mapping[str, JsonValue]) -> str:
    """The document's text with other scalars at some places.

    Args:
        document: parsed from the text; its positions say where each member and item begins.
        changes: the new scalar by JSON Pointer; each pointer leads to a scalar of the document.

    Raises:
        InputError: a scalar is spelt in a way that cannot be replaced (over several lines, for example).
    """
    starts = [0]
    for line in document.text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    places = {pointer: document.place(pointer) for pointer in changes}
    text = document.text
    for pointer in sorted(changes, key=lambda pointer: (places[pointer].line, places[pointer].column), reverse=True):
        place = places[pointer]
        offset = starts[place.line - 1] + place.column - 1
        if isinstance(pointers.follow(document.value, pointers.parent(pointer)), dict):
            key = _KEY.match(text, offset)
            offset = key.end() if key else offset
        text = text[:offset] + _replace_first(text[offset:], pointers.follow(document.value, pointer), changes[pointer])
    _require(document, changes, text)
    return text


def _replace_first(text: str, old: JsonValue, new: JsonValue) -> str:
    """The text with the scalar at its start replaced, quoted as it was; unchanged where it begins otherwise."""
    plain = old if isinstance(old, str) else json.dumps(old)
    match = re.match(rf"{_QUOTED}|{re.escape(plain)}", text)
    if match is None:
        return text
    is_plain_text = isinstance(old, str) and match[0][0] not in "\"'"
    spelling = new if is_plain_text and isinstance(new, str) else json.dumps(new, ensure_ascii=False)
    return spelling + text[match.end() :]


def _require(document: Document, changes: Mapping[str, JsonValue], text: str) -> None:
    """Check that the new text holds the changes, and nothing else is different."""
    changed = documents.parse(text, document.path)
    for pointer, new in changes.items():
        if json.dumps(pointers.follow(changed.value, pointer)) != json.dumps(new):
            old = pointers.follow(document.value, pointer)
            raise InputError(
                f"{old!r} cannot be replaced by {new!r}",
                document.place(pointer),
                next_step="write the value on one line, in double quotes",
            )

"""Replaces scalars in a JSON or YAML text; all other characters stay, and quotes where they can."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.registry.text_spans import find_spans
from accordant.schema import documents, pointers
from accordant.schema.documents import Document

_PLAIN: Final = re.compile(r"[A-Za-z](?:[\w./$%~+=?@&-]|:(?=\S)|(?<=\S)#)*")
"""A text without what means something in YAML."""


def replace_scalars(document: Document, changes: Mapping[str, JsonValue]) -> str:
    """The document's text with other scalars at some places.

    Args:
        document: parsed from the text.
        changes: the new scalar by JSON Pointer; each pointer leads to a scalar of the document.

    Raises:
        InputError: a scalar is spelt in a way that cannot be replaced.
    """
    spans = find_spans(document)
    text = document.text
    for pointer in sorted(changes, key=lambda pointer: spans[pointer].start, reverse=True):
        start, end = spans[pointer].start, spans[pointer].end
        space = " " if start == end else ""  # an empty value of YAML
        text = text[:start] + space + _spelling(text[start:end], changes[pointer]) + text[end:]
    _require(document, changes, text)
    return text


def _spelling(old: str, new: JsonValue) -> str:
    """The new scalar in JSON, or spelt as the old one is."""
    if isinstance(new, str):
        if old[:1] not in ("'", '"', "|", ">", "") and is_plain(new) and _is_text(old):
            return new
        if old[:1] == "'" and new.isprintable():
            return "'" + new.replace("'", "''") + "'"
    return json.dumps(new, ensure_ascii=False)


def is_plain(text: str) -> bool:
    """Whether YAML takes a text without quotes, wherever it stands."""
    return _PLAIN.fullmatch(text) is not None and _is_text(text)


def _is_text(plain: str) -> bool:
    """Whether YAML takes an unquoted word as text."""
    return isinstance(documents.parse(f"a: {plain}\n", "a.yaml").value["a"], str)


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

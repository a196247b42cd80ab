"""A JSON document as a few short lines, with a mark under the part that matters."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from accordant.findings import JsonValue
from accordant.report.visible import visible

WIDTH = 88
"""Columns of a line; a document or a part of it that fits stays on one line."""

LINES = 40
"""Lines of a document to show; the marked part is always among them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a document, with the start and length (in columns) of its marked part, or None."""

    text: str
    mark: tuple[int, int] | None = None
    marked: bool = False
    """Whether the line belongs to the marked part (set on every line of a part that needs several)."""


def lines(document: JsonValue, at: str | None = None) -> list[Line]:
    """The document's lines; the part at the JSON Pointer ``at`` is marked.

    Where ``at`` is missing from the document, its nearest existing parent is marked.
    """
    target = None if at is None else _nearest_existing(document, at)
    layout = list(_lay_out(document, "", "", "", target, ""))
    return layout if len(layout) <= LINES else _shorten(layout)


def compact(value: JsonValue, most: int = WIDTH) -> str:
    """The value on one line; cut in the middle where it is longer than ``most``."""
    text = _dump(value)
    return text if len(text) <= most else f"{text[: most - 20]} ... {text[-14:]}"


def columns(text: str) -> int:
    """How many columns of a terminal a text takes up."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _dump(value: JsonValue) -> str:
    return visible(json.dumps(value, ensure_ascii=False))


def _nearest_existing(document: JsonValue, at: str) -> str:
    reached = ""
    for token in at.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(document, dict) and key in document:
            document = document[key]
        elif isinstance(document, list) and key.isdecimal() and len(key) < 10 and int(key) < len(document):
            document = document[int(key)]
        else:
            break
        reached += f"/{token}"
    return reached


def _lay_out(
    value: JsonValue, pointer: str, indent: str, head: str, target: str | None, tail: str, inside: bool = False
) -> Iterator[Line]:
    """Lines of ``value``, which follows ``head`` (a key) and is followed by ``tail`` (a comma)."""
    here = pointer == target
    flat = _dump(value)
    start = columns(indent + head)
    whole = inside or here
    if start + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        if not isinstance(value, dict | list) and start + len(flat) > WIDTH:
            flat = f"{flat[: WIDTH - 24]} ... {flat[-14:]}"
        yield Line(indent + head + flat + tail, _span(value, pointer, start, flat, target), whole)
        return
    brackets = "{}" if isinstance(value, dict) else "[]"
    yield Line(indent + head + brackets[0], None, whole)
    members = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for index, (key, member) in enumerate(members):
        token = str(key).replace("~", "~0").replace("/", "~1")
        before = f"{_dump(key)}: " if isinstance(value, dict) else ""
        after = "," if index < len(members) - 1 else ""
        yield from _lay_out(member, f"{pointer}/{token}", indent + "  ", before, target, after, whole)
    yield Line(indent + brackets[1] + tail, None, whole)


def _span(value: JsonValue, pointer: str, start: int, flat: str, target: str | None) -> tuple[int, int] | None:
    """The start and length of the marked part in a value that is on one line from column ``start``."""
    if target is None or not (target == pointer or target.startswith(pointer + "/")):
        return None
    while pointer != target:
        start += 1
        members = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
        for key, member in members:
            token = str(key).replace("~", "~0").replace("/", "~1")
            start += columns(f"{_dump(key)}: ") if isinstance(value, dict) else 0
            if target == f"{pointer}/{token}" or target.startswith(f"{pointer}/{token}/"):
                value, pointer, flat = member, f"{pointer}/{token}", _dump(member)
                break
            start += columns(_dump(member)) + 2
        else:
            return None
    return start, max(columns(flat), 1)


def _shorten(layout: list[Line]) -> list[Line]:
    marked = [index for index, line in enumerate(layout) if line.mark or line.marked]
    middle = marked[0] if marked else 0
    first = max(0, min(middle - LINES // 2, len(layout) - LINES))
    kept = layout[first : first + LINES]
    above = [Line(f"... {first} lines")] if first else []
    below = len(layout) - first - LINES
    return [*above, *kept, *([Line(f"... {below} lines")] if below > 0 else [])]

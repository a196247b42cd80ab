"""Reads JSON that is written the usual way at the speed of a machine; everything else is left to the strict reader.

What is read here was written back and compared. Where both texts are equal, nothing was lost: no second value of a key,
no number that a double cannot hold, no half of a surrogate pair. Spaces after commas and colons do not count.
"""

from __future__ import annotations

from typing import Final

import orjson

from accordant.findings import JsonValue
from accordant.schema.documents import MAX_DEPTH

_SHORT: Final = 2 * MAX_DEPTH
"""A text shorter than this cannot be nested too deeply: each level takes two brackets."""

_LONG: Final = 256 * 1024
"""For a line longer than this, the quick reader would take many times its size in memory."""


def read_lines(lines: list[bytes]) -> list[JsonValue] | None:
    """The value of each line; None where one of them is not canonical, or is so long that it is read by itself."""
    if max(map(len, lines), default=0) > _LONG:
        return None
    try:
        values = [*map(orjson.loads, lines)]
        written = [*map(orjson.dumps, values)]
    except (orjson.JSONDecodeError, orjson.JSONEncodeError):
        return None
    if written != lines and _tighten(b"\n".join(written)) != _tighten(b"\n".join(lines)):
        return None
    return None if any(len(line) > _SHORT and _is_deep(line) for line in lines) else values


def read_document(data: bytes) -> JsonValue:
    """The value of a document; raises LookupError where it is not canonical: compact, spaced, or indented by two."""
    try:
        value = orjson.loads(data)
        is_same = orjson.dumps(value) == data.rstrip(b"\n") or _is_laid_out(value, data)
    except (orjson.JSONDecodeError, orjson.JSONEncodeError) as error:
        raise LookupError from error
    if not is_same or _depth_exceeds(value):
        raise LookupError
    return value


def _is_laid_out(value: JsonValue, data: bytes) -> bool:
    text = data.rstrip(b"\n")
    if b"\n" in text:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2) == text
    return _tighten(orjson.dumps(value)) == _tighten(text)


def _tighten(text: bytes) -> bytes:
    return text.replace(b": ", b":").replace(b", ", b",")


def _is_deep(line: bytes) -> bool:
    return line.count(b"{") + line.count(b"[") > MAX_DEPTH


def _depth_exceeds(value: JsonValue) -> bool:
    """Whether containers lie more than so many levels inside each other; level by level, without recursion."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            part
            for item in level
            for part in (item.values() if isinstance(item, dict) else item if isinstance(item, list) else ())
            if isinstance(part, dict | list)
        ]
        if not level:
            return False
    return True

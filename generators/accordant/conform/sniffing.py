"""Finds out from the first bytes whether a text is one document or the lines of a stream."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Final

from accordant.contract import Stream
from accordant.findings import JsonValue
from accordant.schema import pointers

HEAD: Final = 64 * 1024
"""How many bytes are looked at."""


def is_decided(head: bytes, streams: Collection[Stream]) -> bool:
    """Whether more bytes change nothing: the first line has come, and it is a line of a stream or no whole value."""
    line, end, rest = head.lstrip().partition(b"\n")
    if len(head) >= HEAD or not end:
        return len(head) >= HEAD
    return _line_types(line, streams) or _value(line) is None or b"\n" in rest.lstrip()


def is_stream(head: bytes, streams: Collection[Stream]) -> bool:
    """Whether a text that begins with these bytes is read line by line.

    A line that says a type of one of the streams decides. Without one, two whole values on two lines are lines; one
    whole value alone is a document, as an envelope on one line is.
    """
    if has_line_of(head, streams):
        return True
    lines = [line for line in head.split(b"\n") if line.strip()]
    whole = [value for line in lines[:2] if (value := _value(line)) is not None]
    return len(whole) > 1 and isinstance(whole[0], dict)


def has_line_of(head: bytes, streams: Collection[Stream]) -> bool:
    """Whether one of the lines is a line of a stream, whatever stands before it."""
    return any(_line_types(line, streams) for line in head.split(b"\n") if line.strip())


def stream_of(value: JsonValue, streams: Iterable[Stream]) -> Stream | None:
    """The stream that has the type that a line says; None where the value is not a line of a stream."""
    return next((stream for stream in streams if _type(value, stream) in stream.types()), None)


def _line_types(line: bytes, streams: Iterable[Stream]) -> bool:
    """Whether a line says a type that a stream has."""
    value = _value(line)
    return value is not None and stream_of(value, streams) is not None


def _type(value: JsonValue, stream: Stream) -> JsonValue:
    try:
        line_type = pointers.follow(value, stream.discriminator)
    except LookupError:
        return None
    return line_type if isinstance(line_type, str) else None


def _value(line: bytes) -> JsonValue:
    """The object on a line, read loosely; None where there is none."""
    try:
        value = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None

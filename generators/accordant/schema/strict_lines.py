"""One line of JSON, read as strictly as RFC 8259 asks.

Generated packages have a copy of this module, so that they read as `registry validate` does.
"""

from __future__ import annotations

import json
import math
import re
from itertools import takewhile
from typing import Any, Final

MOST_BYTES: Final = 4 * 1024 * 1024
"""A longer line is a fault."""
MOST_DEPTH: Final = 128
"""More deeply nested lines are a fault."""
_LONG: Final = 309
"""An integer of fewer characters is one that a double holds."""
_GOES_ON: Final = {
    "Expecting value": re.compile(r"(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)?\Z"),
    "Expecting ',' delimiter": re.compile(r"(?:(?<=\d)(?:\.|[eE][-+]?))?\Z"),
    "Invalid \\uXXXX escape": re.compile(r"u[\da-fA-F]{0,4}\Z"),
    "Unterminated string starting at": re.compile(""),
}
"""By what the parser says, the text from there on where it was cut inside a word, a number or an escape."""
_ENDS: Final = re.compile(r"\Z")
_SYNTAX: Final = {
    "Expecting value": "a value is expected here",
    "Expecting property name": "a key in double quotes is expected here",
    "Expecting ',' delimiter": "a comma or the end of the object or array is expected here",
    "Expecting ':' delimiter": "a colon is expected here, between key and value",
    "Extra data": "the document has ended before this text",
    "Illegal trailing comma": "no comma may come after the last member or item",
    "Invalid control character": "a control character in a string must be written as an escape",
    "Invalid \\escape": "no escape of JSON begins with this backslash",
    "Invalid \\uXXXX escape": "\\u needs four hexadecimal digits",
    "Unterminated string": "the string that begins here has no closing quote",
}
"""Plain words for what the standard library says, by the beginning of its messages."""
LONE: Final = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which no encoding can write."""
TOO_LONG: Final = f"more than {MOST_BYTES:,} bytes, which is the most that is read"
_TOO_DEEP: Final = f"nested deeper than {MOST_DEPTH} levels"


def parse_line(data: bytes) -> Any:
    """The value of a line, read as strictly as RFC 8259 asks.

    Raises:
        ValueError: it is none, or readers differ about it: a key that occurs twice, half of a surrogate pair, NaN, a
            number out of the range of a double.
    """
    if is_too_long(data):
        raise ValueError(TOO_LONG)
    try:
        value = _STRICT.decode(data.decode())
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {syntax_reason(error.msg)}") from None
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    _require_sound(value)
    return value


def syntax_reason(message: str) -> str:
    """Why a text is not JSON, by what the standard library says."""
    return next((reason for start, reason in _SYNTAX.items() if message.startswith(start)), message)


def values_on(text: str) -> tuple[list[Any], bool]:
    """The values that stand one after the other from the beginning of a text on, and whether they are all of it."""
    values: list[Any] = []
    at = _space_end(text, 0)
    try:
        while at < len(text):
            value, end = _STRICT.raw_decode(text, at)
            _require_sound(value)
            values.append(value)
            at = _space_end(text, end)
    except (ValueError, RecursionError):
        return values, False
    return values, True


def lines_on(data: bytes) -> list[Any]:
    """The values of the lines that a line holds whose line feeds were lost; None for what follows and is not a line.

    Empty where it does not begin with two objects in a row.
    """
    try:
        values, is_all = values_on("" if is_too_long(data) else data.decode())
    except UnicodeDecodeError:
        return []
    lines = list(takewhile(lambda value: isinstance(value, dict), values))
    rest = [] if is_all and len(lines) == len(values) else [None]
    return [*lines, *rest] if len(lines) > 1 else []


def _space_end(text: str, at: int) -> int:
    return next((index for index in range(at, len(text)) if text[index] not in " \t\r\n"), len(text))


def is_too_long(data: bytes) -> bool:
    """Whether a line, without its LF, has more bytes than are read."""
    return len(data) > MOST_BYTES


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The members of an object, for the parser.

    Raises:
        ValueError: a key occurs twice.
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key occurs twice in one object")
    return members


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"not JSON: {name} is not a JSON number")


def _float(text: str) -> float:
    number = float(text)
    if math.isfinite(number):
        return number
    raise ValueError(out_of_range(text))


def out_of_range(number: str) -> str:
    """The sentence about a number, as it is written, that no double holds."""
    shown = number if len(number) <= 24 else f"{number[:20]}... ({len(number):,} characters)"
    return f"the number {shown} is out of the range of a double"


def _integer(text: str) -> int:
    if len(text) >= _LONG:
        _float(text)
    return int(text)


_STRICT: Final = json.JSONDecoder(
    object_pairs_hook=unique_members, parse_constant=_refuse_constant, parse_float=_float, parse_int=_integer
)


def _require_sound(value: Any) -> None:
    """Refuse halves of surrogate pairs and what is nested too deeply; level by level, without recursion."""
    level: list[Any] = [value]
    for depth in range(MOST_DEPTH + 1):
        if depth == MOST_DEPTH and any(isinstance(part, dict | list) for part in level):
            raise ValueError(_TOO_DEEP)
        inner: list[Any] = []
        for part in level:
            if isinstance(part, str) and LONE.search(part):
                raise ValueError("half of a surrogate pair")
            if isinstance(part, dict):
                inner += [*part, *part.values()]
            elif isinstance(part, list):
                inner += part
        if not inner:
            return
        level = inner


def is_cut(data: bytes) -> bool:
    """Whether a line is the beginning of an object or array, and could go on."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        text = data.decode(errors="ignore" if error.reason == "unexpected end of data" else "replace")
    text = text.lstrip(" \t\r\n")
    if not text.startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        goes_on = _GOES_ON.get(error.msg, _ENDS)
        return error.msg != "Extra data" and goes_on.match(text, min(error.pos, len(text))) is not None
    except (ValueError, RecursionError):
        return False
    return False

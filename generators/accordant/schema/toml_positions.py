"""TOML as JSON data, with the lines of its tables and keys."""

from __future__ import annotations

import datetime
import math
import re
import tomllib
from collections.abc import Iterator

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema import pointers
from accordant.schema.json_values import is_deeper, is_vast, values_in
from accordant.schema.lines import lines_of
from accordant.schema.strict_lines import MOST_DEPTH, out_of_range
from accordant.schema.syntax_reasons import toml_reason
from accordant.schema.toml_depth import offset_too_deep

_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
_TWICE = ("Cannot overwrite a value", "Cannot declare")
"""How the standard library says that a key or table occurs a second time."""

_VAST = re.compile(r"(?<![0-9A-Za-z_])[+-]?[0-9][0-9A-Fa-f_xo]{250,}")
"""An integer that may be out of the range of a double."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")


def read(text: str, path: str) -> JsonValue:
    """A TOML document as JSON data; dates become their text.

    Raises:
        InputError: a syntax error, or nesting that is too deep.
    """
    deep = offset_too_deep(text, MOST_DEPTH)
    if deep is not None:
        raise _too_deep(Place(path, *_line_and_column(text, deep)))
    try:
        value = tomllib.loads(text, parse_float=_parse_float)
    except tomllib.TOMLDecodeError as error:
        place = _AT.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place else _end(text)
        said = _AT.sub("", str(error)).removesuffix("(at end of document)").strip()
        rule = "duplicate-key" if said.startswith(_TWICE) else "syntax"
        reason = toml_reason(said)
        next_step = "remove one of the two" if rule == "duplicate-key" else "correct the syntax"
        raise InputError(f"not TOML: {reason}", Place(path, line, column), next_step=next_step, rule=rule) from error
    except _NumberError as error:
        raise _refuse_number(text, path, error.token) from error
    except ValueError as error:  # a decimal integer of more digits than Python converts
        raise _refuse_number(text, path) from error
    except RecursionError as error:
        raise _too_deep(Place(path)) from error
    if is_deeper(value, MOST_DEPTH):
        raise _too_deep(Place(path, *_place_of_depth(text, value)))
    value = _plain(value)
    if any(map(is_vast, values_in(value))):
        raise _refuse_number(text, path)
    return value


def _too_deep(place: Place) -> InputError:
    reason = f"nested deeper than {MOST_DEPTH} levels"
    return InputError(reason, place, next_step="nest less deeply", rule="too-deep")


def _place_of_depth(text: str, value: JsonValue) -> tuple[int, int]:
    """The line and column of what nests a part too deeply, or of the nearest one around it that has its own."""
    at, places = _find_deep(value, "", MOST_DEPTH) or "", positions(text)
    below = next((place for pointer, place in places.items() if (pointer + "/").startswith(at + "/")), None)
    while at not in places:
        at = pointers.parent(at)
    return below or places[at]


def _find_deep(value: JsonValue, at: str, most: int) -> str | None:
    """The pointer of a table or list inside of so many; None where there is none."""
    if not isinstance(value, dict | list) or not most:
        return at if isinstance(value, dict | list) else None
    members = value.items() if isinstance(value, dict) else enumerate(value)
    places = (_find_deep(part, pointers.join(at, key), most - 1) for key, part in members)
    return next((pointer for pointer in places if pointer is not None), None)


class _NumberError(Exception):
    def __init__(self, token: str) -> None:
        self.token = token


def _parse_float(token: str) -> float:
    number = float(token)
    if not math.isfinite(number):
        raise _NumberError(token)
    return number


def _refuse_number(text: str, path: str, token: str = "") -> InputError:
    """The error about a number that JSON does not have; without a token, about the first integer that is too long."""
    pattern = re.compile(rf"(?<![0-9A-Za-z_.]){re.escape(token)}(?![0-9A-Za-z_])") if token else _VAST
    match = pattern.search(text)
    place, number = (match.start(), match[0]) if match else (0, token)
    line, column = _line_and_column(text, place)
    is_word = not any(map(str.isdigit, number))
    reason = f"{number} is not a JSON number" if is_word else out_of_range(number)
    return InputError(reason, Place(path, line, column), next_step="write it as a string", rule="syntax")


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _end(text: str) -> tuple[int, int]:
    last = text.rpartition("\n")[2]
    return text.count("\n") + 1, len(last) + 1


def positions(text: str) -> dict[str, tuple[int, int]]:
    """Pointer to (line, column) of tables and of keys that start a line."""
    places: dict[str, tuple[int, int]] = {"": (1, 1)}
    counts: dict[str, int] = {}
    headed: set[str] = set()
    table = ""
    for number, line in enumerate(lines_of(text), start=1):
        header = _HEADER.match(line)
        if header and not _KEY.match(line):
            table = _table(header[1], _parts(header[2]), counts)
            here = (number, line.index("[") + 1)
            for pointer in _new_parents(table, headed):
                headed.add(pointer)
                places.setdefault(pointer, here)
            continue
        key = _KEY.match(line)
        if key:
            pointer = pointers.join(table, *_parts(key[1]))
            places.setdefault(pointer, (number, len(line) - len(line.lstrip()) + 1))
    return places


def _new_parents(pointer: str, headed: set[str]) -> Iterator[str]:
    """A pointer and those of its parents, which the header of a table also creates, up to one that is there."""
    while pointer and pointer not in headed:
        yield pointer
        pointer = pointers.parent(pointer)


def _table(brackets: str, parts: list[str], counts: dict[str, int]) -> str:
    pointer = ""
    for index, part in enumerate(parts):
        pointer = pointers.join(pointer, part)
        last = index == len(parts) - 1
        if last and brackets == "[[":
            counts[pointer] = counts.get(pointer, -1) + 1
        if pointer in counts:
            pointer = pointers.join(pointer, counts[pointer])
    return pointer


def _parts(text: str) -> list[str]:
    return [part.strip().strip("\"'") for part in re.findall(r"\"[^\"]*\"|'[^']*'|[^.\s]+", text)]


def _plain(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return value

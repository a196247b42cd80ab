"""Lines and columns of every value in a JSON text, found only when something must be located."""

from __future__ import annotations

import bisect
import json
import re
from collections.abc import Callable, Iterator
from typing import Final

from accordant.schema import pointers

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+')
_KEY_OR_VALUE = re.compile(r'[\s,:]*("[^"\\]*+(?:\\.[^"\\]*+)*+"(?:\s*:)?|[{}\[\]]|[^\s{}\[\],:"]+)')
_DECODE: Final = json.JSONDecoder(parse_int=str, parse_float=str, strict=False).raw_decode
"""Reads a value, in which numbers of any length are texts, and gives the offset behind it."""

_NO_LIST: Final = -1
"""As the index of the next item: no list is open."""

Duplicate = tuple[str, int, int]
"""JSON Pointer, line and column of the second occurrence of a key."""


def read(text: str) -> tuple[dict[str, tuple[int, int]], list[Duplicate]]:
    """Positions of all values (a member's position is that of its key), and all duplicate keys.

    ``text`` is JSON that was read before, or at least tokens of JSON; the walk is iterative.
    """
    place = _counter(text)
    positions: dict[str, tuple[int, int]] = {}
    duplicates: list[Duplicate] = []
    around: list[tuple[str, int]] = []
    start, index, pointer = "", _NO_LIST, ""  # how pointers of what is inside begin, the next item, the next value
    for match in _KEY_OR_VALUE.finditer(text):
        token, at = match[1], match.start(1)
        if token[-1] == ":":
            pointer = start + _name(token)
            if pointer in positions:
                duplicates.append((pointer, *place(at)))
            positions[pointer] = place(at)
        elif token in "}]":
            start, index = around.pop() if around else (start, index)
        else:
            if index >= 0:
                pointer, index = f"{start}{index}", index + 1
            if index >= 0 or not around:
                positions.setdefault(pointer, place(at))
            if token in "{[":
                around.append((start, index))
                start, index = f"{pointer}/", 0 if token == "[" else _NO_LIST
    return positions, duplicates


def find(text: str, pointer: str) -> tuple[int, int] | None:
    """The position of one value, as :func:`read` gives it, without those of all others; None where it is not there.

    ``text`` is JSON that was read before, without a key that occurs twice.
    """
    at = here = _after(text, -1)
    for token in pointers.split(pointer):
        inside = _members(text, at) if text[at] == "{" else _items(text, at) if text[at] == "[" else iter(())
        part = next(((start, value) for name, start, value in inside if name == token), None)
        if part is None:
            return None
        here, at = part
    return text.count("\n", 0, here) + 1, here - text.rfind("\n", 0, here)


def _members(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """The names of an object at an offset, each with the offsets of its key and of its value."""
    at = _after(text, at)
    while text[at] == '"':
        name, end = _DECODE(text, at)
        value = _after(text, _after(text, end - 1))
        yield name, at, value
        at = _next(text, value)


def _items(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """The indexes of an array at an offset, each with the offset of its item twice."""
    at, index = _after(text, at), 0
    while text[at] != "]":
        yield str(index), at, at
        at, index = _next(text, at), index + 1


def _next(text: str, value: int) -> int:
    """The offset of what follows a value: the next key or item, or the bracket that closes."""
    end = _after(text, _DECODE(text, value)[1] - 1)
    return _after(text, end) if text[end] == "," else end


def _after(text: str, at: int) -> int:
    """The offset of the first character behind an offset that is not a space."""
    at += 1
    while text[at : at + 1].isspace():
        at += 1
    return at


def _name(token: str) -> str:
    """The name that a key with its colon spells, as pointers write it."""
    name = token[1 : token.rindex('"')]
    if "\\" in name:
        name = json.loads(f'"{name}"', strict=False)
    return pointers.escape(name)


def place_of_token(text: str, accepts: Callable[[str], bool]) -> tuple[int, int]:
    """Line and column of the first token that ``accepts`` takes; (0, 0) where there is none."""
    for match in _TOKEN.finditer(text):
        if accepts(match.group()):
            return _counter(text)(match.start())
    return 0, 0


def place_of_depth(text: str, depth: int) -> tuple[int, int]:
    """Line and column of the first bracket that opens a level deeper than ``depth``; (0, 0) where there is none."""
    level = 0

    def opens_too_deep(token: str) -> bool:
        nonlocal level
        level += (token in "{[") - (token in "}]")
        return level > depth

    return place_of_token(text, opens_too_deep)


def _counter(text: str) -> Callable[[int], tuple[int, int]]:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect.bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return place

"""Lines and columns of every value in a JSON text, found only when something must be located."""

from __future__ import annotations

import bisect
import json
import re
from collections.abc import Callable

from accordant.schema import pointers

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')

Duplicate = tuple[str, int, int]
"""JSON Pointer, line and column of the second occurrence of a key."""


def read(text: str) -> tuple[dict[str, tuple[int, int]], list[Duplicate]]:
    """Positions of all values (a member's position is that of its key), and all duplicate keys.

    ``text`` is JSON that was read before, or at least tokens of JSON; the walk is iterative.
    """
    place = _counter(text)
    positions: dict[str, tuple[int, int]] = {}
    duplicates: list[Duplicate] = []
    stack: list[_Open] = []
    key: str | None = None
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in "}]":
            if stack:
                stack.pop()
        elif token == ",":
            if stack:
                stack[-1].index += 1
                stack[-1].wants_key = stack[-1].is_object
        elif token == ":":
            continue
        elif stack and stack[-1].wants_key and token.startswith('"'):
            key = json.loads(token, strict=False)
            pointer = pointers.join(stack[-1].pointer, str(key))
            if pointer in positions:
                duplicates.append((pointer, *place(match.start())))
            positions[pointer] = place(match.start())
            stack[-1].wants_key = False
            stack[-1].key = pointer
        else:
            pointer = stack[-1].child() if stack else ""
            positions.setdefault(pointer, place(match.start()))
            if token in "{[":
                stack.append(_Open(pointer, token == "{"))
    return positions, duplicates


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


class _Open:
    """An object or array that is still open."""

    __slots__ = ("index", "is_object", "key", "pointer", "wants_key")

    def __init__(self, pointer: str, is_object: bool) -> None:
        self.pointer = pointer
        self.is_object = is_object
        self.wants_key = is_object
        self.index = 0
        self.key = ""

    def child(self) -> str:
        return self.key if self.is_object else pointers.join(self.pointer, self.index)


def _counter(text: str) -> Callable[[int], tuple[int, int]]:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect.bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return place

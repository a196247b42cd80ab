"""The line and column of one value after the other in a large JSON text, of which nothing else is kept.

:mod:`accordant.schema.json_positions` finds those of all values at once, in many times the memory of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from accordant.schema import pointers

_STRING: Final = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_SPACE: Final = re.compile(rb"[\s,:]*")
_SCALAR: Final = re.compile(_STRING + rb"|[^\s,:{}\[\]]+")
_BETWEEN: Final = rb'[^{}\[\]"]*+'
_FLAT: Final = rb"[{\[]" + _BETWEEN + rb"(?:" + _STRING + _BETWEEN + rb")*+[}\]]"
"""An object or array without another one in it."""
_SHALLOW: Final = re.compile(
    rb"[{\[]" + _BETWEEN + rb"(?:(?:" + _STRING + rb"|" + _FLAT + rb")" + _BETWEEN + rb")*+[}\]]"
)
"""One with flat ones in it."""
_PART: Final = re.compile(_STRING + rb"|" + _SHALLOW.pattern + rb"|[{}\[\]]")


@dataclass(slots=True)
class _Object:
    """An object of the text, as far as it was read."""

    at: int
    members: dict[str, tuple[int, int]]
    """Where the key and the value of each member begin."""
    rest: Iterator[tuple[int, int]]
    """The members that were not read yet."""


class JsonPlaces:
    """Finds places in the bytes of a JSON document that was read before. Later ones in an array are found from earlier
    ones on, and members of the objects around the last place by their names."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._passed: dict[str, tuple[int, int]] = {}
        """The last item that was looked for in an array: its index, and where it begins."""
        self._objects: list[_Object] = []
        """The objects around the last place, the outermost first."""
        self._lines = (0, 1, 0)
        """An offset, its line, and where that line begins."""

    def place(self, pointer: str) -> tuple[int, int]:
        """Line and column of a value, for a member those of its key; of the nearest parent where there is none."""
        at = self._next(0)
        start = at
        passed = ""
        for depth, token in enumerate(pointers.split(pointer)):
            is_object = self._data[at : at + 1] == b"{"
            part = self._member(at, token, depth) if is_object else self._item(at, token, passed)
            if part is None:
                break
            start, at = part
            passed = pointers.join(passed, token)
        return self._line_and_column(start)

    def _member(self, at: int, name: str, depth: int) -> tuple[int, int] | None:
        """Where the key and the value of a member begin; of equal keys the first counts."""
        around = next((known for known in self._objects if known.at == at), None)
        if around is None:
            around = _Object(at, {}, self._members(at))
            self._objects[depth:] = [around]
        while name not in around.members and (member := next(around.rest, None)) is not None:
            around.members.setdefault(self._key(member[0]), member)
        return around.members.get(name)

    def _members(self, at: int) -> Iterator[tuple[int, int]]:
        key = self._next(at + 1)
        while self._data[key : key + 1] == b'"':
            value = self._next(self._skip(key))
            yield key, value
            key = self._next(self._skip(value))

    def _key(self, at: int) -> str:
        return str(json.loads(self._data[at : self._skip(at)], strict=False))

    def _item(self, at: int, token: str, array: str) -> tuple[int, int] | None:
        """Where an item of an array begins, twice."""
        if self._data[at : at + 1] != b"[" or not (token.isascii() and token.isdigit()):
            return None
        wanted = int(token)
        index, offset = self._passed.get(array, (0, 0))
        if not offset or index > wanted:
            index, offset = 0, self._next(at + 1)
        while index < wanted and self._data[offset : offset + 1] not in (b"]", b""):
            index, offset = index + 1, self._next(self._skip(offset))
        self._passed[array] = index, offset
        return None if self._data[offset : offset + 1] in (b"]", b"") else (offset, offset)

    def _next(self, at: int) -> int:
        """Where the next token begins that is neither a comma nor a colon."""
        match = _SPACE.match(self._data, at)
        return match.end() if match else at

    def _skip(self, at: int) -> int:
        """Where the value that begins here ends."""
        if self._data[at : at + 1] not in (b"{", b"["):
            match = _SCALAR.match(self._data, at)
            return match.end() if match else len(self._data)
        shallow = _SHALLOW.match(self._data, at)
        return shallow.end() if shallow else self._end_of_nested(at)

    def _end_of_nested(self, at: int) -> int:
        depth = 0
        for match in _PART.finditer(self._data, at):
            token = match.group()
            depth += (token in b"{[") - (token in b"}]")
            if depth == 0:
                return match.end()
        return len(self._data)

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        known, line, start = self._lines if self._lines[0] <= offset else (0, 1, 0)
        line += self._data.count(b"\n", known, offset)
        start = max(start, self._data.rfind(b"\n", known, offset) + 1)
        self._lines = offset, line, start
        return line, len(self._data[start:offset].decode("utf-8", "replace")) + 1

"""JSON, YAML and TOML files as values that know their lines and columns, read within fixed bounds."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, NoReturn

from accordant import work
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema import json_positions, pointers
from accordant.schema.json_values import is_deeper
from accordant.schema.strict_lines import LONE, MOST_BYTES, MOST_DEPTH, out_of_range, syntax_reason

MAX_BYTES: Final = MOST_BYTES
"""Larger files are refused: a parsed document takes many times its bytes of memory."""
MAX_DEPTH: Final = MOST_DEPTH
"""Deeper nesting is refused: recursive readers, ours and those of others, would run out of stack."""

MOST_DIGITS: Final = 4000
"""Python reads no integer of many more digits."""
_MOST_FOUND: Final = 3
"""Most positions that are looked for one by one: finding all takes as long as some ten of them."""

_LONG: Final = 309
"""An integer of fewer characters is one that a double holds."""

Positions = Mapping[str, tuple[int, int]]
"""JSON Pointer to (line, column), both from 1."""


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file. ``value`` is plain JSON data; positions are found only when somebody asks."""

    path: str
    value: JsonValue
    text: str = ""
    _positions: dict[str, tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)
    _found: dict[str, tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)
    """Positions that were looked for one by one, before all were."""

    def place(self, pointer: str = "") -> Place:
        """The place of ``pointer``, or of its nearest existing parent where the document has no such pointer."""
        position = self._positions.get(pointer) or self._find(pointer)
        if position is not None:
            return Place(self.path, *position, pointer)
        if not self._positions and self.text:
            self._positions.update(_positions(self.text, self.path))
        at = pointer
        while at and at not in self._positions:
            at = pointers.parent(at)
        line, column = self._positions.get(at, (0, 0))
        return Place(self.path, line, column, pointer)

    def _find(self, pointer: str) -> tuple[int, int] | None:
        """The position in a JSON file of which few are asked for; None where all have to be found."""
        if self._positions or not self.text or not self.path.endswith(".json"):
            return None
        if pointer not in self._found and len(self._found) < _MOST_FOUND:
            position = json_positions.find(self.text, pointer)
            self._found.update({} if position is None else {pointer: position})
        return self._found.get(pointer)


def parse(data: bytes | str, path: str, *, most: int = MAX_BYTES, huge: bool = False) -> Document:
    """Read JSON; YAML where ``path`` ends in ``.yaml`` or ``.yml``, TOML where it ends in ``.toml``.

    Args:
        data: the bytes of the file, or its text.
        path: how the file is shown, which also tells its format.
        most: the most bytes; 4 MiB.
        huge: whether a number of JSON that no double holds, such as 1e999, is read as the integer that it is; one of
            more than 4,000 digits never is.

    Raises:
        InputError: not UTF-8, larger than ``most``, nested deeper than 128, a duplicate key, an alias, a number that is
            not finite, a lone surrogate, or a syntax error; always with the place where it is known.
    """
    work.begin(lambda: Place(path))
    text = _decode(data, path, most)
    if path.endswith((".yaml", ".yml")):
        from accordant.schema import yaml_events

        value, positions = yaml_events.read(text, path, MAX_DEPTH)
        return Document(path, value, text, dict(positions))
    if path.endswith(".toml"):
        from accordant.schema import toml_positions

        return Document(path, toml_positions.read(text, path), text)
    return Document(path, parse_json(text, path, huge=huge), text)


def parse_json(text: str, path: str, *, huge: bool = False) -> JsonValue:
    """Read JSON text strictly; see :func:`parse`."""
    if not text.strip():
        raise InputError("the file is empty", Place(path, 1, 1), next_step="write a JSON document to it", rule="syntax")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_refuse_duplicates,
            parse_constant=_refuse_constant,
            parse_float=_parse_huge if huge else _parse_float,
            parse_int=_parse_huge if huge else _parse_int,
        )
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {syntax_reason(error.msg)}",
            Place(path, error.lineno, error.colno),
            next_step="correct the syntax",
            rule="syntax",
        ) from error
    except _DuplicateKeyError as error:
        _raise_duplicate(text, path, error.key)
    except RecursionError as error:
        raise _too_deep(text, path) from error
    except NumberError as error:
        line, column = json_positions.place_of_token(text, error.token.__eq__)
        next_step = error.next_step
        raise InputError(str(error), Place(path, line, column), next_step=next_step, rule="syntax") from error
    if text.count("{") + text.count("[") > MAX_DEPTH and is_deeper(value, MAX_DEPTH):
        raise _too_deep(text, path)
    if "\\u" in text and not _has_bytes(value):
        _refuse_surrogates(value, text, path)
    return value


def _positions(text: str, path: str) -> Positions:
    if path.endswith((".yaml", ".yml")):
        from accordant.schema import yaml_events

        return yaml_events.read(text, path, MAX_DEPTH)[1]
    if path.endswith(".toml"):
        from accordant.schema import toml_positions

        return toml_positions.positions(text)
    return json_positions.read(text)[0]


def require_size(data: bytes | str, path: str, most: int = MAX_BYTES) -> None:
    """Refuse more than is read: a part is never taken for the whole.

    Raises:
        InputError: there is more.
    """
    if len(data) > most:
        raise InputError(
            f"more than {most:,} bytes, which is the most that is read",
            Place(path),
            next_step="split the file",
            rule="too-large",
        )


def _decode(data: bytes | str, path: str, most: int) -> str:
    require_size(data, path, most)
    if isinstance(data, str):
        return data
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError(
            "not UTF-8", Place(path, line, column), next_step="save the file as UTF-8", rule="encoding"
        ) from error
    if text.startswith("\ufeff"):
        raise InputError(
            "starts with a byte order mark", Place(path, 1, 1), next_step="save the file without it", rule="encoding"
        )
    return text


class _DuplicateKeyError(ValueError):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _refuse_duplicates(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKeyError(key)
            seen.add(key)
    return members


def _too_deep(text: str, path: str) -> InputError:
    line, column = json_positions.place_of_depth(text, MAX_DEPTH)
    reason = f"nested deeper than {MAX_DEPTH} levels"
    return InputError(reason, Place(path, line, column), next_step="nest less deeply", rule="too-deep")


class NumberError(ValueError):
    """A token that is not a number of JSON, or one that no double holds."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.is_number = token.strip("-")[:1] not in ("N", "I")
        self.next_step = "write a smaller number, or a string" if self.is_number else "write a number, a string or null"
        super().__init__(out_of_range(token) if self.is_number else f"not JSON: {token} is not a JSON number")


def _refuse_constant(name: str) -> NoReturn:
    raise NumberError(name)


def _parse_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NumberError(text)
    return number


def _parse_int(text: str) -> int:
    if len(text) >= _LONG and not math.isfinite(float(text)):
        raise NumberError(text)
    return int(text)


def _parse_huge(text: str) -> float | int:
    number = float(text)
    if math.isfinite(number):
        return int(text) if text.strip("-").isdigit() else number
    exact = Decimal(text)
    if exact.adjusted() > MOST_DIGITS:
        raise NumberError(text)
    return int(exact)


def _raise_duplicate(text: str, path: str, key: str) -> NoReturn:
    _, duplicates = json_positions.read(text)
    pointer, line, column = duplicates[0] if duplicates else ("", 0, 0)
    raise InputError(
        f"the key {key!r} occurs twice in one object",
        Place(path, line, column, pointer),
        next_step="remove one of the two: some readers keep the first value, some the last",
        rule="duplicate-key",
    )


def _refuse_surrogates(value: JsonValue, text: str, path: str) -> None:
    stack: list[tuple[str, JsonValue]] = [("", value)]
    while stack:
        pointer, item = stack.pop()
        if isinstance(item, str) and _has_lone_surrogate(item):
            place = Document(path, value, text).place(pointer)
            raise InputError(
                "the string holds half of a surrogate pair",
                Place(path, place.line, place.column, pointer),
                next_step="write the whole character or its full surrogate pair",
                rule="lone-surrogate",
            )
        if isinstance(item, dict):
            if any(_has_lone_surrogate(key) for key in item):
                place = Document(path, value, text).place(pointer)
                raise InputError(
                    "a key holds half of a surrogate pair",
                    Place(path, place.line, place.column, pointer),
                    next_step="write the whole character or its full surrogate pair",
                    rule="lone-surrogate",
                )
            stack += [(pointers.join(pointer, key), part) for key, part in item.items()]
        elif isinstance(item, list):
            stack += [(pointers.join(pointer, index), part) for index, part in enumerate(item)]


def _has_bytes(value: JsonValue) -> bool:
    """Whether a value can be written in UTF-8, which has no bytes for half of a surrogate pair."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _has_lone_surrogate(text: str) -> bool:
    return LONE.search(text) is not None

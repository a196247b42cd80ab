"""A response with the exit code of its process, and the questions that rules ask about the two."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from pydantic import MISSING, BaseModel

from accordant.gen.python.facts_runtime import CodeFacts
from accordant.gen.python.reading_runtime import follow, is_array, is_object
from accordant.gen.python.runtime import JsonObject, is_number, plain, same
from accordant.schema.strict_lines import unique_members

Outcome: TypeAlias = Literal["success", "failure"]

Declared: TypeAlias = Mapping[str, JsonObject | BaseModel]
"""What the command itself declares about its exit codes, by the code as a string."""


LONGEST_INTEGER: Final = 4300
"""Digits that Python makes an integer of; a longer one is read as an infinity, as other languages do."""


def parsed(raw: str | bytes | bytearray | JsonObject | BaseModel) -> Any:
    """The JSON value of a text in UTF-8, or `MISSING` where it is not JSON; anything else is a document already.

    A text in which a key occurs twice in one object does not count as JSON.
    """
    try:
        return _read(_decoded(raw)) if isinstance(raw, str | bytes | bytearray) else plain(raw)
    except (ValueError, RecursionError):
        return MISSING


def fault_of(raw: object) -> str:
    """Why `parsed` does not take a text, and where: the line, and the column of its characters."""
    try:
        _read(_WORDS.sub(_unreadable, _decoded(raw)) if isinstance(raw, str | bytes | bytearray) else "")
    except json.JSONDecodeError as error:
        return f"is not JSON: line {error.lineno}, column {error.colno}"
    except UnicodeDecodeError:
        return "is not JSON: not UTF-8"
    except RecursionError:
        return "is nested too deeply"
    except ValueError as error:
        return f"is not read: {error}"
    return "is not JSON"


def _decoded(raw: str | bytes | bytearray) -> str:
    return raw if isinstance(raw, str) else raw.decode("utf-8")


def _read(text: str) -> Any:
    return json.loads(text, object_pairs_hook=unique_members, parse_constant=_refuse, parse_int=_integer)


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


_WORDS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')
"""Strings, and the words that Python reads though they are not JSON."""


def _unreadable(word: re.Match[str]) -> str:
    """A string, or in the place of a word what no reader takes."""
    return word[0] if word[0].startswith('"') else "?" * len(word[0])


def _integer(digits: str) -> float:
    return int(digits) if len(digits) <= LONGEST_INTEGER else float(digits)


_TYPES: Final[Mapping[str, Callable[[object], bool]]] = {
    "string": lambda value: isinstance(value, str),
    "number": is_number,
    "boolean": lambda value: isinstance(value, bool),
    "array": is_array,
    "object": is_object,
}
"""Whether a value is of a JSON type."""


class Seen:
    """A response as rules see it.

    Places are JSON Pointers into the document, `exit-code`, `exit-code/FACT` (a fact of the code's row in the list of
    exit codes), `declared/POINTER` (in what the command declares about its exit code), `given/NAME/POINTER` (in a
    document beside the response) and `outcome`. What is not there is `MISSING`.
    """

    def __init__(
        self,
        document: Any,
        exit_code: int | None,
        rows: Mapping[int, CodeFacts],
        declared: Declared | None = None,
        given: Mapping[str, JsonObject | BaseModel | None] = MappingProxyType({}),
    ) -> None:
        """See a document that `parsed` gave; `exit_code` is None where it is not known."""
        self.document: Any = document
        self.exit_code: int | None = exit_code
        self.outcome: Outcome = "failure"
        self.rows = rows
        self.entry: Any = MISSING if exit_code is None else plain((declared or {}).get(str(exit_code), MISSING))
        self.facts: dict[str, Any] = {}
        self.given = {name: plain(value) for name, value in given.items() if value is not None}

    def is_declared(self) -> bool:
        """Whether the command declares the exit code that it ended with."""
        return self.entry is not MISSING

    def value(self, place: str) -> Any:
        """What stands at a place."""
        if place.startswith("/"):
            return follow(self.document, place)
        if place == "outcome":
            return self.outcome
        if place == "exit-code":
            return MISSING if self.exit_code is None else self.exit_code
        if place.startswith("declared/"):
            return follow(self.entry, place.removeprefix("declared"))
        if place.startswith("given/"):
            name, slash, pointer = place.removeprefix("given/").partition("/")
            return follow(self.given.get(name, MISSING), slash + pointer)
        return self.fact(place.removeprefix("exit-code/"))

    def text_at(self, place: str) -> str:
        """The text at a place; empty where there is none."""
        value = self.value(place)
        return value if isinstance(value, str) else ""

    def json_at(self, place: str) -> str:
        """The value at a place as JSON on several lines, in ASCII; empty where there is none."""
        value = self.value(place)
        return "" if value is MISSING else json.dumps(value, indent=2)

    def values(self, place: str) -> Iterator[Any]:
        """What stands at a pointer in which `*` is any index."""
        first, *others = place.split("/*")
        values = [self.value(first) if first else self.document]
        for rest in others:
            values = [follow(item, rest) for array in values if is_array(array) for item in array]
        yield from (value for value in values if value is not MISSING)

    def listed(self, place: str) -> list[Any]:
        """What stands at a pointer in which `*` is any index, as a list."""
        return list(self.values(place))

    def fact(self, name: str) -> Any:
        """A fact of the exit code: what was declared, else what its row says."""
        if name in self.facts:
            return self.facts[name]
        row = None if self.exit_code is None else self.rows.get(self.exit_code)
        if row is None:
            return MISSING
        fact = row.attributes.get(name, getattr(row, name.replace("-", "_"), ""))
        return MISSING if fact in ("", (), None) else fact

    def has(self, place: str) -> bool:
        """Whether something stands there, null included."""
        return self.value(place) is not MISSING

    def is_null(self, place: str) -> bool:
        """Whether null stands there, or nothing."""
        return self.value(place) in (None, MISSING)

    def filled(self, place: str) -> bool:
        """Whether a list, object or text with content stands there."""
        value = self.value(place)
        return len(value) > 0 if isinstance(value, str) or is_array(value) or is_object(value) else False

    def is_of(self, place: str, kind: str) -> bool:
        """Whether a value of a JSON type stands there: `string`, `number`, `boolean`, `array` or `object`."""
        value = self.value(place)
        return value is not MISSING and _TYPES[kind](value)

    def equals(self, place: str, *values: object) -> bool:
        """Whether one of some values stands there."""
        value = self.value(place)
        return any(same(value, other) for other in values)

    def agrees(self, place: str, other: str) -> bool:
        """Whether two places hold the same value, where both hold one."""
        left, right = self.value(place), self.value(other)
        return left is MISSING or right is MISSING or same(left, right)

    def agrees_with(self, place: str, value: object) -> bool:
        """Whether a value stands at a place, or nothing."""
        actual = self.value(place)
        return actual is MISSING or same(actual, value)

    def count(self, *places: str) -> int:
        """How many values stand at some places."""
        return sum(1 for place in places for _ in self.values(place))

    def count_texts(self, *places: str) -> int:
        """How many different texts stand at some places."""
        return len({text for place in places for text in self.values(place) if isinstance(text, str)})

    def within(self, place: str, least: float, most: float = math.inf) -> bool:
        """Whether a number between two limits stands there, both included."""
        value = self.value(place)
        return is_number(value) and -math.inf < value < math.inf and least <= value <= most

    def outside(self, place: str, least: float, most: float) -> bool:
        """Whether a number below or above two limits stands there."""
        value = self.value(place)
        return is_number(value) and not least <= value <= most

    def containing(self, place: str, *words: str) -> list[str]:
        """The texts at a place that hold one of some words; capitals do not count."""
        return [
            text
            for text in self.values(place)
            if isinstance(text, str) and any(word.lower() in text.lower() for word in words)
        ]

    def contains(self, place: str, *words: str) -> bool:
        """Whether there is a text that holds one of some words."""
        return bool(self.containing(place, *words))


def placed(document: Any, pointer: str, value: Any) -> Any:
    """A document with a value at a pointer, or without what stands there (`MISSING`); the original stays as it is.

    Only members of objects that are there are set or dropped.
    """
    first, _, rest = pointer[1:].partition("/")
    key = first.replace("~1", "/").replace("~0", "~")
    if not is_object(document):
        return document
    if rest:
        return {**document, key: placed(document[key], "/" + rest, value)} if key in document else document
    if value is MISSING:
        return {name: member for name, member in document.items() if name != key}
    return {**document, key: value}

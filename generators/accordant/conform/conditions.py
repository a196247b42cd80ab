"""Whether the conditions of behaviour tables hold for a document and the exit code of its program.

They are those of :mod:`accordant.contract.behaviour`; generated packages ask the same (`response_runtime`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract import CodeList
from accordant.contract.behaviour import DECLARED, EXIT_CODE, Condition
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.error_messages import format_values
from accordant.schema.json_values import canonical
from accordant.schema.vocabulary import format_value

NOTHING: Final = object()
"""What stands at a place where there is nothing; null is a value."""
_ANY: Final = "/*"


@dataclass(frozen=True, slots=True)
class Seen:
    """A document, the exit code of the program that wrote it, and the list of exit codes."""

    document: JsonValue
    exit_code: int | None = None
    exit_codes: CodeList | None = None

    def holds(self, condition: Condition) -> bool:
        """Whether all tests of a condition hold."""
        return all(_TESTS[name](self, condition.at, operand) for name, operand in condition.tests if name in _TESTS)

    def value(self, place: str) -> JsonValue:
        """What stands at a place, or NOTHING."""
        if place.startswith("/") or not place:
            return _follow(self.document, place)
        if place == EXIT_CODE:
            return NOTHING if self.exit_code is None else self.exit_code
        word, _, name = place.partition("/")
        return self._fact(name) if word == EXIT_CODE else NOTHING

    def values(self, place: str) -> Iterator[JsonValue]:
        """What stands at a pointer in which ``*`` is any index."""
        first, *others = place.split(_ANY)
        values = [self.value(first)]
        for rest in others:
            values = [_follow(item, rest) for items in values if isinstance(items, list) for item in items]
        yield from (value for value in values if value is not NOTHING)

    def _fact(self, name: str) -> JsonValue:
        """A fact of the row of the exit code."""
        row = None
        if self.exit_codes is not None and self.exit_code is not None:
            row = self.exit_codes.entry(self.exit_code)
        if row is None:
            return NOTHING
        fact = row.attributes.get(name, getattr(row, name.replace("-", "_"), ""))
        return NOTHING if fact in ("", (), None) else fact


def _follow(value: JsonValue, pointer: str) -> JsonValue:
    try:
        return pointers.follow(value, pointer)
    except (LookupError, ValueError):
        return NOTHING


def _same(left: JsonValue, right: JsonValue) -> bool:
    if _is_number(left) and _is_number(right):
        return bool(left == right)
    return left is not NOTHING and right is not NOTHING and canonical(left) == canonical(right)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _agree(left: JsonValue, right: JsonValue) -> bool:
    return left is NOTHING or right is NOTHING or _same(left, right)


def _is_filled(value: JsonValue) -> bool:
    return isinstance(value, str | list | dict) and len(value) > 0


def _contains(seen: Seen, place: str, words: list[str]) -> bool:
    texts = [text.lower() for text in seen.values(place) if isinstance(text, str)]
    return any(word.lower() in text for text in texts for word in words)


_KINDS: Final[Mapping[str, Callable[[JsonValue], bool]]] = {
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}

_TESTS: Final[Mapping[str, Callable[[Seen, str, JsonValue], bool]]] = {
    "is": lambda seen, at, operand: _same(seen.value(at), operand),
    "is-not": lambda seen, at, operand: not _same(seen.value(at), operand),
    "in": lambda seen, at, operand: any(_same(seen.value(at), item) for item in operand),
    "min": lambda seen, at, operand: _is_number(seen.value(at)) and seen.value(at) >= operand,
    "max": lambda seen, at, operand: _is_number(seen.value(at)) and seen.value(at) <= operand,
    "outside": lambda seen, at, operand: _is_number(seen.value(at)) and not operand[0] <= seen.value(at) <= operand[1],
    "present": lambda seen, at, operand: (seen.value(at) is not NOTHING) is operand,
    "absent": lambda seen, at, operand: (seen.value(at) is NOTHING) is operand,
    "is-null": lambda seen, at, operand: (seen.value(at) is NOTHING or seen.value(at) is None) is operand,
    "not-empty": lambda seen, at, operand: _is_filled(seen.value(at)) is operand,
    "contains-any": _contains,
    "same-as": lambda seen, at, operand: _agree(seen.value(at), seen.value(operand)),
    "type": lambda seen, at, operand: _KINDS[operand](seen.value(at)),
    DECLARED: lambda seen, at, operand: operand is False,  # a program that is run declares nothing to us
}


def describe(condition: Condition, seen: Seen) -> str:
    """What a condition requires of its place, and what stands there."""
    asked = " and ".join(_requirement(name, operand) for name, operand in condition.tests)
    value = seen.value(condition.at)
    actual = "there is nothing" if value is NOTHING else f"there is {format_value(value)}"
    return f"{condition.at or 'the document'} must {asked}; {actual}"


def _requirement(name: str, operand: JsonValue) -> str:
    """What a test requires, to be read after `must`."""
    if name in _BOTH_WAYS:
        return _BOTH_WAYS[name][not operand]
    words = _WORDS.get(name, f"fulfil {name}")
    return f"{words} {format_values(operand) if isinstance(operand, list) else format_value(operand)}"


_BOTH_WAYS: Final[Mapping[str, tuple[str, str]]] = {
    "present": ("be there", "not be there"),
    "absent": ("not be there", "be there"),
    "is-null": ("be null or left out", "not be null"),
    "not-empty": ("have content", "be empty or left out"),
    DECLARED: ("be declared", "not be declared"),
}
_WORDS: Final[Mapping[str, str]] = {
    "is": "be",
    "is-not": "not be",
    "in": "be one of",
    "min": "be at least",
    "max": "be at most",
    "outside": "be outside of",
    "contains-any": "contain one of",
    "same-as": "be the same as",
    "type": "be of the type",
}

"""Whether the conditions of behaviour tables hold for a document and the exit code of its program.

They are those of :mod:`accordant.contract.behaviour`. What is asked of one value is asked as rules ask it
(`contract/held_rules.py`); generated packages ask the same (`response_runtime`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract import CodeList
from accordant.contract.behaviour import DECLARED, EXIT_CODE, Condition
from accordant.contract.held_rules import ABSENT, TESTS, Scene, is_same, passes
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.error_messages import format_values
from accordant.schema.vocabulary import format_value

_ANY: Final = "/*"


@dataclass(frozen=True, slots=True)
class Seen:
    """A document, the exit code of the program that wrote it, and the list of exit codes."""

    document: JsonValue
    exit_code: int | None = None
    exit_codes: CodeList | None = None

    def holds(self, condition: Condition) -> bool:
        """Whether all tests of a condition hold."""
        return all(self._passes(name, condition.at, operand) for name, operand in condition.tests)

    def _passes(self, name: str, at: str, operand: JsonValue) -> bool:
        if name in _OF_PLACES:
            return _OF_PLACES[name](self, at, operand)
        return name not in TESTS or passes(name, self.value(at), operand, Scene(self.document, self.document))

    def value(self, place: str) -> JsonValue:
        """What stands at a place, or ABSENT."""
        if place.startswith("/") or not place:
            return _follow(self.document, place)
        if place == EXIT_CODE:
            return ABSENT if self.exit_code is None else self.exit_code
        word, _, name = place.partition("/")
        return self._fact(name) if word == EXIT_CODE else ABSENT

    def values(self, place: str) -> Iterator[JsonValue]:
        """What stands at a pointer in which ``*`` is any index."""
        first, *others = place.split(_ANY)
        values = [self.value(first)]
        for rest in others:
            values = [_follow(item, rest) for items in values if isinstance(items, list) for item in items]
        yield from (value for value in values if value is not ABSENT)

    def _fact(self, name: str) -> JsonValue:
        """A fact of the row of the exit code."""
        row = None
        if self.exit_codes is not None and self.exit_code is not None:
            row = self.exit_codes.entry(self.exit_code)
        if row is None:
            return ABSENT
        fact = row.attributes.get(name, getattr(row, name.replace("-", "_"), ""))
        return ABSENT if fact in ("", (), None) else fact


def _follow(value: JsonValue, pointer: str) -> JsonValue:
    try:
        return pointers.follow(value, pointer)
    except (LookupError, ValueError):
        return ABSENT


def _agree(left: JsonValue, right: JsonValue) -> bool:
    return left is ABSENT or right is ABSENT or is_same(left, right)


def _contains(seen: Seen, place: str, words: list[str]) -> bool:
    texts = [text.lower() for text in seen.values(place) if isinstance(text, str)]
    return any(word.lower() in text for text in texts for word in words)


_OF_PLACES: Final[Mapping[str, Callable[[Seen, str, JsonValue], bool]]] = {
    "contains-any": _contains,
    "same-as": lambda seen, at, operand: _agree(seen.value(at), seen.value(operand)),
    DECLARED: lambda seen, at, operand: operand is False,  # a program that is run declares nothing to us
}
"""Tests that are about places besides the one of the condition, or about none; the others are those of rules."""


def describe(condition: Condition, seen: Seen) -> str:
    """What a condition requires of its place, and what stands there."""
    asked = " and ".join(_requirement(name, operand) for name, operand in condition.tests)
    value = seen.value(condition.at)
    actual = "there is nothing" if value is ABSENT else f"there is {format_value(value)}"
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

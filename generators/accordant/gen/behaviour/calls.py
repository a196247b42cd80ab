"""Calls of the generated runtime: tests of conditions, effects of rules, and their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from accordant.contract.behaviour import Condition
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.model.derived_fields import Count
from accordant.model.versions import VersionModel


@dataclass(frozen=True, slots=True)
class ValueAt:
    """An argument: the value at a place of the response."""

    place: str


@dataclass(frozen=True, slots=True)
class ValuesAt:
    """An argument: the list of values at a place, where ``*`` is any index."""

    place: str


@dataclass(frozen=True, slots=True)
class TextsWith:
    """An argument: the texts at a place that contain one of the words."""

    place: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountOf:
    """An argument: the number of values at some places, or of different texts."""

    call: Call


@dataclass(frozen=True, slots=True)
class Details:
    """An argument: the details of a decision by name."""

    members: tuple[tuple[str, Argument], ...]


Argument: TypeAlias = "JsonValue | ValueAt | ValuesAt | TextsWith | CountOf | Details"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a test or an effect of the runtime; its name is spelt with hyphens."""

    name: str
    arguments: tuple[Argument, ...] = ()
    negated: bool = False

    @property
    def opposite(self) -> Call:
        """The same test, negated."""
        return Call(self.name, self.arguments, not self.negated)


def count_of(count: Count) -> CountOf:
    """The number that a derived field must hold."""
    return CountOf(Call("count-texts" if count.distinct else "count", count.places))


def questions(version: VersionModel, condition: Condition) -> Iterator[Call]:
    """The tests of a condition; it holds when all of them do."""
    tests = dict(condition.tests)
    limits = {name: tests.pop(name) for name in ("min", "max") if name in tests}
    if limits:
        least, most = limits.get("min", float("-inf")), limits.get("max")
        yield Call("within", (condition.at, least, *([] if most is None else [most])))
    for name, value in tests.items():
        yield _call_of(version, condition.at, name, value)


def _call_of(version: VersionModel, at: str, name: str, value: JsonValue) -> Call:
    match name:
        case "is" | "is-not":
            return Call("equals", (at, value), name == "is-not")
        case "in":
            return Call("equals", (at, *value))
        case "outside":
            return Call("outside", (at, *value))
        case "present" | "absent":
            return Call("has", (at,), value is not (name == "present"))
        case "is-null":
            return Call("is-null", (at,), value is False)
        case "not-empty":
            return Call("filled", (at,), value is False)
        case "contains-any":
            return Call("contains", (at, *value))
        case "same-as":
            return Call("agrees", (at, value))
        case "type":
            return Call("is-of", (at, value))
        case "declared":
            return Call("is-declared", (), value is False)
        case _:
            raise unknown_word(version, f"a condition asks {name!r}, which generated code does not know")


def unknown_word(version: VersionModel, message: str) -> InputError:
    """The error about a word of a behaviour table that generated code does not know."""
    path = version.contract.document.path if version.contract.document else f"{version.contract.name}/contract.toml"
    return InputError(message, Place(path), next_step=f"run: registry lint {version.contract.name}")

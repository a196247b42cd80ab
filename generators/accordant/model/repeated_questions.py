"""Which conditions are asked about the same part of a value again and again, so that answers are to be remembered.

A schema that reads one member in two ways, each of which leads back to the schema, doubles the questions with each
level of a value: a small document would take hours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final, TypeAlias

from accordant.model.constraints import (
    All,
    AnyOf,
    Call,
    Constraint,
    Contains,
    Has,
    IsOneOf,
    Item,
    Items,
    Member,
    Members,
    OneOf,
    Seen,
    parts_of,
)  # fmt: skip

DEEPEST: Final = 200
"""How many calls inside each other are looked at: parsers of documents go about as deep."""

MOST: Final = 1_000
"""So often one part of a value may be asked about in full before answers are remembered, which costs something too."""


@dataclass(frozen=True, slots=True)
class Others:
    """The members of an object, or items of an array, that are not named here."""

    kind: type[str] | type[int]
    names: frozenset[str | int] = frozenset()


Step: TypeAlias = "str | int | Others"
Place: TypeAlias = "tuple[Step, ...]"
"""Where in a value."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about one place: all parts, or one of them where they exclude each other."""

    combine: Callable[[Iterable[int]], int]
    parts: tuple[Asked | str, ...]

    def count(self, times: Mapping[str, int]) -> int:
        """How often, where ``times`` says how often each condition that is called asks."""
        return self.combine(self._counts(times))

    def is_repeated(self, times: Mapping[str, int]) -> bool:
        """Whether several parts ask too often, so that their number counts."""
        if any(isinstance(part, Asked) and part.is_repeated(times) for part in self.parts):
            return True
        return self.combine is sum and sum(count > MOST for count in self._counts(times)) > 1

    def _counts(self, times: Mapping[str, int]) -> list[int]:
        return [times.get(part, 1) if isinstance(part, str) else part.count(times) for part in self.parts]


@dataclass(frozen=True)  # no slots: what is counted is kept
class Questions:
    """Conditions that call each other by their keys."""

    conditions: Mapping[str, Constraint]

    @cached_property
    def repeated(self) -> frozenset[str]:
        """The keys of the conditions that ask about one part of a value again and again."""
        return frozenset(key for key, asked in self._asked.items() if self._is_repeated(asked))

    def are_repeated_by(self, condition: Constraint) -> bool:
        """Whether a condition that calls these asks about one part of a value again and again."""
        return self._is_repeated(self._asked_by(condition))

    def _is_repeated(self, asked: Iterable[Asked]) -> bool:
        return any(each.is_repeated(self._times) for each in asked)

    @cached_property
    def _times(self) -> Mapping[str, int]:
        """How often each condition may ask about one part of a value, counted up to just above :data:`MOST`."""
        times = dict.fromkeys(self.conditions, 1)
        for _ in range(DEEPEST):
            before, times = times, {key: _most(asked, times) for key, asked in self._asked.items()}
            if times == before:
                break
        return times

    @cached_property
    def _asked(self) -> Mapping[str, list[Asked]]:
        return {key: self._asked_by(condition) for key, condition in self.conditions.items()}

    def _asked_by(self, condition: Constraint) -> list[Asked]:
        """For each place that a condition asks about, what it asks there or around it."""
        places = dict.fromkeys(_places(condition, ()))
        asked = [self._asked_at(condition, (), place) for place in places]
        return [each if isinstance(each, Asked) else Asked(sum, (each,)) for each in asked if each is not None]

    def _asked_at(self, condition: Constraint | Seen, here: Place, place: Place) -> Asked | str | None:
        if isinstance(condition, Call):
            return condition.key if self._enters(condition.key, place[len(here) :]) else None
        inner: list[Asked | str] = []
        for part, step in _parts(condition):
            there = here if step is None else (*here, step)
            asked = self._asked_at(part, there, place) if _covers(there, place) else None
            inner += [] if asked is None else [asked]
        if len(inner) < 2:
            return inner[0] if inner else None
        return Asked(max if exclude_each_other(condition) else sum, tuple(inner))

    def _enters(self, key: str, place: Place) -> bool:
        """Whether a condition asks about a place, the whole value or something inside."""
        return not place or any(_holds(step, place[0]) for step in self._first_steps.get(key, ()))

    @cached_property
    def _first_steps(self) -> Mapping[str, frozenset[Step]]:
        """The members and items that each condition looks into, also by the conditions that it asks of the value."""
        steps = {
            key: {place[0] for place in _places(condition, ()) if place} for key, condition in self.conditions.items()
        }
        beside = {
            key: [other for other in _called_beside(condition) if other in steps]
            for key, condition in self.conditions.items()
        }
        grows = True
        while grows:
            sizes = [len(some) for some in steps.values()]
            for key, others in beside.items():
                steps[key].update(*(steps[other] for other in others))
            grows = sizes != [len(some) for some in steps.values()]
        return {key: frozenset(some) for key, some in steps.items()}


def _most(asked: Iterable[Asked], times: Mapping[str, int]) -> int:
    return min(MOST + 1, max((each.count(times) for each in asked), default=1))


def exclude_each_other(condition: Constraint | Seen) -> bool:
    """Whether the text of one member decides between alternatives before they look at anything else of a value."""
    if not isinstance(condition, AnyOf | OneOf) or (isinstance(condition, OneOf) and condition.tests):
        return False
    tags = [_tags(part) for part in condition.parts]
    for name in tags[0]:
        texts = [text for each in tags for text in each.get(name, (None,))]
        if None not in texts and len(set(texts)) == len(texts):
            return True
    return False


def _tags(part: Constraint) -> dict[str, tuple[str, ...]]:
    """The members that a condition requires to be one of some texts, before it asks anything that calls."""
    parts = part.parts if isinstance(part, All) else ()
    first = list(takewhile(lambda each: next(_places(each, ()), None) is None, parts))
    required = {name for each in first if isinstance(each, Has) for name in each.names}
    return {
        each.name: tuple(str(value) for value in each.then.values)
        for each in first
        if isinstance(each, Member) and each.name in required and isinstance(each.then, IsOneOf)
        and all(isinstance(value, str) for value in each.then.values)
    }  # fmt: skip


def _places(condition: Constraint | Seen, here: Place) -> Iterator[Place]:
    """Where a condition calls others."""
    if isinstance(condition, Call):
        yield here
    for part, step in _parts(condition):
        yield from _places(part, here if step is None else (*here, step))


def _called_beside(condition: Constraint | Seen) -> Iterator[str]:
    """The keys of the conditions that one asks of the same value."""
    if isinstance(condition, Call):
        yield condition.key
    for part, step in _parts(condition):
        if step is None:
            yield from _called_beside(part)


def _covers(around: Place, place: Place) -> bool:
    """Whether one place is the other, or leads to it."""
    return len(around) <= len(place) and all(map(_holds, around, place))


def _holds(step: Step, other: Step) -> bool:
    """Whether a step leads to each part of a value that another step leads to."""
    if isinstance(step, Others):
        if isinstance(other, Others):
            return step.kind is other.kind
        return isinstance(other, step.kind) and other not in step.names
    return step == other


def _parts(condition: Constraint | Seen) -> Iterator[tuple[Constraint | Seen, Step | None]]:
    """What a condition asks in turn, and where; None is the same value."""
    match condition:
        case Member(name, then):
            yield then, name
        case Item(index, then):
            yield then, index
        case Items(start, then, but):
            yield then, Others(int, frozenset(range(max(start, but.below if but else 0))))
            yield from ((part, None) for part in [but] if part is not None)
        case Contains(test):
            yield test, Others(int)
        case Members(then, _, but):
            yield then, Others(str, frozenset(but.names) if but else frozenset())
            yield from ((part, None) for part in [but] if part is not None)
        case Seen(like=like, guarded=guarded):
            yield from ((test, Others(int)) for test in like)
            for guard, inner in guarded:
                yield from ((guard, None), (inner, None))
        case _:
            yield from ((part, None) for part in parts_of(condition))

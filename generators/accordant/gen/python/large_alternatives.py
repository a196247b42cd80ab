"""Alternatives that are too large for one expression: they become functions, which people and checkers can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from accordant.model.constraints import All, AnyOf, Call, Constraint, OneOf, parts_of
from accordant.model.types import Model, NamedType

LARGEST: Final = 300
"""The most questions in one expression: beyond that pyright calls it too complex."""

MOST_BESIDE: Final = 50
"""The most alternatives in one expression: parsers go one step deeper for each."""


def with_large_alternatives_apart(model: Model) -> Model:
    """The model in which the rules of types call functions for the alternatives of a list that is too large.

    A model with two readings stays as it is: which functions take the view is settled before.
    """
    if model.two_readings:
        return model
    apart = _Apart({*model.check_names.values(), *(named.name for named in model.types.values())})
    types = {key: apart.rules_of(named) for key, named in model.types.items()}
    checks, names = {**model.checks, **apart.checks}, {**model.check_names, **apart.names}
    return replace(model, types=types, checks=checks, check_names=names) if apart.checks else model


@dataclass
class _Apart:
    """Collects the conditions that become functions, and their names."""

    taken: set[str]
    checks: dict[str, Constraint] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def rules_of(self, named: NamedType) -> NamedType:
        """A named type whose rules call."""
        rules = tuple([self._calling(rule, named.name) for rule in named.type.rules])
        return replace(named, type=replace(named.type, rules=rules))

    def _calling(self, condition: Constraint, name: str) -> Constraint:
        if _size(condition, LARGEST) <= LARGEST:
            return condition
        match condition:
            case All(parts):
                return replace(condition, parts=tuple([self._calling(part, name) for part in parts]))
            case AnyOf(parts):
                together = [part[0] if len(part) == 1 else replace(condition, parts=part) for part in _portions(parts)]
                return replace(condition, parts=self._calls(condition.at, together, name))
            case OneOf(parts):
                return replace(condition, parts=self._calls(condition.at, parts, name))
            case _:
                return condition

    def _calls(self, at: str, conditions: Sequence[Constraint], name: str) -> tuple[Constraint, ...]:
        return tuple([self._call(f"{at}/{index}", condition, name) for index, condition in enumerate(conditions)])

    def _call(self, at: str, condition: Constraint, name: str) -> Constraint:
        key = f"{at} apart"
        if key not in self.checks:
            self.checks[key] = condition
            self.names[key] = next(free for free in _numbered(f"{name}Alternatives") if free not in self.taken)
            self.taken.add(self.names[key])
        return Call(key, at)


def _portions(parts: Sequence[Constraint]) -> Iterator[tuple[Constraint, ...]]:
    """The alternatives in portions of which each is small enough for one expression, or a single one."""
    portion: list[Constraint] = []
    size = 0
    for part in parts:
        more = _size(part, LARGEST)
        if portion and (size + more > LARGEST or len(portion) == MOST_BESIDE):
            yield tuple(portion)
            portion, size = [], 0
        portion.append(part)
        size += more
    yield tuple(portion)


def _numbered(name: str) -> Iterator[str]:
    return (f"{name}{number}" for number in count(1))


def _size(condition: Constraint, most: int) -> int:
    """How many questions a condition asks; counting ends beyond ``most``."""
    todo, asked = [condition], 0
    while todo and asked <= most:
        asked += 1
        todo += parts_of(todo.pop())
    return asked

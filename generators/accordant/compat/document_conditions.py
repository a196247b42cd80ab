"""Conditions on the fields of a document: which values of them make something hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

Variable: TypeAlias = "tuple[int, str]"
"""A field by its name, or a test that is not looked into by its text, and how deep in the document it stands."""

HOLDS: Final = "holds"
"""The value of a test that is not looked into, where it holds."""

Document: TypeAlias = Mapping[Variable, frozenset[str]]
"""For each variable the values, as texts, that a kind of document has; no test tells them apart."""


@dataclass(frozen=True, slots=True)
class Among:
    """Whether a variable has one of some values."""

    variable: Variable
    values: frozenset[str]

    def holds(self, document: Document) -> bool:
        """Whether it holds for a document."""
        return document[self.variable] <= self.values

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        yield self


@dataclass(frozen=True, slots=True)
class Every:
    """Whether all parts hold."""

    parts: tuple[Condition, ...]

    def holds(self, document: Document) -> bool:
        """Whether it holds for a document."""
        return all(part.holds(document) for part in self.parts)

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        return (test for part in self.parts for test in part.tests())


@dataclass(frozen=True, slots=True)
class Not:
    """Whether something does not hold."""

    part: Condition

    def holds(self, document: Document) -> bool:
        """Whether it holds for a document."""
        return not self.part.holds(document)

    def tests(self) -> Iterator[Among]:
        """The tests of variables in it."""
        return self.part.tests()


Condition: TypeAlias = "Among | Every | Not"

ALWAYS: Final = Every(())
NEVER: Final = Not(ALWAYS)


def any_of(parts: Iterable[Condition]) -> Condition:
    """Whether one of some conditions holds."""
    return Not(Every(tuple(map(Not, parts))))

"""What the questions about objects, arrays, names and alternatives ask of the search that they are a part of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from accordant.algebra.budget import Meter
from accordant.algebra.model import Formula, Pool
from accordant.algebra.outcomes import Outcome, Unsure
from accordant.findings import JsonValue


class Search(Protocol):
    """The search for documents; `emptiness.Solver` is the one there is."""

    @property
    def pool(self) -> Pool:
        """Where its formulas are made."""

    @property
    def meter(self) -> Meter:
        """What the work may cost."""

    def find(self, formulas: Iterable[Formula]) -> Outcome:
        """A document that satisfies all formulas."""

    def several(self, conjunction: tuple[Formula, ...], count: int) -> tuple[list[JsonValue], Unsure | None]:
        """Up to `count` different documents, and the reason for doubt where there may be more."""

    def expansion(self, kind: int, clause: Formula) -> Formula:
        """Exactly one (or not one) of inner formulas, as a choice."""

    def exclude_each_other(self, kind: int, first: Formula, second: Formula) -> bool:
        """Whether no value of the type satisfies both inner formulas; False where that is not known."""

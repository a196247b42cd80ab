"""The interface of the solver for the modules that solve objects, arrays, names and `oneOf`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from accordant.algebra.budget import Meter
from accordant.algebra.model import Formula, Pool
from accordant.algebra.outcomes import Outcome, Unsure
from accordant.findings import JsonValue


class Search(Protocol):
    """The search for documents, implemented by `emptiness.Solver`."""

    @property
    def pool(self) -> Pool:
        """The pool of its formulas."""

    @property
    def meter(self) -> Meter:
        """Counts the work of the question."""

    def find(self, formulas: Iterable[Formula]) -> Outcome:
        """A document that satisfies all formulas."""

    def find_several(self, conjunction: tuple[Formula, ...], count: int) -> tuple[list[JsonValue], Unsure | None]:
        """Up to `count` different documents, and the reason for doubt where there may be more."""

    def expand_clause(self, kind: int, clause: Formula) -> Formula:
        """`exactly_one` of inner formulas, or its negation, as a disjunction."""

    def exclude_each_other(self, kind: int, first: Formula, second: Formula) -> bool:
        """Whether no value of the type satisfies both inner formulas; False where that is not known."""

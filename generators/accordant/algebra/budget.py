"""How much work a question may cost, and the exception that ends the work when it is spent."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

DEFAULT_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one question. Whatever limit is met first makes the answer `Undecided` and names itself.

    `seconds` of wall-clock time; `steps` of case splits and emptiness questions; `states` of one product of
    automata; `width` of one case split of `unevaluated*` or one search over member names or items; `depth` of
    nested emptiness questions; `document` members or items in a witness.
    """

    seconds: float = DEFAULT_SECONDS
    steps: int = 2_000_000
    states: int = 20_000
    width: int = 512
    depth: int = 500
    document: int = 20_000


@dataclass(eq=False)
class Spent(Exception):
    """A limit was met inside a question: which one, and where. `final`: it ends the whole question."""

    reason: str
    where: str = ""
    final: bool = False


class Meter:
    """Counts the work of one question against its budget."""

    __slots__ = ("_deadline", "_next_look", "budget", "steps")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.restart()

    def restart(self) -> None:
        """Begin a new question."""
        self.steps = 0
        self._deadline = time.monotonic() + self.budget.seconds
        self._next_look = 64

    def step(self, cost: int = 1) -> None:
        """Count work; raises Spent when the time or the steps are used up."""
        self.steps += cost
        if self.steps >= self._next_look:
            self._next_look = self.steps + 64
            if time.monotonic() > self._deadline:
                raise Spent(f"time budget of {self.budget.seconds:g} s spent", final=True)
            if self.steps > self.budget.steps:
                raise Spent(f"budget of {self.budget.steps} steps spent", final=True)

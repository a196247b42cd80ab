"""How much work a question may cost, and the exception that ends it when the budget is spent.

Work is counted, so that an answer depends on the question alone: a busy machine changes its time, not the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

STEPS_A_SECOND: Final = 80_000
"""The steps that stand for a second of processor time. Most questions take more in a second, none of the public
corpora fewer, so that the steps are spent before the clock decides."""

LAST_RESORT_SECONDS: Final = 10.0
"""The processor time of one question: a last resort, for work that the steps do not count."""

_WORTH_TELLING: Final = 0.1
"""Seconds; what is left at the end of a longer task may be less."""

_LOOK: Final = 2_000
"""The steps from one look at the clock to the next: on some machines a look costs as much as hundreds of steps."""

CASE: Final = 25
"""The steps of one case split or emptiness question: it takes about 25 times as long as a letter of an automaton."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one question. The limit that is met first makes the answer `Undecided`, and its reason names it.

    `steps` of case splits, emptiness questions and searched letters; `states` of one product of automata; `width` of
    one case split of `unevaluated*` or one search over member names or items; `depth` of nested emptiness questions;
    `document` members or items of an object or array in a witness; `size` of a whole witness, about the length of its
    JSON text; `seconds` of processor time by `clock`, the last resort.
    """

    steps: int = 500_000
    states: int = 20_000
    width: int = 512
    depth: int = 500
    document: int = 20_000
    size: int = 1_500_000
    seconds: float = LAST_RESORT_SECONDS
    clock: Callable[[], float] = time.thread_time


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
        self._deadline = self.budget.clock() + self.budget.seconds
        self._next_look = _LOOK

    def step(self, cost: int = 1) -> None:
        """Count work; raises Spent when the steps, or as the last resort the time, are used up."""
        self.steps += cost
        if self.steps > self.budget.steps:
            raise Spent(f"budget of {self.budget.steps} steps spent", final=True)
        if self.steps >= self._next_look:
            self._next_look = self.steps + _LOOK
            if self.budget.clock() > self._deadline:
                raise Spent(_time_out_message(self.budget.seconds), final=True)


def _time_out_message(seconds: float) -> str:
    stopped = f"after {seconds:.2g} s of processor time" if seconds >= _WORTH_TELLING else "as the time was used up"
    return (
        f"stopped {stopped}, before the counted work was spent; a faster machine may answer: allow more seconds, or "
        "simplify the schema"
    )

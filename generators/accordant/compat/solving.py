"""Questions to the solver about one pair of schemas, within one budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from accordant import algebra
from accordant.compat.comparison import PAIR_SECONDS
from accordant.schema.reader_copy import Copies
from accordant.schema.references import Node


@dataclass
class Questions:
    """Questions about one pair of schemas within one budget; one session, so that answers help later ones.

    `seconds` of processor time count as steps first, so that an answer depends on the schemas alone.
    """

    seconds: float = PAIR_SECONDS
    session: algebra.Session = field(default_factory=algebra.Session)
    clock: Callable[[], float] = time.thread_time
    copies: Copies = field(default_factory=Copies)
    """Both schemas as copies."""

    def __post_init__(self) -> None:
        self.steps = int(self.seconds * algebra.STEPS_A_SECOND)
        self._end = self.clock() + self.seconds

    def check_containment(self, writer: Node, reader: Node) -> algebra.Answer:
        """Whether the reader accepts all that the writer may write, within what is left of the budget."""
        if not self._limit():
            return algebra.Undecided(self.spent)
        answer = self.session.check_containment(writer, reader)
        self.spend(self.session.steps)
        return algebra.Undecided(self.spent, answer.where) if self._is_spent(answer) else answer

    def find(self, nodes: Sequence[Node]) -> algebra.Outcome:
        """A document that is valid under all of some schemas, within what is left of the budget."""
        if not self._limit():
            return algebra.Unsure(self.spent)
        outcome = self.session.find(nodes)
        self.spend(self.session.steps)
        return outcome

    def proves_none(self, nodes: Sequence[Node]) -> bool:
        """Whether it is proved, within what is left of the budget, that no document is valid under all of them."""
        if not self._limit():
            return False
        is_proved = self.session.proves_none(nodes)
        self.spend(self.session.steps)
        return is_proved

    def _limit(self) -> bool:
        """Limit the session to what is left; whether anything is."""
        self.session.limit(self.steps, max(self._end - self.clock(), 0))
        return self.steps > 0

    def _is_spent(self, answer: algebra.Answer) -> TypeGuard[algebra.Undecided]:
        return isinstance(answer, algebra.Undecided) and self.steps < 0

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left of the budget."""
        return self.steps <= 0 or self.clock() > self._end

    @property
    def spent(self) -> str:
        """The reason that is given then."""
        return f"the work for one pair of schemas is used up ({self.seconds:g} s); allow more with --seconds"

    def spend(self, steps: int) -> None:
        """Count work beside the solver's."""
        self.steps -= steps

    def within(self, seconds: float) -> Questions:
        """Questions in the same session with a budget of steps of their own, and the end of these by the clock."""
        left = max(min(seconds, self.steps / algebra.STEPS_A_SECOND), 0)
        questions = Questions(left, self.session, self.clock, self.copies)
        questions._end = min(questions._end, self._end)
        return questions

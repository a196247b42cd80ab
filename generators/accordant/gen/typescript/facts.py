"""What a loop over the parts of a value asks about the whole value: worked out once, where it is first needed."""

from __future__ import annotations

from dataclasses import dataclass, field

from accordant.gen.printing.expressions import Expr
from accordant.model.constraint_queries import takes_time
from accordant.model.constraints import Constraint


@dataclass
class Facts:
    """The facts that one loop asks for; inside the loop each is a function that remembers its answer."""

    depth: int
    """How many loops are around this one."""
    names: dict[str, str] = field(default_factory=dict)
    """The function of each fact, by the code that works it out."""

    @property
    def arguments(self) -> list[str]:
        """The code of the facts, as functions."""
        return [f"() => {code}" for code in self.names]

    def ask(self, condition: Constraint, test: Expr) -> Expr:
        """What stands inside the loop for the test of a condition: the test itself where it is quickly answered."""
        if test.text in ("true", "false") or not takes_time(condition):
            return test
        return Expr(f"{self.names.setdefault(test.text, f'holds{self.depth}_{len(self.names)}')}()")

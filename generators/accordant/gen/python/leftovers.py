"""Which members or items other keywords leave over, found in steps.

A step asks a condition on the whole value once, and only while something is left over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol, TypeAlias

from accordant.gen.printing.expressions import OR, Expr
from accordant.gen.python.expressions import TRUE, both, negate
from accordant.model.constraint_queries import in_layers
from accordant.model.constraints import Constraint, Members, Seen

Steps: TypeAlias = list[tuple[str, str]]
"""The variable of each step and its code; the last variable has what is left over."""


class Tests(Protocol):
    """What writes the tests of a value, its members and its items."""

    def holds(self, c: Constraint, v: str, known: str = "", depth: int = 0) -> Expr:
        """Whether a value satisfies a constraint."""

    def applies_to(self, c: Members, v: str, k: str, depth: int) -> Expr:
        """Whether a constraint applies to a member."""

    def is_evaluated_member(self, seen: Seen, v: str, k: str, depth: int) -> Expr:
        """Whether a member is evaluated."""

    def is_evaluated_item(self, seen: Seen, v: str, k: str, x: str, depth: int) -> Expr:
        """Whether an item is evaluated."""


def keys_left(tests: Tests, c: Members, v: str, k: str, depth: int) -> Steps:
    """How to find the names of the members that the constraint is about; empty where one test for each does."""
    quick, later = in_layers(c.but or Seen())
    if not later:
        return []
    chosen = tests.applies_to(replace(c, but=quick), v, k, depth)
    first = f"list({v})" if chosen == TRUE else f"[{k} for {k} in {v} if {chosen.at(OR)}]"
    layers = [
        (tests.holds(guard, v, "object", depth), tests.is_evaluated_member(seen, v, k, depth)) for guard, seen in later
    ]
    return find_left(f"keys{depth}", first, layers, k)


def places_left(tests: Tests, but: Seen, v: str, k: str, depth: int) -> Steps:
    """How to find the indices of the items that are not evaluated; empty where one test for each does."""
    quick, later = in_layers(but)
    if not later:
        return []
    x = f"{v}[{k}]"
    unseen = negate(tests.is_evaluated_item(quick, v, k, x, depth))
    every = f"range(len({v}))"
    first = f"list({every})" if unseen == TRUE else f"[{k} for {k} in {every} if {unseen.at(OR)}]"
    layers = [
        (tests.holds(guard, v, "array", depth), tests.is_evaluated_item(seen, v, k, x, depth)) for guard, seen in later
    ]
    return find_left(f"places{depth}", first, layers, k)


def find_left(name: str, first: str, layers: Iterable[tuple[Expr, Expr]], k: str) -> Steps:
    """The steps from the code ``first`` on; a layer is a condition on the value, and whether it covers ``k`` then.

    >>> find_left("keys0", "list(value)", [(Expr("is_unique(value)"), Expr("k0 in ('a',)"))], "k0")[1]
    ('keys0_1', "[k0 for k0 in keys0_0 if not k0 in ('a',)] if keys0_0 and is_unique(value) else keys0_0")
    """
    steps = [(f"{name}_0", first)]
    for number, (condition, covered) in enumerate(layers, 1):
        before, _ = steps[-1]
        others = f"{before}[:0]" if covered == TRUE else f"[{k} for {k} in {before} if {negate(covered).at(OR)}]"
        steps.append((f"{name}_{number}", f"{others} if {both([Expr(before), condition]).text} else {before}"))
    return steps


def clauses(steps: Steps) -> str:
    """The clauses of a comprehension that give each step its variable."""
    return "".join(f" for {name} in ({code},)" for name, code in steps)

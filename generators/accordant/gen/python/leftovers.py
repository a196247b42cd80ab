"""Which members or items other keywords leave over, found in steps.

A step asks a condition on the whole value once, and only while something is left over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from accordant.gen.printing.expressions import OR, Expr
from accordant.gen.python.expressions import TRUE, both, negate

Steps: TypeAlias = list[tuple[str, str]]
"""The variable of each step and its code; the last variable has what is left over."""


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

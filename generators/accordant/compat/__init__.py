"""The judgement between two states: schemas, code lists, streams; under a promise, with evidence for every break."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accordant.compat import acknowledgements, rules
from accordant.compat.comparison import Comparison
from accordant.compat.gate import Outcome, check

if TYPE_CHECKING:
    from accordant.compat.loose import compare

RULES = (*rules.RULES, *acknowledgements.RULES)
"""Every rule, in the order in which reports use them."""

__all__ = ["RULES", "Comparison", "Outcome", "check", "compare"]


def __getattr__(name: str) -> Any:
    if name == "compare":  # loads the algebra, which a check that remembers every verdict does not need
        from accordant.compat.loose import compare

        return compare
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

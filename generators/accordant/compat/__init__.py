"""The judgement between two states: schemas, code lists, streams; under a promise, with evidence for every break."""

from accordant.compat import acknowledgements, rules
from accordant.compat.comparison import Comparison
from accordant.compat.gate import Outcome, check
from accordant.compat.loose import compare

RULES = (*rules.RULES, *acknowledgements.RULES)
"""Every rule, in the order in which reports use them."""

__all__ = ["RULES", "Comparison", "Outcome", "check", "compare"]

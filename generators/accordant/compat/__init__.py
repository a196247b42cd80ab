"""The judgement between two states: schemas, code lists, streams; under a promise, with evidence for every break."""

from accordant.compat.comparison import Comparison, compare
from accordant.compat.gate import Outcome, check
from accordant.compat.rules import RULES
from accordant.compat.states import Answer

__all__ = ["RULES", "Answer", "Comparison", "Outcome", "check", "compare"]

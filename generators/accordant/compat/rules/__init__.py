"""The rules of compatibility, in the order in which reports use them, and the findings that they make."""

from __future__ import annotations

from typing import Any, Final

from accordant.compat.rules import behaviour, codes, declarations, gate, notes, refusals, streams
from accordant.findings import Finding, Place, Rule, Severity

UNDECIDED: Final = Rule(
    "undecided",
    Severity.UNDECIDED,
    "The engine could neither prove the edit compatible nor find a document that breaks.",
    "A gate must not pass what is not proved.",
    "simplify the schema at that place",
    "a pattern whose automaton is too large",
    "the same question in simpler keywords",
)

RULES: Final[tuple[Rule, ...]] = (
    *declarations.RULES,
    *refusals.RULES,
    *codes.RULES,
    *streams.RULES,
    *behaviour.RULES,
    *gate.RULES,
    UNDECIDED,
    *notes.RULES,
)

BY_NAME: Final = {rule.name: rule for rule in RULES}


def finding(name: str, message: str, place: Place | None = None, *, way_out: str = "", **more: Any) -> Finding:
    """A finding of the rule of that name. A note has a next step only where ``way_out`` gives one."""
    rule = BY_NAME[name]
    if rule.severity == Severity.NOTE:
        return Finding(rule.name, rule.severity, message, place, way_out=way_out, **more)
    return rule.finding(message, place, way_out=way_out, **more)


def undecided(reason: str, place: Place | None, **more: Any) -> Finding:
    """The finding that a question stays open, with the reason."""
    return UNDECIDED.finding(f"Not decided: {reason}.", place, **more)

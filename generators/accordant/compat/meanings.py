"""Texts that change in substance, where the contract says that meanings are frozen."""

from __future__ import annotations

from typing import Final

from accordant.compat import rules
from accordant.compat.behaviour_facts import substance
from accordant.contract import ContractState
from accordant.findings import Facts, Finding

_NOT_MEANT: Final = ("/title", "/$comment", "/examples")
"""Texts that show or head something, and promise nothing."""


def are_frozen(state: ContractState) -> bool:
    """Whether a change of a meaning breaks the promise of a state."""
    return state.meanings == "frozen"


def judge(finding: Finding) -> Finding:
    """A note about a changed text as a break where its words differ; any other finding as it is."""
    if finding.rule != "text-changed" or not _differs(finding):
        return finding
    return rules.finding(
        "meaning-changed",
        finding.message,
        finding.place,
        old_place=finding.old_place,
        evidence=Facts(finding.old, finding.new),
        subject=finding.subject,
        old=finding.old,
        new=finding.new,
    )


def _differs(finding: Finding) -> bool:
    """Whether one of the two texts says what the other does not."""
    place = finding.old_place or finding.place
    if place is not None and place.pointer.endswith(_NOT_MEANT):
        return False
    before, after = (value if isinstance(value, list) else [value] for value in (finding.old, finding.new))
    return [substance(text) for text in before] != [substance(text) for text in after]

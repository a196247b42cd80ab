"""The two sorts of rules: breaks, for which the next step is a new major version, and notes."""

from __future__ import annotations

from typing import Final

from accordant.findings import Rule, Severity

IN_NEW_VERSION: Final = "in a new major version: registry bump CONTRACT"
"""Where a break is fine; where the contract has a newer version already, it is that one."""
BUMP: Final = f"undo the edit, or make it {IN_NEW_VERSION}"
NO_ACTION: Final = "no action is needed"


def breaking(name: str, says: str, why: str, breaking: str, fine: str, way_out: str = BUMP) -> Rule:
    """A rule whose findings fail the check."""
    return Rule(name, Severity.ERROR, says, why, way_out, breaking, fine)


def warning(name: str, says: str, why: str, breaking: str, fine: str, way_out: str) -> Rule:
    """A rule whose findings ask people to look."""
    return Rule(name, Severity.WARNING, says, why, way_out, breaking, fine)


def note(name: str, says: str, why: str, breaking: str, fine: str, way_out: str = NO_ACTION) -> Rule:
    """A rule whose findings only inform."""
    return Rule(name, Severity.NOTE, says, why, way_out, breaking, fine)

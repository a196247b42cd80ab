"""The exit codes of every command."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from accordant.findings import Finding, Severity, Verdict

FINE: Final = 0
FINDINGS: Final = 1
UNUSABLE: Final = 2
"""Input or usage that cannot be used."""
UNDECIDED: Final = 3
"""Nothing broke, but something stayed undecided."""
BUG: Final = 70
"""A bug in the tool (EX_SOFTWARE of sysexits)."""
INTERRUPTED: Final = 130
"""Ctrl-C, as shells count it: 128 and the number of the signal. No verdict was reached."""

MEANINGS: Final = {
    FINE: "fine",
    FINDINGS: "findings",
    UNUSABLE: "unusable input or usage",
    UNDECIDED: "undecided",
    BUG: "a bug in the tool",
    INTERRUPTED: "interrupted by Ctrl-C",
}
"""What each code says, in a few words."""


def of(findings: Iterable[Finding]) -> int:
    """The exit code that findings ask for: errors before undecided answers; warnings and notes weigh nothing."""
    return of_verdict(Verdict.of(findings))


def of_severities(severities: Collection[Severity]) -> int:
    """The same, where only the severities of the findings are known."""
    if Severity.ERROR in severities:
        return FINDINGS
    return UNDECIDED if Severity.UNDECIDED in severities else FINE


def of_verdict(verdict: Verdict) -> int:
    """The exit code of a verdict."""
    return {Verdict.COMPATIBLE: FINE, Verdict.BREAKING: FINDINGS, Verdict.UNDECIDED: UNDECIDED}[verdict]

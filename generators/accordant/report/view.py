"""What a renderer needs besides the report, so that it is a pure function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from accordant.findings import Finding, Place, Report, Severity, Verdict, distinct


def _no_line(place: Place) -> str | None:
    return None


def _no_page(rule: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class View:
    """The tool's version, the source line of a place (None where none can be shown), and whether colours are wanted."""

    tool_version: str = ""
    read_line: Callable[[Place], str | None] = _no_line
    colour: bool = False
    rule_page: Callable[[str], str] = _no_page
    """The address of the page of a rule; "" where the registry says none."""


JUDGED = frozenset({"check-compat"})
"""Commands whose report carries a verdict."""


def verdict(report: Report) -> Verdict | None:
    """The verdict of a command that judges; None for others and after an error."""
    if report.command not in JUDGED or report.error is not None:
        return None
    return Verdict.of(report.findings)


_WORDS = (
    (Severity.ERROR, "error", "errors"),
    (Severity.WARNING, "warning", "warnings"),
    (Severity.UNDECIDED, "undecided", "undecided"),
    (Severity.NOTE, "note", "notes"),
)


def severities(report: Report) -> dict[Severity, int]:
    """How many breaks and other findings of each severity a report has, each once, those shown already included."""
    numbers = dict(report.shown)
    for finding in distinct(report.findings):
        numbers[finding.severity] = numbers.get(finding.severity, 0) + finding.number
    return numbers


def count(numbers: Mapping[Severity, int]) -> str:
    """``1 error, 2 notes``, by severity; ``nothing to report`` where there is no finding."""
    parts = []
    for severity, singular, plural in _WORDS:
        number = numbers.get(severity, 0)
        if number:
            parts.append(f"{number:,} {singular if number == 1 else plural}")
    return ", ".join(parts) or "nothing to report"


def is_accepted(finding: Finding) -> bool:
    """Whether a finding is a break or an open answer that people accept: a note that says what decided it."""
    return finding.severity == Severity.NOTE and bool(finding.decided_by)


def summary(report: Report) -> str:
    """The one closing line of a report."""
    judgement, counts = verdict(report), count(severities(report))
    accepted = sum(finding.number for finding in distinct(report.findings) if is_accepted(finding))
    if judgement and accepted:
        counts += f"; {accepted:,} of them acknowledged"
    return f"{report.command}: {judgement} ({counts})" if judgement else f"{report.command}: {counts}"

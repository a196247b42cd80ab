"""Comparisons as JSON and as lines of text, and the exit code of a verdict."""

from __future__ import annotations

from collections.abc import Iterable

from accordant.cli import exits
from accordant.compat import Comparison
from accordant.findings import JsonValue, Verdict


def exit_code(verdict: Verdict, fail_on: str) -> int:
    """The exit code of a verdict; with ``fail_on`` ``breaking``, an undecided answer fails nothing."""
    is_let_through = verdict == Verdict.UNDECIDED and fail_on == "breaking"
    return exits.FINE if is_let_through else exits.of_verdict(verdict)


def data(verdict: Verdict, comparisons: Iterable[Comparison]) -> JsonValue:
    """A verdict and the comparisons that it is made of, as JSON values."""
    return {"verdict": verdict.value, "comparisons": [_data(comparison) for comparison in comparisons]}


def _data(comparison: Comparison) -> JsonValue:
    return {
        "subject": comparison.subject,
        "baseline": comparison.baseline,
        "verdict": comparison.verdict.value,
        "strict": comparison.strict.value,
        "decided_by": comparison.decided_by,
    }


def line(comparison: Comparison) -> str:
    """A comparison on one line."""
    readings = f"strict reading: {comparison.strict}; decided by the {comparison.decided_by} reading"
    return f"{comparison.subject} against {comparison.baseline}: {comparison.verdict} ({readings})"

"""Comparisons as JSON and as lines of text, and the exit code of a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from accordant.cli import exits
from accordant.compat import Comparison
from accordant.findings import Finding, JsonValue, Place, Severity, Verdict

_FAILING: Final = (Severity.ERROR, Severity.UNDECIDED)


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


def line(comparison: Comparison, *, accepted: bool = False) -> str:
    """A comparison on one line; ``accepted``: all that fails in it is acknowledged."""
    readings = f"strict reading: {comparison.strict}; decided by the {comparison.decided_by} reading"
    verdict = f"{comparison.verdict}, acknowledged" if accepted else str(comparison.verdict)
    return f"{comparison.subject} against {comparison.baseline}: {verdict} ({readings})"


def is_accepted(comparison: Comparison, findings: Iterable[Finding]) -> bool:
    """Whether nothing that fails in a comparison fails in the findings to which acknowledgements were applied."""
    failing = {_place(finding) for finding in findings if finding.severity in _FAILING}
    own = [_place(finding) for finding in comparison.findings if finding.severity in _FAILING]
    return bool(own) and not failing.intersection(own)


def _place(finding: Finding) -> tuple[str, Place | None, Place | None]:
    """A finding about a part that several schemas share stands at the same places in each of their comparisons."""
    return finding.rule, finding.old_place, finding.place

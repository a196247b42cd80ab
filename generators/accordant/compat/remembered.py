"""Judgements as JSON, so that they can be remembered and read back equal."""

from __future__ import annotations

from accordant.compat.comparison import Comparison
from accordant.findings import Finding, JsonValue, Verdict
from accordant.outputs.kept_findings import MISREAD, read_finding, write_finding


def write(comparisons: list[Comparison], findings: list[Finding]) -> JsonValue:
    """Comparisons and the findings of all of them as JSON; see :func:`read`."""
    return [[_write_comparison(comparison) for comparison in comparisons], [write_finding(item) for item in findings]]


def read(value: JsonValue) -> tuple[list[Comparison], list[Finding]] | None:
    """What :func:`write` wrote; None for anything else."""
    try:
        comparisons, findings = value
        return [_read_comparison(item) for item in comparisons], [read_finding(item) for item in findings]
    except MISREAD:
        return None


def _write_comparison(comparison: Comparison) -> JsonValue:
    findings = [write_finding(finding) for finding in comparison.findings]
    return [findings, comparison.strict.value, comparison.decided_by, comparison.subject, comparison.baseline]


def _read_comparison(value: JsonValue) -> Comparison:
    findings, strict, *texts = value
    return Comparison(tuple(read_finding(item) for item in findings), Verdict(strict), *texts)

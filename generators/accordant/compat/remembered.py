"""Judgements as JSON, so that they can be remembered and read back equal."""

from __future__ import annotations

import dataclasses
from typing import Final

from accordant.compat.comparison import Comparison
from accordant.findings import Facts, Finding, JsonValue, LostDocument, Place, Severity, Verdict, Witness

_EVIDENCE: Final = {kind.__name__: kind for kind in (Witness, LostDocument, Facts)}
_PLACES: Final = ("place", "old_place", "schema_place")


def is_final(findings: list[Finding]) -> bool:
    """Whether a later run would find the same: what is undecided depends on the time that a run has."""
    return not any(finding.severity == Severity.UNDECIDED for finding in findings)


def write(comparisons: list[Comparison], findings: list[Finding]) -> JsonValue:
    """Comparisons and the findings of all of them as JSON; see :func:`read`."""
    return [[_write_comparison(comparison) for comparison in comparisons], [_write_finding(item) for item in findings]]


def read(value: JsonValue) -> tuple[list[Comparison], list[Finding]] | None:
    """What :func:`write` wrote; None for anything else."""
    try:
        comparisons, findings = value
        return [_read_comparison(item) for item in comparisons], [_read_finding(item) for item in findings]
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def _write_comparison(comparison: Comparison) -> JsonValue:
    findings = [_write_finding(finding) for finding in comparison.findings]
    return [findings, comparison.strict.value, comparison.decided_by, comparison.subject, comparison.baseline]


def _read_comparison(value: JsonValue) -> Comparison:
    findings, strict, *texts = value
    return Comparison(tuple(_read_finding(item) for item in findings), Verdict(strict), *texts)


def _write_finding(finding: Finding) -> JsonValue:
    """The fields that are set, by name."""
    values = {item.name: getattr(finding, item.name) for item in dataclasses.fields(Finding)}
    for name in _PLACES:
        if values[name] is not None:
            values[name] = dataclasses.astuple(values[name])
    if finding.evidence is not None:
        facts = {item.name: getattr(finding.evidence, item.name) for item in dataclasses.fields(finding.evidence)}
        values["evidence"] = [type(finding.evidence).__name__, facts]
    values["parts"] = [_write_finding(part) for part in finding.parts] or None
    return {name: value for name, value in values.items() if value not in ("", None) or isinstance(value, bool)}


def _read_finding(value: JsonValue) -> Finding:
    values = dict(value)
    for name in _PLACES:
        if name in values:
            values[name] = _read_place(*values[name])
    if "evidence" in values:
        kind, facts = values["evidence"]
        values["evidence"] = _EVIDENCE[kind](**facts)
    values["parts"] = tuple(_read_finding(part) for part in values.get("parts", ()))
    return Finding(**{**values, "severity": Severity(values["severity"])})


def _read_place(path: JsonValue, line: JsonValue, column: JsonValue, pointer: JsonValue) -> Place:
    if not (isinstance(path, str) and isinstance(pointer, str) and isinstance(line, int) and isinstance(column, int)):
        raise TypeError("not a place")
    return Place(path, line, column, pointer)

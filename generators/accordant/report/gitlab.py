"""The ``gitlab`` format: a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import json

from accordant.findings import JsonValue, Report, Severity
from accordant.report import plain_lines
from accordant.report.fingerprints import fingerprints
from accordant.report.json import error_object
from accordant.report.view import View
from accordant.report.visible import visible, visible_json

_SEVERITIES = {
    Severity.ERROR: "critical",
    Severity.UNDECIDED: "major",
    Severity.WARNING: "minor",
    Severity.NOTE: "info",
}


def render(report: Report, view: View) -> str:
    """A JSON list with one object per finding (one for the error of a report that holds one)."""
    issues = [
        _issue(
            "\n".join(plain_lines.lines(finding)),
            finding.rule,
            fingerprint,
            _SEVERITIES[finding.severity],
            finding.place.path if finding.place else "",
            finding.place.line if finding.place else 0,
        )
        for finding, fingerprint in zip(report.findings, fingerprints(report.findings), strict=True)
    ]
    if report.error is not None:
        problem = error_object(report.error)
        issues.append(
            _issue(problem["message"], problem["code"], problem["code"], "blocker", problem["path"], problem["line"])
        )
    return visible_json(json.dumps(issues, indent=2, ensure_ascii=False)) + "\n"


def _issue(text: str, rule: str, fingerprint: str, severity: str, path: str, line: int) -> JsonValue:
    return {
        "description": text,
        "check_name": visible(rule),
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": visible(path) or ".", "lines": {"begin": max(line, 1)}},
    }

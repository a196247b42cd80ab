"""The ``jsonl`` format: one line of JSON per finding, then one for the report itself."""

from __future__ import annotations

import json

from accordant.findings import Finding, JsonValue, Report
from accordant.report.json import envelope, finding_object
from accordant.report.view import View
from accordant.report.visible import visible_json


def render(report: Report, view: View) -> str:
    """Findings as ``{"type": "finding", ...}``, then ``{"type": "report", ...}`` with all but the findings."""
    whole = envelope(report, view)
    findings = whole.pop("findings")
    lines = [{"type": "finding", **finding} for finding in findings]
    return "".join(_line(value) for value in [*lines, {"type": "report", **whole}])


def render_live(finding: Finding, before: Finding | None, view: View) -> str:
    """The line of a finding that is shown as soon as it is there."""
    return _line({"type": "finding", **finding_object(finding)})


def _line(value: JsonValue) -> str:
    return visible_json(json.dumps(value, ensure_ascii=False, allow_nan=False, default=str)) + "\n"

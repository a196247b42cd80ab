"""The ``jsonl`` format: one line of JSON per finding, then one for the report itself."""

from __future__ import annotations

import json

from accordant.findings import JsonValue, Report
from accordant.report.json import envelope
from accordant.report.view import View
from accordant.report.visible import visible_json


def render(report: Report, view: View) -> str:
    """Findings as ``{"type": "finding", ...}``, then ``{"type": "report", ...}`` with all but the findings."""
    whole = envelope(report, view)
    findings = whole.pop("findings")
    lines = [{"type": "finding", **finding} for finding in findings]
    return "".join(_line(value) for value in [*lines, {"type": "report", **whole}])


def _line(value: JsonValue) -> str:
    return visible_json(json.dumps(value, ensure_ascii=False, allow_nan=False, default=str)) + "\n"

"""The ``github`` format: workflow commands, escaped so that no text from a registry can start another command."""

from __future__ import annotations

from accordant.findings import Finding, Report, Severity
from accordant.report import json, plain_lines
from accordant.report.view import View, summary
from accordant.report.visible import visible, visible_lines

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.UNDECIDED: "error",
    Severity.NOTE: "notice",
}


def render(report: Report, view: View) -> str:
    """One command per finding (an error also for a report that holds one), then the summary."""
    if report.error is not None:
        problem = json.error_object(report.error)
        next_step = f"\nnext: {problem['next_step']}" if problem["next_step"] else ""
        return _command(
            "error",
            problem["path"],
            problem["line"],
            problem["column"],
            problem["code"],
            problem["message"] + next_step,
        )
    lines = [_render_finding(finding) for finding in report.findings]
    if report.text:
        lines += ["| " + line + "\n" for line in visible_lines(report.text.rstrip("\n"))]
    return "".join(lines) + visible(summary(report)) + "\n"


def _render_finding(finding: Finding) -> str:
    place = finding.place
    return _command(
        _LEVELS[finding.severity],
        place.path if place else "",
        place.line if place else 0,
        place.column if place else 0,
        finding.rule,
        "\n".join(plain_lines.lines(finding)),
    )


def _command(level: str, path: str, line: int, column: int, title: str, message: str) -> str:
    properties = []
    if path:
        properties.append(f"file={_property(path)}")
        if line:
            properties += [f"line={line}", f"col={column or 1}"]
    properties.append(f"title={_property(title)}")
    return f"::{level} {','.join(properties)}::{_data(message)}\n"


def _data(text: str) -> str:
    return _each_line(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    escaped = visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped.replace(":", "%3A").replace(",", "%2C")


def _each_line(text: str) -> str:
    return "\n".join(visible_lines(text))

"""The ``junit`` format: a test suite per command, for CI servers that show nothing else."""

from __future__ import annotations

from html import escape

from accordant.findings import Finding, Report, Severity
from accordant.report import plain_lines
from accordant.report.json import error_object
from accordant.report.view import View, summary
from accordant.report.visible import visible, visible_lines

_FAILING = {Severity.ERROR, Severity.UNDECIDED}


def render(report: Report, view: View) -> str:
    """Errors and undecided answers are failed tests, warnings and notes passed ones with their text as output.

    A report without findings is one passed test; an error of the command is a test that could not run.
    """
    failures = sum(finding.severity in _FAILING for finding in report.findings)
    cases = [_case(finding) for finding in report.findings]
    if report.error is not None:
        problem = error_object(report.error)
        text = _text([problem["message"], f"next: {problem['next_step']}"])
        place = _attribute(f"{problem['path']}:{problem['line']}" if problem["path"] else report.command)
        cases = [
            f'    <testcase classname="{place}" name="{_attribute(problem["code"])}">',
            f"      <error>{text}</error>",
            "    </testcase>",
        ]
    elif not cases:
        cases = [f'    <testcase classname="registry" name="{_attribute(report.command)}"/>']
    name = _attribute(f"registry {report.command}".strip())
    tests = max(len(report.findings), 1)
    errors = int(report.error is not None)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites tests="{tests}" failures="{failures}" errors="{errors}">',
        f'  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="{errors}">',
        *cases,
        f"    <system-out>{_text([summary(report)])}</system-out>",
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _case(finding: Finding) -> str:
    place = str(finding.place) if finding.place else finding.subject or "registry"
    text = _text(plain_lines.lines(finding))
    headline = _attribute(plain_lines.headline(finding))
    inside = (
        f'<failure type="{_attribute(finding.rule)}" message="{headline}">{text}</failure>'
        if finding.severity in _FAILING
        else f"<system-out>{text}</system-out>"
    )
    head = f'    <testcase classname="{_attribute(place)}" name="{_attribute(finding.rule)}">'
    return f"{head}\n      {inside}\n    </testcase>"


def _attribute(text: str) -> str:
    return escape(visible(text), quote=True)


def _text(lines: list[str]) -> str:
    return escape("\n".join(safe for line in lines for safe in visible_lines(line)), quote=False)

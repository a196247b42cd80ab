"""The ``junit`` format: a test suite per command, for CI servers that show nothing else."""

from __future__ import annotations

from html import escape

from accordant.findings import Finding, Report, Severity
from accordant.report import plain_lines
from accordant.report.json import error
from accordant.report.view import View, summary
from accordant.report.visible import visible, visible_lines

_FAILING = {Severity.ERROR, Severity.UNDECIDED}


def render(report: Report, view: View) -> str:
    """Errors and undecided answers are failed tests, warnings and notes passed ones with their text as output.

    A report without findings is one passed test; an error of the command is a test that could not run.
    """
    failures = sum(one.severity in _FAILING for one in report.findings)
    cases = [_case(one) for one in report.findings]
    if report.error is not None:
        said = error(report.error)
        text = _text([said["message"], f"next: {said['next_step']}"])
        place = _attribute(f"{said['path']}:{said['line']}" if said["path"] else report.command)
        cases = [
            f'    <testcase classname="{place}" name="{_attribute(said["code"])}">',
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


def _case(one: Finding) -> str:
    place = str(one.place) if one.place else one.subject or "registry"
    text = _text(plain_lines.lines(one))
    inside = (
        f'<failure type="{_attribute(one.rule)}" message="{_attribute(plain_lines.headline(one))}">{text}</failure>'
        if one.severity in _FAILING
        else f"<system-out>{text}</system-out>"
    )
    head = f'    <testcase classname="{_attribute(place)}" name="{_attribute(one.rule)}">'
    return f"{head}\n      {inside}\n    </testcase>"


def _attribute(text: str) -> str:
    return escape(visible(text), quote=True)


def _text(lines: list[str]) -> str:
    return escape("\n".join(safe for line in lines for safe in visible_lines(line)), quote=False)

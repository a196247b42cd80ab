"""The ``junit`` format: a test suite per command, for CI servers that show nothing else."""

from __future__ import annotations

from html import escape

from accordant.findings import Finding, JudgedCase, Report, Severity
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
    elif report.cases:
        return _render_suite(report)
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


def _render_suite(report: Report) -> str:
    """A test for each case that was run, and one for each finding that belongs to none."""
    of_cases = [finding for case in report.cases for finding in case.findings]
    others = [finding for finding in report.findings if finding not in of_cases]
    failures = sum(_fails(case) for case in report.cases) + sum(other.severity in _FAILING for other in others)
    skipped = sum(bool(case.skipped) for case in report.cases)
    counts = f'tests="{len(report.cases) + len(others)}" failures="{failures}" errors="0" skipped="{skipped}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites {counts}>",
        f'  <testsuite name="{_attribute(f"registry {report.command}")}" {counts}>',
        *map(_judged_case, report.cases),
        *map(_case, others),
        f"    <system-out>{_text([summary(report)])}</system-out>",
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _fails(case: JudgedCase) -> bool:
    return any(finding.severity in _FAILING for finding in case.findings)


def _judged_case(case: JudgedCase) -> str:
    head = f'    <testcase classname="registry" name="{_attribute(case.name)}"'
    if case.skipped:
        return f'{head}>\n      <skipped message="{_attribute(case.skipped)}"/>\n    </testcase>'
    inside = [_inside(finding) for finding in case.findings]
    return f"{head}>\n{chr(10).join(inside)}\n    </testcase>" if inside else f"{head}/>"


def _case(finding: Finding) -> str:
    place = str(finding.place) if finding.place else finding.subject or "registry"
    head = f'    <testcase classname="{_attribute(place)}" name="{_attribute(finding.rule)}">'
    return f"{head}\n{_inside(finding)}\n    </testcase>"


def _inside(finding: Finding) -> str:
    """What a test says about a finding."""
    text = _text(plain_lines.lines(finding))
    if finding.severity not in _FAILING:
        return f"      <system-out>{text}</system-out>"
    headline = _attribute(plain_lines.headline(finding))
    return f'      <failure type="{_attribute(finding.rule)}" message="{headline}">{text}</failure>'


def _attribute(text: str) -> str:
    return escape(visible(text), quote=True)


def _text(lines: list[str]) -> str:
    return escape("\n".join(safe for line in lines for safe in visible_lines(line)), quote=False)

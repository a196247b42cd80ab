"""Report formats: pure functions from a report to text, one file per format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from accordant.findings import Finding, Report
from accordant.report import github, gitlab, json, jsonl, junit, markdown, sarif, text
from accordant.report.view import View


@dataclass(frozen=True, slots=True)
class Format:
    """A report format: its name on the command line, whom it is for, and the function that renders it."""

    name: str
    says: str
    render: Callable[[Report, View], str]
    render_live: Callable[[Finding, Finding | None, View], str] | None = None
    """Renders a finding, given the one before it, while the command still runs; None where a report is one document."""


FORMATS: tuple[Format, ...] = (
    Format("text", "for people at a terminal", text.render, text.render_live),
    Format("json", "for programs: one document, described in the guide on JSON output", json.render),
    Format(
        "jsonl",
        "for programs that read line by line: one finding on each line, then the report",
        jsonl.render,
        jsonl.render_live,
    ),
    Format("github", "workflow commands that GitHub shows beside the changed lines", github.render),
    Format("gitlab", "a Code Quality report, which GitLab shows in merge requests", gitlab.render),
    Format("junit", "a test suite, for CI servers that show nothing else", junit.render),
    Format("sarif", "SARIF 2.1.0, which code scanning services take", sarif.render),
    Format("markdown", "for a comment on a change, or a job's summary", markdown.render),
)


def format_named(name: str) -> Format:
    """The format of that name; KeyError where there is none."""
    for form in FORMATS:
        if form.name == name:
            return form
    raise KeyError(name)


__all__ = ["FORMATS", "Format", "View", "format_named"]

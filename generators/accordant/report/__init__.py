"""Report formats: pure functions from a report to text, one file per format."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from accordant.findings import Finding, Report
from accordant.report.view import View


@dataclass(frozen=True, slots=True)
class Format:
    """A report format: its name on the command line, and whom it is for; its file is loaded on first use."""

    name: str
    says: str
    is_live: bool = False
    """Whether findings are rendered while the command still runs; else a report is one document."""

    def render(self, report: Report, view: View) -> str:
        """The text of a report."""
        return str(self._file.render(report, view))

    def render_live(self, finding: Finding, before: Finding | None, view: View) -> str:
        """The text of a finding, given the one before it."""
        return str(self._file.render_live(finding, before, view))

    @property
    def _file(self) -> Any:
        return import_module(f"{__name__}.{self.name}")


FORMATS: tuple[Format, ...] = (
    Format("text", "for people at a terminal", is_live=True),
    Format("json", "for programs: one document, described in the guide on JSON output"),
    Format("jsonl", "for programs that read line by line: one finding on each line, then the report", is_live=True),
    Format("github", "workflow commands that GitHub shows beside the changed lines"),
    Format("gitlab", "a Code Quality report, which GitLab shows in merge requests"),
    Format("junit", "a test suite, for CI servers that show nothing else"),
    Format("sarif", "SARIF 2.1.0, which code scanning services take"),
    Format("markdown", "for a comment on a change, or a job's summary"),
)


def format_named(name: str) -> Format:
    """The format of that name; KeyError where there is none."""
    for form in FORMATS:
        if form.name == name:
            return form
    raise KeyError(name)


__all__ = ["FORMATS", "Format", "View", "format_named"]

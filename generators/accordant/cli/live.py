"""Findings on their way to the reader: shown at once where the format allows it, else kept for the report."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from accordant import __version__
from accordant.cli import rule_pages
from accordant.cli.options import given_format
from accordant.cli.printing import SourceLines, colours_wanted, drop_stdout, set_encoding
from accordant.conform.lines import RawLine
from accordant.findings import Finding, Place, Severity
from accordant.report import FORMATS, Format, View

MOST_KEPT: Final = 10_000
"""The most findings that are kept for a report that is one document; further ones are counted."""
_SILENCE: Final = 1.0
"""Seconds from one sign of progress to the next."""


@dataclass
class Findings:
    """Takes findings one by one, in constant memory."""

    is_live: bool
    """Whether a stream is judged, whose findings are shown as they come."""
    current: Callable[[], RawLine | None] = lambda: None
    """Gives the line of a stream that is being judged, which no file may hold."""
    kept: list[Finding] = field(default_factory=list)
    shown: Counter[Severity] = field(default_factory=Counter)
    omitted: Counter[Severity] = field(default_factory=Counter)
    """Findings that were neither kept nor shown, by severity."""
    _before: Finding | None = None
    _is_open: bool = True
    """Whether somebody still reads; else findings are only counted, for the exit code."""

    def __post_init__(self) -> None:
        self._form: Format | None = next((form for form in FORMATS if form.name == given_format()), None)
        self._view = View(__version__, _LastLine(self), colours_wanted(), rule_pages.address)
        if self.is_live:
            set_encoding()

    def take(self, finding: Finding) -> None:
        """Show a finding, or keep it."""
        if self.is_live and self._form and self._form.is_live:
            self.shown[finding.severity] += 1
            if self._is_open:
                self._is_open = _write(self._form.render_live(finding, self._before, self._view))
            self._before = finding
        elif len(self.kept) < MOST_KEPT:
            self.kept.append(finding)
        else:
            self.omitted[finding.severity] += 1

    def severities(self) -> set[Severity]:
        """The severities of all findings, including those that are not kept."""
        return {*self.shown, *self.omitted, *(finding.severity for finding in self.kept)}


@dataclass(frozen=True, slots=True)
class _LastLine:
    """Gives the text of a place: from its file, or of the line that came last, which no file may hold."""

    findings: Findings
    files: SourceLines = field(default_factory=SourceLines)

    def __call__(self, place: Place) -> str | None:
        line = self.findings.current()
        if line is not None and (line.path, line.number) == (place.path, place.line):
            return line.data.decode("utf-8", "replace")
        return self.files(place)


def _write(text: str) -> bool:
    """Write to stdout; False where nobody reads any more."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
        return False
    return True


@dataclass
class Progress:
    """Tells people at a terminal how far long work is, on stderr."""

    path: str
    _next: float = field(default_factory=lambda: time.monotonic() + _SILENCE)
    _told: bool = False

    def tell(self, lines: int) -> None:
        """Say how many lines there were, now and then."""
        if time.monotonic() < self._next or not sys.stderr.isatty():
            return
        self._next = time.monotonic() + _SILENCE
        self._told = True
        sys.stderr.write(f"\r{self.path}: {lines:,} lines")
        sys.stderr.flush()

    def close(self) -> None:
        """Clear the line."""
        if self._told:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

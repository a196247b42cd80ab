"""Puts reports on stdout and, where they are errors, on stderr."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from accordant import __version__
from accordant.cli import exits, rule_pages
from accordant.errors import InputError
from accordant.findings import Place, Report
from accordant.report import View, format_named
from accordant.report.visible import visible_json


def print_report(report: Report, format_name: str) -> int:
    """Print a report to stdout, coloured on a terminal, and return its exit code.

    A document for a file has stdout for itself in the text format; what is found in it goes to stderr.
    A reader that closed the pipe changes nothing; a full disk makes the report unusable.
    """
    if report.is_document and format_name == "text":
        text = visible_json(report.text) + "\n"
        if report.findings:
            complain(_render(replace(report, text=""), format_name, sys.stderr))
    else:
        text = _render(report, format_name, sys.stdout)
    try:
        write_to_stdout(text)
    except OSError as error:
        complain(f"registry: the report cannot be written: {error.strerror}\n")
        return exits.UNUSABLE
    return report.exit_code


def _render(report: Report, format_name: str, stream: TextIO) -> str:
    """The report as this stream gets it."""
    view = View(__version__, SourceLines(), colours_wanted(stream), rule_pages.address)
    return format_named(format_name).render(report, view)


def write_to_stdout(text: str) -> None:
    """Write to stdout at once; a reader that closed the pipe changes nothing.

    Raises:
        OSError: it cannot be written, and nothing more will be.
    """
    set_encoding()
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
    except OSError:
        drop_stdout()
        raise


def set_encoding() -> None:
    """Make stdout UTF-8 where it goes to a file or a pipe; a terminal keeps its own encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")


def complain(text: str) -> None:
    """Write to stderr, whatever its encoding; a closed one changes nothing."""
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def open_closed_streams() -> None:
    """Give a process that was started without stdout or stderr a place to write to."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def colours_wanted(stream: TextIO | None = None) -> bool:
    """Whether a stream (stdout by default) is a terminal, without ``NO_COLOR`` (with a value) or ``TERM=dumb``."""
    return (stream or sys.stdout).isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def drop_stdout() -> None:
    """Point stdout at nothing, so that the flush at the end of the process does not fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class SourceLines:
    """Gives the line of a place (paths relative to the working directory); None where it cannot be shown.

    A place inside a git ref or an archive has no file on disk and so no line.
    """

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def __call__(self, place: Place) -> str | None:
        """The text of the place's line without its end."""
        if place.path not in self._files:
            self._files[place.path] = _lines(Path(place.path))
        lines = self._files[place.path]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None


def _lines(file: Path) -> list[str]:
    """The lines of a plain file; none where a link leads to it: a place in a git ref may be spelt as a path."""
    from accordant.disk.reading import read_file
    from accordant.schema.documents import MAX_BYTES

    try:
        if os.path.realpath(file) != os.path.abspath(file):  # noqa: PTH100  (links stay links)
            return []
        return read_file(file.parent, file.name, MAX_BYTES).decode("utf-8", "replace").split("\n")
    except (InputError, OSError, ValueError):
        return []

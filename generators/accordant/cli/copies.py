"""Writes reports into files too, as ``--output`` requests."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from accordant import __version__
from accordant.cli import rule_pages
from accordant.cli.options import Copy
from accordant.cli.printing import SourceLines, complain
from accordant.cli.writing import take_turn_in_folder
from accordant.disk.streams import is_stream, write_to_stream
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Place, Report
from accordant.registry import layout
from accordant.report import View, format_named


def write_copies(report: Report, copies: list[Copy], arguments: Sequence[str]) -> bool:
    """Write a report to files, never coloured; errors go to stderr. False where one could not be written.

    A file that another argument names is left as it is: the command reads it.
    """
    requests = tuple(f"{copy.format}={copy.file}" for copy in copies)
    others = [argument for argument in arguments if not argument.endswith(requests)]
    named = [Path(word) for argument in others for word in (argument, argument.partition("=")[2])]
    given = [path for path in named if _is_there(path)]
    view = View(__version__, SourceLines(), rule_page=rule_pages.address)
    texts = [(copy.file, format_named(copy.format).render(report, view)) for copy in copies]
    complete = True
    for file, text in texts:
        try:
            if is_stream(file):
                write_to_stream(file, text)
            else:
                _write_file(file, text, given)
        except (InputError, OSError) as error:
            complete = False
            complain(f"registry: {error}\n")
    return complete


def _is_there(path: Path) -> bool:
    """Whether an argument is the path of a file; words with a NUL, or far too long, are not."""
    with contextlib.suppress(OSError, ValueError):
        return path.is_file()
    return False


def _write_file(file: str, text: str, given: Sequence[Path]) -> None:
    if (Path(file).resolve().parent / layout.CONFIG).is_file():
        reason = "lies in the registry; reports are not written there"
        raise InputError(reason, Place(file), next_step="choose a file outside of the registry")
    if _is_there(Path(file)) and any(path.samefile(file) for path in given):
        reason = "is read by this command; a report would take its place"
        raise InputError(reason, Place(file), next_step="choose another file for the report")
    folder, name = Path(file).parent, Path(file).name
    with take_turn_in_folder(folder):
        write_file(folder, name, text)

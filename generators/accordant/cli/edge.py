"""Runs a command, prints its report, and turns every error into a sentence and an exit code."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

from accordant import __version__
from accordant.cli import exits
from accordant.cli.command import Command
from accordant.cli.options import requested_copies, requested_format
from accordant.errors import AccordantError, InputError
from accordant.findings import Place, Report
from accordant.report import View, format_named


def run(arguments: list[str], commands: Sequence[Command]) -> int:
    """Run one of the commands; see :func:`accordant.cli.main`."""
    import click

    from accordant.cli.group import registry_group

    _open_closed_streams()
    names = {command.name for command in commands}
    command = next((word for word in arguments if word in names), "")
    try:
        outcome = registry_group(commands).main(arguments, prog_name="registry", standalone_mode=False)
    except click.UsageError as error:
        _usage(error)
        problem = InputError(error.format_message(), next_step=_help_of(command), rule="usage")
        return _fail(problem, command, arguments, shown=True)
    except click.ClickException as error:
        return _fail(InputError(error.format_message()), command, arguments)
    except click.Abort as error:
        raise KeyboardInterrupt from error
    except InputError as error:
        return _fail(error, command, arguments)
    except AccordantError as error:
        return _fail(InputError(str(error)), command, arguments)
    except OSError as error:
        reason = error.strerror or str(error)
        return _fail(InputError(reason, Place(os.fsdecode(error.filename or ""))), command, arguments)
    except Exception as error:
        return _bug(error, command, arguments)
    if isinstance(outcome, Report):
        return _show(outcome, arguments)
    return outcome if isinstance(outcome, int) else exits.FINE


def _show(report: Report, arguments: list[str]) -> int:
    """Print a report in the requested format and return its exit code."""
    try:
        rendered = format_named(requested_format(arguments)).render(report, _view())
        copies = _copies(report, arguments)
    except Exception as error:
        return _bug(error, report.command, arguments)
    written = _write(copies)
    code = _print(rendered, report.exit_code)
    return code if written else exits.UNUSABLE


def _open_closed_streams() -> None:
    """Give a process that was started without stdout or stderr a place to write to."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def _copies(report: Report, arguments: list[str]) -> list[tuple[str, str]]:
    """File and text of each further report; files are never coloured."""
    from accordant.cli.source_lines import SourceLines

    view = View(__version__, SourceLines())
    return [(copy.file, format_named(copy.format).render(report, view)) for copy in requested_copies(arguments)]


def _write(copies: list[tuple[str, str]]) -> bool:
    """Write the further reports; errors go to stderr. False where one could not be written."""
    from pathlib import Path

    from accordant.outputs import write_text
    from accordant.registry import layout

    written = True
    for file, text in copies:
        try:
            if (Path(file).resolve().parent / layout.CONFIG).is_file():
                raise InputError("lies in the registry; reports are not written there", Place(file))
            write_text(Path(file), text)
        except (InputError, OSError) as error:
            written = False
            _complain(f"registry: {error}\n")
    return written


def _view() -> View:
    from accordant.cli.source_lines import SourceLines

    return View(__version__, SourceLines(), _colours_wanted())


def _colours_wanted() -> bool:
    """On a terminal only, and not where ``NO_COLOR`` (any value but the empty one) or ``TERM=dumb`` says otherwise."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _print(text: str, code: int) -> int:
    """Write to stdout. A reader that has gone away changes nothing; a full disk makes the report unusable."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A report is UTF-8 wherever it goes to a file or a pipe; a terminal keeps its own encoding.
        encoding = None if sys.stdout.isatty() else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_stdout()
    except OSError as error:
        _drop_stdout()
        _complain(f"registry: the report cannot be written: {error.strerror}\n")
        return exits.UNUSABLE
    return code


def _drop_stdout() -> None:
    """Point stdout at nothing, so that the flush at the end of the process does not fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str) -> None:
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def _fail(error: InputError, command: str, arguments: list[str], *, shown: bool = False) -> int:
    """Report why the command could not do its work: on stderr, in formats for programs also on stdout."""
    report = Report(command, exits.UNUSABLE, error=error)
    if not shown:
        _complain(format_named("text").render(report, View(__version__)))
    chosen = requested_format(arguments)
    if chosen != "text":
        return _show(report, arguments)
    _write(_copies(report, arguments))
    return report.exit_code


def _usage(error: Exception) -> None:
    import click

    if isinstance(error, click.UsageError):
        with contextlib.suppress(OSError):
            error.show(sys.stderr)


def _help_of(command: str) -> str:
    return f"registry {command} --help" if command else "registry --help"


def _bug(error: Exception, command: str, arguments: list[str]) -> int:
    if os.environ.get("ACCORDANT_DEBUG") == "1":
        raise error
    problem = InputError(
        f"a bug in the tool: {type(error).__name__}: {str(error)[:200]}",
        next_step=f"run it again with ACCORDANT_DEBUG=1 and report what it says (accordant {__version__})",
        rule="bug",
    )
    line = " ".join(str(problem).split())
    _complain(format_named("text").render(Report(command, exits.BUG, error=AccordantError(line)), View(__version__)))
    chosen = requested_format(arguments)
    if chosen == "text" or command == "":
        return exits.BUG
    with contextlib.suppress(Exception):
        _print(format_named(chosen).render(Report(command, exits.BUG, error=problem), _view()), exits.BUG)
    return exits.BUG

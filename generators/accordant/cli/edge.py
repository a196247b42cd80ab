"""The one edge: runs a command, prints its report, and turns whatever goes wrong into a sentence and an exit code."""

from __future__ import annotations

import contextlib
import io
import os
import sys

from accordant import __version__
from accordant.cli import COMMANDS, exits
from accordant.cli.options import asked_copies, asked_format
from accordant.errors import AccordantError, InputError
from accordant.findings import Place, Report
from accordant.report import View, format_named


def run(arguments: list[str]) -> int:
    """Run the arguments; see :func:`accordant.cli.main`."""
    import click

    from accordant.cli.group import registry

    _open_closed_streams()
    command = next((one for one in arguments if any(one == known.name for known in COMMANDS)), "")
    try:
        outcome = registry.main(arguments, prog_name="registry", standalone_mode=False)
    except click.UsageError as error:
        _usage(error)
        problem = InputError(error.format_message(), next_step=_help_of(command), rule="usage")
        return _fail(problem, command, arguments, said=True)
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
    """Print a report in the format that was asked for and return its exit code."""
    try:
        rendered = format_named(asked_format(arguments)).render(report, _view())
        copies = _copies(report, arguments)
    except Exception as error:
        return _bug(error, report.command, arguments)
    written = _write(copies)
    code = _print(rendered, report.exit_code)
    return code if written else exits.UNUSABLE


def _open_closed_streams() -> None:
    """A process may be started without stdout or stderr: then what is written goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def _copies(report: Report, arguments: list[str]) -> list[tuple[str, str]]:
    """File and text of each further report that was asked for; files are never coloured."""
    from accordant.cli.sources import SourceLines

    view = View(__version__, SourceLines())
    return [(one.file, format_named(one.format).render(report, view)) for one in asked_copies(arguments)]


def _write(copies: list[tuple[str, str]]) -> bool:
    """Write the further reports; what cannot be written is said on stderr."""
    from pathlib import Path

    from accordant.outputs import write_text
    from accordant.registry import layout

    written = True
    for file, text in copies:
        try:
            if (Path(file).resolve().parent / layout.CONFIG).is_file():
                raise InputError("is in the registry; a report is not written there", Place(file))
            write_text(Path(file), text)
        except (InputError, OSError) as error:
            written = False
            _complain(f"registry: {error}\n")
    return written


def _view() -> View:
    from accordant.cli.sources import SourceLines

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


def _fail(error: InputError, command: str, arguments: list[str], *, said: bool = False) -> int:
    """Say on stderr why the command could not do its work; in formats for programs also in a report on stdout."""
    report = Report(command, exits.UNUSABLE, error=error)
    if not said:
        _complain(format_named("text").render(report, View(__version__)))
    asked = asked_format(arguments)
    if asked != "text":
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
    asked = asked_format(arguments)
    if asked == "text" or command == "":
        return exits.BUG
    with contextlib.suppress(Exception):
        _print(format_named(asked).render(Report(command, exits.BUG, error=problem), _view()), exits.BUG)
    return exits.BUG

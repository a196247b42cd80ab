"""Runs a command, and turns every error into a report and an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from accordant import __version__
from accordant.cli import exits, limits, rule_pages
from accordant.cli.command import Command
from accordant.cli.options import requested_copies, requested_format
from accordant.cli.printing import complain, open_closed_streams, print_report
from accordant.errors import AccordantError, InputError
from accordant.findings import Place, Report
from accordant.misspelt import near
from accordant.report import View, format_named


def run(arguments: list[str], commands: Sequence[Command], *, is_process: bool = False) -> int:
    """Run one of the commands; see :func:`accordant.cli.main`.

    ``is_process``: the command is all that this process does, so that its time is that of the process.
    """
    import click

    from accordant.cli.group import registry_group

    open_closed_streams()
    rule_pages.site = ""
    names = {command.name for command in commands}
    command = next((word for word in arguments if word in names), "")
    try:
        with limits.limited():
            outcome = registry_group(commands).main(
                arguments, prog_name="registry", standalone_mode=False, obj=is_process
            )
    except limits.BudgetSpent as error:
        return _fail(error.problem, command, arguments)
    except click.UsageError as error:
        near = _near_choice(error)
        if near:
            error = click.UsageError(f"{error.format_message()} Did you mean {near}?", error.ctx)
        with contextlib.suppress(OSError):
            error.show(sys.stderr)
        problem = InputError(error.format_message(), next_step=f"run: {_help_of(command)}", rule="usage")
        return _fail(problem, command, arguments, on_stderr=True)
    except click.ClickException as error:
        return _fail(InputError(error.format_message(), next_step=f"run: {_help_of(command)}"), command, arguments)
    except click.Abort as error:
        spent = error.__cause__ or error.__context__  # click makes an abort of every interruption
        if isinstance(spent, limits.BudgetSpent):
            return _fail(spent.problem, command, arguments)
        raise KeyboardInterrupt from error
    except InputError as error:
        return _fail(error, command, arguments)
    except AccordantError as error:
        return _fail(_as_input_error(error), command, arguments)
    except OSError as error:
        return _fail(_of_system(error), command, arguments)
    except Exception as error:
        return _report_bug(error, command, arguments)
    if isinstance(outcome, Report):
        return _print(outcome, arguments)
    return outcome if isinstance(outcome, int) else exits.FINE


def _near_choice(error: Exception) -> str:
    """The word of a choice that is nearest to the one that was given; empty where none is near, or no choice failed."""
    import re

    import click

    choice = getattr(getattr(error, "param", None), "type", None)
    given = re.match(r"'([^']*)' is not one of", getattr(error, "message", ""))
    if not isinstance(choice, click.Choice) or given is None:
        return ""
    return next(iter(near(given[1], map(str, choice.choices))), "")


def _as_input_error(error: AccordantError) -> InputError:
    from accordant.schema.lost_references import UnresolvableReference  # loaded where such an error was raised

    if isinstance(error, UnresolvableReference):
        step = "correct the reference, or add the schema that it means"
        return InputError(str(error), next_step=step, rule="ref-unresolved")
    return InputError(str(error), next_step="run: registry lint")


def _print(report: Report, arguments: list[str]) -> int:
    """Print a report in the requested format, write its copies, and return the exit code."""
    try:
        complete = _write_copies(report, arguments)
        code = print_report(report, requested_format(arguments))
    except Exception as error:
        return _report_bug(error, report.command, arguments)
    return code if complete else exits.UNUSABLE


def _fail(error: InputError, command: str, arguments: list[str], *, on_stderr: bool = False) -> int:
    """Report why the command could not do its work: on stderr, and in formats for programs also on stdout.

    ``on_stderr``: click has written the error there already.
    """
    report = Report(command, exits.UNUSABLE, error=error)
    if not on_stderr:
        complain(format_named("text").render(report, View(__version__)))
    chosen = requested_format(arguments)
    if chosen != "text":
        return _print(report, arguments)
    _write_copies(report, arguments)
    return report.exit_code


def _write_copies(report: Report, arguments: list[str]) -> bool:
    """Write the copies that the arguments request; False where one could not be written."""
    requested = requested_copies(arguments)
    if not requested:
        return True
    from accordant.cli.copies import write_copies

    return write_copies(report, requested, arguments)


def _of_system(error: OSError) -> InputError:
    """What the system refuses, with the file that it is about."""
    place = Place(os.fsdecode(error.filename or ""))
    return InputError(error.strerror or str(error), place, next_step="check that the file exists and may be used")


def _help_of(command: str) -> str:
    return f"registry {command} --help" if command else "registry --help"


def _report_bug(error: Exception, command: str, arguments: list[str]) -> int:
    if os.environ.get("ACCORDANT_DEBUG") == "1":
        raise error
    problem = InputError(
        f"a bug in the tool: {type(error).__name__}: {str(error)[:200]}",
        next_step=f"run it again with ACCORDANT_DEBUG=1 and report what it says (accordant {__version__})",
        rule="bug",
    )
    line = " ".join(str(problem).split())
    complain(format_named("text").render(Report(command, exits.BUG, error=AccordantError(line)), View(__version__)))
    chosen = requested_format(arguments)
    if chosen == "text" or command == "":
        return exits.BUG
    with contextlib.suppress(Exception):
        print_report(Report(command, exits.BUG, error=problem), chosen)
    return exits.BUG

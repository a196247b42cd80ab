"""``registry conform``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from accordant import conform
from accordant.cli import exits, limits
from accordant.cli.conform_runs import Runner, absolute
from accordant.cli.interruptions import interrupted_by_signals
from accordant.cli.open_registry import find
from accordant.cli.options import (
    data_schema_option,
    format_option,
    read_bound_schemas,
    registry_option,
)
from accordant.cli.program_options import ProgramCommand, given_program, run_options
from accordant.cli.selection import parts, select
from accordant.cli.suite_files import read_beside, require_inside
from accordant.conform import modes
from accordant.conform.cases import Case, Outcome
from accordant.conform.program import ProgramJudge
from accordant.contract.validity import require_format
from accordant.findings import Finding, JsonValue, JudgedCase, Place, Report, Severity
from accordant.registry.loose_files import read
from accordant.run import Limits
from accordant.run.programs import MEGABYTE
from accordant.schema import documents

if TYPE_CHECKING:
    from accordant.conform.conditions import Seen
    from accordant.conform.suite import Suite

SHAPE = "CONTRACT[/VERSION]"
NEEDS_A_CASE = "it leaves a value or a command to the caller: write a case for it in a suite"
"""Why a mode is not tried."""
NEEDS_A_FOLDER = (
    'nothing may be written, and nobody looked: let it work in a copy: --folder DIR, or folder = "" in a suite'
)
"""Why nobody checked a part of a mode."""
_SECONDS_A_MEGABYTE = 2
"""Processor time that judging a megabyte of output may take."""
_MOST_STDERR = 2_000
"""Characters of standard error in the JSON report."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """A case with what its runs left, and the findings about them."""

    case: Case
    outcome: Outcome
    findings: tuple[Finding, ...]

    @property
    def passes(self) -> bool:
        """Whether nothing fails the case."""
        return not any(finding.severity in (Severity.ERROR, Severity.UNDECIDED) for finding in self.findings)


@click.command(
    "conform",
    cls=ProgramCommand,
    epilog="Example: registry conform cobre/v1 --modes -- mytool validate case/   or: registry conform --suite "
    "suite.toml -- mytool",
)
@click.argument("path", metavar=f"[{SHAPE}]", required=False)
@click.option("--suite", metavar="FILE", help="A file of cases (TOML): calls with what is expected of them.")
@click.option("--modes", "try_modes", is_flag=True, help="Make the call once in each mode that the contract declares.")
@click.option(
    "--runs", type=click.IntRange(1, 100), default=None, metavar="N", help="Make each call N times; the output must be "
    "the same but for fields that are computed from the clock. Default: 1."
)  # fmt: skip
@click.option("--volatile", multiple=True, metavar="POINTER", help="A further field that may differ from run to run; * "
              "is any step. May be given several times.")  # fmt: skip
@click.option("--terminal", is_flag=True, help="Make each call on a terminal, too: it must get the same output.")
@click.option(
    "--stdin", "stdin_file", metavar="FILE", help="What the program gets on standard input. Default: nothing."
)
@click.option(
    "--folder", metavar="DIR", help="The program works in a copy of this folder; {folder} in ARGS is the copy."
)
@click.option(
    "--as",
    "as_",
    type=click.Choice(get_args(conform.Role)),
    default="producer",
    show_default=True,
    help="As for validate: whether unknown fields and codes are findings.",
)
@run_options(seconds=60.0, megabytes=64, what="each call")
@data_schema_option
@registry_option
@format_option
def command(
    path: str | None, suite: str | None, try_modes: bool, runs: int | None, volatile: tuple[str, ...], terminal: bool,
    stdin_file: str | None, folder: str | None, as_: conform.Role, bounds: Limits,
    bound: tuple[str, ...],
) -> Report:  # fmt: skip
    """Run a program, and judge what it prints and how it ends.

    Standard output must be exactly the document or stream of the contract, the exit code a listed one that agrees with
    it. The program runs without a shell, in a process group of its own; what it leaves running is ended.
    """
    words = given_program()
    if suite and (try_modes or stdin_file or folder):
        raise click.UsageError("--modes, --stdin and --folder are for a single call; a suite says them in its cases")
    cases = _read_suite(suite) if suite else None
    judge = _judge_of(path or (cases.contract if cases else ""), as_, bound, bounds)
    if cases is not None:
        runner = Runner(words, judge.limits, Path(suite or "").parent)
        todo = [*cases.cases]
    else:
        runner = Runner(words[:1], judge.limits, Path())
        todo = list(_calls(judge, words, stdin_file, folder, try_modes=try_modes))
    todo = [replace(case, runs=runs or case.runs, volatile=(*case.volatile, *volatile)) for case in todo]
    limits.allow((limits.COMMAND_SECONDS + bounds.output_bytes / MEGABYTE * _SECONDS_A_MEGABYTE) * max(1, len(todo)))
    with interrupted_by_signals():
        judged = [_judge_case(judge, runner, case, terminal=terminal) for case in todo]
    untried = list(_report_untried(judge, judged, Place(suite))) if suite else []
    skipped = cases.skipped if cases else ()
    if try_modes:
        skipped = tuple((flags, NEEDS_A_CASE) for flags in modes.untried(judge.default, words[1:]))
    unseen = [case for case in todo if case.folder is None and judge.expectation(case).folder_unchanged]
    skipped += tuple((f"{case.name}: its folder", NEEDS_A_FOLDER) for case in unseen)
    return _report(judge, words, judged, skipped, untried)


def _read_suite(file: str) -> Suite:
    from accordant.conform.suite import read_suite

    document = documents.parse(read(file), file)
    suite = read_suite(document, lambda relative: read_beside(Path(file).parent, relative))
    for case in suite.cases:
        if case.folder:
            require_inside(Path(file).parent, case.folder, case.place)
    return suite


def _judge_of(path: str, as_: conform.Role, bound: tuple[str, ...], bounds: Limits) -> ProgramJudge:
    """The judge by a contract of the registry."""
    if not path:
        raise click.UsageError(f"name the contract, as {SHAPE}, or give a suite that names it")
    words = parts(path, 2, SHAPE)
    contract = select(find().load_with_pinned(words[0]), path, SHAPE, 2).contract
    require_format(contract)
    return ProgramJudge(contract, words[1] if len(words) > 1 else "", as_, read_bound_schemas(bound), bounds)


def _calls(
    judge: ProgramJudge, words: tuple[str, ...], stdin_file: str | None, folder: str | None, *, try_modes: bool
) -> Iterator[Case]:
    """The call that the command line makes, or that call in every mode of the version."""
    arguments = tuple(map(absolute, words[1:])) if folder is not None else words[1:]
    case = Case(
        " ".join([Path(words[0]).name, *words[1:]]), arguments, read(stdin_file) if stdin_file else b"", folder=folder
    )
    if try_modes:
        yield from modes.cases_of(judge.default, case)
    else:
        yield case


def _judge_case(judge: ProgramJudge, runner: Runner, case: Case, *, terminal: bool) -> _Judged:
    asked = judge.expectation(case)
    outcome = runner.run(
        case,
        compare_folder=asked.folder_unchanged and case.folder is not None,
        on_terminal=terminal or case.terminal or asked.same_on_terminal,
    )
    return _Judged(case, outcome, tuple(judge.judge(case, outcome)))


def _report_untried(judge: ProgramJudge, judged: list[_Judged], place: Place) -> Iterator[Finding]:
    seen: list[Seen] = [sight for entry in judged if (sight := judge.see(entry.case, entry.outcome)) is not None]
    yield from judge.find_untried(seen, place)


def _report(
    judge: ProgramJudge,
    words: tuple[str, ...],
    judged: list[_Judged],
    skipped: tuple[tuple[str, str], ...],
    untried: list[Finding],
) -> Report:
    findings = (*(finding for entry in judged for finding in entry.findings), *untried)
    subject = f"{judge.contract.name}/{judge.default.name}"
    data: JsonValue = {
        "subject": subject,
        "program": list(words),
        "cases": [_case_data(entry) for entry in judged],
        "skipped": [{"name": name, "reason": reason} for name, reason in skipped],
    }
    cases = [JudgedCase(entry.case.name, entry.findings) for entry in judged]
    cases += [JudgedCase(name, (), reason) for name, reason in skipped]
    keep = "case keeps" if len(judged) == 1 else "cases keep"
    text = "\n".join(
        [
            *(f"{'pass' if entry.passes else 'FAIL'}  {entry.case.name}" for entry in judged),
            *(f"skip  {name}: {reason}" for name, reason in skipped),
            f"{sum(entry.passes for entry in judged)} of {len(judged)} {keep} {subject}",
        ]
    )
    return Report("conform", exits.of(findings), findings, data, text, cases=tuple(cases))


def _case_data(entry: _Judged) -> JsonValue:
    first = entry.outcome.runs[0]
    return {
        "name": entry.case.name,
        "passed": entry.passes,
        "runs": len(entry.outcome.runs),
        "exit_code": first.exit_code,
        "signal": first.signal,
        "stopped": str(first.stopped),
        "stderr": first.stderr.decode("utf-8", "replace")[:_MOST_STDERR],
    }

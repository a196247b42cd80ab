"""``registry enforce``."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass, replace

import click

from accordant.cli import exits
from accordant.cli.agent_programs import AgentProgram
from accordant.cli.interruptions import interrupted_by_signals
from accordant.cli.options import DraftChoice, format_option, given_format, registry_option
from accordant.cli.program_options import ProgramCommand, given_program, run_options
from accordant.enforce import enforce as ask_for_schema
from accordant.enforce import new_session_id, run_blueprint
from accordant.enforce.blueprint import Blueprint, read_blueprint
from accordant.enforce.rules import ANSWER_CUT, ANSWER_REFUSED
from accordant.enforce.values import Outcome
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Report
from accordant.registry.loose_files import read
from accordant.report import FORMATS
from accordant.run import Limits
from accordant.schema import documents
from accordant.schema.documents import Document

STDIN = "-"
MOST_SHOWN = 2000
"""Characters of a refused answer that people see."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line asks for."""

    blueprint: Blueprint | None
    schema: Document | None
    parameters: dict[str, JsonValue]
    session_id: str
    resume: bool
    draft: str
    accept_truncated: bool


@click.command(
    "enforce",
    cls=ProgramCommand,
    epilog="Example: registry enforce --blueprint reviewer.json --prompt 'Review ...' -- agent --session {session_id}",
)
@click.option("--blueprint", "blueprint_file", metavar="FILE", help="The blueprint of the agent (agent-output/v1).")
@click.option("--schema", "schema_file", metavar="FILE", help="Without a blueprint: the schema of the answer.")
@click.option("--draft", type=DraftChoice("draft-07", "2020-12"), default="2020-12", show_default=True,
              help="The draft of a --schema that declares none; in a blueprint it is draft-07.")  # fmt: skip
@click.option("--prompt", metavar="TEXT", help="What the agent is asked.")
@click.option("--prompt-file", metavar="FILE|-", help="A file with it; - is standard input.")
@click.option(
    "--parameters", "parameters_file", metavar="FILE|-", help="The input of the run as JSON, for a blueprint."
)
@click.option("--session-id", default="", metavar="ID", help="The session. Default: a new one.")
@click.option("--resume", is_flag=True, help="The session is resumed: the input is a prompt alone.")
@click.option("--stays", is_flag=True, help="The program stays running: a prompt is a line of JSON with session_id and "
              "prompt, an answer is one with text and finish_reason.")  # fmt: skip
@click.option("--retry-with", default="", metavar="WORDS", help="The program for the second prompt, where it differs.")
@click.option("--accept-truncated", is_flag=True, help="Take an answer that was cut, where it is complete JSON.")
@click.option(
    "--event", "bare", is_flag=True, help="Print the bare result event, or the failure, in place of a report."
)
@click.option("--run-id", default="", metavar="ID", help="The run that a failure names. Default: a new one.")
@run_options(seconds=600.0, megabytes=16, what="each answer")
@registry_option
@format_option
def command(
    blueprint_file: str | None, schema_file: str | None, draft: str, prompt: str | None, prompt_file: str | None,
    parameters_file: str | None, session_id: str, resume: bool, stays: bool, retry_with: str, accept_truncated: bool,
    bare: bool, run_id: str, bounds: Limits,
) -> Report | int:  # fmt: skip
    """Ask an agent until its answer conforms to a schema, or say why it does not.

    The agent is a program: it reads the prompt on standard input and writes the answer to standard output. An answer
    that does not conform is asked for once more, in the same session: {session_id} in ARGS is the session; without it,
    and without --stays, the second prompt holds the whole exchange.
    """
    words = given_program()
    if (blueprint_file is None) is (schema_file is None):
        raise click.UsageError("give --blueprint or --schema, and not both: no caller replaces a blueprint's schema")
    asked = _Asked(
        blueprint=_read_blueprint(blueprint_file) if blueprint_file else None,
        schema=documents.parse(read(schema_file), schema_file) if schema_file else None,
        parameters=_parameters(prompt, prompt_file, parameters_file, is_schema=schema_file is not None),
        session_id=session_id or new_session_id(),
        resume=resume,
        draft=draft,
        accept_truncated=accept_truncated,
    )
    program = AgentProgram.of(words, retry_with, stays=stays, limits=bounds)
    with interrupted_by_signals():
        outcome = _ask(asked, program)
    run = run_id or f"run_{secrets.token_hex(6)}"
    if bare:
        click.echo(json.dumps(outcome.event() if outcome.ok else outcome.failure(run)))
        return exits.FINE if outcome.ok else exits.FINDINGS
    return _report(asked, outcome, run)


def _read_blueprint(file: str) -> Blueprint:
    document = documents.parse(read(file), file)
    try:
        return read_blueprint(document.value)
    except InputError as error:
        error.place = document.place(error.place.pointer)
        raise


def _parameters(
    prompt: str | None, prompt_file: str | None, parameters_file: str | None, *, is_schema: bool
) -> dict[str, JsonValue]:
    """The input of the run; a prompt is its parameter of that name."""
    if sum(given is not None for given in (prompt, prompt_file, parameters_file)) != 1:
        raise click.UsageError("give the input once: --prompt, --prompt-file or --parameters")
    if parameters_file is not None:
        if is_schema:
            raise click.UsageError("--parameters belongs to a blueprint; give --prompt or --prompt-file")
        document = documents.parse(
            _read_input(parameters_file), "stdin" if parameters_file == STDIN else parameters_file
        )
        if not isinstance(document.value, dict):
            raise InputError("parameters are an object", document.place(""), next_step="write a JSON object")
        return document.value
    if prompt is not None:
        return {"prompt": prompt}
    try:
        return {"prompt": _read_input(prompt_file or "").decode("utf-8")}
    except UnicodeDecodeError as error:
        raise InputError(
            "not UTF-8", Place(prompt_file or ""), next_step="save the file as UTF-8", rule="encoding"
        ) from error


def _read_input(file: str) -> bytes:
    return sys.stdin.buffer.read(documents.MAX_BYTES + 1) if file == STDIN else read(file)


def _ask(asked: _Asked, program: AgentProgram) -> Outcome:
    """Ask the program until its answer conforms, or the tries are used up."""
    with program.asked(asked.session_id) as ask:
        if asked.blueprint is not None:
            outcome: Outcome = run_blueprint(
                ask, asked.blueprint, asked.parameters, session_id=asked.session_id, resume=asked.resume,
                accept_truncated=asked.accept_truncated,
            )  # fmt: skip
            return outcome
        assert asked.schema is not None
        try:
            return ask_for_schema(
                ask, asked.schema.value, prompt=asked.parameters["prompt"], session_id=asked.session_id,
                draft=asked.draft, accept_truncated=asked.accept_truncated,
            )  # fmt: skip
        except InputError as error:
            if error.rule == "schema-unusable":
                error.place = asked.schema.place(error.place.pointer)
            raise


def _report(asked: _Asked, outcome: Outcome, run_id: str) -> Report:
    agent = asked.blueprint.name if asked.blueprint else ""
    rule = ANSWER_CUT if outcome.truncated else ANSWER_REFUSED
    place = Place(f"answer {len(outcome.attempts)}")
    findings: tuple[Finding, ...] = tuple(
        replace(rule.finding(error, place), subject=outcome.session_id) for error in outcome.errors
    )
    data: JsonValue = {
        "session_id": outcome.session_id,
        "agent": agent,
        "status": outcome.status,
        "validation": _validation(outcome),
        "retries": outcome.retries,
        "retries_allowed": outcome.retries_allowed,
        "truncated": outcome.truncated,
        "taken_from": outcome.attempts[-1].taken_from,
        "errors": list(outcome.errors),
        "event": outcome.event() if outcome.ok else None,
        "failure": None if outcome.ok else outcome.failure(run_id),
    }
    code = exits.of(findings)
    view = _view(agent, outcome, rule.way_out)
    if given_format() == FORMATS[0].name:  # the view has the errors
        return Report("enforce", code, data=data, text=view, shown={rule.severity: len(findings)} if findings else {})
    return Report("enforce", code, findings, data, view)


def _validation(outcome: Outcome) -> str:
    if not outcome.is_judged:
        return "none"
    return "valid" if outcome.ok else "failed"


def _view(agent: str, outcome: Outcome, way_out: str) -> str:
    """The session as people see it, with the answer that is handed over, or that was refused."""
    used_up = ", exhausted" if not outcome.ok and outcome.retries == outcome.retries_allowed else ""
    lines = [f"Session: {outcome.session_id}"]
    lines += [f"Agent: {agent}"] if agent else []
    lines += [f"Status: {outcome.status}"]
    lines += {"none": [], "valid": ["Output schema: valid"], "failed": ["Output schema: failed", "Errors:"]}[
        _validation(outcome)
    ]
    lines += [f"  - {error}" for error in outcome.errors]
    lines += [f"Retries: {outcome.retries} of {outcome.retries_allowed}{used_up}"]
    taken_from = outcome.attempts[-1].taken_from
    lines += [f"JSON taken from: {taken_from}"] if taken_from else []
    if outcome.ok:
        result = outcome.text if outcome.data is None else json.dumps(outcome.data, indent=2, ensure_ascii=False)
        lines += ["Result:", str(result)]
    else:
        lines += [f"Next step: {way_out}", "Refused answer:", _clipped(outcome.attempts[-1].text)]
    return "\n".join(lines)


def _clipped(answer: str) -> str:
    """An answer as it was given; of a long one the beginning."""
    if len(answer) <= MOST_SHOWN:
        return answer.strip() or "(nothing)"
    return f"{answer[:MOST_SHOWN]}... ({len(answer):,} characters)"

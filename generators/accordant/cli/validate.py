"""``registry validate``."""

from __future__ import annotations

from typing import get_args

import click

from accordant import conform
from accordant.cli import unknown_draft
from accordant.cli.judging import Task, judge
from accordant.cli.loose_contract import is_schema_file, loose_contract
from accordant.cli.open_registry import find
from accordant.cli.options import (
    DraftChoice,
    command_seconds_option,
    data_schema_option,
    format_option,
    read_bound_schemas,
    registry_option,
    resources_option,
)
from accordant.cli.selection import parts, select
from accordant.contract import Contract
from accordant.errors import InputError
from accordant.findings import Report
from accordant.schema.dialects import DIALECTS

SHAPE = "CONTRACT[/VERSION[/SCHEMA]]"


@click.command(
    "validate",
    epilog="Examples: mytool --json | registry validate cobre/v1 -; registry validate cobre run.jsonl --follow",
)
@click.argument("path", metavar=f"{SHAPE}|SCHEMA.json")
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True)
@click.option(
    "--as",
    "as_",
    type=click.Choice(get_args(conform.Role)),
    default="contract",
    show_default=True,
    help="Judge by schema and rules as written; as a producer, also against unknown fields and codes; as a consumer "
    "that reads openly; or by the schema alone. One line or several, and the line end of a document, are judged as a "
    "producer only.",
)
@click.option("--stream", metavar="NAME", default="", help="Read the files as lines of this stream of the contract.")
@click.option(
    "--allow",
    "tolerated",
    type=click.Choice(["interrupted", "cut"]),
    multiple=True,
    help="Accept a stream that ends this way and is right up to there. Default: exit code 3.",
)
@click.option(
    "--fail-on",
    "refused",
    type=click.Choice(["failed"]),
    multiple=True,
    help="Treat a whole stream whose last line reports a failure as an error. Default: a note.",
)
@click.option(
    "--expect",
    "expected",
    type=click.Choice(["complete", "failed", "interrupted", "cut"]),
    help="The end that a stream has to have: exit code 0 where it ended so and is right, 1 where it did not.",
)
@click.option(
    "--exit-code",
    metavar="N",
    type=click.IntRange(0, 255),
    help="The exit code of the program that printed this: it must be registered, and the document must agree with it.",
)
@click.option("--follow", is_flag=True, help="Wait for what is added to the file, until its last line or Ctrl-C.")
@click.option("--quiet", is_flag=True, help="Print findings only; no lines about files, no summary.")
@click.option("--assert-formats", is_flag=True, help="Let known formats refuse values; else they only inform.")
@click.option(
    "--draft",
    type=DraftChoice(*(dialect.name for dialect in DIALECTS)),
    help="For a schema file that declares no draft. Default: 2020-12.",
)
@resources_option
@data_schema_option
@registry_option
@command_seconds_option
@format_option
def command(
    path: str,
    files: tuple[str, ...],
    as_: conform.Role,
    stream: str,
    tolerated: tuple[str, ...],
    refused: tuple[str, ...],
    expected: str | None,
    exit_code: int | None,
    follow: bool,
    quiet: bool,
    assert_formats: bool,
    draft: str | None,
    resources: tuple[str, ...],
    bound: tuple[str, ...],
) -> Report:
    """Check documents against a schema of a contract, or streams of JSON Lines line by line, as they come.

    Without a version, the document itself names the version that it follows, else it is the default-version of the
    contract, or the only version that is not a draft; of several, name one. Without a schema, it is the default
    one. A path with a dot is a schema file outside of a registry. '-' reads stdin. A file that ends in .jsonl or
    .ndjson is a stream; where the contract has none, or a schema is given, each line is a document. Stdin and files
    with other names are recognised by their first bytes. A stream may be of any length; how it ended (complete, failed,
    interrupted, cut, malformed) is in the report. Exit code 3: it is right so far, and it was interrupted or cut.
    """
    _require_one_to_follow(files, follow)
    contract, version, schema = _find(path, draft or "", resources, is_bound=bool(bound))
    session = conform.open_session(
        contract,
        version=version,
        schema=_stream_or_schema(path, schema, stream),
        as_=_role(path, as_),
        bindings=read_bound_schemas(bound, resources),
        tolerated=tolerated,
        refused=refused,
        formats=assert_formats,
        exit_code=exit_code,
        expected=expected or "",
    )
    if stream and not session.judges.is_stream:
        streams = (stream.name for entry in contract.versions for stream in entry.state.streams.values())
        step = f"its streams: {', '.join(streams) or 'none'}"
        raise InputError(f"{stream!r} is not a stream of {path}", next_step=step, rule="usage")
    states = [entry.state for entry in contract.versions if version in ("", entry.name)]
    formats = "assertion" if assert_formats else "annotation"
    return judge(session, Task(path, files, follow, quiet, formats), unknown_draft.of_states(states))


def _role(path: str, as_: conform.Role) -> conform.Role:
    """The role in which documents are judged; for a schema file the schema alone judges."""
    return "schema" if as_ == "contract" and is_schema_file(path) else as_


def _find(path: str, draft: str, resources: tuple[str, ...], *, is_bound: bool) -> tuple[Contract, str, str]:
    """The contract that a path names, and the names of its version and schema, empty where they are not named."""
    if is_schema_file(path):
        return loose_contract(path, draft, resources), "", path
    if draft or (resources and not is_bound):
        reason = "--draft and --resources are for schema files; a contract has its own schemas"
        raise InputError(reason, next_step="leave them out, or give the path of a schema file", rule="usage")
    words = parts(path, 3, SHAPE)
    version, schema = [*words[1:], "", ""][:2]
    return select(find().load_with_pinned(words[0]), words[0]).contract, version, schema


def _stream_or_schema(path: str, schema: str, stream: str) -> str:
    if schema and stream and schema != stream:
        reason = f"{path!r} names {schema!r}, and --stream names {stream!r}"
        raise InputError(reason, next_step="name one of the two", rule="usage")
    return stream or schema


def _require_one_to_follow(files: tuple[str, ...], follow: bool) -> None:
    if follow and (len(files) != 1 or files[0] == "-"):
        reason = "--follow waits for one file; stdin is read as it comes without it"
        raise InputError(reason, next_step="give the path of one file", rule="usage")

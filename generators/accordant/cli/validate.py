"""``registry validate``."""

from __future__ import annotations

import sys
from typing import get_args

import click

from accordant import conform
from accordant.cli import exits, unknown_draft
from accordant.cli.open_registry import find
from accordant.cli.options import (
    command_seconds_option,
    data_schema_option,
    format_option,
    read_data_schemas,
    registry_option,
)
from accordant.cli.selection import parts, select
from accordant.findings import Report
from accordant.registry.loose_files import read
from accordant.schema import documents

SHAPE = "CONTRACT[/VERSION[/SCHEMA]]"
STDIN = "-"


@click.command("validate", epilog="Example: mytool --json | registry validate cobre/v1 -")
@click.argument("path", metavar=SHAPE)
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True)
@click.option(
    "--as",
    "as_",
    type=click.Choice(get_args(conform.Role)),
    default="contract",
    show_default=True,
    help="Judge by schema and rules as written; as a producer, also against unknown fields and codes; as a consumer "
    "that reads openly; or by the schema alone.",
)
@data_schema_option
@registry_option
@command_seconds_option
@format_option
def command(path: str, files: tuple[str, ...], as_: conform.Role, bound: tuple[str, ...]) -> Report:
    """Check documents against a schema of a contract: JSON, YAML, or the lines of a stream (.jsonl).

    Without a version, the document itself names the version it follows, else it is the current one; without a schema,
    it is the default one. '-' reads stdin.
    """
    words = parts(path, 3, SHAPE)
    opened = find()
    opened.require(words[0])
    contract = select(opened.load(only=words[0]), words[0]).contract
    version, schema = [*words[1:], "", ""][:2]
    findings = tuple(
        conform.validate(
            contract,
            [(_display_name(file), _data(file)) for file in files],
            version=version,
            schema=schema,
            as_=as_,
            bindings=read_data_schemas(bound),
        )
    )
    states = [entry.state for entry in contract.versions if version in ("", entry.name)]
    findings = (*findings, *unknown_draft.of_states(states))
    refused = {finding.place.path for finding in findings if finding.place is not None and finding.severity == "error"}
    verdicts = [{"path": file, "valid": _display_name(file) not in refused} for file in files]
    text = "" if findings else f"{len(files)} of {len(files)} valid against {path}"
    return Report("validate", exits.of(findings), findings, {"subject": path, "documents": verdicts}, text)


def _display_name(file: str) -> str:
    return "stdin" if file == STDIN else file


def _data(file: str) -> bytes:
    return sys.stdin.buffer.read(documents.MAX_BYTES + 1) if file == STDIN else read(file)

"""``registry validate``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.opened import find
from accordant.cli.options import format_option, registry_option
from accordant.cli.selection import nothing, parts, select
from accordant.errors import InputError
from accordant.findings import Finding, Place, Report, Severity
from accordant.schema import documents
from accordant.schema.documents import Document

if TYPE_CHECKING:
    from accordant.contract import Registry, Schema, Version

SHAPE = "CONTRACT[/VERSION[/SCHEMA]]"


@click.command("validate", epilog="Example: mytool --json | registry validate cobre/v1 -")
@click.argument("path", metavar=SHAPE)
@click.argument("files", metavar="FILE...|-", nargs=-1, required=True)
@registry_option
@format_option
def command(path: str, files: tuple[str, ...]) -> Report:
    """Check documents against a schema of a contract: JSON, YAML, or one JSON document on each line (.jsonl).

    Without a version it is the current one, without a schema the default one. '-' reads stdin.
    """
    from accordant.conform.documents import judge, validator

    name = parts(path, 3, SHAPE)[0]
    opened = find()
    opened.require(name)
    version, schema = _schema(opened.load(only=name), path)
    judging = validator(version.state, schema)
    findings: list[Finding] = []
    judged = []
    for file in files:
        found: list[Finding] = []
        for document in _documents(file):
            if isinstance(document, Finding):
                found.append(document)
            else:
                found += judge(version.state, schema, judging, document)
        findings += found
        judged.append({"path": file, "valid": not found})
    data = {"schema": schema.uri, "subject": f"{version.contract}/{version.name}/{schema.name}", "documents": judged}
    valid = sum(bool(one["valid"]) for one in judged)
    text = "" if findings else f"{valid} of {len(judged)} valid against {data['subject']} ({schema.uri})"
    return Report("validate", exits.of(findings), tuple(findings), data, text)


def _schema(registry: Registry, path: str) -> tuple[Version, Schema]:
    from accordant.contract import Schema

    chosen = select(registry, path, SHAPE, 3)
    version = chosen.version or chosen.contract.current
    if version is None:
        raise InputError(f"{chosen.contract.name} has no version yet", rule="usage")
    if chosen.thing is not None:
        if not isinstance(chosen.thing, Schema):
            raise nothing("schema", chosen.thing.name, version.state.schemas, f" in {version.contract}/{version.name}")
        return version, chosen.thing
    if not version.default_schema:
        base = f"{version.contract}/{version.name}"
        raise InputError(
            f"{base} has no default schema",
            next_step=f"name one: {', '.join(f'{base}/{one}' for one in version.state.schemas)}",
            rule="usage",
        )
    return version, version.state.schemas[version.default_schema]


def _documents(file: str) -> Iterator[Document | Finding]:
    """The documents of a file; what is not JSON is a finding."""
    data = _read(file)
    shown = "stdin" if file == "-" else file
    if not file.endswith(".jsonl"):
        yield _parsed(data, shown, 0)
        return
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield _parsed(line, shown, number)


def _parsed(data: bytes, shown: str, line: int) -> Document | Finding:
    """A document, or what is wrong with it; ``line`` is where it stands in a file of lines, else 0."""
    try:
        document = documents.parse(data, shown)
    except InputError as error:
        place = Place(shown, line or error.line, error.column, error.pointer)
        return Finding(error.rule, Severity.ERROR, error.reason, place, way_out=error.next_step)
    if not line:
        return document
    return Document(document.path, document.value, "\n" * (line - 1) + document.text)


def _read(file: str) -> bytes:
    """At most one byte more than is allowed, so that the parser can say so."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(documents.MAX_BYTES + 1)
        with Path(file).open("rb") as stream:
            return stream.read(documents.MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', error)}", path=file) from error

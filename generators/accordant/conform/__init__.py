"""Judging real output: documents and streams against a version of a contract.

    for finding in conform.validate(contract, [("out.json", data)], as_="producer"): ...

`documents` are (shown path, bytes), or (shown path, lines) for a stream that is judged line by line as it comes. A
path that ends in `.jsonl` is a stream, one that ends in `.yaml` is YAML, any other is JSON. A document that is not
JSON is a finding too. Without `version`, the version field of each document picks its version, compared exactly.
`RULES` are all rules in report order.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

from accordant.conform.judge import line_places, unreadable
from accordant.conform.judges import Judges
from accordant.conform.readers import Role
from accordant.conform.rules import RULES
from accordant.contract import Contract
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue
from accordant.schema import documents as files
from accordant.schema.documents import Document

__all__ = ["RULES", "Role", "validate"]

MOST_HELD: Final = 1_000
"""The most lines of a stream that wait for one that names its version; after them it is the current version."""

_Line: TypeAlias = tuple[int, Document | Finding]
"""The number of a line, and its document or why it cannot be read."""


def validate(
    contract: Contract,
    documents: Iterable[tuple[str, bytes | Iterable[bytes]]],
    *,
    version: str = "",
    schema: str = "",
    as_: Role = "contract",
    bindings: Mapping[str, JsonValue] | None = None,
) -> Iterator[Finding]:
    """What is wrong with documents.

    Args:
        contract: the contract they should follow.
        documents: shown path and bytes of each, or the lines of a stream, of which none is kept.
        version: the version (``v1``); empty: the carrier picks it, else the current one.
        schema: a schema or stream of it; empty: the default schema, for ``.jsonl`` the only stream.
        as_: ``contract`` judges schema and rules as written; ``producer`` adds the closed view; ``consumer`` reads
            openly; ``schema`` leaves the rules out.
        bindings: a schema for each type parameter (``x-type-parameter``).

    Raises:
        InputError: the contract has no such version, schema or stream, or a schema of it is unusable.
    """
    judges = Judges(contract, version, schema, as_, bindings or {})
    for path, data in documents:
        if path.endswith(".jsonl") or judges.is_stream or not isinstance(data, bytes):
            yield from _stream(judges, path, io.BytesIO(data) if isinstance(data, bytes) else data)
            continue
        try:
            document = files.parse(data, path)
        except InputError as error:
            yield unreadable(error)
            continue
        judge = judges.judge_of(document.value)
        if isinstance(judge, str):
            yield judges.unknown_version(judge, document.place(contract.carrier))
        else:
            yield from judge.document(judges.schema_name(judge.state), document.value, document.place)
            yield from judge.text(judges.schema_name(judge.state), document)


def _stream(judges: Judges, path: str, data: Iterable[bytes]) -> Iterator[Finding]:
    """Judge a stream; where the name is that of a schema, each line is a document of it."""
    lines = _read(path, data)
    held, versioned = _until_version(judges, lines)
    judge = judges.judge_of(versioned.value if versioned else None)
    if isinstance(judge, str):
        first = next(line for _, line in held if isinstance(line, Document))
        yield judges.unknown_version(judge, first.place(judges.contract.carrier))
        return
    name = judges.stream_name(judge.state)
    if name is not None:
        yield from judge.stream(name, chain(held, lines), path)
        return
    for number, line in chain(held, lines):
        if isinstance(line, Finding):
            yield line
        else:
            yield from judge.document(judges.schema_name(judge.state), line.value, line_places(line, number))


def _until_version(judges: Judges, lines: Iterator[_Line]) -> tuple[list[_Line], Document | None]:
    """The lines up to the first one that names its version, and that line; nothing where no version is asked for."""
    held: list[_Line] = []
    if not judges.asks_for_version:
        return held, None
    for number, line in lines:
        held.append((number, line))
        if isinstance(line, Document) and judges.carries(line.value):
            return held, line
        if len(held) == MOST_HELD:
            break
    return held, None


def _read(path: str, data: Iterable[bytes]) -> Iterator[_Line]:
    """The lines that are not blank, by their numbers."""
    for number, line in enumerate(data, start=1):
        if not line.strip():
            continue
        try:
            yield number, files.parse(line.rstrip(b"\n"), path)
        except InputError as error:
            error.place = replace(error.place, line=number)
            yield number, unreadable(error)

"""Judging real output: documents and streams against a version of a contract.

    for finding in conform.validate(contract, [("out.json", data)], as_="producer"): ...

`documents` are (shown path, bytes); a path that ends in `.jsonl` is a stream, one in `.yaml` is YAML, anything else
JSON. What is no JSON at all is a finding, too. Without `version` the contract's carrier picks it, document by
document, compared exactly. `RULES` are all rules in report order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from accordant.conform.choice import Choice
from accordant.conform.judge import Judge, line_places, unreadable
from accordant.conform.readers import Reading
from accordant.conform.rules import RULES
from accordant.contract import Contract
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue
from accordant.schema import documents as files
from accordant.schema.documents import Document

__all__ = ["RULES", "Reading", "validate"]


def validate(
    contract: Contract,
    documents: Iterable[tuple[str, bytes]],
    *,
    version: str = "",
    schema: str = "",
    as_: Reading = "schema",
    bindings: Mapping[str, JsonValue] | None = None,
) -> Iterator[Finding]:
    """What is wrong with documents.

    Args:
        contract: the contract they should follow.
        documents: shown path and bytes of each.
        version: the version (``v1``); empty: the carrier picks it, else the current one.
        schema: a schema or stream of it; empty: the default schema, for ``.jsonl`` the only stream.
        as_: ``schema`` judges as written; ``producer`` adds the closed view; ``consumer`` reads openly.
        bindings: a schema for each type parameter (``x-type-parameter``).

    Raises:
        InputError: the contract has no such version, schema or stream, or a schema of it is unusable.
    """
    choice = Choice(contract, version, schema, as_, bindings or {})
    for path, data in documents:
        if path.endswith(".jsonl") or choice.is_stream:
            yield from _lines(choice, path, data)
            continue
        try:
            document = files.parse(data, path)
        except InputError as error:
            yield unreadable(error)
            continue
        found = choice.judge(document.value)
        if isinstance(found, str):
            yield choice.unknown(found, document.place(contract.carrier))
        else:
            yield from found.document(choice.schema_name(found.state), document.value, document.place)


def _lines(choice: Choice, path: str, data: bytes) -> Iterator[Finding]:
    """A stream; where a schema was asked for that is none, each line is a document of it."""
    lines = list(_read(path, data))
    readable = [line for _, line in lines if isinstance(line, Document)]
    found = choice.judge(_first_with(choice, readable))
    if isinstance(found, str):
        yield choice.unknown(found, readable[0].place(choice.contract.carrier))
        return
    stream = choice.stream_name(found.state)
    if stream is not None:
        yield from found.stream(stream, lines, path)
        return
    for number, line in lines:
        if isinstance(line, Finding):
            yield line
        else:
            yield from _line(choice, found, number, line)


def _line(choice: Choice, judge: Judge, number: int, line: Document) -> Iterator[Finding]:
    yield from judge.document(choice.schema_name(judge.state), line.value, line_places(line, number))


def _first_with(choice: Choice, lines: list[Document]) -> JsonValue:
    """The first line that carries a version, else nothing."""
    return next((one.value for one in lines if choice.carries(one.value)), None)


def _read(path: str, data: bytes) -> Iterator[tuple[int, Document | Finding]]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, files.parse(line, path)
        except InputError as error:
            error.place = replace(error.place, line=number)
            yield number, unreadable(error)

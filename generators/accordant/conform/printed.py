"""What a run of a program printed, read as a document or as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from accordant.conform import quick
from accordant.conform.batches import read_batches
from accordant.conform.cases import Prints
from accordant.contract import Stream, Version
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import documents, pointers

STDOUT = "stdout"


@dataclass(frozen=True, slots=True)
class Printed:
    """What a run printed, once read: the version that judges it, and its document or the last line of its stream."""

    version: Version
    prints: Prints
    schema: str
    document: JsonValue = None
    is_read: bool = False


def read_output(data: bytes) -> tuple[JsonValue, tuple[JsonValue, ...] | None]:
    """The document, else None; the first and the last line of those that can be read, up to the first that cannot.

    Instead of lines None, where the output is a document of several lines.
    """
    count, first, last = 0, None, None
    try:
        for count, last in enumerate(_values(data), start=1):
            first = last if count == 1 else first
    except InputError:
        try:
            return documents.parse(data, STDOUT).value, None
        except InputError:
            return None, (first, last) if count else ()
    return (last if count == 1 else None), (first, last) if count else ()


def readable_lines(data: bytes) -> Iterator[JsonValue]:
    """The values of the lines, up to the first that cannot be read."""
    with suppress(InputError):
        yield from _values(data)


def _values(data: bytes) -> Iterator[JsonValue]:
    """The value of each line that is not blank; raises InputError at the first that cannot be read."""
    for batch in read_batches(data):
        values: Iterable[JsonValue] | None = quick.read_lines(batch.lines)
        if values is None:
            values = (documents.parse(line, STDOUT).value for line in batch.lines if line.strip())
        yield from values


def type_of(stream: Stream | None, line: JsonValue) -> str:
    """The type of a line; empty where it has none."""
    try:
        return str(pointers.follow(line, stream.discriminator)) if stream else ""
    except (LookupError, ValueError):
        return ""


def members_of(document: JsonValue) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
    """The document and the objects in it, one level deep, with their pointers."""
    if isinstance(document, dict):
        yield "", document
        yield from ((pointers.join("", name), member) for name, member in document.items() if isinstance(member, dict))

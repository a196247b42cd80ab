"""What a run of a program printed, read as a document or as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from accordant.conform.cases import Prints
from accordant.contract import Stream, Version
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.schema import documents, pointers

STDOUT = "stdout"


@dataclass(frozen=True, slots=True)
class Printed:
    """What a run printed, read: the version that judges it, and its document or the last line of its stream."""

    version: Version
    prints: Prints
    schema: str
    document: JsonValue = None
    is_read: bool = False


def read_output(data: bytes) -> tuple[JsonValue, list[JsonValue] | None]:
    """The document, else None; the lines that can be read, or None where the output is a document of several lines."""
    lines: list[JsonValue] = []
    for line in data.split(b"\n"):
        try:
            lines += [documents.parse(line, STDOUT).value] if line.strip() else []
        except InputError:
            break
    else:
        return (lines[0] if len(lines) == 1 else None), lines
    try:
        return documents.parse(data, STDOUT).value, None
    except InputError:
        return None, lines


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

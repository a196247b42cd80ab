"""Bytes of a stream as batches of lines, in constant memory and as soon as they are there. Only LF ends a line."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from accordant.schema.documents import MAX_BYTES

CHUNK: Final = 64 * 1024
"""The most bytes of one read; a pipe gives what it has."""


@runtime_checkable
class ByteSource(Protocol):
    """A file, pipe or growing file that gives what is there: no bytes at its end."""

    def read1(self, size: int = -1, /) -> bytes:
        """At most this many bytes, as soon as there is one."""
        ...


@dataclass(frozen=True, slots=True)
class Batch:
    """Lines that follow each other, without their LF."""

    first: int
    """The number of the first line, from 1."""
    lines: list[bytes]
    ends: bool = True
    """Whether an LF ends the last of them."""


def read_batches(data: bytes | ByteSource | Iterable[bytes]) -> Iterator[Batch]:
    """The lines of bytes, of a file, or lines one by one, which may lack their LF.

    A line longer than 4 MiB is cut to one byte more than any reader takes.
    """
    if isinstance(data, bytes):
        return _cut(io.BytesIO(data))
    if isinstance(data, ByteSource):
        return _cut(data)
    return (Batch(number, [line.removesuffix(b"\n")]) for number, line in enumerate(data, start=1))


def _cut(source: ByteSource) -> Iterator[Batch]:
    number, parts, size = 1, [b""], 0
    while chunk := source.read1(CHUNK):
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*parts, lines[0]])
            yield Batch(number, lines)
            number += len(lines)
            parts, size = [rest], len(rest)
        elif size <= MAX_BYTES:
            parts.append(rest)
            size += len(rest)
    last = b"".join(parts)
    if last:
        yield Batch(number, [last], ends=False)

"""Where documents and streams come from: files, stdin, and files that grow."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast

from accordant.cli.limits import BudgetSpent
from accordant.conform import ByteSource, sniffing
from accordant.conform.session import MOST_BYTES
from accordant.contract import Stream
from accordant.errors import InputError
from accordant.findings import Place

STDIN: Final = "-"
OF_LINES: Final = (".jsonl", ".ndjson", ".jsonlines")
"""How the names of files end that hold a value on each line."""
_OF_DOCUMENTS: Final = (".json", ".yaml", ".yml", ".toml")
_PAUSE: Final = 0.05
"""Seconds between two looks at a file that grows."""


@dataclass
class Source:
    """An opened file or stdin, of which the first bytes may have been read."""

    path: str
    """How it is shown."""
    rest: ByteSource
    head: bytes = b""

    def read1(self, size: int = -1, /) -> bytes:
        """What comes next, as soon as it is there."""
        if not self.head:
            return self.rest.read1(size)
        data, self.head = self.head, b""
        return data

    def read_all(self) -> bytes:
        """Everything; one byte more than is judged where it is too large, so that nobody judges a part."""
        parts, size = [], 0
        while size <= MOST_BYTES and (data := self.read1(1 << 20)):
            parts.append(data)
            size += len(data)
        return b"".join(parts)

    @property
    def is_named_lines(self) -> bool:
        """Whether its name says that it holds a value on each line."""
        return self.path.endswith(OF_LINES)

    def is_lines(self, streams: Collection[Stream]) -> bool:
        """Whether it holds lines: by its name, else by its first bytes."""
        if self.is_named_lines:
            return True
        if self.path.endswith(_OF_DOCUMENTS):
            return False
        parts = [self.head]
        while not sniffing.is_decided(b"".join(parts), streams) and (data := self.rest.read1(sniffing.HEAD)):
            parts.append(data)
        self.head = b"".join(parts)
        return sniffing.is_stream(self.head, streams)


@dataclass
class Growing:
    """A file that grows: waits for what comes, until ``is_over``, Ctrl-C, or the file is cut off."""

    path: str
    file: ByteSource
    is_over: Callable[[], bool]
    _read: int = field(default=0)

    def read1(self, size: int = -1, /) -> bytes:
        """What was added; no bytes at the end."""
        try:
            while not (data := self.file.read1(size)):
                if self.is_over() or not self._grows():
                    return b""
                time.sleep(_PAUSE)
        except BudgetSpent:
            raise
        except KeyboardInterrupt:
            return b""
        self._read += len(data)
        return data

    def _grows(self) -> bool:
        """Whether the file is still there, and not shorter than what was read of it."""
        try:
            return Path(self.path).stat().st_size >= self._read
        except OSError:
            return False


def open_source(file: str) -> Source:
    """Open a file, or stdin.

    Raises:
        InputError: it cannot be read.
    """
    if file == STDIN:
        return Source("stdin", cast(ByteSource, sys.stdin.buffer))
    try:
        return Source(file, io.BufferedReader(io.FileIO(file)))
    except (OSError, ValueError) as error:
        reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        raise InputError(reason, Place(file), next_step="check the path", rule="unreadable") from error

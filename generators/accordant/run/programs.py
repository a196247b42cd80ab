"""What a run of a program is: the words to start it with, its bounds, and what it left behind."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Program:
    """A program and how it is called. No shell reads the words."""

    words: tuple[str, ...]
    stdin: bytes = b""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables that are set besides those of this process."""
    folder: str = ""
    """Its working folder; empty for that of this process."""
    terminal: bool = False
    """Whether its standard output is a terminal, which writes what it gets without a change."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a run."""

    seconds: float = 60.0
    """Time from its start to its end, as a clock on the wall measures it."""
    output_bytes: int = 64 * MEGABYTE
    """Of standard output. A program that writes more is ended."""
    error_bytes: int = 1 * MEGABYTE
    """Of standard error that are kept; the rest is read and dropped."""
    file_bytes: int = 1024 * MEGABYTE
    """The largest file that the program may write, where the system can hold it to that."""


class Stopped(StrEnum):
    """Why a program did not end by itself."""

    NOT = ""
    TIME = "time"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Ended:
    """A program that has ended, with everything that it started."""

    code: int
    """As the system reports it: the exit code, or the negative number of the signal that ended it."""
    stdout: bytes
    stderr: bytes
    stopped: Stopped = Stopped.NOT
    left_running: int = 0
    """How many processes of the program still ran after it, and were ended."""

    @property
    def exit_code(self) -> int | None:
        """The exit code; None where a signal ended the program."""
        return self.code if self.code >= 0 else None

    @property
    def signal(self) -> str:
        """The name of the signal that ended the program, such as ``SIGSEGV``; empty where it ended by itself."""
        return signal_named(self.code)


def signal_named(code: int) -> str:
    """The name of the signal that an exit code as the system reports it stands for; empty where it is none."""
    if code >= 0:
        return ""
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"

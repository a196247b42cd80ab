"""The budget of a command: processor time and memory, looked at while it works.

Most work is counted where it is done (`algebra.budget`, `schema.effort`, `regex.automata`), so that the answer does not
depend on the machine. This budget is the last resort for everything else.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from accordant import work
from accordant.errors import InputError
from accordant.findings import Place

COMMAND_SECONDS: Final = 30.0
"""Processor time of a command, unless another is given."""
COMMAND_BYTES: Final = 1024**3
"""Memory of the process of a command."""

_LOOK: Final = 0.25
"""Processor time from one look to the next."""
_CLEARING: Final = 5.0
"""Processor time for clearing up, before the command is interrupted again."""


class BudgetSpent(KeyboardInterrupt):
    """The budget of the command is used up. Like Ctrl-C it ends everything, and unfinished work is cleared away."""

    def __init__(self, reason: str, next_step: str) -> None:
        super().__init__(reason)
        self.problem = InputError(reason, work.current(), next_step=next_step, rule="budget-spent")


@dataclass
class _Running:
    """For the running command: when its processor time ends."""

    seconds: float = COMMAND_SECONDS
    started: float = 0.0
    bytes_before: int = 0
    """The memory that the process had when the command began: a command may run inside a larger program."""

    def look(self, *_: Any) -> None:
        """Raise BudgetSpent where the budget is spent; called in between by a signal."""
        if time.process_time() - self.started > self.seconds:
            self._end(
                f"stopped after {self.seconds:g} s of processor time", "allow more with --seconds, or make it smaller"
            )
        if _resident_bytes() - self.bytes_before > COMMAND_BYTES:
            self._end(f"stopped at {COMMAND_BYTES // 1024**2:,} MB of memory", "make it smaller, or split it")

    def _end(self, reason: str, next_step: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, _CLEARING, _CLEARING)
        raise BudgetSpent(reason, next_step)


_running = _Running()


def allow(seconds: float) -> None:
    """Set the processor time of the command that runs."""
    _running.seconds = seconds


def begin_again() -> None:
    """Start counting the processor time again: what comes next is a task of its own, as a part of an endless stream."""
    _running.started = time.process_time()


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """Run a command within its budget; without one where there are no signals, as in a thread or under Windows."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    _running.seconds, _running.started = COMMAND_SECONDS, time.process_time()
    _running.bytes_before = _resident_bytes()
    work.begin(lambda: Place(""))
    before = signal.signal(signal.SIGPROF, _running.look)
    signal.setitimer(signal.ITIMER_PROF, _LOOK, _LOOK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _resident_bytes() -> int:
    """The memory of this process; 0 where the system does not say."""
    try:
        file = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return 0
    try:
        # As bytes: a codec would be imported, and a signal may come while an import holds its lock.
        return int(os.read(file, 200).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
    finally:
        os.close(file)

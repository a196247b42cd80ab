"""The processes that a program starts: found and ended, those too that left its process group."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ADOPT: Final = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): orphans among the descendants become children of this process."""
_ADOPTS: Final = 37
"""PR_GET_CHILD_SUBREAPER of prctl(2): whether they do."""
_END_WITH_PARENT: Final = 1
"""PR_SET_PDEATHSIG of prctl(2)."""
_GRACE: Final = 2.0
"""Seconds in which processes that were killed must be gone."""
_PAUSE: Final = 0.01


class Family:
    """The processes that come from one program. While there is a family, this process adopts orphans."""

    def __init__(self) -> None:
        """Begin before the program starts; :meth:`end` or :meth:`release` must follow."""
        _adoption.begin(self)
        self._before = frozenset(_children(os.getpid()))

    def signal_group(self, leader: int, number: signal.Signals) -> None:
        """Send a signal to the process group of the program."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, number)

    def end(self, leader: int, *, leader_is_done: bool) -> int:
        """Kill everything that is left, and wait until it is gone.

        Args:
            leader: the process of the program, whose group has its number.
            leader_is_done: whether somebody has waited for the program itself.

        Returns:
            How many processes, the program itself apart, were found running.
        """
        try:
            return self._end(leader, leader_is_done)
        finally:
            self.release()

    def release(self) -> None:
        """Adopt no more orphans for this family: nothing here has to end them."""
        _adoption.end(self)

    def _end(self, leader: int, leader_is_done: bool) -> int:
        processes: set[int] = set()
        ends = time.monotonic() + _GRACE
        while True:
            running = set(self._running(leader))
            processes |= running - {leader}
            self.signal_group(leader, signal.SIGKILL)
            for process in running if leader_is_done else running - {leader}:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
            self._reap(leader)
            if not running or time.monotonic() > ends:
                return len(processes)
            time.sleep(_PAUSE)

    def _running(self, leader: int) -> Iterator[int]:
        """The descendants that still run: those of the program, and orphans that this process has adopted."""
        adopted = [process for process in _children(os.getpid()) if process not in self._before and process != leader]
        todo = [leader, *adopted]
        seen = set(todo)
        while todo:
            process = todo.pop()
            if process != leader and not _is_zombie(process):
                yield process
            new = [child for child in _children(process) if child not in seen]
            seen.update(new)
            todo += new

    def _reap(self, leader: int) -> None:
        """Reap adopted processes, so that no zombie stays."""
        for process in _children(os.getpid()):
            if process not in self._before and process != leader and _is_zombie(process):
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(process, os.WNOHANG)


def end_with_parent() -> None:
    """Called in the new process: let the system kill it when this one is killed. Its own children are not reached."""
    _prctl(_END_WITH_PARENT, signal.SIGKILL)


class _Adoption:
    """Whether this process adopts orphans: while there is a family, else as it was before the first one."""

    def __init__(self) -> None:
        self._families: set[Family] = set()
        self._lock = threading.Lock()
        self._was = ctypes.c_int(0)

    def begin(self, family: Family) -> None:
        with self._lock:
            if not self._families:
                _prctl(_ADOPTS, ctypes.byref(self._was))
                _prctl(_ADOPT, 1)
            self._families.add(family)

    def end(self, family: Family) -> None:
        with self._lock:
            if self._families == {family}:
                _prctl(_ADOPT, self._was.value)
            self._families.discard(family)


_adoption: Final = _Adoption()


def _prctl(option: int, value: object) -> None:
    with contextlib.suppress(OSError, AttributeError, TypeError):
        _library().prctl(option, value, 0, 0, 0)


@functools.cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def _children(process: int) -> list[int]:
    """The children of a process; none where the system does not say; then only its group is ended."""
    children: list[int] = []
    for task in _entries(Path(f"/proc/{process}/task")):
        with contextlib.suppress(OSError):
            children += map(int, (task / "children").read_text("ascii").split())
    return children


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _is_zombie(process: int) -> bool:
    """Whether a process has ended and is only waited for; also true where it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()[0] in "ZX"
    except (OSError, IndexError):
        return True

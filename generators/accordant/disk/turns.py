"""One writer at a time: a command that writes into a folder has its turn there, and another one waits or gives up."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place

try:
    import fcntl
except ImportError:  # a system without flock(2): writers are not kept apart there
    fcntl = None  # type: ignore[assignment]

_BUSY: Final = (errno.EAGAIN, errno.EACCES)
_PAUSE: Final = 0.02
"""Seconds between two looks at a folder that is taken."""


@contextlib.contextmanager
def take_turn(folder: Path, seconds: float, shown: str = "") -> Iterator[None]:
    """The only writer in ``folder`` for as long as the block lasts.

    The folder itself is locked (flock(2)), so that no file is needed, and a process that dies gives up its turn.
    A file system that knows no locks lets everybody in.

    Args:
        folder: a folder that exists.
        seconds: how long to wait for another writer.
        shown: how the folder is called in messages.

    Raises:
        InputError: another writer is still there.
        OSError: the folder cannot be opened.
    """
    if fcntl is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _lock(descriptor, shown or str(folder), time.monotonic() + seconds)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, shown: str, until: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError as error:
            if error.errno not in _BUSY:
                return
        if time.monotonic() >= until:
            raise InputError(
                "another command is writing here; this one changed nothing",
                Place(shown),
                next_step="wait until it is done, look at what it made, and run this one again if it is still needed",
            )
        time.sleep(_PAUSE)

"""Signals that ask this process to end interrupt it as Ctrl-C does, so that programs which it runs end, too."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

_ASKING = ("SIGTERM", "SIGHUP")


@contextlib.contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Turn signals that ask for an end into KeyboardInterrupt; outside of the main thread nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ASKING if hasattr(signal, name)]
    before = {number: signal.signal(number, _interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: Any) -> NoReturn:
    raise KeyboardInterrupt

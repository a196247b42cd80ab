"""Places that take a text and are not files: devices, pipes, and what the process has open (``/dev/stdout``)."""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path
from typing import Final

from accordant.disk.places import NO_LINK
from accordant.disk.writing import explain_errors, write_all

_OPEN_ALREADY: Final = re.compile(r"/dev/(?:stdout|stderr|fd/([0-9]{1,9}))")
_NUMBERS: Final = {"/dev/stdout": 1, "/dev/stderr": 2}
_WRITE: Final = os.O_WRONLY | NO_LINK | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Nothing is created or truncated: what is there takes the text."""


def is_stream(path: str) -> bool:
    """Whether a path stands for a character device or a pipe, or for what is open already; links are not followed."""
    if _OPEN_ALREADY.fullmatch(path):
        return True
    try:
        mode = os.lstat(path).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def write_to_stream(path: str, text: str) -> None:
    """Write a text into what :func:`is_stream` says; a pipe is waited for until somebody reads it.

    Raises:
        InputError: it cannot be opened or written.
    """
    with explain_errors(Path(path)):
        descriptor = _open(path)
        try:
            write_all(descriptor, text.encode())
        finally:
            os.close(descriptor)


def _open(path: str) -> int:
    number = _OPEN_ALREADY.fullmatch(path)
    if number is None:
        return os.open(path, _WRITE)
    sys.stdout.flush()
    return os.dup(_NUMBERS[path] if path in _NUMBERS else int(number[1]))

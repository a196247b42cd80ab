"""Files that are named on the command line."""

from __future__ import annotations

from pathlib import Path

from accordant.errors import InputError
from accordant.schema.documents import MAX_BYTES


def read(path: str) -> bytes:
    """The bytes of a file, at most one more than a parser takes, so that it can say so.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with Path(path).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", path=path, rule="unreadable"
        ) from error

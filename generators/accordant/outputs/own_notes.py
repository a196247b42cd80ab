"""Notes that the tool leaves in a project while it writes: which of them this user's own runs have left.

A project can bring any file along, and a note says what readers shall not see and what the next writer removes. So
nothing that a note says is believed unless the user's cache folder knows it byte for byte.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from pathlib import Path

from accordant.outputs.check_cache import NotCacheable, cache_folder, keep_file


def new_secret() -> str:
    """A word for a note, so that no two notes are equal and nobody can write one ahead."""
    return secrets.token_hex(16)


def remember(note: str) -> None:
    """Know a note as one's own, before it is written; without a cache folder nobody does."""
    with contextlib.suppress(OSError, NotCacheable):
        keep_file(_file_of(note.encode()), "")


def is_own(note: bytes) -> bool:
    """Whether a run of this user has left a note, which stands as it was written."""
    try:
        return _file_of(note).is_file()
    except (OSError, NotCacheable):
        return False


def forget(note: bytes) -> None:
    """Know a note no longer: it is gone."""
    with contextlib.suppress(OSError, NotCacheable):
        _file_of(note).unlink(missing_ok=True)


def _file_of(note: bytes) -> Path:
    return cache_folder() / "begun" / hashlib.sha256(note).hexdigest()

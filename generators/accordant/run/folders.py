"""Working folders of programs: a copy of a fixture for each run, and what the run changed in it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place

MOST_FILES: Final = 10_000
MOST_BYTES: Final = 256_000_000
_LARGEST_READ: Final = 64_000_000
"""Bytes of a file up to which its content is compared; beyond, its size and the time of its last change."""

Snapshot = Mapping[str, str]
"""What stands at each path below a folder, in one word."""


@contextlib.contextmanager
def working_copy(folder: str) -> Iterator[str]:
    """A copy of a folder that is removed afterwards; an empty folder where the name is empty.

    Raises:
        InputError: there is no such folder, or it is too large.
    """
    with tempfile.TemporaryDirectory(prefix="accordant-run-", ignore_cleanup_errors=True) as temporary:
        copy = Path(temporary) / "work"
        if folder:
            _require_small(folder)
            shutil.copytree(folder, copy, symlinks=True)
        else:
            copy.mkdir()
        yield str(copy)


def take_snapshot(folder: str) -> Snapshot:
    """What stands below a folder."""
    return {os.path.relpath(path, folder): _word(path) for path in _paths(folder)}


def list_changes(before: Snapshot, after: Snapshot) -> tuple[str, ...]:
    """The paths at which two snapshots differ, sorted."""
    return tuple(sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path)))


def _require_small(folder: str) -> None:
    if not Path(folder).is_dir():
        raise InputError("there is no such folder", Place(folder), next_step="name a folder that exists")
    files = size = 0
    for path in _paths(folder):
        files, size = files + 1, size + path.lstat().st_size
        if files > MOST_FILES or size > MOST_BYTES:
            reason = f"more than {MOST_FILES:,} files or {MOST_BYTES // 1_000_000:,} MB to copy"
            raise InputError(reason, Place(folder), next_step="name a smaller folder", rule="too-large")


def _paths(folder: str) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent) / name for name in sorted([*folders, *files]))


def _word(path: Path) -> str:
    try:
        status = path.lstat()
        kind = f"{stat.filemode(status.st_mode)}"
        if stat.S_ISLNK(status.st_mode):
            return f"{kind} {path.readlink()}"
        if not stat.S_ISREG(status.st_mode):
            return kind
        if status.st_size > _LARGEST_READ:
            return f"{kind} {status.st_size} {status.st_mtime_ns}"
        return f"{kind} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    except OSError as error:
        return f"unreadable: {error.strerror}"

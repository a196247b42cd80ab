"""The one way in which files of a folder are read: plain files with one name, of a bounded size."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from accordant.disk.places import NO_LINK, KeptParent, is_link, open_parent, refuse_link
from accordant.errors import InputError
from accordant.findings import Place

LARGEST: Final = 1 << 30
"""Bytes of a generated file; far above any."""
_READ: Final = os.O_RDONLY | NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opening a pipe does not wait for its writer."""


def read_file(folder: Path, relative: str, most: int, *, shown: str = "", may_be_shared: bool = False) -> bytes:
    """The bytes of ``folder/relative``.

    Args:
        folder: where the path begins.
        relative: parts joined by slashes; none may be a link.
        most: the bytes that a file may have.
        shown: how the file is called in messages.
        may_be_shared: accept a file that has further names (hard links).

    Raises:
        InputError: a link, a device, a folder or a pipe, a file with further names, or one that is too large.
        OSError: it is missing or cannot be read.
    """
    with open_parent(folder, relative) as (parent, name):
        return _read(parent, name, lambda: Place(shown or str(folder / relative)), most, may_be_shared)


def _read(parent: int | None, name: str, place: Callable[[], Place], most: int, may_be_shared: bool) -> bytes:
    try:
        descriptor = os.open(name, _READ, dir_fd=parent)
    except OSError as error:
        if is_link(parent, name):
            raise refuse_link(Path(place().path)) from error
        if error.errno == errno.ENXIO:  # a socket
            raise _refuse_special(place()) from error
        raise
    with open(descriptor, "rb", buffering=0) as stream:  # noqa: PTH123
        _require_plain(os.fstat(descriptor), place, most, may_be_shared)
        return stream.readall()


def find_file(folder: Path, relative: str) -> bytes | None:
    """The bytes of a file in a folder that this machine writes, where stores may link files; None where it is missing.

    Raises:
        InputError: it cannot be read, is not a plain file, or a part of its path is a link.
    """
    return next(data for _, data in find_files(folder, [relative]))


def find_files(folder: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
    """Each of these names with what :func:`find_file` gives; quickest where those of a folder follow each other."""
    with KeptParent(folder) as kept:
        for name in names:
            yield name, _find(folder, name, kept)


def _find(folder: Path, relative: str, kept: KeptParent) -> bytes | None:
    def place() -> Place:
        return Place(str(folder / relative))

    try:
        parent, name = kept.open(relative)
        return _read(parent, name, place, LARGEST, may_be_shared=True)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
        raise InputError(reason, place(), next_step="correct its permissions, or remove it") from error


def _require_plain(status: os.stat_result, find_place: Callable[[], Place], most: int, may_be_shared: bool) -> None:
    if stat.S_ISREG(status.st_mode) and (may_be_shared or status.st_nlink <= 1) and status.st_size <= most:
        return
    place = find_place()
    if not stat.S_ISREG(status.st_mode):
        raise _refuse_special(place)
    if status.st_nlink > 1 and not may_be_shared:
        raise InputError(
            f"has {status.st_nlink} names (hard links), and another one may lie outside of this folder",
            place,
            next_step="put a copy in its place: cp FILE FILE.copy && mv FILE.copy FILE (a store that links files, such "
            "as pnpm, uv, Nix or a backup: copy the folder out of it with cp -r)",
            rule="outside-registry",
        )
    if status.st_size > most:
        reason = f"{status.st_size:,} bytes; at most {most:,} are read"
        raise InputError(reason, place, next_step="split the file", rule="too-large")


def _refuse_special(place: Place) -> InputError:
    return InputError("is not a plain file", place, next_step="put a plain file in its place", rule="outside-registry")

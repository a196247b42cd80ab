"""Paths taken apart: every folder on the way is opened inside the one above it, and a link on the way is refused.

What was checked is what is used, since the descriptor of a folder stays the same folder (openat(2)). Where the system
has no such calls, each part is looked at before the whole path is used.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place

NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_RELATIVE: Final = os.open in os.supports_dir_fd
"""Whether the system opens files relative to a folder's descriptor."""
REFUSES_LINKS: Final = _RELATIVE and NO_LINK != 0
"""Whether opening a file fails where a link is on the way, so that nothing needs to be looked at before."""


@contextlib.contextmanager
def open_parent(folder: Path, relative: str, *, make: bool = False) -> Iterator[tuple[int | None, str]]:
    """The descriptor of the folder that holds ``folder/relative``, and the file's name in it.

    ``folder`` itself may be reached through links: the user chose it. On a system without descriptors of folders the
    first is None and the second a path, which the functions of ``os`` take in the same way.

    Args:
        folder: where the path begins.
        relative: parts joined by slashes.
        make: make folders that are missing; those that stay empty because of an error are removed again.

    Raises:
        InputError: a part is a link or leads upwards.
        OSError: a folder is missing or cannot be opened.
    """
    *parts, name = _parts(folder, relative)
    if not _RELATIVE:
        yield None, str(_check(folder, parts, make) / name)
        return
    with contextlib.ExitStack() as stack, _unmade() as made:
        if make:
            _make_folders(folder, made)
        descriptor = os.open(folder, _FOLDER)
        stack.callback(os.close, descriptor)
        for depth in range(1, len(parts) + 1):
            descriptor = _enter(descriptor, folder, parts[:depth], made if make else None)
            stack.callback(os.close, descriptor)
        yield descriptor, name


class KeptParent:
    """The folder that holds the last file, kept open for the next one: most of many files stand side by side."""

    def __init__(self, folder: Path, *, make: bool = False) -> None:
        """Begin paths in a folder; ``make`` as :func:`open_parent` has it."""
        self._folder, self._make = folder, make
        self._opened = contextlib.ExitStack()
        self._descriptor: int | None = None
        self._parent = ""

    def __enter__(self) -> KeptParent:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.__exit__(kind, error, trace)

    def open(self, relative: str) -> tuple[int | None, str]:
        """As :func:`open_parent`, until the next call or the end of the block."""
        parent, _, name = relative.rpartition("/")
        if self._descriptor is not None and parent == self._parent:
            return self._descriptor, _parts(self._folder, name)[0]
        self._opened.close()
        self._descriptor = None
        self._descriptor, name = self._opened.enter_context(open_parent(self._folder, relative, make=self._make))
        self._parent = parent
        return self._descriptor, name


def is_link(parent: int | None, name: str) -> bool:
    """Whether a name in a folder is a symbolic link."""
    return stat.S_ISLNK(find_mode(parent, name))


def find_mode(parent: int | None, name: str) -> int:
    """What a name in a folder stands for, as ``stat`` has it; 0 where there is nothing."""
    try:
        return os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return 0


def refuse_link(path: Path) -> InputError:
    """The error that something is a symbolic link."""
    return InputError(
        "is a symbolic link; nothing is read or written through links",
        Place(str(path)),
        next_step="replace it with a file or folder",
    )


def _parts(folder: Path, relative: str) -> list[str]:
    parts = relative.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        reason = f"{relative[:200]!r} is not a path below this folder"
        raise InputError(reason, Place(str(folder)), next_step="name a file in it, without `..`")
    return parts


def _enter(parent: int, folder: Path, parts: list[str], made: list[Path] | None) -> int:
    """The descriptor of the last folder of a path, inside of that of its parent."""
    name = parts[-1]
    if made is not None:
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, dir_fd=parent)
            made.append(folder.joinpath(*parts))
    try:
        return os.open(name, _FOLDER | NO_LINK, dir_fd=parent)
    except OSError as error:
        path = folder.joinpath(*parts)
        if is_link(parent, name):
            raise refuse_link(path) from error
        error.filename = str(path)
        raise


def _make_folders(folder: Path, made: list[Path]) -> None:
    missing: list[Path] = []
    for path in (folder, *folder.parents):
        if path.exists():
            break
        missing.append(path)
    for path in reversed(missing):
        with contextlib.suppress(FileExistsError):
            path.mkdir()
            made.append(path)


@contextlib.contextmanager
def _unmade() -> Iterator[list[Path]]:
    """A list for folders that were made; where an error ends the block, those that are empty are removed."""
    made: list[Path] = []
    try:
        yield made
    except BaseException:
        for path in reversed(made):
            with contextlib.suppress(OSError):
                path.rmdir()
        raise


def _check(folder: Path, parts: list[str], make: bool) -> Path:
    """The folder that ``parts`` lead to, without a link on the way."""
    for part in parts:
        folder /= part
        if folder.is_symlink():
            raise refuse_link(folder)
    if make:
        folder.mkdir(parents=True, exist_ok=True)
    return folder

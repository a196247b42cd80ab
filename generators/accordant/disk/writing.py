"""The one way in which files are written: beside their place first, then moved into it, through no link.

What a run leaves behind when it is killed has a name of ours, by which the next run finds it.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from accordant.disk.places import NO_LINK, KeptParent, find_mode, open_parent, refuse_link
from accordant.errors import InputError
from accordant.findings import Place

_OURS: Final = re.compile(r"\.accordant-[0-9a-f]{16}\.(tmp|new)")
"""A file (tmp) or a folder (new) that is not finished yet."""
_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | getattr(os, "O_BINARY", 0)


def write_file(folder: Path, relative: str, text: str, *, waits: bool = True) -> None:
    """Write ``folder/relative`` so that a crash leaves the old content or the new, never half; folders are made.

    A file that is replaced leaves its permissions to the new one.

    Args:
        folder: the folder.
        relative: the file below it.
        text: what the file holds afterwards.
        waits: until the disk has it, so that a loss of power is a crash like others; a file that is made anew from
            what is kept elsewhere need not, and a thousand of them wait for seconds.

    Raises:
        InputError: a part of the path is a link, something stands there that is not a file (a device, a pipe), or the
            place cannot be written.
    """
    write_files(folder, {relative: text}, waits=waits)


def write_files(folder: Path, texts: Mapping[str, str], *, waits: bool = True) -> None:
    """Write files one after the other, each as :func:`write_file` does; quickest where those of a folder follow."""
    with explain_errors(folder), KeptParent(folder, make=True) as kept:
        for relative, text in texts.items():
            with explain_errors(folder / relative):
                _write(kept, folder, relative, text, waits)


def _write(kept: KeptParent, folder: Path, relative: str, text: str, waits: bool) -> None:
    parent, name = kept.open(relative)
    mode = find_mode(parent, name)
    _require_replaceable(mode, folder / relative)
    temporary = _beside(name, "tmp")
    try:
        _write_new(temporary, parent, text.encode(), stat.S_IMODE(mode) & 0o777 if mode else 0o644, waits)
        os.replace(temporary, name, src_dir_fd=parent, dst_dir_fd=parent)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary, dir_fd=parent)
        raise


def remove_file(folder: Path, relative: str) -> None:
    """Remove ``folder/relative``, where it is there.

    Raises:
        InputError: a folder on the way is a link, or the file cannot be removed.
    """
    missing = contextlib.suppress(FileNotFoundError)
    with explain_errors(folder / relative, "removed"), missing, open_parent(folder, relative) as (parent, name):
        os.unlink(name, dir_fd=parent)


@contextlib.contextmanager
def make_workshop(parent: Path) -> Iterator[Path]:
    """A new folder beside what it will become; what is still there at the end is removed.

    Raises:
        InputError: it cannot be made, or an operation inside fails.
    """
    folder = parent / _beside("", "new")
    with explain_errors(parent):
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Remove a folder in one step, so that nobody sees half of it: it is renamed first.

    Raises:
        InputError: it cannot be moved away.
    """
    away = folder.parent / _beside("", "new")
    with explain_errors(folder, "removed"):
        folder.rename(away)
    shutil.rmtree(away, ignore_errors=True)


@contextlib.contextmanager
def explain_errors(path: Path, verb: str = "written") -> Iterator[None]:
    """Turn an error of the system into one with a place and a next step."""
    try:
        yield
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) and os.sep in error.filename else str(path)
        raise InputError(
            f"cannot be {verb}: {error.strerror or error}",
            Place(where),
            next_step="make room and allow writing there, then run it again, or choose another place",
        ) from error


def remove_remains(folder: Path, folders: Iterable[str] = ("",)) -> Iterator[str]:
    """Remove what killed runs left in some folders below ``folder``; the caller has the turn there.

    Only plain files and folders of ours are removed, which their name and their owner tell; no link is followed.

    Returns:
        The path of each one that was removed.
    """
    for relative in folders:
        inside = f"{relative}/_" if relative else "_"
        with contextlib.suppress(OSError, InputError), open_parent(folder, inside) as (parent, name):
            here = str(Path(name).parent) if parent is None else parent
            for entry in sorted(os.scandir(here), key=lambda entry: entry.name):
                if _OURS.fullmatch(entry.name) and _is_own(entry):
                    _remove(parent, entry)
                    yield str(folder / relative / entry.name)


def _beside(name: str, ending: str) -> str:
    """A name of ours in the folder of ``name``, which is a path where there are no descriptors of folders."""
    return os.path.join(os.path.dirname(name), f".accordant-{secrets.token_hex(8)}.{ending}")  # noqa: PTH118, PTH120


def _require_replaceable(mode: int, path: Path) -> None:
    """Require that nothing stands at a place, or a file.

    Raises:
        InputError: it is something else; a folder is left to the system, which reports it.
    """
    if stat.S_ISLNK(mode):
        raise refuse_link(path)
    if mode and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        reason = "is a device, a pipe or a socket, and is not replaced by a file"
        raise InputError(reason, Place(str(path)), next_step="name a file, or a place where nothing stands yet")


def _write_new(name: str, parent: int | None, data: bytes, mode: int, waits: bool) -> None:
    descriptor = os.open(name, _WRITE, 0o600, dir_fd=parent)
    try:
        write_all(descriptor, data)
        if waits:
            os.fsync(descriptor)
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
    finally:
        os.close(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of some data to what is open."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _is_own(entry: os.DirEntry[str]) -> bool:
    status = entry.stat(follow_symlinks=False)
    kind = stat.S_ISDIR if entry.name.endswith(".new") else stat.S_ISREG
    return kind(status.st_mode) and (not hasattr(os, "geteuid") or status.st_uid == os.geteuid())


def _remove(parent: int | None, entry: os.DirEntry[str]) -> None:
    path = entry.path if parent is None else entry.name
    if entry.name.endswith(".new"):
        shutil.rmtree(path, dir_fd=parent)
    else:
        os.unlink(path, dir_fd=parent)

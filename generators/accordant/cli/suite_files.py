"""The files and folders that a suite names: below its own folder, through no link."""

from __future__ import annotations

from pathlib import Path

from accordant.disk.reading import read_file
from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema.documents import MAX_BYTES


def read_beside(folder: Path, relative: str) -> bytes:
    """The bytes of a file below the folder of a suite.

    Raises:
        InputError: it cannot be read, or does not lie there.
    """
    try:
        return read_file(folder, relative, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"cannot be read: {reason}",
            Place(str(folder / relative)),
            next_step="name a file below the folder of the suite",
            rule="unreadable",
        ) from error


def require_inside(folder: Path, relative: str, place: Place) -> None:
    """Refuse a folder that does not lie below the folder of a suite, or that a link leads to.

    Raises:
        InputError: it does not.
    """
    base = folder.resolve()
    inside = "\0" not in relative and (base / relative).resolve() == base.joinpath(*Path(relative).parts)
    if not inside or not (base / relative).is_relative_to(base) or ".." in Path(relative).parts:
        raise InputError(
            f"the folder {relative!r} does not lie below that of the suite, or a link leads to it",
            place,
            next_step="name a folder below that of the suite",
            rule="usage",
        )

"""An addition of several files is part of the registry whole or not at all, whenever its command is interrupted.

While the files are written, a note in the folder says what was there before. Who reads meanwhile sees that, and the
next command that writes brings it back. A note that this user's own runs have not left is believed by nobody: a change
request could bring it along, and hide with it what it changes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from accordant.disk.writing import explain_errors, remove_file, remove_remains, write_file
from accordant.errors import InputError
from accordant.findings import Place
from accordant.outputs import digest, own_notes
from accordant.registry import layout

NOTE: Final = ".accordant-begun"
"""In the folder of the registry: the addition that is being written."""


@dataclass(frozen=True, slots=True)
class BegunAddition:
    """The files of an addition: digests of those that it makes, and of those that it changes with their text before."""

    made: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By path the digest of the text after, and the text before."""

    @property
    def folders(self) -> set[str]:
        """The folders of the files."""
        return {str(parent) for path in (*self.made, *self.changed) for parent in PurePosixPath(path).parents} - {"."}

    def written(self, folder: Path) -> Iterator[str]:
        """The files of the addition that are there already, as it wrote them."""
        after = {**self.made, **{path: text for path, (text, _) in self.changed.items()}}
        return (path for path, mark in after.items() if _digest_of(folder, path) == mark)


def note(folder: Path, made: Mapping[str, str], changed: Mapping[str, str], before: Mapping[str, str]) -> BegunAddition:
    """Note what an addition makes and changes, before any of it is written."""
    begun = BegunAddition(
        {path: digest(text) for path, text in made.items()},
        {path: (digest(text), before[path]) for path, text in changed.items()},
    )
    text = json.dumps({"made": begun.made, "changed": begun.changed, "secret": own_notes.new_secret()})
    own_notes.remember(text)
    write_file(folder, NOTE, text)
    return begun


def forget(folder: Path) -> None:
    """Remove the note: the addition is complete, or nothing of it is left."""
    text = layout.read_file(folder, NOTE)
    remove_file(folder, NOTE)
    own_notes.forget(text)


def reading(folder: Path, shown: str = "") -> tuple[Callable[[str], bytes], Callable[[str], list[tuple[str, bool]]]]:
    """``read`` and ``list_`` of :class:`accordant.registry.files.Files`, as if no addition was begun.

    Raises:
        InputError: there is a note that no run of this user has left.
    """
    begun = _find(folder, shown)
    written = frozenset(begun.written(folder)) if begun is not None else frozenset()
    if begun is None:
        return lambda path: layout.read_file(folder, path), lambda path: layout.entries(folder, path)

    def read(path: str) -> bytes:
        return (
            begun.changed[path][1].encode() if path in written & set(begun.changed) else layout.read_file(folder, path)
        )

    def list_(path: str) -> list[tuple[str, bool]]:
        entries = (
            (f"{path}/{name}" if path else name, name, is_folder) for name, is_folder in layout.entries(folder, path)
        )
        return [
            (name, is_folder)
            for whole, name, is_folder in entries
            if whole not in written & set(begun.made) and (whole not in begun.folders or list_(whole))
        ]

    return read, list_


def settle(folder: Path, shown: str) -> Iterator[str]:
    """Bring back what was before an addition that was interrupted; the caller has the turn in the registry.

    Returns:
        A sentence about each thing.

    Raises:
        InputError: one of its files was edited since, or no run of this user has left the note.
    """
    begun = _find(folder, shown)
    if begun is not None:
        yield from undo(folder, shown, begun)


def undo(folder: Path, shown: str, begun: BegunAddition) -> Iterator[str]:
    """The same for an addition that is known."""
    written = list(begun.written(folder))
    _require_unedited(folder, shown, begun, written)
    for path in written:
        if path in begun.changed:
            write_file(folder, path, begun.changed[path][1])
        else:
            remove_file(folder, path)
    for path in remove_remains(folder, begun.folders):
        yield f"removed {shown}{Path(path).relative_to(folder).as_posix()}, left by a command that was interrupted"
    _remove_empty(folder, begun)
    forget(folder)
    yield f"removed {len(begun.made)} files of an addition that was interrupted"


def _find(folder: Path, shown: str) -> BegunAddition | None:
    """The addition that is noted; None without one."""
    if not os.path.lexists(folder / NOTE):
        return None
    try:
        text = layout.read_file(folder, NOTE)
    except InputError:
        text = b""
    if own_notes.is_own(text):
        content = json.loads(text)
        return BegunAddition(
            content["made"], {path: (mark, before) for path, (mark, before) in content["changed"].items()}
        )
    if not os.path.lexists(folder / NOTE):  # the addition was whole while this was read
        return None
    raise _refuse(shown)


def _refuse(shown: str) -> InputError:
    return InputError(
        "is a note about an addition to the registry, and no command of yours has left it; it is not believed",
        Place(shown + NOTE),
        next_step="look at what changed with it, then remove it; it has no place in version control",
    )


def _digest_of(folder: Path, path: str) -> str:
    """The digest of a file; empty where it cannot be read."""
    try:
        return digest(layout.read_file(folder, path))
    except InputError:
        return ""


def _require_unedited(folder: Path, shown: str, begun: BegunAddition, written: list[str]) -> None:
    before = {path: digest(text) for path, (_, text) in begun.changed.items()}
    for path in (*begun.made, *begun.changed):
        now = _digest_of(folder, path)
        if path not in written and now != before.get(path, ""):
            raise InputError(
                "belongs to an addition that was interrupted, and was edited since",
                Place(shown + path),
                next_step=f"undo the edit, or keep all that is there: remove {shown}{NOTE}",
            )


def _remove_empty(folder: Path, begun: BegunAddition) -> None:
    """Remove the folders of the addition that hold nothing, the inner ones first."""
    for path in sorted(begun.folders, key=len, reverse=True):
        if (folder / path).is_dir() and not any((folder / path).iterdir()):
            with explain_errors(folder / path, "removed"):
                (folder / path).rmdir()

"""A registry as it will be: files that are made and changed, read before anything is written."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import begun_additions, layout
from accordant.registry.load import Loader


@dataclass(frozen=True, slots=True)
class ChangedFiles:
    """Texts by path relative to the registry."""

    made: Mapping[str, str] = field(default_factory=dict)
    changed: Mapping[str, str] = field(default_factory=dict)

    def joined(self, other: ChangedFiles) -> ChangedFiles:
        """Both; where both have a file, that of ``other``."""
        made = {**self.made, **{path: text for path, text in other.changed.items() if path in self.made}, **other.made}
        changed = {path: text for path, text in other.changed.items() if path not in self.made}
        return ChangedFiles(made, {**self.changed, **changed})

    @property
    def texts(self) -> dict[str, str]:
        """Every text by its path."""
        return {**self.made, **self.changed}

    def loader(self, folder: Path, *, shown: str = "", problems: list[InputError] | None = None,
               only: str | None = None) -> Loader:  # fmt: skip
        """A loader of the registry as it will be; see :func:`accordant.registry.load.loader`."""
        texts = self.texts
        folders = _folders_of(texts)

        def read(relative: str) -> bytes:
            return texts[relative].encode() if relative in texts else layout.read_file(folder, relative)

        def list_(relative: str) -> list[tuple[str, bool]]:
            there = relative not in folders or (folder / relative).is_dir()
            entries = layout.entries(folder, relative) if there else []
            return sorted({*entries, *folders.get(relative, set())})

        return Loader(read=read, list_=list_, shown=shown, problems=problems, only=only)

    def write(self, folder: Path, shown: str = "") -> None:
        """Write all files: the registry has them all or none, whenever it is read or the command is interrupted.

        After an error everything is as it was.

        Raises:
            InputError: a new file is there already, or one cannot be written.
        """
        for path in self.made:
            if (folder / path).exists() or (folder / path).is_symlink():
                raise InputError(
                    "exists already; nothing was changed", Place(shown + path), next_step="choose another name"
                )
        before = {path: layout.read_file(folder, path).decode() for path in self.changed}
        begun = begun_additions.note(folder, self.made, self.changed, before)
        try:
            for path, text in self.texts.items():
                write_file(folder, path, text)
        except BaseException:
            with contextlib.suppress(InputError):  # else the next command that writes does it
                list(begun_additions.undo(folder, shown, begun))
            raise
        begun_additions.forget(folder)


def _folders_of(paths: Mapping[str, str]) -> dict[str, set[tuple[str, bool]]]:
    """The entries that paths add to each folder: the name, and whether it is a folder."""
    folders: dict[str, set[tuple[str, bool]]] = {}
    for path in paths:
        parts = path.split("/")
        for depth, name in enumerate(parts):
            if not name.startswith("."):
                folders.setdefault("/".join(parts[:depth]), set()).add((name, depth < len(parts) - 1))
    return folders

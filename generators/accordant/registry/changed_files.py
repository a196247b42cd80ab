"""A registry as it will be: files that are made and changed, read before anything is written."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from accordant.disk.writing import remove_file, write_file
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout
from accordant.registry.examples import REFUSED_BY
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
        """Write all files, so that the registry can be read at any time; after an error all is as it was.

        What others refer to comes first: code lists, schemas, streams, tables, examples, and what refuses them.

        Raises:
            InputError: a new file is there already, or one cannot be written.
        """
        for path in self.made:
            if (folder / path).exists() or (folder / path).is_symlink():
                raise InputError(
                    "exists already; nothing was changed", Place(shown + path), next_step="choose another name"
                )
        before = {path: layout.read_file(folder, path).decode() for path in self.changed}
        written: list[str] = []
        try:
            for path in sorted(self.texts, key=_rank):
                written.append(path)
                write_file(folder, path, self.texts[path])
        except BaseException:
            for path in reversed(written):
                with contextlib.suppress(InputError):
                    _undo(folder, path, before.get(path))
            raise


def _rank(path: str) -> int:
    kinds = (".codes.", ".schema.", ".stream.", "contract.toml", "/examples/valid/", "/examples/invalid/")
    if path.endswith(REFUSED_BY):
        return len(kinds)
    return next((rank for rank, kind in reversed(list(enumerate(kinds))) if kind in path), 0)


def _undo(folder: Path, path: str, before: str | None) -> None:
    """Give a file its text again, or remove it and the folders that it leaves empty."""
    if before is not None:
        write_file(folder, path, before)
        return
    remove_file(folder, path)
    for parent in (folder / path).parents:
        if parent == folder or any(parent.iterdir()):
            return
        parent.rmdir()


def _folders_of(paths: Mapping[str, str]) -> dict[str, set[tuple[str, bool]]]:
    """The entries that paths add to each folder: name, and whether it is a folder."""
    folders: dict[str, set[tuple[str, bool]]] = {}
    for path in paths:
        parts = path.split("/")
        for depth, name in enumerate(parts):
            if not name.startswith("."):
                folders.setdefault("/".join(parts[:depth]), set()).add((name, depth < len(parts) - 1))
    return folders

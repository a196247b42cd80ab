"""The files of a registry, from disk or from memory: each is parsed once, and problems can be collected."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema import documents
from accordant.schema.documents import Document


@dataclass
class Files:
    """The files of a registry folder, reached through ``read`` and ``list_``: disk is one source of several."""

    read: Callable[[str], bytes]
    list_: Callable[[str], list[tuple[str, bool]]]
    shown: str = ""
    """How the registry folder is shown in paths: a prefix ending in a slash, or empty."""
    problems: list[InputError] | None = None
    """Collects errors; None: they are raised."""
    documents: dict[str, Document] = field(default_factory=dict)
    """The parsed files by path relative to the registry."""

    def document(self, relative: str) -> Document:
        """A parsed file of the folder, parsed once and kept."""
        if relative not in self.documents:
            self.documents[relative] = self.parse(relative)
        return self.documents[relative]

    def parse(self, relative: str) -> Document:
        """A parsed file of the folder, not kept.

        Raises:
            InputError: it cannot be read or parsed; its place has the path as shown.
        """
        try:
            data = self.read(relative)
        except InputError as error:
            error.place = replace(error.place, path=self.shown + error.place.path)
            raise
        return documents.parse(data, self.shown + relative)

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Collect an error where problems are collected, else raise it."""
        try:
            yield
        except InputError as error:
            if self.problems is None:
                raise
            self.problems.append(error)


def mapping_reader(
    files: Mapping[str, bytes],
) -> tuple[Callable[[str], bytes], Callable[[str], list[tuple[str, bool]]]]:
    """``read`` and ``list_`` of :class:`Files` over files in memory, by path relative to the registry."""
    folders: dict[str, set[tuple[str, bool]]] = {"": set()}
    for path in files:
        parts = path.split("/")
        for depth, name in enumerate(parts):
            folder = "/".join(parts[:depth])
            if not name.startswith("."):
                folders.setdefault(folder, set()).add((name, depth < len(parts) - 1))

    def read(relative: str) -> bytes:
        if relative not in files:
            raise InputError("is missing", Place(relative), next_step="restore the file", rule="unreadable")
        return files[relative]

    return read, lambda relative: sorted(folders.get(relative, set()))

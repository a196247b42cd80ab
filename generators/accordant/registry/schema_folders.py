"""The files that references of a loose schema may mean: beside it, below it, or in a folder given for it."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema.addresses import ANONYMOUS, scheme_of

_ENDINGS: Final = ("", ".json", ".yaml", ".yml")
"""What may be left out at the end of a reference to a file."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that a reference means: how it is shown, its path without links, and its address."""

    path: str
    real: str
    address: str


@dataclass(frozen=True, slots=True)
class SchemaFolders:
    """The folder of a root schema, and those of ``--resources`` where some are given; nothing outside is read.

    In the latter ``https://host/some/path`` is the file ``host/some/path``, or that with ``.json`` added.
    """

    home: str
    given: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Require that the folders of further schemas are there.

        Raises:
            InputError: one is not.
        """
        for folder in self.given:
            if not Path(folder).is_dir():
                step = "lay it out as HOST/PATH, or leave --resources out"
                raise InputError("is not a folder", Place(folder), next_step=step, rule="unreadable")

    def find(self, reference: str, address: str, base: str, file: str) -> FoundFile | None:
        """The file that a reference means; None where there is none.

        Args:
            reference: the reference as it is written.
            address: the whole address that it means, without a fragment.
            base: the address of the file in which it stands, as the file gives it.
            file: the path of that file.

        Raises:
            InputError: the reference leads out of the folders.
        """
        mirrored = self._find_mirrored(address)
        if mirrored is not None:
            return mirrored
        written = unquote(reference.partition("#")[0])
        if not scheme_of(written) and not written.startswith("/"):
            for folder in (posixpath.dirname(file), *self.given):
                candidate = self._below(folder, written)
                if candidate is not None:
                    return candidate
        below = _below_base(address, base)
        return self._below(posixpath.dirname(file), below) if below else None

    def _find_mirrored(self, address: str) -> FoundFile | None:
        """The file that the folder of further schemas has for a network address."""
        try:
            parts = urlsplit(address)
        except ValueError:  # no address at all
            return None
        if not parts.netloc or parts.query:
            return None
        words = [word for word in (parts.netloc, *unquote(parts.path).split("/")) if word]
        if self.given and any(word in (".", "..") or _is_odd(word) for word in words):
            raise self._outside(address)
        for folder in self.given:
            candidate = self._existing(os.path.join(folder, *words), address)  # noqa: PTH118
            if candidate is not None and not Path(candidate.real).is_relative_to(os.path.realpath(folder)):
                raise self._outside(address)
            if candidate is not None:
                return FoundFile(candidate.path, candidate.real, address)
        return None

    def _below(self, folder: str, written: str) -> FoundFile | None:
        if any(map(_is_odd, written.split("/"))):
            raise self._outside(written)
        return self._existing(posixpath.normpath(posixpath.join(folder, written)), written)

    def _existing(self, path: str, reference: str) -> FoundFile | None:
        """The first file of that name, with an ending added where none is written.

        Raises:
            InputError: it is outside of the folders.
        """
        for ending in _ENDINGS:
            real = os.path.realpath(path + ending)
            if Path(real).is_file():
                return FoundFile(path + ending, real, self._address(real, reference))
        if not any(Path(os.path.realpath(path)).is_relative_to(root) for root in self._roots()):
            raise self._outside(reference)
        return None

    def _address(self, real: str, reference: str) -> str:
        """The address of a file: its path from the folder in which it lies, the same wherever that folder is.

        Raises:
            InputError: it lies in none.
        """
        for number, root in enumerate(self._roots()):
            if Path(real).is_relative_to(root):
                folder = f"resource-{number}" if number else "file"
                return f"urn:accordant-{folder}:{quote(Path(real).relative_to(root).as_posix())}"
        raise self._outside(reference)

    def _roots(self) -> Iterator[str]:
        yield os.path.realpath(self.home or ".")
        yield from map(os.path.realpath, self.given)

    def _outside(self, reference: str) -> InputError:
        return InputError(
            f"{reference!r} leads out of the folder; nothing outside is read",
            Place(self.home or "."),
            next_step="give the folder that holds both files with --resources DIR, or copy the file into the folder",
            rule="outside-registry",
        )


def _is_odd(word: str) -> bool:
    """Whether a part of a path is invalid on some system: a backslash, a drive, a null byte."""
    return bool(set(word) & set("\\\0")) or ":" in word[1:2]


def _below_base(address: str, base: str) -> str:
    """The way from the folder of an address to another one of the same host, below it; empty where there is none."""
    try:
        here, there = urlsplit(base), urlsplit(address)
    except ValueError:
        return ""
    folder = posixpath.dirname(here.path)
    if base == ANONYMOUS or not there.netloc or (here.scheme, here.netloc) != (there.scheme, there.netloc):
        return ""
    prefix = folder if folder.endswith("/") else f"{folder}/"
    way = unquote(there.path[len(prefix) :]) if there.path.startswith(prefix) and not there.query else ""
    return "" if ".." in way.split("/") else way

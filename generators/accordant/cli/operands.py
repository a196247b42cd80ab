"""Older and newer states that are named on the command line: releases, versions, folders, archives, git refs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from accordant.cli import acknowledged
from accordant.cli.acknowledged import Accepted
from accordant.cli.open_registry import Opened, find, relative_to_here
from accordant.cli.selection import missing, select
from accordant.contract import ContractState, Registry
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout
from accordant.registry.loose_files import schema_file
from accordant.schema.documents import Document

SCHEMA_SUFFIXES: Final = (".json", ".yaml", ".yml")
_STATE: Final = re.compile(r"[a-z0-9-]+/v[0-9]+(@[0-9.]+)?")


def registry_at(where: str, opened: Opened | None = None) -> Registry:
    """The registry in a folder, in an archive, or at a git ref.

    Args:
        where: a path that starts with a dot or a slash, or contains one and exists; an archive; else a git ref.
        opened: the registry at hand, found when it is needed. A git ref is read in its repository, at its place.

    Raises:
        InputError: nothing is there, or it cannot be used.
    """
    from accordant.baseline import archive, git
    from accordant.registry.files import mapping_reader
    from accordant.registry.load import Loader, load

    if archive.is_archive(where) and Path(where).is_file():
        files = archive.read_files(Path(where), layout.CONFIG)
    elif is_path(where):
        folder = Path(where)
        if not (folder / layout.CONFIG).is_file() and (folder / "registry" / layout.CONFIG).is_file():
            folder = folder / "registry"
        if not (folder / layout.CONFIG).is_file():
            raise InputError(
                f"no {layout.CONFIG} there",
                Place(where),
                next_step="give a registry folder, an archive of one, or a git ref without a leading dot",
                rule="baseline-missing",
            )
        return load(folder, shown=f"{relative_to_here(folder)}/", with_examples=False)
    else:
        opened = opened or find()
        files = git.read_files(opened.folder, where)
        if layout.CONFIG not in files:
            raise InputError(
                f"{where} has no registry at this place",
                Place(opened.shown or "."),
                next_step="leave --against out until the base branch has the registry",
                rule="baseline-missing",
            )
    read, list_ = mapping_reader(files)
    return Loader(read=read, list_=list_, shown=f"{where}:", with_examples=False).registry()


def is_path(where: str) -> bool:
    """Whether a word names a folder or file rather than a git ref."""
    return where.startswith((".", "/")) or ("/" in where and Path(where).exists())


@dataclass(frozen=True, slots=True)
class Named:
    """What a word names, and the word: a registry, a state of one version, or a loose schema file."""

    word: str
    what: Registry | ContractState | Document


@dataclass
class Operands:
    """Finds what words name; the registry at hand is opened when the first word needs it."""

    _opened: Opened | None = None
    _registry: Registry | None = None

    @property
    def opened(self) -> Opened:
        """The registry at hand, not loaded."""
        if self._opened is None:
            self._opened = find()
        return self._opened

    @property
    def registry(self) -> Registry:
        """The registry at hand."""
        if self._registry is None:
            self._registry = self.opened.load()
        return self._registry

    @property
    def accepted(self) -> Accepted | None:
        """What people accept in the registry at hand; None where there is none."""
        try:
            return acknowledged.load(self.opened, self.registry)
        except InputError:
            if self._opened is not None:
                raise
            return None

    def of(self, word: str) -> Named:
        """What a word names.

        Args:
            word: a schema file; a folder or an archive with a registry; ``CONTRACT/VERSION`` of the registry at hand,
                with ``@RELEASE`` for a release of it; a git ref; or ``PLACE:CONTRACT/VERSION[@RELEASE]``, where
                ``PLACE`` is a folder, an archive or a git ref.

        Raises:
            InputError: it names nothing.
        """
        from accordant.baseline import archive

        place, colon, path = word.rpartition(":")
        if Path(word).is_file() and not archive.is_archive(word):
            return Named(word, schema_file(word))
        if word.endswith(SCHEMA_SUFFIXES) and not Path(word).exists():
            raise InputError("there is no such file", Place(word), next_step="check the path", rule="unreadable")
        if colon and place and _STATE.fullmatch(path):
            return Named(word, state_of(registry_at(place, self._opened), path))
        if not is_path(word) and _STATE.fullmatch(word) and self.registry.contract(word.partition("/")[0]):
            return Named(word, state_of(self.registry, word))
        return Named(word, registry_at(word, self._opened))

    def beside(self, named: Named, other: Named) -> Named:
        """``named``; where it is a registry and ``other`` a state of a version, that version in the registry."""
        if isinstance(other.what, ContractState) and isinstance(named.what, Registry):
            path = f"{other.what.contract}/{other.what.version}"
            return Named(f"{named.word}:{path}", state_of(named.what, path))
        return named


def state_of(registry: Registry, path: str) -> ContractState:
    """The state that ``CONTRACT/VERSION[@RELEASE]`` names in a registry.

    Raises:
        InputError: there is none.
    """
    name, _, release = path.partition("@")
    version = select(registry, name, "CONTRACT/VERSION[@RELEASE]", 2).version
    assert version is not None  # the path has two words
    if not release:
        return version.state
    for frozen in version.releases:
        if frozen.name == release:
            return frozen.read()
    raise missing("release", release, [frozen.name for frozen in version.releases], f" in {name}")

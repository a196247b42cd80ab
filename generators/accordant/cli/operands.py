"""Older and newer states that are named on the command line: releases, versions, folders, archives, git refs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from accordant.cli import acknowledged
from accordant.cli.acknowledged import Accepted
from accordant.cli.open_registry import Opened, find, relative_to_here
from accordant.cli.printing import complain
from accordant.cli.selection import missing, select
from accordant.contract import ContractState, Registry, Release, Version
from accordant.errors import InputError
from accordant.findings import Place
from accordant.misspelt import near
from accordant.registry import layout
from accordant.registry.loose_schemas import LooseSchema, read_schema

if TYPE_CHECKING:
    from accordant.baseline.sources import AtHand

_KINDS: Final = {"file": "schema file", "version": "version", "folder": "path", "ref": "git ref"}
"""What can stand before a colon to say what a word is, and its name in messages."""
_SCHEMA_SUFFIXES: Final = (".json", ".yaml", ".yml")
_STATE: Final = re.compile(r"[a-z0-9-]+/v[0-9]+(@[0-9.]+)?")


def find_base(where: str | None, opened: Opened) -> tuple[Registry | None, str]:
    """The registry that ``--against`` names, and what reports call it.

    A ref that does not have the registry yet is said on stderr: the change that begins one has nothing before it.
    """
    if where is None:
        return None, ""
    from accordant.baseline.sources import NoRegistryYet

    try:
        return registry_at(where, opened), _take_prefix(where)[1]
    except NoRegistryYet as nothing:
        complain(f"registry: {nothing.reason}: there is nothing to guard yet, and only releases are compared with\n")
        return None, ""


def registry_at(where: str, opened: Opened | None = None) -> Registry:
    """The registry in a folder, in an archive, at a git ref, or at the address of an artifact.

    Args:
        where: ``ref:`` and a git ref; ``folder:`` and a folder or archive; ``oci://`` and the rest of an address; or a
            word that only one of them may mean: a path that starts with a dot or a slash, or contains one and exists;
            an archive; else a git ref.
        opened: the registry at hand: a ref is looked up in its repository, at its place. Found where it is needed.

    Raises:
        InputError: nothing is there, it cannot be used, or the word is a path and a git ref.
    """
    from accordant.baseline.sources import sources_of

    kind, word = _take_prefix(where)
    at_hand = _at_hand(opened)
    sources = sources_of(word, kind, at_hand)
    if len(sources) > 1:
        raise _ambiguous(word, [source.kind for source in sources])
    return sources[0].load(word, at_hand)


def _at_hand(opened: Opened | None) -> AtHand:
    from accordant.baseline.sources import AtHand

    def folder() -> tuple[Path, str]:
        registry = opened or find()
        return registry.folder, registry.shown

    return AtHand(opened.folder if opened else Path.cwd(), folder, relative_to_here)


def _take_prefix(word: str) -> tuple[str, str]:
    """``ref`` and ``origin/main`` of ``ref:origin/main``; an empty kind where no prefix says it."""
    kind, colon, rest = word.partition(":")
    return (kind, rest) if colon and kind in _KINDS else ("", word)


def _ambiguous(word: str, kinds: list[str]) -> InputError:
    options = "--against-ref or --against-folder with it, or " if kinds == ["folder", "ref"] else ""
    return InputError(
        f"{word!r} is a {' and a '.join(_KINDS[kind] for kind in kinds)}; nothing was compared",
        next_step=f"say which one: {options}{' or '.join(f'{kind}:{word}' for kind in kinds)}",
        rule="usage",
    )


@dataclass(frozen=True, slots=True)
class Named:
    """What a word names, and the word: a registry, a state of one version, or a loose schema file."""

    word: str
    what: Registry | ContractState | LooseSchema
    releases: tuple[Release, ...] = ()
    """Of a state of a version: the releases up to it, the oldest first."""

    @classmethod
    def state(cls, word: str, registry: Registry, path: str) -> Named:
        """The state that ``CONTRACT/VERSION[@RELEASE]`` names in a registry.

        Raises:
            InputError: there is none.
        """
        return cls(word, state_of(registry, path), _releases_of(registry, path))


@dataclass
class Operands:
    """Finds what words name; the current registry is opened when the first word needs it."""

    resources: Sequence[str] = ()
    """Folders and files with what schema files refer to."""
    _opened: Opened | None = None
    _registry: Registry | None = None

    @property
    def opened(self) -> Opened:
        """The current registry, not loaded."""
        if self._opened is None:
            self._opened = find()
        return self._opened

    @property
    def registry(self) -> Registry:
        """The current registry."""
        if self._registry is None:
            self._registry = self.opened.load()
        return self._registry

    @property
    def accepted(self) -> Accepted | None:
        """What people accept in the current registry; None where there is none."""
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
                ``PLACE`` is a folder, an archive or a git ref. ``file:``, ``folder:``, ``version:`` or ``ref:`` in
                front says which.

        Raises:
            InputError: nothing has this name, or more than one thing has it.
        """
        kind, rest = _take_prefix(word)
        if not kind:
            kinds = self._kinds(word)
            if len(kinds) > 1:
                raise _ambiguous(word, kinds)
            kind = kinds[0] if kinds else ""
        if kind == "file":
            return Named(rest, read_schema(rest, self.resources))
        if kind == "version":
            return Named.state(rest, self.registry, rest)
        if not kind and rest.endswith(_SCHEMA_SUFFIXES) and not Path(rest).exists():
            raise InputError("there is no such file", Place(rest), next_step="check the path", rule="unreadable")
        if not kind and _STATE.fullmatch(rest):
            self._refuse_misspelt(rest)
        place, _, path = rest.rpartition(":")
        prefix = f"{kind}:" if kind else ""
        if place and _STATE.fullmatch(path):
            return Named.state(rest, registry_at(prefix + place, self._opened), path)
        return Named(rest, registry_at(prefix + rest, self._opened))

    def _refuse_misspelt(self, word: str) -> None:
        """Refuse a version of a contract whose name is nearly one of the registry's, unless it may be a git ref.

        Raises:
            InputError: it is one; the next step suggests the right name.
        """
        from accordant.baseline import git

        name, names = word.partition("/")[0], [contract.name for contract in self.registry.contracts]
        folder = self._opened.folder if self._opened else Path.cwd()
        if near(name, names) and not git.may_name(folder, word):
            raise missing("contract", name, names)

    def _kinds(self, word: str) -> list[str]:
        """What a word without a prefix may be; nothing where only its parts tell (``PLACE:CONTRACT/VERSION``)."""
        from accordant.baseline import archive, git

        is_path = word.startswith((".", "/"))
        place, _, path = word.rpartition(":")
        if place and _STATE.fullmatch(path) and not is_path:
            return []
        kinds = []
        if Path(word).is_file() and not archive.is_archive(word):
            kinds.append("file")
        if not is_path and _STATE.fullmatch(word) and self.registry.contract(word.partition("/")[0]):
            kinds.append("version")
        if kinds and not is_path:
            kinds += ["folder"] if _holds_registry(Path(word)) else []
            kinds += ["ref"] if git.may_name(self._opened.folder if self._opened else Path.cwd(), word) else []
        return kinds

    def beside(self, named: Named, other: Named) -> Named:
        """``named``; where it is a registry and ``other`` a state of a version, that version in the registry."""
        if isinstance(other.what, ContractState) and isinstance(named.what, Registry):
            path = f"{other.what.contract}/{other.what.version}"
            return Named.state(f"{named.word}:{path}", named.what, path)
        return named


def _holds_registry(folder: Path) -> bool:
    return any((folder / below / layout.CONFIG).is_file() for below in (".", "registry"))


def state_of(registry: Registry, path: str) -> ContractState:
    """The state that ``CONTRACT/VERSION[@RELEASE]`` names in a registry.

    Raises:
        InputError: there is none.
    """
    return _releases_of(registry, path)[-1].read() if "@" in path else _version_of(registry, path).state


def _releases_of(registry: Registry, path: str) -> tuple[Release, ...]:
    """The releases of a version up to the named one, else all."""
    name, _, release = path.partition("@")
    releases = _version_of(registry, path).releases
    names = [frozen.name for frozen in releases]
    if release and release not in names:
        raise missing("release", release, names, f" in {name}")
    return tuple(releases[: names.index(release) + 1] if release else releases)


def _version_of(registry: Registry, path: str) -> Version:
    version = select(registry, path.partition("@")[0], "CONTRACT/VERSION[@RELEASE]", 2).version
    assert version is not None  # the path has two words
    return version

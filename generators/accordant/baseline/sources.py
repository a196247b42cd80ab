"""Where an older state can come from: an OCI registry, an archive, a folder, git. One object for each."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from accordant.baseline import archive, git
from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout
from accordant.registry.files import mapping_reader
from accordant.registry.load import Loader, load


@dataclass(frozen=True, slots=True)
class AtHand:
    """The registry that a command works on: git refs are looked up in its repository, at its place."""

    start: Path
    """Where its repository is looked for."""
    folder: Callable[[], tuple[Path, str]]
    """Its folder, and how it is shown: found when it is needed."""
    show: Callable[[Path], str]
    """A path as people are shown it."""


class NoRegistryYet(InputError):
    """A git ref whose commit has neither this registry nor one that it may have been: nothing to guard yet."""


class Source(Protocol):
    """A kind of place that holds a registry."""

    @property
    def kind(self) -> str:
        """What stands before a colon to say that a word is of this kind; sources may share one."""

    @property
    def name(self) -> str:
        """What messages call it."""

    def may_mean(self, word: str, at_hand: AtHand) -> bool:
        """Whether a word that does not say its kind may mean something of this kind."""

    def takes(self, word: str) -> bool:
        """Whether a word of this kind is for this source, and not for the next one of the kind."""

    def load(self, word: str, at_hand: AtHand) -> Registry:
        """The registry that a word means.

        Raises:
            InputError: nothing is there, or it cannot be used.
        """


@dataclass(frozen=True, slots=True)
class Published:
    """What ``registry push`` has published."""

    kind: str = "oci"
    name: str = "address"

    def may_mean(self, word: str, at_hand: AtHand) -> bool:
        """Whether it is the address of an artifact."""
        return self.takes(word)

    def takes(self, word: str) -> bool:
        """Whether it is the address of an artifact."""
        return _is_address(word)

    def load(self, word: str, at_hand: AtHand) -> Registry:
        """The registry at an address."""
        from accordant.oci import Reference, pull

        return _in_memory(pull(Reference.of(word)).files, word)


@dataclass(frozen=True, slots=True)
class Archive:
    """A registry in a zip or tar file."""

    kind: str = "folder"
    name: str = "path"

    def may_mean(self, word: str, at_hand: AtHand) -> bool:
        """Whether it is a file with the suffix of an archive."""
        return self.takes(word)

    def takes(self, word: str) -> bool:
        """Whether it is a file with the suffix of an archive."""
        return archive.is_archive(word) and Path(word).is_file()

    def load(self, word: str, at_hand: AtHand) -> Registry:
        """The registry in an archive."""
        return _in_memory(archive.read_files(Path(word), layout.CONFIG), word)


@dataclass(frozen=True, slots=True)
class Folder:
    """A registry in a folder, or in the folder ``registry`` in it."""

    kind: str = "folder"
    name: str = "path"

    def may_mean(self, word: str, at_hand: AtHand) -> bool:
        """Whether it can be nothing but a path, or contains a slash and is one."""
        if _is_address(word) or Archive().takes(word):
            return False
        return word.startswith((".", "/")) or ("/" in word and not archive.is_archive(word) and Path(word).exists())

    def takes(self, word: str) -> bool:
        """Whether it is not an archive."""
        return not Archive().takes(word)

    def load(self, word: str, at_hand: AtHand) -> Registry:
        """The registry in a folder."""
        folder = next((way for way in (Path(word), Path(word, "registry")) if (way / layout.CONFIG).is_file()), None)
        if folder is None:
            step = "give a registry folder, an archive of one, or a git ref without a leading dot"
            raise InputError(f"no {layout.CONFIG} there", Place(word), next_step=step, rule="baseline-missing")
        return load(folder, shown=f"{at_hand.show(folder)}/", with_examples=False)


@dataclass(frozen=True, slots=True)
class Git:
    """The current registry, as a commit has it."""

    kind: str = "ref"
    name: str = "git ref"

    def may_mean(self, word: str, at_hand: AtHand) -> bool:
        """Whether it is a ref, or would be one after a fetch."""
        return not word.startswith((".", "/")) and git.may_name(at_hand.start, word)

    def takes(self, word: str) -> bool:
        """Any word may be a ref."""
        return True

    def load(self, word: str, at_hand: AtHand) -> Registry:
        """The registry at a ref."""
        folder, shown = at_hand.folder()
        files = git.read_files(folder, word)
        if layout.CONFIG not in files:
            raise _missing_at(word, Place(shown or "."), *git.find_folders(folder, word, layout.CONFIG), folder)
        return _in_memory(files, word)


_MOST_SHOWN: Final = 3
"""Folders that a message names."""
SOURCES: Final[tuple[Source, ...]] = (Published(), Archive(), Folder(), Git())
"""All sources; a word that fits no other is taken for a git ref, whose message says what to fetch."""


def sources_of(word: str, kind: str, at_hand: AtHand) -> list[Source]:
    """The sources that a word may mean, one of each kind; of the given kind where one is given."""
    if kind:
        return [next(source for source in SOURCES if source.kind == kind and source.takes(word))]
    return [source for source in SOURCES if source.may_mean(word, at_hand)] or [SOURCES[-1]]


def _missing_at(ref: str, place: Place, top: Path, elsewhere: list[str], folder: Path) -> InputError:
    """The error that a commit has no registry at a place: it is new, or may have been at another place."""
    before = [name for name in elsewhere if _may_have_been((top / name).resolve(), folder.resolve())]
    if before:
        return _may_be_moved(ref, place, before)
    where = f"at this place; those at {_name(elsewhere)} stay" if elsewhere else "at any place"
    step = f"name a ref that holds the registry; there is nothing in {ref} to compare with"
    return NoRegistryYet(f"{ref} has no registry {where}", place, next_step=step, rule="baseline-missing")


def _may_have_been(earlier: Path, folder: Path) -> bool:
    """Whether a registry of the commit may be this one: it is gone from its place, or one holds the other."""
    nested = earlier.is_relative_to(folder) or folder.is_relative_to(earlier)
    return nested or not (earlier / layout.CONFIG).is_file()


def _may_be_moved(ref: str, place: Place, elsewhere: list[str]) -> InputError:
    reason = f"{ref} has no registry at this place, and has one at {_name(elsewhere)}"
    before = shlex.quote(f"../before/{elsewhere[0]}")
    step = (
        "where it was moved, compare with the place of before: "
        f"git worktree add --detach ../before {shlex.quote(ref)} && registry check-compat "
        f"--against-folder {before}; where this is a further registry, leave the ref out "
        f"until {ref} has it"
    )
    return InputError(reason, place, next_step=step, rule="baseline-missing")


def _name(folders: list[str]) -> str:
    return ", ".join(folders[:_MOST_SHOWN])


def _is_address(word: str) -> bool:
    return word.startswith("oci://")


def _in_memory(files: Mapping[str, bytes], where: str) -> Registry:
    read, list_ = mapping_reader(files)
    return Loader(read=read, list_=list_, shown=f"{where}:", with_examples=False).registry()

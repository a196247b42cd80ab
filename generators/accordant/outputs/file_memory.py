"""Remembers which files each part of a registry gave, so that only the files of what has changed are made anew.

Kept are digests, in the user's cache folder as :mod:`accordant.outputs.verdict_memory` keeps judgements. The text of a
file is taken from where it stands, in the folder at hand or in one for which a run before wrote, and only while it has
the digest that it had when it was made: who edits a file there, or puts another folder in its place, changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from accordant.disk.reading import find_files
from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.outputs import Outputs, digest
from accordant.outputs.check_cache import PACKAGES
from accordant.outputs.verdict_memory import WHOLE_TOOL, VerdictMemory

_FOLDERS: Final = "folders"
_MOST_FOLDERS: Final = 4
"""Folders in which the files are looked for; the one at hand is the first."""


class FileMemory:
    """The files of one registry, part by part; :meth:`save` keeps what is known for the next run."""

    def __init__(self, registry: Path, folder: Path) -> None:
        """Read what is remembered.

        Args:
            registry: the folder of the registry.
            folder: where the files stand, or will.
        """
        self._memory = VerdictMemory(registry, WHOLE_TOOL, PACKAGES)
        here = os.path.abspath(folder)  # noqa: PTH100  (links stay links)
        before = _texts(self._memory.recall(_FOLDERS))
        self._folders = [here, *(other for other in before if other != here)][:_MOST_FOLDERS]
        self._memory.keep(_FOLDERS, list(self._folders))
        self.seen: set[str] = set()
        """The files that were just found in the folder at hand as they were made."""

    def recall(self, key: str) -> Outputs | None:
        """The files that were kept under a key; None where one of them is unknown, edited or gone."""
        known = self._memory.recall(key)
        if not isinstance(known, dict):
            return None
        files: dict[str, str] = {}
        for folder in self._folders:
            missing = {name: str(kept) for name, kept in known.items() if name not in files}
            texts = _find_texts(Path(folder), missing)
            files |= texts
            self.seen.update(texts if folder == self._folders[0] else ())
        return {name: files[name] for name in known} if len(files) == len(known) else None

    def keep(self, key: str, files: Outputs) -> None:
        """Keep which files a part has; the key is a digest of all that they depend on besides the tool."""
        self._memory.keep(key, {name: digest(text) for name, text in files.items()})

    def hold(self, start: str) -> None:
        """Go on remembering the parts whose keys begin so, though nobody asks for them."""
        self._memory.hold(start)

    def save(self) -> None:
        """Write what is known, where that differs from what was there."""
        self._memory.save()


def _texts(kept: JsonValue) -> list[str]:
    return [text for text in kept if isinstance(text, str)] if isinstance(kept, list) else []


def _find_texts(folder: Path, digests: Mapping[str, str]) -> dict[str, str]:
    """The texts of those files of a folder that have their digest."""
    texts: dict[str, str] = {}
    names: Iterable[str] = digests
    try:
        for name, data in find_files(folder, names):
            text = _text_of(data)
            if text is not None and digest(text) == digests[name]:  # of the text: others ask for it again
                texts[name] = text
    except InputError:  # writing, or checking, says what is wrong with it
        return texts
    return texts


def _text_of(data: bytes | None) -> str | None:
    """The text of a file; None where there is none, or it is not text."""
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        return None

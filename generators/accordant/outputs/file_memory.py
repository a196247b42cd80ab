"""Remembers which files each part of a registry gave, so that only the files of what has changed are made anew.

Kept are digests, in the user's cache folder as :mod:`accordant.outputs.verdict_memory` keeps judgements. The text of a
file is taken from where it stands, and only while it has the digest that it had when it was made.
"""

from __future__ import annotations

from pathlib import Path

from accordant.disk.reading import find_file
from accordant.errors import InputError
from accordant.outputs import Outputs, digest
from accordant.outputs.check_cache import PACKAGES
from accordant.outputs.verdict_memory import WHOLE_TOOL, VerdictMemory


class FileMemory:
    """The files of one registry, part by part; :meth:`save` keeps what is known for the next run."""

    def __init__(self, registry: Path, folder: Path) -> None:
        """Read what is remembered.

        Args:
            registry: the folder of the registry.
            folder: where the files stand.
        """
        self._memory = VerdictMemory(registry, WHOLE_TOOL, PACKAGES)
        self._folder = folder

    def recall(self, key: str) -> Outputs | None:
        """The files that were kept under a key; None where one of them is unknown, edited or gone."""
        known = self._memory.recall(key)
        if not isinstance(known, dict):
            return None
        texts = {name: self._text(name, str(kept)) for name, kept in known.items()}
        found = {name: text for name, text in texts.items() if text is not None}
        return found if len(found) == len(texts) else None

    def keep(self, key: str, files: Outputs) -> None:
        """Keep which files a part has; the key is a digest of all that they depend on besides the tool."""
        self._memory.keep(key, {name: digest(text) for name, text in files.items()})

    def save(self) -> None:
        """Write what is known, where that differs from what was there."""
        self._memory.save()

    def _text(self, name: str, kept: str) -> str | None:
        try:
            data = find_file(self._folder, name)
        except InputError:  # writing, or checking, says what is wrong with it
            return None
        return data.decode() if data is not None and digest(data) == kept else None

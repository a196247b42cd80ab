"""Remembers judgements, so that check-compat compares only what has changed.

A file for each registry and each state of the tool, in the user's cache folder and never in the project, so that a
change request cannot bring a verdict about itself. Its keys are digests of what a judgement depends on; what a run
did not ask for is forgotten. Whoever can write the user's cache folder could as well change the tool that stands
beside it, so that entries are trusted as the tool is. A file begins with the digest of its entries: one that was
damaged is an empty one. A machine that restores this folder from a place where others write (a cache shared between
branches) takes their word: it should leave it out.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from accordant.findings import JsonValue
from accordant.outputs.check_cache import NotCacheable, cache_folder, keep_file, tool_digest
from accordant.outputs.package_versions import version_of

ROOMS: Final = ("algebra", "compat", "contract", "outputs", "regex", "schema")
"""The rooms of the tool on which a comparison depends, and how it is kept."""
WHOLE_TOOL: Final = ("",)
"""Any room of the tool may decide."""
_MOST_BYTES: Final = 16 * 1024 * 1024


class VerdictMemory:
    """What is remembered about one registry; :meth:`save` keeps it for the next run."""

    def __init__(
        self, registry: Path, rooms: Sequence[str] = ROOMS, packages: Sequence[str] = ("jsonschema-rs",)
    ) -> None:
        """Read what is remembered about the registry in this folder, as decided by these rooms and packages."""
        self._file: Path | None = None
        self._before: dict[str, JsonValue] = {}
        self._now: dict[str, JsonValue] = {}
        with contextlib.suppress(NotCacheable, OSError, RuntimeError, ValueError):  # there may be no home
            self._file = cache_folder() / "verdicts" / name_of(registry, rooms, packages)
            written, _, text = read_kept(self._file).partition("\n")
            self._before = json.loads(text) if written == _digest_of(text) else {}

    def recall(self, key: str) -> JsonValue:
        """What was kept under a key; None where nothing was."""
        value = self._before.get(key)
        if value is not None:
            self._now[key] = value
        return value

    def keep(self, key: str, value: JsonValue) -> None:
        """Keep a JSON value under a key."""
        self._now[key] = value

    def hold(self, start: str) -> None:
        """Keep what was kept before under every key that begins so, though this run does not ask for it."""
        self._now |= {key: value for key, value in self._before.items() if key.startswith(start)}

    @contextlib.contextmanager
    def saved(self) -> Iterator[None]:
        """Save at the end of a run; one that is stopped also keeps what it did not ask for: the next one goes on."""
        try:
            yield
        except KeyboardInterrupt:
            self._now = self._before | self._now
            self.save()
            raise
        self.save()

    def save(self) -> None:
        """Write what was kept and recalled, where that differs from what was there."""
        if self._file is None or self._now == self._before:
            return
        with contextlib.suppress(OSError):
            text = json.dumps(self._now)
            keep_file(self._file, f"{_digest_of(text)}\n{text}")


def _digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def name_of(registry: Path, rooms: Sequence[str], packages: Sequence[str], *question: JsonValue) -> str:
    """The name of a file of the cache: a digest of a registry's place, of what decides, and of a question."""
    parts = [str(registry.resolve()), sys.version, *map(version_of, packages), *map(tool_digest, rooms), *question]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def read_kept(file: Path) -> str:
    """The text of a file of the cache; empty where it is missing or too large. ValueError where it is not text."""
    with contextlib.suppress(OSError):
        if file.stat().st_size <= _MOST_BYTES:
            return file.read_text("utf-8")
    return ""

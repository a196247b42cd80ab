"""Remembers an answer about a registry with all that was seen of it, so that an unchanged registry is only looked at.

Kept with an answer is a digest of each file that was read for it, and of each list of a folder's entries. It is given
again while all of that would be seen again, byte for byte. The digests are of what the answer was made from, so that
an edit while a command works is no danger. A file of the cache that was damaged is one that is not there; whom it is
safe from is said in :mod:`accordant.outputs.verdict_memory`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from accordant.errors import InputError
from accordant.findings import JsonValue
from accordant.outputs import digest
from accordant.outputs.check_cache import NotCacheable, cache_folder, keep_file
from accordant.outputs.verdict_memory import WHOLE_TOOL, name_of, read_kept

Seen = TypeVar("Seen", bytes, list[tuple[str, bool]])
Source: TypeAlias = tuple[Callable[[str], bytes], Callable[[str], list[tuple[str, bool]]]]
"""How a registry is seen: the bytes of a file, and the entries of a folder, by path."""

_NOTHING: Final = ""
"""What is noted where nothing can be read."""
_TWO: Final = "two"
"""What is noted where two looks at one path differed: no digest, so that the answer is never given again."""


class AnswerMemory:
    """The answer to one question about one registry."""

    def __init__(self, registry: Path, *question: JsonValue) -> None:
        """Find what is remembered.

        Args:
            registry: the folder of the registry.
            question: what the answer depends on besides the registry and the tool.
        """
        self._file: Path | None = None
        self._seen: dict[str, dict[str, str]] = {"files": {}, "folders": {}}
        with contextlib.suppress(NotCacheable, OSError, RuntimeError):  # there may be no home
            self._file = cache_folder() / "answers" / name_of(registry, WHOLE_TOOL, ("jsonschema-rs",), *question)

    def watch(self, source: Source) -> Source:
        """The same source; what is seen through it is noted."""
        read, list_ = source
        return self._noting("files", read), self._noting("folders", list_)

    def has_read(self, path: str) -> bool:
        """Whether a file was read, or looked for."""
        return path in self._seen["files"]

    def recall(self, source: Source) -> JsonValue:
        """What was kept, where all that was seen for it is seen in this source too; else None."""
        try:
            mark, _, text = read_kept(self._file).partition("\n") if self._file is not None else ("", "", "")
            if mark != digest(text):
                return None
            kept = json.loads(text)
            (read, list_), answer = source, kept["answer"]
            is_same = _is_same(kept["files"], read) and _is_same(kept["folders"], list_)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        return answer if is_same else None

    def keep(self, answer: JsonValue) -> None:
        """Keep an answer with all that was noted."""
        if self._file is None:
            return
        with contextlib.suppress(OSError):
            text = json.dumps({**self._seen, "answer": answer})
            keep_file(self._file, f"{digest(text)}\n{text}")

    def _noting(self, kind: str, look: Callable[[str], Seen]) -> Callable[[str], Seen]:
        marks = self._seen[kind]

        def look_and_note(path: str) -> Seen:
            mark = _NOTHING
            try:
                seen = look(path)
                mark = _mark(seen)
            finally:
                marks[path] = mark if marks.get(path, mark) == mark else _TWO
            return seen

        return look_and_note


def _is_same(marks: dict[str, str], look: Callable[[str], Seen]) -> bool:
    return all(_look(look, path) == mark for path, mark in marks.items())


def _look(look: Callable[[str], Seen], path: str) -> str:
    try:
        return _mark(look(path))
    except InputError:
        return _NOTHING


def _mark(seen: bytes | list[tuple[str, bool]]) -> str:
    return digest(seen if isinstance(seen, bytes) else json.dumps(seen))

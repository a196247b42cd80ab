"""A cache of clean checks, so that a check need not be made again while nothing has changed.

A verdict is kept in the user's cache folder, never in the project: what a change request brings cannot say that it is
clean. It holds for the very bytes of the tool, the registry and the outputs, and of nothing else. Where anything is odd
(a link, a device, a folder that cannot be read or is very large) nothing is kept, and the check is made.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from accordant import outputs

PACKAGES: Final = ("jinja2", "jsonschema-rs", "referencing", "datamodel-code-generator")
"""Whose versions may matter to what is generated."""
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_KEPT: Final = 64
"""Verdicts that are kept; the oldest go first."""
_EXAMPLES: Final = re.compile(r"[^/]+/[^/]+/examples/")
"""Where a registry has its examples, which nothing is generated from."""
_FOREIGN: Final = ("node_modules/", ".git/")
"""Folders that other programs make in an output's folder; they count where something was generated in them."""


class _NotCacheable(Exception):
    """A link, a device, or something unreadable or too large is there."""


class CleanCheck:
    """The clean verdict of one command line on one registry."""

    def __init__(self, words: Sequence[str], registry: Path) -> None:
        """See what the verdict depends on: the words, the working directory, the tool and the registry."""
        self._place: Path | None = None
        with contextlib.suppress(_NotCacheable, OSError, RuntimeError):  # there may be no home
            place = registry.resolve()
            parts = [*words, str(Path.cwd()), str(place), sys.version, *map(_version, PACKAGES)]
            parts += [
                _contents(Path(__file__).resolve().parent.parent, lambda below: below.endswith("__pycache__/")),
                _contents(place, lambda below: _EXAMPLES.fullmatch(below) is not None),
            ]
            self._place = _folder() / hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def is_clean(self) -> bool:
        """Whether the outputs that were found clean are still the very same."""
        if self._place is None:
            return False
        try:
            kept = json.loads(self._place.read_text("utf-8"))
            return bool(kept) and bool(kept == [_output(one[0]) for one in kept])
        except (_NotCacheable, OSError, ValueError, KeyError, TypeError, IndexError):
            return False

    def keep(self, folders: Iterable[Path]) -> None:
        """Remember that the outputs in some folders are clean."""
        if self._place is None:
            return
        with contextlib.suppress(_NotCacheable, OSError):
            text = json.dumps([_output(os.path.abspath(one)) for one in folders])  # noqa: PTH100  (links stay links)
            self._place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            for old in sorted(self._place.parent.iterdir(), key=lambda one: one.stat().st_mtime)[: -MOST_KEPT + 1]:
                old.unlink()
            part = self._place.with_suffix(f".{os.getpid()}")
            part.write_text(text, "utf-8")
            part.replace(self._place)


def _folder() -> Path:
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".cache"
    if not base.is_absolute():
        raise _NotCacheable
    return base / "accordant" / "clean"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _output(folder: str) -> list[str]:
    """A folder as it was named, where it really is, and the digest of what it holds."""
    made = outputs.generated_in(Path(folder))
    foreign = [one for one in _FOREIGN if not any(name.startswith(one) for name in made)]
    digest = _contents(Path(folder), lambda below: below in foreign or below.endswith("__pycache__/"))
    return [folder, str(Path(folder).resolve()), digest]


def _contents(folder: Path, is_left_out: Callable[[str], bool]) -> str:
    """The digest of every file below a folder, with its name; folders below it may be left out."""
    found, size = hashlib.sha256(), 0
    for name, path in _files(str(folder), "", is_left_out):
        data = Path(path).read_bytes()
        size += len(data)
        if size > MOST_BYTES:
            raise _NotCacheable
        found.update(json.dumps([name, hashlib.sha256(data).hexdigest()]).encode())
    return found.hexdigest()


def _files(folder: str, below: str, is_left_out: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda one: one.name)
    for entry in listed:
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            inner = f"{below}{entry.name}/"
            if not is_left_out(inner):
                yield from _files(entry.path, inner, is_left_out)
        elif stat.S_ISREG(mode):
            yield f"{below}{entry.name}", entry.path
        else:
            raise _NotCacheable

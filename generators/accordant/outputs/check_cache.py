"""A cache of clean checks, so that a check is not repeated while nothing has changed.

A verdict is kept in the user's cache folder, never in the project, so that a change request cannot bring a verdict
about itself. It is valid for exactly these bytes of the tool, the registry and the outputs. Where something cannot be
cached (a link, a device, a folder that cannot be read or is very large) nothing is kept, and the check is made.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from accordant import outputs
from accordant.outputs.package_versions import version_of

TOOL: Final = Path(__file__).resolve().parent.parent
"""The folder of the tool's own files."""
BUNDLED: Final = "bundled"
"""The folder in it of the registry that comes with an installed tool."""
_COMPILED: Final = "__pycache__"
PACKAGES: Final = ("click", "jinja2", "jsonschema-rs", "referencing", "datamodel-code-generator")
"""Packages whose versions may change what is generated."""
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_KEPT: Final = 64
"""Files to keep in a folder of the cache; the oldest are deleted first."""
_EXAMPLES: Final = re.compile(r"[^/]+/[^/]+/examples/")
"""The examples of a registry; no package is generated from them."""
_FOREIGN: Final = ("node_modules/", ".git/")
"""Folders that other programs make in an output folder; ignored unless something was generated in them."""
_NO_OUTPUTS: Final[outputs.Outputs] = {}
_NOTHING: Final = hashlib.sha256().hexdigest()
"""The digest of no bytes, which stands for a folder."""


@dataclass(frozen=True, slots=True)
class Digest:
    """The digest of a folder."""

    text: str
    size: int
    """The bytes of all files."""


class NotCacheable(Exception):
    """A link, a device, or something unreadable or too large is there."""


class CleanCheck:
    """The clean verdict of one command line on one registry."""

    def __init__(self, words: Sequence[str], registry: Path, *, with_examples: bool = False) -> None:
        """Find the file of the verdict: its name is a digest of all that the verdict depends on.

        Args:
            words: the command line.
            registry: the folder of the registry.
            with_examples: something is generated from its examples too.
        """
        self._file: Path | None = None
        self._before: Stillness | None = None
        self._digests: Mapping[str, Digest | None] = {}
        with contextlib.suppress(NotCacheable, OSError, RuntimeError):  # there may be no home
            place = registry.resolve()
            self._before = Stillness(place)
            self._digests = _digests_of(
                place, lambda below: not with_examples and _EXAMPLES.fullmatch(below) is not None
            )
            parts = [*words, str(Path.cwd()), str(place), sys.version, *map(version_of, PACKAGES)]
            parts += [tool_digest(), tool_digest(BUNDLED), *_whole(self._digests)]
            self._file = cache_folder() / "clean" / hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def digest_of(self, name: str) -> str:
        """The digest of a folder of the registry, as it was at the beginning; empty where it has none."""
        digest = self._digests.get(name)
        return digest.text if digest else ""

    @cached_property
    def was_untouched(self) -> bool:
        """Whether nobody touched the registry until everything was made of it; False where that cannot be seen.

        It is looked at when first asked for, which must be then.
        """
        return self._before is not None and self._before.is_kept()

    def is_clean(self) -> bool:
        """Whether the verdict is there and the outputs are still the same."""
        if self._file is None:
            return False
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            return bool(kept) and bool(kept == [_describe_folder(path) for path, *_ in kept])
        except (NotCacheable, OSError, ValueError, KeyError, TypeError, IndexError):
            return False

    def keep(self, folders: Iterable[Path], written: outputs.Outputs = _NO_OUTPUTS) -> None:
        """Keep the verdict that the outputs in these folders are clean, unless the registry was edited meanwhile.

        Args:
            folders: the folders of the outputs.
            written: what was just found or written there by these names, where it is a single folder. It is not read
                again: who edits it now has edited what was clean.
        """
        if self._file is None or not self.was_untouched:
            return
        with contextlib.suppress(NotCacheable, OSError):
            paths = [os.path.abspath(folder) for folder in folders]  # noqa: PTH100  (links stay links)
            keep_file(self._file, json.dumps([_describe_folder(path, written) for path in paths]))


class Stillness:
    """Whether no file below a folder is touched while a command works; an edit that is undone counts too."""

    def __init__(self, folder: Path) -> None:
        """Look at the files of a folder."""
        self._folder = folder
        self._seen = self._look()

    def is_kept(self) -> bool:
        """Whether all files are those that were there, and were not written to; False where that cannot be seen."""
        return self._seen is not None and self._seen == self._look()

    def _look(self) -> list[tuple[str, int, int]] | None:
        try:
            entries = list(_entries(str(self._folder), "", lambda below: False))
        except OSError:
            return None
        return [(name, status.st_ino, status.st_ctime_ns) for name, _, status in entries if not name.endswith("/")]


def keep_file(file: Path, text: str) -> None:
    """Write a file of the cache, whole or not at all; of its neighbours the oldest are deleted."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    oldest_first = sorted(file.parent.iterdir(), key=lambda other: other.stat().st_mtime)
    for other in oldest_first[: -MOST_KEPT + 1]:
        other.unlink()
    part = file.with_suffix(f".{os.getpid()}")
    part.write_text(text, "utf-8")
    part.replace(file)


def cache_folder() -> Path:
    """The folder of the tool in the user's cache; NotCacheable where the user has none."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".cache"
    if not base.is_absolute():
        raise NotCacheable
    return base / "accordant"


def _describe_folder(folder: str, written: outputs.Outputs = _NO_OUTPUTS) -> list[str]:
    """The path of a folder as given, its resolved path, and the digest of its files."""

    def is_foreign(below: str) -> bool:
        if below not in _FOREIGN:
            return below.endswith(f"{_COMPILED}/")
        return not any(name.startswith(below) for name in outputs.generated_files(Path(folder)))

    return [folder, str(Path(folder).resolve()), _digest_of(Path(folder), is_foreign, written).text]


@cache
def tool_digest(room: str = "") -> str:
    """The digest of the tool's own files, or of one of its rooms or modules, taken once; empty where it has no such.

    The registry that comes with it is a room of its own. A process has one tool, whatever happens to its files.
    """
    folder = TOOL / room
    if not folder.is_dir():
        return _digest_of_file(str(folder)) if folder.is_file() else ""
    if room:
        return _digest_of(folder, lambda below: below.endswith(f"{_COMPILED}/")).text
    rooms = sorted(inner.name for inner in folder.iterdir() if inner.is_dir())
    parts = [(name, tool_digest(name)) for name in rooms if name not in (BUNDLED, _COMPILED)]
    return hashlib.sha256(json.dumps([_digest_of(folder, lambda below: True).text, *parts]).encode()).hexdigest()


def _digest_of(folder: Path, is_left_out: Callable[[str], bool], known: outputs.Outputs = _NO_OUTPUTS) -> Digest:
    """The digest of the names of all folders and files below a folder and of their bytes, without what is left out.

    Files that are ``known`` are not read.
    """
    digest, size = hashlib.sha256(), 0
    for name, path, status in _entries(str(folder), "", is_left_out):
        is_folder = name.endswith("/")
        size += 0 if is_folder else status.st_size
        if size > MOST_BYTES or not (is_folder or stat.S_ISREG(status.st_mode)):
            raise NotCacheable
        data = outputs.digest(known[name]) if name in known else _NOTHING if is_folder else _digest_of_file(path)
        names = "" if status.st_nlink == 1 or is_folder else " of several names"  # a registry refuses those
        part = f"{len(name)} {name} {data}{names}"  # its length tells where a name ends
        digest.update(part.encode("utf-8", "surrogatepass"))
    return Digest(digest.hexdigest(), size)


def _digests_of(folder: Path, is_left_out: Callable[[str], bool]) -> dict[str, Digest | None]:
    """The digest of each folder in a folder, by its name, and under "" that of the files; None where it has none."""
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))

    def find(name: str) -> Digest | None:
        return _find_digest(folder / name, lambda below: is_left_out(f"{name}/{below}"))

    return {"": _find_digest(folder, lambda below: True), **{name: find(name) for name in names}}


def _find_digest(folder: Path, is_left_out: Callable[[str], bool]) -> Digest | None:
    try:
        return _digest_of(folder, is_left_out)
    except (NotCacheable, OSError):
        return None


def _whole(digests: Mapping[str, Digest | None]) -> Iterator[str]:
    """The names and the digests of the folders in a folder, where all have one and are not too large together."""
    known = {name: digest for name, digest in digests.items() if digest is not None}
    if len(known) < len(digests) or sum(digest.size for digest in known.values()) > MOST_BYTES:
        raise NotCacheable
    for name, digest in known.items():
        yield from (name, digest.text)


def _digest_of_file(path: str) -> str:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123  (thousands of paths, each a text)
        return hashlib.sha256(file.readall()).hexdigest()


def _entries(folder: str, below: str, is_left_out: Callable[[str], bool]) -> Iterator[tuple[str, str, os.stat_result]]:
    """All that stands below a folder, each with its path and what it is; the name of a folder ends with a slash."""
    with os.scandir(folder) as entries:
        ordered = sorted(entries, key=lambda entry: entry.name)
    for entry in ordered:
        status = entry.stat(follow_symlinks=False)
        if not stat.S_ISDIR(status.st_mode):
            yield f"{below}{entry.name}", entry.path, status
            continue
        inner = f"{below}{entry.name}/"
        if not is_left_out(inner):
            yield inner, entry.path, status
            yield from _entries(entry.path, inner, is_left_out)

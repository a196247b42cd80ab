"""The layout of a registry folder, and safe access to its files."""

from __future__ import annotations

import contextlib
import functools
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from accordant.disk import reading as disk
from accordant.disk.places import REFUSES_LINKS
from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema.documents import MAX_BYTES

CONFIG = "registry.toml"
LOCK = "registry.lock"
CONTRACT = "contract.toml"
RELEASES = "releases"
EXAMPLES = "examples"
BUNDLED = "bundled"
PAGES = "site/reference"
"""Where the reference pages go, below the project."""

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

_READABLE = "check that it exists and may be read"

SUFFIXES = {
    "schema": (".schema.json", ".schema.yaml", ".schema.yml"),
    "codes": (".codes.json", ".codes.yaml", ".codes.yml"),
    "stream": (".stream.json", ".stream.yaml", ".stream.yml"),
}


def find(given: str | None, start: Path) -> Path:
    """The registry folder: the one that was given, else the nearest upward or in ``./registry``.

    Raises:
        InputError: there is none.
    """
    if given == BUNDLED:
        return find_bundled_registry()
    if given is not None:
        folder = Path(given)
        if folder.name == CONFIG:
            folder = folder.parent
        if not (folder / CONFIG).is_file():
            raise InputError(
                f"no {CONFIG} there", Place(given), next_step="give the folder that holds it, or run: registry init"
            )
        return folder
    for folder in (start, *start.parents):
        for candidate in (folder, folder / "registry"):
            if (candidate / CONFIG).is_file():
                return candidate
    raise InputError(
        f"no {CONFIG} here, in ./registry, or in a folder above",
        next_step="run 'registry init' to begin one, or give --registry PATH (or --registry bundled)",
    )


def find_bundled_registry() -> Path:
    """The registry that comes with the tool."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "bundled"
    return inside if (inside / CONFIG).is_file() else package.parent.parent / "registry"


def project(folder: Path) -> Path:
    """The base of a target's ``out``: the parent of a folder called ``registry``, else the folder itself."""
    resolved = folder.resolve()
    return resolved.parent if resolved.name == "registry" else resolved


def inside_project(folder: Path, out: str) -> Path:
    """The folder of a target.

    Raises:
        InputError: it lies outside the project.
    """
    base = project(folder)
    target = base if "\0" in out else (base / out).resolve()
    below = target.relative_to(base).parts if target.is_relative_to(base) else ()
    if out.startswith(("/", "\\")) or not below or any(part.startswith(".") for part in below):
        raise InputError(
            f"the target folder {out!r} leaves the project, or is a hidden one",
            Place(CONFIG),
            next_step="name a folder below the project",
        )
    return base / out


def read_file(folder: Path, relative: str) -> bytes:
    """The bytes of a file of the registry.

    Raises:
        InputError: it is missing, too large, not a plain file with one name, or lies outside the registry (through a
            symbolic link, too).
    """
    try:
        root = _root(folder)
        if REFUSES_LINKS:
            with contextlib.suppress(InputError, OSError):  # what follows says why
                return _read(root, relative, relative)
        return _read(root, _inside(folder, relative).relative_to(root).as_posix(), relative)
    except (OSError, RuntimeError, ValueError) as error:  # a NUL in the path is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"cannot be read: {reason}", Place(relative), next_step=_READABLE, rule="unreadable"
        ) from error


def _read(root: str, relative: str, shown: str) -> bytes:
    # Installers of packages may link the files of the tool itself.
    return disk.read_file(Path(root), relative, MAX_BYTES, shown=shown, may_be_shared=root == _bundled_root())


@functools.cache
def _bundled_root() -> str:
    return os.path.realpath(find_bundled_registry())


def entries(folder: Path, relative: str) -> list[tuple[str, bool]]:
    """Names in a folder of the registry, sorted, and whether each is a folder; hidden ones are left out.

    Raises:
        InputError: the folder cannot be listed or lies outside the registry.
    """
    try:
        with os.scandir(_inside(folder, relative)) as iterator:
            return sorted((entry.name, _is_folder(entry)) for entry in iterator if not entry.name.startswith("."))
    except (OSError, RuntimeError, ValueError) as error:  # a NUL in the path is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"cannot be listed: {reason}", Place(relative), next_step=_READABLE, rule="unreadable"
        ) from error


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a circle of links: reading it reports the error
        return False


def _inside(folder: Path, relative: str) -> Path:
    """The real path of something in the registry."""
    root = _root(folder)
    real = os.path.realpath(os.path.join(root, relative), strict=True)  # noqa: PTH118
    if real != root and not real.startswith(root.rstrip(os.sep) + os.sep):
        raise InputError(
            "leads out of the registry folder; nothing outside is read",
            Place(relative),
            next_step="copy the file into the registry",
            rule="outside-registry",
        )
    return Path(real)


def _root(folder: Path) -> str:
    return _real(os.path.join(os.getcwd(), folder))  # noqa: PTH109, PTH118 (asked for every file)


@functools.lru_cache(maxsize=8)
def _real(folder: str) -> str:
    return os.path.realpath(folder)


def of_kind(files: Iterable[str], kind: str) -> Iterator[tuple[str, str]]:
    """The files of one kind (``schema``, ``codes`` or ``stream``), each with its name."""
    for file in files:
        match = kind_of(file)
        if match is not None and match[0] == kind:
            yield file, match[1]


def kind_of(file: str) -> tuple[str, str] | None:
    """(``schema``, ``codes`` or ``stream``; the name) of a file in a version's folder, or None."""
    for kind, suffixes in SUFFIXES.items():
        for suffix in suffixes:
            if file.endswith(suffix) and len(file) > len(suffix):
                return kind, file[: -len(suffix)]
    return None


def major_of(version: str) -> int:
    """2 for ``v2``."""
    return int(version.removeprefix("v"))

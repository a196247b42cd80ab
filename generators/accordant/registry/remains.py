"""What commands that were interrupted leave in a registry: found, and removed where it is provably theirs.

A version that ``registry bump`` makes becomes part of the registry with its table in ``contract.toml``. Until then a
mark in its folder says what the folder holds, and nobody reads it. A mark that this user's own runs have not left says
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from accordant.contract.names import VERSION
from accordant.disk.writing import remove_file, remove_folder, remove_remains, write_file
from accordant.errors import InputError
from accordant.findings import Place
from accordant.outputs import digest, own_notes
from accordant.registry import begun_additions, layout
from accordant.registry.files import Files
from accordant.schema import documents

MARK: Final = begun_additions.NOTE
"""In the folder of a version that has no table yet: its files and their digests."""


def mark(folder: Path, texts: Mapping[str, str]) -> None:
    """Mark a version's folder as one that is being made."""
    files = {path: digest(text) for path, text in sorted(texts.items())}
    text = json.dumps({"files": files, "secret": own_notes.new_secret()})
    own_notes.remember(text)
    write_file(folder, MARK, text)


def unmark(folder: Path, contract: str, version: str) -> None:
    """Take the mark from a version that is complete."""
    path = f"{contract}/{version}/{MARK}"
    text = layout.read_file(folder, path)
    remove_file(folder, path)
    own_notes.forget(text)


def is_marked(files: Files, base: str) -> bool:
    """Whether a version's folder is marked as one that is being made."""
    try:
        return own_notes.is_own(files.read(f"{base}/{MARK}"))
    except InputError:
        return False


def remove(folder: Path, shown: str) -> Iterator[str]:
    """Remove what killed commands left; the caller has the turn in the registry.

    Returns:
        A sentence about each thing.

    Raises:
        InputError: a version was begun, and its folder was edited since.
    """
    yield from begun_additions.settle(folder, shown)
    contracts = [name for name, is_folder in layout.entries(folder, "") if is_folder]
    versions = [f"{contract}/{name}" for contract in contracts for name in _versions(folder, contract)]
    releases = [f"{version}/{layout.RELEASES}" for version in versions]
    for path in remove_remains(folder, ["", *contracts, *versions, *releases]):
        yield f"removed {shown}{Path(path).relative_to(folder).as_posix()}, left by a command that was interrupted"
    for version in versions:
        if (folder / version / MARK).is_file():
            yield _settle(folder, version, shown)


def _versions(folder: Path, contract: str) -> list[str]:
    return [name for name, is_folder in layout.entries(folder, contract) if is_folder and VERSION.fullmatch(name)]


def _settle(folder: Path, path: str, shown: str) -> str:
    """Take the mark from a version that has its table; remove one that has none."""
    contract, _, version = path.partition("/")
    if _has_table(folder, contract, version, shown):
        unmark(folder, contract, version)
        return f"{shown}{path} is complete: an interrupted bump had left its mark"
    _require_unedited(folder, path, shown)
    remove_folder(folder / path)
    return f"removed {shown}{path}, begun by a bump that was interrupted"


def _has_table(folder: Path, contract: str, version: str, shown: str) -> bool:
    file = f"{contract}/{layout.CONTRACT}"
    value = documents.parse(layout.read_file(folder, file), shown + file).value
    versions = value.get("versions") if isinstance(value, dict) else None
    return isinstance(versions, dict) and version in versions


def _require_unedited(folder: Path, path: str, shown: str) -> None:
    """Require that a begun version holds what a command of this user wrote, and nothing else."""
    there = {file.relative_to(folder / path).as_posix() for file in (folder / path).rglob("*") if not file.is_dir()}
    try:
        text = layout.read_file(folder, f"{path}/{MARK}")
        begun = json.loads(text)["files"] if own_notes.is_own(text) else {}
        names = {*begun, MARK}
        is_unedited = names == there and all(
            digest(layout.read_file(folder, f"{path}/{name}")) == written for name, written in begun.items()
        )
    except (ValueError, TypeError, AttributeError, RecursionError):
        is_unedited = False
    if not is_unedited:
        raise InputError(
            "was begun by a bump that was interrupted, and was edited since or is not yours; nobody reads it",
            Place(f"{shown}{path}"),
            next_step="move your edits away and remove the folder, then run: registry bump",
        )

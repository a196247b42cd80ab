"""Outputs of generators: compare them with a folder, or write them to it; each file is replaced atomically."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from accordant.disk.places import refuse_link
from accordant.disk.reading import find_file, find_files
from accordant.disk.writing import remove_file, write_file, write_files
from accordant.errors import InputError
from accordant.findings import Place

Outputs: TypeAlias = Mapping[str, str]
"""Relative POSIX path to text."""

MANIFEST = ".accordant-manifest.json"
"""Lists the generated files of a folder, so that left-over files are not mistaken for files of other people."""

_GENERATED = re.compile(r"Generated( by (accordant|'registry)[^;\n]*)?[.;] do not edit", re.IGNORECASE)
_HEAD = 2000
"""The number of leading characters in which the mark is searched."""

_SEGMENT = re.compile(r"[A-Za-z0-9_@][A-Za-z0-9_.@-]*|\.npmrc|\.gitignore")
_RENAME = "rename the contract or schema that the file is generated from"
_RESERVED = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(\..*)?")


@dataclass(frozen=True, slots=True)
class Drift:
    """A difference between a folder and its outputs; the kind is ``modified``, ``missing`` or ``left-over``."""

    path: str
    kind: str


def check(outputs: Outputs, folder: Path, *, beside: bool = False, seen: Collection[str] = ()) -> list[Drift]:
    """The differences between ``folder`` and ``outputs``; nothing is written.

    A file is left over if ``outputs`` no longer holds it, and the manifest names it or its whole folder is generated.
    With ``beside`` the folder may hold other outputs too, and no file is left over. What was just ``seen`` to be as the
    outputs have it is not read again.
    """
    require_safe(outputs, folder)
    drift = list(_file_drift(outputs, folder, seen))
    if beside:
        return drift
    drift += _left_over(outputs, folder, _manifest(folder))
    drift += _manifest_drift(outputs, folder)
    return sorted(set(drift), key=lambda difference: difference.path)


def require_safe(outputs: Outputs, folder: Path) -> None:
    """Require that outputs may be written to a folder: what is read of their files later decides nothing here.

    Raises:
        InputError: a name that is unsafe, or a symbolic link in the way.
    """
    _refuse_unsafe_names(outputs)
    _refuse_links(outputs, folder)


def _file_drift(outputs: Outputs, folder: Path, seen: Collection[str]) -> Iterator[Drift]:
    for name, present in find_files(folder, sorted(outputs.keys() - seen)):
        if present is None:
            yield Drift(name, "missing")
        elif present != outputs[name].encode():
            yield Drift(name, "modified")


def _left_over(outputs: Outputs, folder: Path, before: Iterable[str]) -> Iterator[Drift]:
    """The files that were generated before, or that nobody generated."""
    yield from (Drift(name, "left-over") for name in before if name not in outputs)
    yield from (Drift(name, "left-over") for name in _foreign_files(outputs, folder))


def _manifest_drift(outputs: Outputs, folder: Path) -> Iterator[Drift]:
    """The manifest, where it is missing or outdated: without it, left-over files look like files of other people."""
    present = find_file(folder, MANIFEST)
    if present is None:
        yield Drift(MANIFEST, "missing")
    elif present != text_of(MANIFEST, outputs).encode():
        yield Drift(MANIFEST, "modified")


def text_of(name: str, outputs: Outputs) -> str:
    """What a file holds after the outputs were written; nothing where it is removed."""
    if name == MANIFEST:
        return _manifest_text({other: digest(text) for other, text in outputs.items()})
    return outputs.get(name, "")


def write(outputs: Outputs, folder: Path, *, beside: bool = False, seen: Collection[str] = ()) -> list[Drift]:
    """Make ``folder`` hold exactly ``outputs`` (with ``beside``: at least these) and return what changed.

    Each file is written beside its place and moved into it, without waiting for the disk: after a loss of power the
    manifest, for which it waits, tells what was written only in part. The manifest comes first, with the files of
    before too, and last. Files that were generated before and are no longer part of the outputs are removed; files of
    other people, and generated ones that somebody made into their own, are left alone. What was just ``seen`` there as
    the outputs have it is not read again.

    Raises:
        InputError: a name that is unsafe, a symbolic link or a file of other people in the way, or a folder that
            cannot be written.
    """
    require_safe(outputs, folder)
    before = _manifest(folder)
    differences = {*_file_drift(outputs, folder, seen), *(() if beside else _left_over(outputs, folder, before))}
    drift = sorted(differences, key=lambda difference: difference.path)
    digests = {name: digest(text) for name, text in outputs.items()}
    _refuse_foreign(drift, folder, before)
    kept = set() if beside else _list_edited(before, outputs, folder)
    if drift:  # a run that is broken off has said before what is its own
        _write_manifest(folder, {**before, **digests})
    written = {change.path: outputs[change.path] for change in drift if change.kind != "left-over"}
    write_files(folder, written, waits=False)
    for name in () if beside else before:
        if name not in outputs and name not in kept:
            remove_file(folder, name)
    _write_manifest(folder, {**before, **digests} if beside else digests)
    return [change for change in drift if change.kind != "left-over" or find_file(folder, change.path) is None]


def has_left_over(outputs: Outputs, folder: Path) -> bool:
    """Whether files that no generator wrote stand among the outputs, which were just written."""
    return any(_foreign_files(outputs, folder))


def folders_of(outputs: Outputs, folder: Path) -> list[str]:
    """The folders, relative to ``folder``, in which a run for these outputs or an earlier one writes files."""
    names = [MANIFEST, *outputs, *_manifest(folder)]
    return sorted({name.rpartition("/")[0] for name in names})


def _write_manifest(folder: Path, digests: Mapping[str, str]) -> None:
    text = _manifest_text(digests)
    if find_file(folder, MANIFEST) != text.encode():
        write_file(folder, MANIFEST, text)


def _list_edited(before: Mapping[str, str], outputs: Outputs, folder: Path) -> set[str]:
    """Left-over files that are no longer what was generated: a manifest may name files of other people."""
    edited = set()
    for name, written in before.items():
        present = None if name in outputs else find_file(folder, name)
        if present is not None and digest(present) != written and not _is_marked(present):
            edited.add(name)
    return edited


def _is_marked(data: bytes) -> bool:
    return _GENERATED.search(data[: 4 * _HEAD].decode("utf-8", "replace")[:_HEAD]) is not None


def _refuse_foreign(drift: list[Drift], folder: Path, generated: Collection[str]) -> None:
    """Refuse to overwrite a file that neither the manifest nor its own text says is generated."""
    for difference in drift:
        is_other = difference.kind == "modified" and difference.path not in generated
        if is_other and not _is_marked(find_file(folder, difference.path) or b""):
            raise InputError(
                "exists already and was not generated; nothing was written",
                Place(str(folder / difference.path)),
                next_step="move the file away, or choose another folder",
            )


def digest(text: str | bytes) -> str:
    """The sha256 of a text's UTF-8 bytes, in hexadecimal."""
    return _digest_of_text(text) if isinstance(text, str) else hashlib.sha256(text).hexdigest()


@lru_cache(maxsize=10_000)
def _digest_of_text(text: str) -> str:
    """The digest of an output, for which the manifest and the memories of a run all ask."""
    return hashlib.sha256(text.encode()).hexdigest()


def _manifest_text(digests: Mapping[str, str]) -> str:
    return json.dumps({"made-by": "registry", "files": dict(sorted(digests.items()))}, indent=2) + "\n"


def _manifest(folder: Path) -> dict[str, str]:
    """The files of the manifest that exist, with the digests of what was written.

    Raises:
        InputError: the manifest, or a part of a path that it names, is a link.
    """
    try:
        files = json.loads(find_file(folder, MANIFEST) or b"")["files"]
        names = {name: str(files[name]) for name in sorted(files.keys()) if _is_safe(name)}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    _refuse_links(names, folder)
    start = os.path.join(folder, "")  # noqa: PTH118  (thousands of paths, each a text)
    return {name: written for name, written in names.items() if os.path.isfile(start + name)}  # noqa: PTH113


def generated_files(folder: Path) -> list[str]:
    """The files in a folder that its manifest names, by path."""
    return list(_manifest(folder))


def _foreign_files(outputs: Outputs, folder: Path) -> Iterator[str]:
    """Files that no generator wrote in folders that the outputs own (below the top)."""
    owned = {name.rsplit("/", 1)[0] for name in outputs if "/" in name}
    for relative in sorted(owned):
        base = folder / relative
        if not base.is_dir() or base.is_symlink():
            continue
        others = [name for name in os.listdir(base) if f"{relative}/{name}" not in outputs]  # noqa: PTH208  (thousands)
        for name in sorted(others):
            if (base / name).is_file() and not name.startswith(".") and not name.endswith(".pyc"):
                yield f"{relative}/{name}"


def _refuse_unsafe_names(outputs: Outputs) -> None:
    folded: dict[str, str] = {}
    for name in outputs:
        if not _is_safe(name):
            raise InputError("is not a valid name for a generated file", Place(name), next_step=_RENAME)
        twin = folded.setdefault(name.casefold(), name)
        if twin != name:
            raise InputError(f"differs from {twin!r} only in case", Place(name), next_step=_RENAME)


@lru_cache(maxsize=10_000)
def _is_safe(name: str) -> bool:
    parts = name.split("/")
    return bool(parts) and all(_SEGMENT.fullmatch(part) and not _RESERVED.fullmatch(part) for part in parts)


def _refuse_links(names: Iterable[str], folder: Path) -> None:
    """Refuse symbolic links below ``folder`` on the way to any file (the folder itself may be one)."""
    start = os.path.join(folder, "")  # noqa: PTH118  (thousands of paths, each a text)
    may_hold: dict[str, bool] = {}
    for name in names:
        for path in _way_to(name, may_hold):
            parent = path.rpartition("/")[0]
            if parent not in may_hold:
                may_hold[parent] = _may_hold_link(start + parent)
            if may_hold[parent] and os.path.islink(start + path):  # noqa: PTH114
                raise refuse_link(folder / path)


def _way_to(name: str, seen: Collection[str]) -> list[str]:
    """The folders on the way to a file in which nobody looked before, the outermost first, and the file."""
    way = [name]
    parent = name.rpartition("/")[0]
    while parent and parent not in seen:
        way.append(parent)
        parent = parent.rpartition("/")[0]
    return way[::-1]


def _may_hold_link(folder: str) -> bool:
    """Whether a link stands in a folder, so that each name is looked at; also where its entries cannot be listed."""
    try:
        with os.scandir(folder) as entries:
            return any(entry.is_symlink() for entry in entries)
    except FileNotFoundError:
        return False
    except OSError:
        return True

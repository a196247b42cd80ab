"""Outputs of generators: compare them with a folder, or write them to it; each file is replaced atomically."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

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


def check(outputs: Outputs, folder: Path, *, beside: bool = False) -> list[Drift]:
    """The differences between ``folder`` and ``outputs``; nothing is written.

    A file is left over if ``outputs`` no longer holds it, and the manifest names it or its whole folder is generated.
    With ``beside`` the folder may hold other outputs too, and no file is left over.
    """
    _refuse_unsafe_names(outputs)
    _refuse_links(outputs, folder)
    drift: list[Drift] = []
    for name, text in sorted(outputs.items()):
        try:
            present = (folder / name).read_bytes()
        except FileNotFoundError:
            drift.append(Drift(name, "missing"))
            continue
        except OSError as error:
            reason, place = f"cannot be read: {error.strerror}", Place(str(folder / name))
            raise InputError(reason, place, next_step="correct its permissions, or remove it") from error
        if present != text.encode():
            drift.append(Drift(name, "modified"))
    if beside:
        return drift
    drift += [Drift(name, "left-over") for name in generated_files(folder) if name not in outputs]
    drift += [Drift(name, "left-over") for name in _foreign_files(outputs, folder)]
    drift += _manifest_drift(outputs, folder)
    return sorted(set(drift), key=lambda difference: difference.path)


def _manifest_drift(outputs: Outputs, folder: Path) -> Iterator[Drift]:
    """The manifest, where it is missing or outdated: without it, left-over files look like files of other people."""
    try:
        present = (folder / MANIFEST).read_bytes()
    except OSError:
        yield Drift(MANIFEST, "missing")
        return
    if present != _manifest_text({name: digest(text) for name, text in outputs.items()}).encode():
        yield Drift(MANIFEST, "modified")


def write(outputs: Outputs, folder: Path, *, beside: bool = False) -> list[Drift]:
    """Make ``folder`` hold exactly ``outputs`` (with ``beside``: at least these) and return what changed.

    Each file is written beside its place and moved into it; the manifest comes last. Files that were generated
    before and are no longer part of the outputs are removed; files of other people are left alone.

    Raises:
        InputError: a name that is unsafe, a symbolic link or a file of other people in the way, or a folder that
            cannot be written.
    """
    drift = [difference for difference in check(outputs, folder, beside=beside) if difference.path != MANIFEST]
    _refuse_foreign(drift, folder)
    try:
        for change in drift:
            if change.kind != "left-over":
                _write_file(folder / change.path, outputs[change.path])
        for name in generated_files(folder):
            if name not in outputs and not beside:
                with contextlib.suppress(FileNotFoundError):
                    (folder / name).unlink()
        digests = {name: digest(text) for name, text in outputs.items()}
        manifest = _manifest_text({**_manifest(folder), **digests} if beside else digests)
        if not (folder / MANIFEST).exists() or (folder / MANIFEST).read_text("utf-8") != manifest:
            _write_file(folder / MANIFEST, manifest)
    except OSError as error:
        raise InputError(
            f"cannot be written: {error.strerror}",
            Place(str(error.filename or folder)),
            next_step="choose another --out",
        ) from error
    return [change for change in drift if change.kind != "left-over" or not (folder / change.path).exists()]


def _refuse_foreign(drift: list[Drift], folder: Path) -> None:
    """Refuse to overwrite a file that neither the manifest nor its own text says is generated."""
    generated = set(generated_files(folder))
    for difference in drift:
        if difference.kind == "modified" and difference.path not in generated:
            text = (folder / difference.path).read_text("utf-8", "replace")
            if not _GENERATED.search(text[:_HEAD]):
                raise InputError(
                    "exists already and was not generated; nothing was written",
                    Place(str(folder / difference.path)),
                    next_step="move the file away, or choose another --out",
                )


def write_text(path: Path, text: str) -> None:
    """Write one file so that a crash leaves the old content or the new, never half.

    Raises:
        InputError: the place is a symbolic link or cannot be written.
    """
    if path.is_symlink():
        raise _is_link(path)
    try:
        _write_file(path, text)
    except OSError as error:
        reason = f"cannot be written: {error.strerror}"
        raise InputError(reason, Place(str(path)), next_step="choose a place that you may write to") from error


def _is_link(path: Path) -> InputError:
    reason = "is a symbolic link; nothing is written through links"
    return InputError(reason, Place(str(path)), next_step="remove the link, or choose another place")


def digest(text: str | bytes) -> str:
    """The sha256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def _write_file(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".accordant-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o644)  # noqa: PTH101  (mkstemp made it private)
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        raise


def _manifest_text(digests: Mapping[str, str]) -> str:
    return json.dumps({"made-by": "registry", "files": dict(sorted(digests.items()))}, indent=2) + "\n"


def _manifest(folder: Path) -> dict[str, str]:
    """The files of the manifest that exist, with the digests of what was written."""
    try:
        files = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
        return {name: str(files[name]) for name in sorted(files) if _is_safe(name) and (folder / name).is_file()}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


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
        for path in sorted(base.iterdir()):
            name = f"{relative}/{path.name}"
            if path.is_file() and name not in outputs and not path.name.startswith(".") and path.suffix != ".pyc":
                yield name


def _refuse_unsafe_names(outputs: Outputs) -> None:
    folded: dict[str, str] = {}
    for name in outputs:
        if not _is_safe(name):
            raise InputError("is not a valid name for a generated file", Place(name), next_step=_RENAME)
        twin = folded.setdefault(name.casefold(), name)
        if twin != name:
            raise InputError(f"differs from {twin!r} only in case", Place(name), next_step=_RENAME)


def _is_safe(name: str) -> bool:
    parts = name.split("/")
    return bool(parts) and all(_SEGMENT.fullmatch(part) and not _RESERVED.fullmatch(part) for part in parts)


def _refuse_links(outputs: Outputs, folder: Path) -> None:
    """Refuse symbolic links below ``folder`` on the way to any output (the folder itself may be one)."""
    seen: set[Path] = set()
    for name in outputs:
        path = folder
        for part in name.split("/"):
            path = path / part
            if path not in seen and path.is_symlink():
                raise _is_link(path)
            seen.add(path)

"""Files of a ``.zip`` or ``.tar.gz`` archive, read in memory: nothing is unpacked to a disk.

A registry in an archive comes from elsewhere, so its names and sizes are hostile (CVE-2007-4559 and its kin): links,
devices, absolute paths and ``..`` are refused, and every size is counted while reading, not believed.
"""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from accordant.errors import InputError
from accordant.findings import Place

SUFFIXES: Final = (".zip", ".tar.gz", ".tgz", ".tar")

# Bounds far above any registry, so that a hostile archive does not exhaust memory.
MOST_FILES: Final = 50_000
LARGEST_FILE: Final = 4 * 1024 * 1024
LARGEST_ARCHIVE: Final = 64 * 1024 * 1024
MOST_BYTES: Final = 128 * 1024 * 1024
"""Of all files together, unpacked."""

_REPACK: Final = "pack the registry folder again, as plain files"


def is_archive(path: str) -> bool:
    """Whether a path has the suffix of an archive."""
    return path.lower().endswith(SUFFIXES)


def read_files(path: Path, marker: str) -> dict[str, bytes]:
    """The files beside ``marker`` and below, by path relative to its folder.

    Args:
        path: the archive.
        marker: the name of a file at the top of the folder to read (``registry.toml``); where several folders have
            one, the highest is read.

    Raises:
        InputError: no such archive, one that is broken or beyond the bounds, or one without ``marker``.
    """
    contents = _read(path)
    folders = sorted((name.count("/"), name.removesuffix(marker)) for name in contents if _has_name(name, marker))
    if not folders:
        raise InputError(
            f"holds no {marker}", Place(str(path)), next_step="pack the folder that holds it", rule="baseline-missing"
        )
    base = folders[0][1]
    return {name[len(base) :]: data for name, data in contents.items() if name.startswith(base)}


def _has_name(name: str, marker: str) -> bool:
    return name == marker or name.endswith(f"/{marker}")


def _read(path: Path) -> dict[str, bytes]:
    """All files of an archive, by name, within the bounds."""
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_ARCHIVE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"cannot be read: {reason}", Place(str(path)), next_step="check the path and its permissions",
            rule="baseline-missing",
        ) from error  # fmt: skip
    if len(data) > LARGEST_ARCHIVE:
        raise _unusable(path, f"is larger than {LARGEST_ARCHIVE:,} bytes")
    members = _read_zip if path.name.lower().endswith(".zip") else _read_tar
    contents: dict[str, bytes] = {}
    total = 0
    try:
        for name, content in members(path, data):
            safe = _safe_name(path, name)
            total += len(content)
            if safe in contents:
                raise _unusable(path, f"holds {safe!r} twice")
            if total > MOST_BYTES or len(contents) >= MOST_FILES:
                raise _unusable(path, f"holds more than {MOST_FILES:,} files or {MOST_BYTES:,} bytes")
            contents[safe] = content
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as e:
        raise _unusable(path, f"is broken: {str(e)[:120] or type(e).__name__}") from e
    return contents


def _read_zip(path: Path, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The names and contents of the files in a zip archive."""
    if data.count(b"PK\x01\x02") > 2 * MOST_FILES:  # before zipfile makes an object of each
        raise _unusable(path, f"holds more than {MOST_FILES:,} files")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.infolist():
            kind = stat.S_IFMT(member.external_attr >> 16)
            if member.is_dir():
                continue
            if kind not in (0, stat.S_IFREG):
                raise _unusable(path, f"holds a link or a device: {member.filename[:120]!r}")
            if member.flag_bits & 1:
                raise _unusable(path, f"is encrypted: {member.filename[:120]!r}")
            with archive.open(member) as stream:
                yield member.filename, _read_bounded(path, member.filename, stream)


def _read_tar(path: Path, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The names and contents of the files in a tar archive."""
    if not path.name.lower().endswith(".tar"):
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:  # headers and skipped members unpack, too
            raise _unusable(path, f"holds more than {MOST_BYTES:,} bytes")
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for member in archive:
            if member.isdir():
                continue
            content = archive.extractfile(member) if member.isreg() else None
            if content is None:
                raise _unusable(path, f"holds a link or a device: {member.name[:120]!r}")
            yield member.name, _read_bounded(path, member.name, content)


def _read_bounded(path: Path, name: str, stream: IO[bytes]) -> bytes:
    content = stream.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise _unusable(path, f"{name[:120]!r} is larger than {LARGEST_FILE:,} bytes")
    return content


def _safe_name(path: Path, name: str) -> str:
    """The name without ``./`` in front.

    Raises:
        InputError: it leads out of the archive.
    """
    parts = [part for part in name.split("/") if part != "."]
    if name.startswith("/") or "\\" in name or "\0" in name or ".." in parts or not all(parts) or ":" in parts[0]:
        raise _unusable(path, f"holds a path that leaves it: {name[:120]!r}")
    return "/".join(parts)


def _unusable(path: Path, reason: str) -> InputError:
    return InputError(reason, Place(str(path)), next_step=_REPACK, rule="archive-unusable")

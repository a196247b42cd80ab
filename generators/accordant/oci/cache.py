"""Blobs and manifests by digest, in the user's cache folder: what is pinned needs no network a second time."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from accordant.oci.artifact import digest_of
from accordant.outputs.check_cache import NotCacheable, cache_folder


def recall(digest: str) -> bytes | None:
    """The bytes with a digest; None where they are not kept, or have another digest."""
    with contextlib.suppress(NotCacheable, OSError, RuntimeError):
        data = _file(digest).read_bytes()
        return data if digest_of(data) == digest else None
    return None


def keep(data: bytes) -> None:
    """Keep bytes under their digest, whole or not at all; a file that was damaged is replaced."""
    with contextlib.suppress(NotCacheable, OSError, RuntimeError):
        file = _file(digest_of(data))
        if recall(digest_of(data)) is None:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part = file.with_suffix(f".{os.getpid()}")
            part.write_bytes(data)
            part.replace(file)


def _file(digest: str) -> Path:
    return cache_folder() / "oci" / digest.removeprefix("sha256:")

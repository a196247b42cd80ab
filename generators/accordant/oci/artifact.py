"""The form of the artifact: its manifest, its layers, and the files in them. Nothing here touches a network."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from accordant.errors import InputError
from accordant.findings import Place

ARTIFACT: Final = "application/vnd.accordant.registry.v1"
RELEASE: Final = "application/vnd.accordant.release.v1+json"
FILES: Final = "application/vnd.accordant.files.v1.tar"
MANIFEST: Final = "application/vnd.oci.image.manifest.v1+json"
EMPTY: Final = b"{}"
_EMPTY_TYPE: Final = "application/vnd.oci.empty.v1+json"
TITLE: Final = "org.opencontainers.image.title"
DEFAULT_SCHEMA: Final = "vnd.accordant.default-schema"
"""The schema that documents follow where none is named; no release file has it."""
MOST_LAYERS: Final = 20_000
LARGEST_LAYER: Final = 64 * 1024 * 1024
LARGEST_MANIFEST: Final = 4 * 1024 * 1024
"""What every server takes (distribution specification, "Pushing Manifests")."""
_FOREIGN: Final = "pull an artifact that registry push has made"


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of the artifact; a release has its path in the registry and the default schema of its version."""

    digest: str
    size: int
    type: str
    path: str = ""
    default_schema: str = ""


def digest_of(data: bytes) -> str:
    """The digest of bytes as OCI writes it."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def pack(files: Mapping[str, bytes], releases: Mapping[str, str], name: str) -> tuple[bytes, dict[str, bytes]]:
    """The manifest of a registry, and its blobs by digest. The same files give the same bytes.

    Args:
        files: every file of the registry, by path.
        releases: the paths among them that are release files, each with the default schema of its version.
        name: the name of the registry.
    """
    blobs, layers = {digest_of(EMPTY): EMPTY}, []
    for path in sorted(releases):
        blobs[digest_of(files[path])] = files[path]
        more = {DEFAULT_SCHEMA: releases[path]} if releases[path] else {}
        layers.append(_descriptor(RELEASE, files[path], {TITLE: path, **more}))
    rest = _tar({path: data for path, data in files.items() if path not in releases})
    blobs[digest_of(rest)] = rest
    layers.append(_descriptor(FILES, rest, {TITLE: "files.tar"}))
    manifest = {
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "artifactType": ARTIFACT,
        "config": {"mediaType": _EMPTY_TYPE, "digest": digest_of(EMPTY), "size": len(EMPTY)},
        "layers": layers,
        "annotations": {TITLE: name},
    }
    return json.dumps(manifest, separators=(",", ":"), ensure_ascii=False).encode(), blobs


def _descriptor(type_: str, data: bytes, annotations: Mapping[str, str]) -> dict[str, Any]:
    return {"mediaType": type_, "digest": digest_of(data), "size": len(data), "annotations": dict(annotations)}


def _tar(files: Mapping[str, bytes]) -> bytes:
    """The files as a tar archive without times, owners and modes of this machine."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, data in sorted(files.items()):
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(data), 0o644
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def layers_of(manifest: bytes, where: str) -> list[Layer]:
    """The layers that a manifest names.

    Raises:
        InputError: it is not a manifest of a registry of contracts.
    """
    try:
        value = json.loads(manifest)
        if value["artifactType"] != ARTIFACT or len(value["layers"]) > MOST_LAYERS:
            raise ValueError("another kind of artifact")
        return [_layer(entry) for entry in value["layers"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"holds no registry of contracts ({type(error).__name__})", Place(where), next_step=_FOREIGN,
            rule="baseline-missing",
        ) from error  # fmt: skip


def _layer(entry: Mapping[str, Any]) -> Layer:
    notes = entry["annotations"]
    path, default = str(notes[TITLE]), str(notes.get(DEFAULT_SCHEMA, ""))
    return Layer(str(entry["digest"]), int(entry["size"]), str(entry["mediaType"]), path, default)


def releases_in(layers: list[Layer]) -> dict[str, str]:
    """The digest of each release, by its path."""
    return {layer.path: layer.digest for layer in layers if layer.type == RELEASE}


def names_in(files: Mapping[str, bytes]) -> Iterator[str]:
    """Those paths of files from elsewhere that no registry has."""
    for path in files:
        parts = path.split("/")
        if not all(parts) or any(part in (".", "..") or part.startswith(".") for part in parts[:-1]) or "\\" in path:
            yield path

"""Fetches a published registry, every part by its digest."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from accordant.errors import InputError
from accordant.findings import Place
from accordant.oci import cache
from accordant.oci.artifact import RELEASE, Layer, digest_of, layers_of, names_in
from accordant.oci.client import AT_ONCE, Client
from accordant.oci.reference import Reference


@dataclass(frozen=True, slots=True)
class Pulled:
    """A published registry: its digest, and its files by path."""

    digest: str
    files: Mapping[str, bytes]


def pull(reference: Reference, *, plain_http: bool = False) -> Pulled:
    """Fetch what a reference means; with a digest that was fetched before, no network is needed.

    Raises:
        InputError: the server cannot be reached or refuses, there is no such artifact, or it holds no registry.
    """
    client = Client(reference, plain_http)
    manifest = find_manifest(client)
    files: dict[str, bytes] = {}
    layers = layers_of(manifest, str(reference))
    with ThreadPoolExecutor(AT_ONCE) as workers:
        for layer, data in zip(layers, workers.map(partial(_fetch, client), layers), strict=True):
            files |= _files_in(layer, data, reference)
    for path in names_in(files):
        raise _unusable(reference, f"holds a file {path[:100]!r}, which no registry has")
    return Pulled(digest_of(manifest), files)


def find_manifest(client: Client) -> bytes:
    """The manifest that a reference means, out of the cache where it has a digest and is there.

    Raises:
        InputError: the server cannot be reached or refuses, or has none.
    """
    reference = client.reference
    manifest = (cache.recall(reference.digest) if reference.digest else None) or client.manifest(reference.name)
    if manifest is None:
        step = "check the tag; registry push publishes a registry"
        raise InputError("nothing is published there", Place(str(reference)), next_step=step, rule="baseline-missing")
    cache.keep(manifest)
    return manifest


def _fetch(client: Client, layer: Layer) -> bytes:
    """The bytes of a layer, out of the cache where they are there."""
    data = cache.recall(layer.digest)
    if data is None:
        data = client.blob(layer.digest)
        cache.keep(data)
    return data


def _files_in(layer: Layer, data: bytes, reference: Reference) -> dict[str, bytes]:
    if layer.type == RELEASE:
        return {layer.path: data}
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            return {member.name: _content(archive, member) for member in archive}
    except (tarfile.TarError, ValueError, OSError) as error:
        raise _unusable(reference, f"is broken: {error}") from error


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    """The bytes of a plain file; the archive is in memory, so none is larger than it."""
    stream = archive.extractfile(member) if member.isreg() else None
    if stream is None:
        raise ValueError(f"{member.name[:100]!r} is not a plain file")
    return stream.read()


def _unusable(reference: Reference, reason: str) -> InputError:
    return InputError(
        reason, Place(str(reference)), next_step="publish it again: registry push", rule="archive-unusable"
    )

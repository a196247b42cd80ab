"""Fetches single releases of a published registry: each is a blob with the digest of its file."""

from __future__ import annotations

from collections.abc import Mapping

from accordant.oci import cache
from accordant.oci.artifact import RELEASE, Layer, layers_of
from accordant.oci.client import Client
from accordant.oci.pull import find_manifest
from accordant.oci.reference import Reference


def published_releases(reference: Reference, *, plain_http: bool = False) -> Mapping[str, Layer]:
    """The releases that a reference has now, by their paths.

    Raises:
        InputError: the server cannot be reached or refuses, there is no such artifact, or it holds no registry.
    """
    layers = layers_of(find_manifest(Client(reference, plain_http)), str(reference))
    return {layer.path: layer for layer in layers if layer.type == RELEASE}


def fetch_release(reference: Reference, digest: str, *, plain_http: bool = False) -> bytes | None:
    """The release file with a digest, out of the cache where it is there; None where the server has none.

    A server keeps what some tag still has, and a later push keeps every release: a release stays there when the tag
    moves on.

    Raises:
        InputError: the server cannot be reached or refuses.
    """
    data = cache.recall(digest)
    if data is None:
        data = Client(reference, plain_http).find_blob(digest)
        if data is not None:
            cache.keep(data)
    return data

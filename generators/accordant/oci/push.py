"""Publishes a registry. A release that is published under the tag stays as it is, and stays there."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place
from accordant.oci.artifact import digest_of, layers_of, pack, releases_in
from accordant.oci.client import AT_ONCE, Client
from accordant.oci.reference import Reference

SETTLING: Final = 1.0
"""Seconds after which the tag is read again: no server can change a tag on condition that it is unchanged."""


@dataclass(frozen=True, slots=True)
class Pushed:
    """What is published now."""

    digest: str
    releases: Mapping[str, str]
    """The digest of each release, by its path."""
    uploaded: int
    """How many blobs the server did not have."""


def push(
    reference: Reference,
    files: Mapping[str, bytes],
    releases: Mapping[str, str],
    name: str,
    *,
    plain_http: bool = False,
    settling: float = SETTLING,
) -> Pushed:
    """Publish files under the tag of a reference.

    Args:
        reference: where to.
        files: every file of the registry, by path.
        releases: the paths among them that are release files, each with the default schema of its version.
        name: the name of the registry.
        plain_http: speak to the server without TLS.
        settling: seconds to wait before the tag is read again.

    Raises:
        InputError: the server cannot be reached or refuses; a release is published with different content, or is
            published and no longer here; or another push came first.
    """
    client = Client(reference, plain_http)
    manifest, blobs = pack(files, releases, name)
    layers = layers_of(manifest, str(reference))
    before = _require_kept(client, reference, releases_in(layers))
    if before == manifest:
        return Pushed(digest_of(manifest), releases_in(layers), 0)
    published = layers_of(before, str(reference)) if before is not None else []
    new = {digest: blobs[digest] for digest in blobs.keys() - {layer.digest for layer in published}}
    with ThreadPoolExecutor(AT_ONCE) as workers:
        uploaded = sum(workers.map(client.upload, new.keys(), new.values()))
    if client.manifest(reference.tag) != before:
        _require_kept(client, reference, releases_in(layers))
    client.publish(reference.tag, manifest)
    time.sleep(settling)
    if client.manifest(reference.tag) != manifest:
        _require_kept(client, reference, releases_in(layers), came_first=True)
    return Pushed(digest_of(manifest), releases_in(layers), uploaded)


def _require_kept(
    client: Client, reference: Reference, ours: Mapping[str, str], *, came_first: bool = False
) -> bytes | None:
    """The manifest that is published, of which we keep every release.

    Raises:
        InputError: one of its releases is missing here, or has different content.
    """
    manifest = client.manifest(reference.tag)
    for path, digest in releases_in(layers_of(manifest, str(reference))).items() if manifest is not None else ():
        if ours.get(path) != digest:
            where = "another push came at the same time, and " if came_first else ""
            how = "is published with different content" if path in ours else "is published and not here"
            step = "take it from there: registry pull; a release is never replaced, make a new one: registry release"
            raise InputError(f"{where}{path} {how}", Place(str(reference)), next_step=step, rule="release-taken")
    return manifest

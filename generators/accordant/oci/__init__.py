"""A registry of contracts as an artifact in an OCI registry, which holds images in most companies already.

    push(Reference.of("oci://registry.example.org/team/contracts:main"), files, releases, name)
    pulled = pull(Reference.of("oci://registry.example.org/team/contracts@sha256:..."))

The artifact (OCI image specification 1.1) has a layer for each release, which is the release file itself, and one for
all other files. A release that is published is never replaced.

    released = published_releases(reference)            # single releases, by their paths
    data = fetch_release(reference, "sha256:...")       # one of them, by the digest of its file
"""

from __future__ import annotations

from accordant.oci.artifact import digest_of
from accordant.oci.cache import recall
from accordant.oci.pull import Pulled, pull
from accordant.oci.push import Pushed, push
from accordant.oci.reference import Reference, is_reference
from accordant.oci.releases import fetch_release, published_releases

__all__ = [
    "Pulled",
    "Pushed",
    "Reference",
    "digest_of",
    "fetch_release",
    "is_reference",
    "published_releases",
    "pull",
    "push",
    "recall",
]

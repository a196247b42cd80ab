"""A registry of contracts as an artifact in an OCI registry, which holds images in most companies already.

    push(Reference.of("oci://registry.example.org/team/contracts:main"), files, releases, name)
    pulled = pull(Reference.of("oci://registry.example.org/team/contracts@sha256:..."))

The artifact (OCI image specification 1.1) has a layer for each release, which is the release file itself, and one for
all other files. A release that is published is never replaced.
"""

from __future__ import annotations

from accordant.oci.pull import Pulled, pull
from accordant.oci.push import Pushed, push
from accordant.oci.reference import Reference, is_reference

__all__ = ["Pulled", "Pushed", "Reference", "is_reference", "pull", "push"]

"""Addresses of artifacts: ``oci://HOST/REPOSITORY``, with ``:TAG``, ``@sha256:DIGEST`` or both."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from accordant.errors import InputError

SCHEME: Final = "oci://"
DEFAULT_TAG: Final = "latest"
_FORM: Final = re.compile(
    r"oci://(?P<host>[A-Za-z0-9.-]+(:[0-9]{1,5})?|\[[0-9a-fA-F:.]+](:[0-9]{1,5})?)"
    r"/(?P<repository>[a-z0-9]+([._-]+[a-z0-9]+)*(/[a-z0-9]+([._-]+[a-z0-9]+)*)*)"
    r"(:(?P<tag>[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(@(?P<digest>sha256:[0-9a-f]{64}))?"
)
"""The names of the distribution specification 1.1."""
_LOOPBACK: Final = re.compile(r"(localhost|127\.[0-9.]+|\[::1])(:[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Reference:
    """Where an artifact is."""

    host: str
    repository: str
    tag: str = DEFAULT_TAG
    digest: str = ""

    @classmethod
    def of(cls, text: str) -> Reference:
        """The reference in a text.

        Raises:
            InputError: it is not a reference.
        """
        match = _FORM.fullmatch(text)
        if match is None:
            step = "write oci://HOST/REPOSITORY:TAG or oci://HOST/REPOSITORY@sha256:DIGEST, REPOSITORY in small letters"
            raise InputError(f"{text!r} is not the address of an artifact", next_step=step, rule="usage")
        return cls(match["host"], match["repository"], match["tag"] or DEFAULT_TAG, match["digest"] or "")

    @property
    def is_local(self) -> bool:
        """Whether the host is this machine, which is spoken to without TLS."""
        return _LOOPBACK.fullmatch(self.host) is not None

    @property
    def name(self) -> str:
        """What names the manifest on the server: the digest, else the tag."""
        return self.digest or self.tag

    def pinned(self, digest: str) -> str:
        """The address that always means this content."""
        return f"{SCHEME}{self.host}/{self.repository}@{digest}"

    def __str__(self) -> str:
        return f"{SCHEME}{self.host}/{self.repository}:{self.tag}" + (f"@{self.digest}" if self.digest else "")


def is_reference(word: str) -> bool:
    """Whether a word is meant as the address of an artifact."""
    return word.startswith(SCHEME)

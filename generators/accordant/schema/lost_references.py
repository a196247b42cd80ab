"""References that lead nowhere, or to several schemas: the errors, and what such a reference spells."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from accordant.errors import AccordantError
from accordant.schema.addresses import join_uri

OWN: Final = "urn:accordant:own"
"""The address by which references that lead nowhere name the schema's own document, whatever its address is."""


@dataclass(eq=False)
class UnresolvableReference(AccordantError):
    """A reference that leads nowhere: its text, the base it is read against, the pointer where it stands."""

    ref: str
    base: str
    document: str
    pointer: str

    def __str__(self) -> str:
        return (
            f"{self.document}#{self.pointer}: the reference {self.ref!r} (read against {self.base!r}) "
            "leads nowhere; nothing is fetched, so its target must be among the given schemas"
        )

    @property
    def reason(self) -> str:
        """Why it leads nowhere, without its place."""
        return f"the reference {self.ref!r} leads nowhere; its target is not among the given schemas"


class AmbiguousReference(UnresolvableReference):
    """A reference to an address that several different resources have."""

    def __str__(self) -> str:
        return f"{self.document}#{self.pointer}: {self.reason}"

    @property
    def reason(self) -> str:
        """Why it leads nowhere, without its place."""
        return f"the reference {self.ref!r} may mean several schemas, which have one address; give each its own"


def spelling(base: str, ref: str, own: Collection[str]) -> str:
    """The address that a reference spells, so that two versions of a schema (`own`: its addresses) spell it alike."""
    address = join_uri(base, ref)
    if address in own:
        address = OWN
    return f"{address}#{unquote(ref.partition('#')[2])}"

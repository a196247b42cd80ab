"""How schemas are to be exported, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accordant.findings import Finding, JsonValue
from accordant.schema.dialects import DRAFT_2020_12, Dialect


@dataclass(frozen=True, slots=True)
class Form:
    """The form of exported schemas."""

    draft: Dialect = DRAFT_2020_12
    plain: bool = False
    """Whether keywords are left out that the draft does not know: ``x-codes`` and its like."""
    base_uri: str = ""
    """Where the files are served: each ``$id`` begins with it. Empty: every schema keeps its own."""
    label: str = ""
    """What stands for the version in such an address: ``v1``, or the name of a release."""

    @property
    def holder(self) -> str:
        """The keyword that holds the definitions."""
        return "$defs" if "$defs" in self.draft.keywords else "definitions"


@dataclass(frozen=True, slots=True)
class Loss:
    """A keyword that the exported schema does not say: its document, its pointer there, and the reason."""

    address: str
    pointer: str
    keyword: str
    reason: str
    is_of_07: bool = False
    """Whether draft-07 alone has no words for it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The exported schemas by name, and what they do not say."""

    schemas: Mapping[str, JsonValue]
    findings: tuple[Finding, ...]

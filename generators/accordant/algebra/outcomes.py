"""The three answers to "is there a document?": found, nothing, unsure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Found:
    """There is one: this."""

    document: JsonValue


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is none; proved."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """Not known, and why; `where` is the place of the keyword that stands in the way, if one does."""

    reason: str
    where: str = ""


Outcome = Found | Nothing | Unsure
NOTHING: Final = Nothing()

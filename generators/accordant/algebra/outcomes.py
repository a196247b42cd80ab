"""The three answers to "is there a document?": found, nothing, unsure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Found:
    """There is a document, such as this one."""

    document: JsonValue


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is no document; proved."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """Unknown, with the reason; `where` is the place of the keyword that causes it, where there is one."""

    reason: str
    where: str = ""


Outcome = Found | Nothing | Unsure
NOTHING: Final = Nothing()

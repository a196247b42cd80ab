"""The question that a break asks of the newer schemas at its place."""

from __future__ import annotations

from dataclasses import dataclass

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Question:
    """What a break asks at its place."""

    kind: str
    """``declared``, ``listed``, ``fact`` (a keyword that judges nothing), ``required`` (before, or newly), ``keyword``,
    or ``whole``."""
    keywords: frozenset[str] = frozenset()
    """The keywords that the older side asks with."""
    value: JsonValue = None
    """The listed value, the required name, or a list of the only facts that count."""
    known: frozenset[str] | None = None
    """The values of a list that count, as JSON; None: all."""

    def counting(self, values: JsonValue) -> JsonValue:
        """Those of the values of a list that count."""
        return values if self.known is None else [json for json in values if json in self.known]

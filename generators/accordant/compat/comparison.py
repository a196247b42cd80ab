"""The result of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.findings import Finding, JsonValue, Verdict, Witness

PAIR_SECONDS: Final = 8.0
"""Processor time for all questions about one pair of schemas, where nobody says another."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer to: may documents of the one side be read on the other?"""

    findings: tuple[Finding, ...] = ()
    strict: Verdict = Verdict.COMPATIBLE
    """The verdict of pure containment."""
    decided_by: str = "strict"
    """``strict`` or ``additive``: the reading that decided."""
    subject: str = ""
    """The judged schema, code list or stream: ``cobre/v1/response``; empty for loose schemas."""
    baseline: str = ""
    """The older state; empty for loose schemas."""

    @property
    def verdict(self) -> Verdict:
        """``compatible`` (proved), ``breaking`` (with evidence) or ``undecided`` (with the reason, in the findings)."""
        return Verdict.of(self.findings)

    @property
    def evidence(self) -> Witness | None:
        """The first witness among the findings."""
        return next((finding.evidence for finding in self.findings if isinstance(finding.evidence, Witness)), None)

    @property
    def witness(self) -> JsonValue:
        """A document that the writer may write and the reader refuses; None where there is no ``evidence``."""
        return self.evidence.document if self.evidence is not None else None

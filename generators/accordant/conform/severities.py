"""How much a fault of bytes weighs: for the schema, a producer and a consumer, and as the contract asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.conform import byte_rules as rules
from accordant.conform.readers import Role
from accordant.findings import Finding, JsonValue, Severity

_BY_ROLE: Final[Mapping[tuple[str, Role], Severity]] = {
    (rules.CRLF.name, "producer"): Severity.ERROR,
    (rules.CRLF.name, "consumer"): Severity.NOTE,
    (rules.BLANK_LINE.name, "producer"): Severity.ERROR,
    (rules.BLANK_LINE.name, "consumer"): Severity.NOTE,
    (rules.NO_FINAL_NEWLINE.name, "producer"): Severity.ERROR,
    (rules.NUMBER_OUT_OF_RANGE.name, "contract"): Severity.ERROR,
    (rules.NUMBER_OUT_OF_RANGE.name, "producer"): Severity.ERROR,
    (rules.NUMBER_OUT_OF_RANGE.name, "consumer"): Severity.ERROR,
    (rules.BYTE_ORDER_MARK.name, "consumer"): Severity.WARNING,
}
"""Where a role gives a fault another severity than its rule does."""


@dataclass(frozen=True, slots=True)
class Grades:
    """The severities for one role and one contract."""

    role: Role = "contract"
    serialisation: Mapping[str, JsonValue] = field(default_factory=dict)
    """What the contract says of bytes."""

    def grade(self, finding: Finding) -> Finding:
        """The finding with the severity that it has here."""
        return replace(finding, severity=self._severity(finding))

    def _severity(self, finding: Finding) -> Severity:
        if finding.rule == rules.NO_FINAL_NEWLINE.name:
            line_end = self.serialisation.get("trailing-newline")
            if line_end == "required" and self.role != "consumer":
                return Severity.ERROR
            if line_end in ("optional", "forbidden"):
                return Severity.NOTE
        return _BY_ROLE.get((finding.rule, self.role), finding.severity)

"""The rule about keywords that generated code does not honour."""

from __future__ import annotations

from typing import Final

from accordant.findings import Finding, Place, Rule, Severity
from accordant.gen.targets import target_named
from accordant.model.types import Model, Unhonoured

NOT_HONOURED: Final = Rule(
    "keyword-not-honoured",
    Severity.WARNING,
    "Generated code does not check a keyword of the schema.",
    "Documents that the schema refuses pass the generated types, and nobody notices.",
    "Validate documents against the schema where it matters, or generate python or ts.",
    "`minimum` in a dataclass, which has no place for it",
    "`minimum` in a Pydantic model, which checks it",
)
RULES: Final = (NOT_HONOURED,)


def unhonoured(model: Model, target: str) -> tuple[Unhonoured, ...]:
    """The keywords that a target's code does not honour; empty where all are honoured.

    Raises:
        InputError: there is no such target.
    """
    return target_named(target).unhonoured(model)


def not_honoured(keyword: Unhonoured, place: Place, target: str, subject: str) -> Finding:
    """The finding about a keyword that the code of a target does not honour."""
    return NOT_HONOURED.finding(f"{target} does not honour {keyword.keyword}: {keyword.reason}", place, subject=subject)

"""Findings about generated files: they are not what the registry gives, or do not honour all of a schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from accordant.findings import Finding, Place, Rule, Severity
from accordant.outputs import Drift

if TYPE_CHECKING:
    from accordant.model.types import Unhonoured

_WHY: Final = "Programs build on the generated files, and only the registry decides what they hold."

RULES: Final = (
    Rule(
        "generated-modified",
        Severity.ERROR,
        "A generated file differs from what the registry generates.",
        _WHY,
        "Run the generator; make the edit in the registry.",
        "a generated class with an edited docstring",
        "the file as the generator writes it",
    ),
    Rule(
        "generated-missing",
        Severity.ERROR,
        "A file that the registry generates is missing.",
        _WHY,
        "Run the generator.",
        "a new contract, and no module for it",
        "a new contract with its module",
    ),
    Rule(
        "generated-left-over",
        Severity.ERROR,
        "A generated file exists that the registry no longer generates.",
        _WHY,
        "Remove it, or run the generator.",
        "the module of a contract that is gone",
        "no such module",
    ),
    Rule(
        "keyword-not-honoured",
        Severity.WARNING,
        "Generated code does not check a keyword of the schema.",
        "Documents that the schema refuses pass the generated types, and nobody notices.",
        "Validate documents against the schema where it matters, or generate python or ts.",
        "`minimum` in a dataclass, which has no place for it",
        "`minimum` in a Pydantic model, which checks it",
    ),
)
_SAYS: Final = {
    "modified": "differs from what the registry generates",
    "missing": "is missing: the registry generates it",
    "left-over": "exists, but the registry no longer generates it",
}


def finding(one: Drift, shown: str, command: str, subject: str) -> Finding:
    """The finding about one difference; ``command`` is what brings the file in order: ``registry gen python``."""
    rule = next(rule for rule in RULES if rule.name == f"generated-{one.kind}")
    path = f"{shown}/{one.path}"
    way_out = f"remove it, or run: {command}" if one.kind == "left-over" else f"run: {command}"
    message = f"{path} {_SAYS[one.kind]}"
    return Finding(rule.name, rule.severity, message, Place(path), way_out=way_out, subject=subject)


def not_honoured(one: Unhonoured, place: Place, target: str, subject: str) -> Finding:
    """The finding about a keyword that the code of a target does not honour."""
    rule = RULES[-1]
    message = f"{target} does not honour {one.keyword}: {one.reason}"
    return Finding(rule.name, rule.severity, message, place, way_out=rule.way_out, subject=subject)

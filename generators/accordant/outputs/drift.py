"""The rules about generated files that are not what the registry gives."""

from __future__ import annotations

from typing import Final

from accordant.findings import Finding, Place, Rule, Severity
from accordant.outputs import Drift

_WHY: Final = "Readers build on the generated files, and the registry alone says what they hold."

RULES: Final = (
    Rule(
        "generated-modified",
        Severity.ERROR,
        "A generated file differs from what the registry gives.",
        _WHY,
        "Run the generator; edits by hand go into the registry.",
        "a generated class with an edited docstring",
        "the file as the generator writes it",
    ),
    Rule(
        "generated-missing",
        Severity.ERROR,
        "A file that the registry gives is not there.",
        _WHY,
        "Run the generator.",
        "a new contract, and no module for it",
        "a new contract with its module",
    ),
    Rule(
        "generated-left-over",
        Severity.ERROR,
        "A generated file is there that the registry no longer gives.",
        _WHY,
        "Remove it, or run the generator.",
        "the module of a contract that is gone",
        "no such module",
    ),
)
_SAYS: Final = {
    "modified": "differs from what the registry gives",
    "missing": "is not there, and the registry gives it",
    "left-over": "is there, and the registry no longer gives it",
}


def finding(drift: Drift, shown: str, command: str, subject: str) -> Finding:
    """The finding about one difference in the folder ``shown``; ``command`` brings it in order: ``registry gen ts``."""
    rule = next(rule for rule in RULES if rule.name == f"generated-{drift.kind}")
    path = f"{shown}/{drift.path}"
    way_out = f"remove it, or run: {command}" if drift.kind == "left-over" else f"run: {command}"
    return rule.finding(f"{path} {_SAYS[drift.kind]}", Place(path), way_out=way_out, subject=subject)

"""The rules about generated files that differ from what the registry generates."""

from __future__ import annotations

from typing import Final

from accordant.findings import Finding, Place, Rule, Severity
from accordant.outputs import Drift

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
)
_SAYS: Final = {
    "modified": "differs from what the registry generates",
    "missing": "is missing: the registry generates it",
    "left-over": "is among the generated files, but the registry does not generate it",
}


def finding(drift: Drift, folder: str, command: str, subject: str) -> Finding:
    """The finding about a difference in ``folder``; ``command`` corrects it, such as ``registry gen ts``."""
    rule = next(rule for rule in RULES if rule.name == f"generated-{drift.kind}")
    path = f"{folder}/{drift.path}"
    way_out = "remove it, or move it elsewhere" if drift.kind == "left-over" else f"run: {command}"
    return rule.finding(f"{path} {_SAYS[drift.kind]}", Place(path), way_out=way_out, subject=subject)

"""Which of several parts that one keyword refuses a finding is about: a key, a value, a type."""

from __future__ import annotations

from accordant.findings import Finding, JsonValue, Witness
from accordant.schema import pointers
from accordant.schema.json_values import json_type


def refused(finding: Finding) -> JsonValue:
    """What tells a finding from others at the same place with the same two sides; None where nothing has to.

    It depends on the two schemas alone, never on which witness was found.
    """
    if not isinstance(finding.evidence, Witness):
        return None
    if finding.rule == "closed-object-opened":
        return finding.place.pointer if finding.place else None
    if finding.rule not in ("closed-enum-value-added", "type-changed"):
        return None
    try:
        value = pointers.follow(finding.evidence.document, finding.evidence.at)
    except LookupError:
        return None
    if finding.rule == "type-changed":
        return json_type(value)
    return value if value in _listed(finding.new) or value in _listed(finding.old) else None


def _listed(side: JsonValue) -> list[JsonValue]:
    """The values that the keyword of a side lists."""
    if not isinstance(side, dict):
        return []
    values = side.get("enum", [side["const"]] if "const" in side else [])
    return values if isinstance(values, list) else []

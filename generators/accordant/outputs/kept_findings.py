"""Findings as JSON, so that they can be remembered and read back equal."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from accordant.findings import Facts, Finding, JsonValue, LostDocument, Place, Severity, Witness

MISREAD: Final = (TypeError, ValueError, KeyError, AttributeError)
"""What reading raises where it is given something that was not written here."""

_EVIDENCE: Final[Mapping[str, type[Any]]] = {kind.__name__: kind for kind in (Witness, LostDocument, Facts)}
_PLACES: Final = ("place", "old_place", "schema_place")
_PLACE_FIELDS: Final = tuple(item.name for item in dataclasses.fields(Place))
_VALUES: Final = ("old", "new")
"""The fields in which an empty text is a value, not a missing one."""
_TYPES: Final = {"str": str, "int": int}
_Made = TypeVar("_Made", Finding, Place, Witness, LostDocument, Facts)


def is_final(findings: Iterable[Finding]) -> bool:
    """Whether a later run would find the same: what is undecided depends on the time that a run has."""
    return not any(finding.severity == Severity.UNDECIDED for finding in findings)


def write_finding(finding: Finding) -> JsonValue:
    """The fields that are set, by name; see :func:`read_finding`."""
    values = {item.name: getattr(finding, item.name) for item in dataclasses.fields(Finding)}
    for name in _PLACES:
        if values[name] is not None:
            values[name] = dataclasses.astuple(values[name])
    if finding.evidence is not None:
        facts = {item.name: getattr(finding.evidence, item.name) for item in dataclasses.fields(finding.evidence)}
        values["evidence"] = [type(finding.evidence).__name__, facts]
    values["parts"] = [write_finding(part) for part in finding.parts] or None
    return {name: value for name, value in values.items() if value is not None and (value != "" or name in _VALUES)}


def read_finding(value: JsonValue) -> Finding:
    """What :func:`write_finding` wrote. Raises one of ``MISREAD`` for anything else."""
    values = dict(value)
    for name in _PLACES:
        if name in values:
            values[name] = _make(Place, dict(zip(_PLACE_FIELDS, values[name], strict=True)))
    if "evidence" in values:
        kind, facts = values["evidence"]
        values["evidence"] = _make(_EVIDENCE[kind], facts)
    values["parts"] = tuple(read_finding(part) for part in values.get("parts", ()))
    return _make(Finding, {**values, "severity": Severity(values["severity"])})


def _make(kind: type[_Made], values: Mapping[str, JsonValue]) -> _Made:
    """A dataclass of these values. Raises TypeError where a text or a number is something else."""
    types = {item.name: _TYPES.get(str(item.type), object) for item in dataclasses.fields(kind)}
    if not all(isinstance(value, types.get(name, object)) for name, value in values.items()):
        raise TypeError(f"not a {kind.__name__}")
    return kind(**values)

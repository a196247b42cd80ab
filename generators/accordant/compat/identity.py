"""The identity of a break, by which it is recognised later: its place and two sides, never its sentence or witness."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final, TypeAlias

from accordant.compat.conditional import Asked, conditions
from accordant.findings import Facts, Finding, JsonValue, Place, Severity, Witness
from accordant.schema.json_values import canonical

Sides: TypeAlias = Callable[[Finding], tuple[JsonValue, JsonValue]]
"""The two whole schemas, code lists or streams of a finding, for findings that do not name their two sides."""

_NAMED_BY_PLACE: Final = frozenset(("field-removed", "field-renamed"))
"""Rules whose place says all: the name that is gone is part of the pointer."""

_SAME_BREAK: Final = {"field-renamed": "field-removed"}
"""Rules that are another one, in words that depend on what was added elsewhere: an added field has the same schema."""

_RELEASE: Final = re.compile(r"(?:^|/)releases/[0-9.]+\.json$")
_PART: Final = re.compile(r"^/(?:schemas/[^/]+/schema|code-lists/[^/]+|streams/[^/]+)(?=/|$)")
"""Where a schema, a code list or a stream stands in a release file."""


def rule_of(rule: str) -> str:
    """The rule by which a break is recognised."""
    return _SAME_BREAK.get(rule, rule)


def identity_of(finding: Finding, sides: Sides) -> tuple[str, JsonValue, JsonValue]:
    """The pointer, the older and the newer side that identify a finding.

    The place is the one on the older side, where there is one: a release does not move. Undecided answers and
    witnesses without the two sides are identified by the two whole schemas. Where one keyword refuses several
    parts, the part is named beside the newer side; where the newer side has nothing at the place, its conditions
    around it are, so that a break in some cases is not taken for one in all.
    """
    old, new = _both(finding, sides)
    part = refused_part(finding)
    if part is not None:
        new = {"refused": part, "side": new}
    elif new is None and old is not None and isinstance(finding.evidence, Witness):
        new = _under_conditions(finding, sides)
    return _pointer(finding.old_place or finding.place), old, new


def refused_part(finding: Finding) -> JsonValue:
    """The refused key, value or type, where it is one; None where the rule has none, or the two sides tell it.

    It depends on the two schemas alone, never on which witness was found.
    """
    if not isinstance(finding.evidence, Witness):
        return None
    if finding.rule == "closed-object-opened":
        return finding.place.pointer if finding.place else None
    listed = {"type-changed": _types_of, "closed-enum-value-added": _values_of}.get(finding.rule)
    if listed is None:
        return None
    before = [canonical(item) for item in listed(finding.old)]
    added = [item for item in listed(finding.new) if canonical(item) not in before]
    return added[0] if len(added) == 1 else None


def _types_of(side: JsonValue) -> list[JsonValue]:
    types = side.get("type", []) if isinstance(side, dict) else []
    return types if isinstance(types, list) else [types]


def _values_of(side: JsonValue) -> list[JsonValue]:
    """The values that the keyword of a side lists."""
    if not isinstance(side, dict):
        return []
    values = side.get("enum", [side["const"]] if "const" in side else [])
    return values if isinstance(values, list) else []


def _both(finding: Finding, sides: Sides) -> tuple[JsonValue, JsonValue]:
    if finding.rule in _SAME_BREAK:
        return None, None
    if finding.old is not None or finding.new is not None or finding.rule in _NAMED_BY_PLACE:
        return finding.old, finding.new
    if isinstance(finding.evidence, Witness) or finding.severity == Severity.UNDECIDED:
        old, new = sides(finding)
        return _digest(old), _digest(new)
    return (finding.evidence.old, finding.evidence.new) if isinstance(finding.evidence, Facts) else (None, None)


def _under_conditions(finding: Finding, sides: Sides) -> JsonValue:
    """The conditions around a place where the newer side has nothing; None where there are none."""
    newer = sides(finding)[1]
    schema = newer.get("schema", newer) if isinstance(newer, dict) else newer
    before, after = _pointer(finding.old_place), _pointer(finding.place)
    around = conditions(schema, Asked.of(finding.old, before), before, after)
    return {"conditions": _digest(around)} if around else None


def _pointer(place: Place | None) -> str:
    """The pointer in the schema, code list or stream, also where it stands in a release file."""
    if place is None:
        return ""
    return _PART.sub("", place.pointer) if _RELEASE.search(place.path) else place.pointer


def _digest(value: JsonValue) -> JsonValue:
    return {"sha256": hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()}

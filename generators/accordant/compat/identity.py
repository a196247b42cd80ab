"""The identity of a break, by which it is recognised later: its place and two sides, never its sentence or witness."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from accordant.compat.conditional import Asked, conditions
from accordant.compat.gather import members_on_the_way
from accordant.findings import Facts, Finding, JsonValue, Place, Severity, Witness
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES
from accordant.schema.json_values import canonical
from accordant.schema.subschemas import DEFINITIONS

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
    around it are, so that a break in some cases is not taken for one in all. What the newer side refers to counts as
    if it stood there. Where a schema serves several places of documents, the places of the break are named too: the
    same edit elsewhere is another break.
    """
    old, new = _both(finding, sides)
    new = _with_referred(new, finding, sides)
    part = refused_part(finding)
    if part is not None:
        new = {"refused": part, "side": new}
    elif new is None and old is not None and isinstance(finding.evidence, Witness):
        new = _under_conditions(finding, sides)
    pointer = _pointer(finding.old_place or finding.place)
    used = _used_places(finding, pointer)
    return pointer, old, {**used, "side": new} if used else new


def _used_places(finding: Finding, pointer: str) -> dict[str, JsonValue]:
    """The places in documents, and the newer definition that is at fault; nothing where the pointer says all."""
    if not finding.used or finding.used == (_natural_place(pointer),):
        return {}
    definition = _definition_of(_pointer(finding.place))
    return {"used": list(finding.used), **({"in": definition} if definition else {})}


def _natural_place(pointer: str) -> str | None:
    """The place in documents to which a pointer leads without a reference; None within a definition."""
    return None if _definition_of(pointer) else pointers.write(members_on_the_way(pointers.split(pointer)))


def _definition_of(pointer: str) -> str:
    """The definition that a pointer leads into; empty where it leads into none."""
    tokens = pointers.split(pointer)
    end = next((index + 2 for index, token in enumerate(tokens[:-1]) if token in DEFINITIONS), 0)
    return pointers.join("", *tokens[:end])


def _with_referred(new: JsonValue, finding: Finding, sides: Sides) -> JsonValue:
    """The newer side with the digest of what it refers to, if it refers to anything."""
    if not any(_references(new)):
        return new
    newer = sides(finding)[1]
    return {"side": new, "refers-to": _digest(_referred(new, newer if isinstance(newer, dict) else {}))}


def _referred(side: JsonValue, newer: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """What the references in a side lead to, and theirs; for one that is no pointer in the schema, all schemas."""
    found: dict[str, JsonValue] = {}
    todo = [side]
    while todo:
        for reference in _references(todo.pop()):
            if reference not in found:
                found[reference] = _target(reference, newer)
                todo.append(found[reference])
    return found


def _target(reference: str, newer: dict[str, JsonValue]) -> JsonValue:
    if reference.startswith("#/"):
        with contextlib.suppress(LookupError):
            return pointers.follow(newer.get("schema"), reference[1:])
    return newer.get("all")


def _references(value: JsonValue) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _references(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in REFERENCES and isinstance(item, str):
                yield item
            yield from _references(item)


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

"""Many edits of one kind at one place as one finding, so that a report fits on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from accordant.findings import Finding, JsonValue, Place, Severity
from accordant.schema import pointers
from accordant.schema.vocabulary import format_value

MOST_ALIKE: Final = 3
"""So many edits of one kind in one object are findings of their own; more are one finding that names them."""

_MOST_NAMES: Final = 12


def gather(findings: Iterable[Finding]) -> list[Finding]:
    """The findings; more than a few breaks of one rule at one place are one, where the first of them stood."""
    groups: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        key = _key(finding) if finding.severity == Severity.ERROR else number
        groups.setdefault(key, []).append(finding)
    gathered: list[Finding] = []
    for group in groups.values():
        gathered += [_join(group)] if len(group) > MOST_ALIKE else group
    return gathered


def _key(finding: Finding) -> tuple[str, str, str]:
    return finding.rule, _around(finding.old_place), _around(finding.place)


def _around(place: Place | None) -> str:
    return f"{place.path}#{pointers.parent(place.pointer)}" if place else ""


def _join(group: Sequence[Finding]) -> Finding:
    names = _names(group)
    further = [f"`{name}`" for name in names[1:_MOST_NAMES]]
    more = len(names) - 1 - len(further)
    text = ", ".join(further) + (f" and {more} more" if more else "")
    old, new = ([finding.old for finding in group], [finding.new for finding in group])
    return replace(
        group[0],
        message=f"{group[0].message} The same is true of {text}.",
        old=old if any(side is not None for side in old) else names,
        new=new if any(side is not None for side in new) else None,
    )


def _names(group: Sequence[Finding]) -> list[str]:
    """What tells the findings apart: the last part of their places, else what they set against each other."""
    for places in ([finding.old_place for finding in group], [finding.place for finding in group]):
        found = [pointers.split(place.pointer)[-1] for place in places if place is not None and place.pointer]
        if len(set(found)) == len(group):
            return found
    return [_fact(finding.old if finding.old is not None else finding.new) for finding in group]


def _fact(value: JsonValue) -> str:
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    return value if isinstance(value, str) else format_value(value)

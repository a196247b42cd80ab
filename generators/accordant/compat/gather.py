"""Many edits of one kind as one finding, so that a report fits on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from accordant.findings import Finding, JsonValue, Severity
from accordant.schema import pointers
from accordant.schema.vocabulary import format_value

MOST_ALIKE: Final = 2
"""So many edits of one kind in one schema are findings of their own; more are one finding that names them."""

_MOST_NAMES: Final = 12
_NAMED: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_UNNAMED: Final = ("items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "additionalItems")


def gather(findings: Iterable[Finding]) -> list[Finding]:
    """The findings about one schema; more than a few breaks of one rule are one, where the first of them stood."""
    groups: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        key = finding.rule if finding.severity == Severity.ERROR else number
        groups.setdefault(key, []).append(finding)
    gathered: list[Finding] = []
    for group in groups.values():
        gathered += [_join(group)] if len(group) > MOST_ALIKE else group
    return gathered


def parts_of(finding: Finding) -> list[Finding]:
    """The breaks that a finding stands for: those that were gathered, else itself."""
    return [
        replace(
            part, subject=finding.subject, baseline=finding.baseline, way_out=finding.way_out,
            strict=finding.strict, decided_by=finding.decided_by,
        )
        for part in finding.parts
    ] or [finding]  # fmt: skip


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
        parts=tuple(group),
    )


def _names(group: Sequence[Finding]) -> list[str]:
    """What tells the findings apart: the ends of their places in documents, else what they set against each other."""
    sides = [
        [_members(place.pointer) if place is not None else [] for place in places]
        for places in ([finding.old_place for finding in group], [finding.place for finding in group])
    ]
    sides.sort(key=lambda paths: any(path[-1:] == ["*"] for path in paths))  # names of members say more
    for paths in sides:
        for length in range(1, max(map(len, paths)) + 1):
            names = ["/".join(path[-length:]) for path in paths]
            if all(names) and len(set(names)) == len(group):
                return names
    return [_fact(finding.old if finding.old is not None else finding.new) for finding in group]


def _members(pointer: str) -> list[str]:
    """The names of members and definitions on the way of a schema's pointer; ``*`` for any item or further key."""
    return list(_walk(pointers.split(pointer)))


def _walk(tokens: Sequence[str]) -> Iterator[str]:
    rest = iter(tokens)
    for token in rest:
        if token in _NAMED:
            yield from (name for name in [next(rest, "")] if name)
        elif token in _UNNAMED:
            yield "*"


def _fact(value: JsonValue) -> str:
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    return value if isinstance(value, str) else format_value(value)

"""Many edits of one kind as one finding, so that a report fits on a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from accordant.compat.judgement import with_wildcards
from accordant.findings import Finding, JsonValue, LostDocument, Severity, Witness
from accordant.schema import pointers
from accordant.schema.dialects import is_map_of_schemas
from accordant.schema.vocabulary import format_value

MOST_ALIKE: Final = 2
"""Up to this many edits of one kind in a schema have findings of their own; more share one that names them."""

_Key = TypeVar("_Key")
_MOST_NAMES: Final = 12
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


def take_apart(findings: Iterable[Finding], key: Callable[[Finding], _Key]) -> Iterator[tuple[_Key, Finding]]:
    """The findings with their keys; one that stands for breaks of several keys is taken apart, and gathered by key."""
    for finding in findings:
        groups: dict[_Key, list[Finding]] = {}
        for part in parts_of(finding):
            groups.setdefault(key(part), []).append(part)
        for own, group in groups.items():
            yield from ((own, group_finding) for group_finding in (gather(group) if len(groups) > 1 else [finding]))


def _join(group: Sequence[Finding]) -> Finding:
    names = _names(group)
    further = [f"`{name}`" for name in names[1:]]
    old, new = ([finding.old for finding in group], [finding.new for finding in group])
    return replace(
        group[0],
        message=with_further(group[0].message, further, len(group) - 1),
        old=old if any(side is not None for side in old) else names or None,
        new=new if any(side is not None for side in new) else None,
        parts=tuple(group),
    )


def with_further(message: str, names: Sequence[str], number: int) -> str:
    """A sentence about one thing, and how many others it is true of, with their names where they have some."""
    if not number:
        return message
    told = names[: _MOST_NAMES - 1]
    more = number - len(told)
    text = ", ".join(told) + (f" and {more} more" if told and more else f"{more} more" if more else "")
    return f"{message} The same is true of {text}."


def _names(group: Sequence[Finding]) -> list[str]:
    """What tells the findings apart; empty where nothing does that a reader of the sentences knows."""
    return _members_of(group) or _places_or_facts(group) or _parts_of_schemas(group)


def _members_of(group: Sequence[Finding]) -> list[str]:
    """The ends of the ways to places of schemas, by the names of members and definitions."""
    old_places, new_places = ([finding.old_place for finding in group], [finding.place for finding in group])
    before, after = ([_members(place.pointer) if place else [] for place in side] for side in (old_places, new_places))
    used = [_used_at(finding) for finding in group]
    sides = [before, used, after] if before[1:] == before[:-1] else [before, after]
    sides.sort(key=lambda paths: any(path[-1:] == ["*"] for path in paths))  # names of members say more
    for paths in sides:
        for length in range(1, max(map(len, paths)) + 1):
            names = [pointers.write(path[-length:])[1:] for path in paths]
            if all(names) and len(set(names)) == len(group):
                return names
    return []


def _places_or_facts(group: Sequence[Finding]) -> list[str]:
    """The places in documents or the facts that the findings' own sentences name, or both where neither is enough."""
    places, facts = [_told_place(finding) for finding in group], [_told_fact(finding) for finding in group]
    both = [fact and place and f"{fact}` at `{place}" for fact, place in zip(facts, places, strict=True)]
    return next((names for names in (places, facts, both) if all(names) and len(set(names)) == len(group)), [])


def _told_place(finding: Finding) -> str:
    at = finding.evidence.at if isinstance(finding.evidence, LostDocument | Witness) else ""
    return next((place for place in (with_wildcards(at), at) if f"`{place}`" in finding.message), "")


def _told_fact(finding: Finding) -> str:
    fact = _fact(finding.old if finding.old is not None else finding.new)
    return fact if fact in finding.message else ""


def _parts_of_schemas(group: Sequence[Finding]) -> list[str]:
    """The ends of the places of schemas, ``oneOf/1``, without what all have in common behind them."""
    for side in ([finding.old_place for finding in group], [finding.place for finding in group]):
        ways = [pointers.split(place.pointer) if place else [] for place in side]
        while all(ways) and len({way[-1] for way in ways}) == 1:
            ways = [way[:-1] for way in ways]
        for length in range(2, max(map(len, ways)) + 1):
            names = [pointers.write(way[-length:])[1:] for way in ways]
            if all(names) and len(set(names)) == len(group):
                return names
    return []


def _used_at(finding: Finding) -> list[str]:
    """Where in a document the lost name is used."""
    return pointers.split(finding.evidence.at) if isinstance(finding.evidence, LostDocument) else []


def _members(pointer: str) -> list[str]:
    """The names of members and definitions on the way of a schema's pointer; ``*`` for any item or further key."""
    return list(members_on_the_way(pointers.split(pointer)))


def members_on_the_way(tokens: Sequence[str]) -> Iterator[str]:
    """The names of members and definitions that the tokens of a schema's pointer pass; ``*`` for any."""
    rest = iter(tokens)
    for token in rest:
        if is_map_of_schemas(token):
            yield from (name for name in [next(rest, "")] if name)
        elif token in _UNNAMED:
            yield "*"


def _fact(value: JsonValue) -> str:
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    return value if isinstance(value, str) else format_value(value)

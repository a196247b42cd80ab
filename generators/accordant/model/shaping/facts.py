"""Facts about a conjunction before a shape is chosen: possible types, fixed values, discriminating tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from accordant.findings import JsonValue
from accordant.model.json_equality import ATOMS, atom_of, atoms
from accordant.model.shaping.parts import Part, flatten
from accordant.schema.json_values import fingerprint, listed_texts

STRUCTURAL: Final = frozenset({
    "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "additionalItems",
    "unevaluatedProperties", "unevaluatedItems",
})  # fmt: skip
"""Keywords that give arrays and objects an inside."""

_DEPTH: Final = 6


def types_of(flat: Sequence[Part], depth: int = 0) -> frozenset[str]:
    """The types that a value may have; never too few."""
    types = ATOMS
    for part in flat:
        if part.site.schema is False:
            return frozenset()
        types &= _types_here(part, depth)
    return types


def _types_here(part: Part, depth: int) -> frozenset[str]:
    members = part.members
    types = ATOMS
    if "type" in members:
        named = members["type"]
        types &= atoms([named] if isinstance(named, str) else named)
    for values in _value_lists(members):
        types &= frozenset(atom_of(value) for value in values)
    if depth < _DEPTH:
        for keyword in ("anyOf", "oneOf"):
            if keyword in members:
                branches = range(len(members[keyword]))
                types &= frozenset().union(*(branch_types(part, keyword, index, depth) for index in branches))
    return types


def branch_types(part: Part, keyword: str, index: int, depth: int = 0) -> frozenset[str]:
    """The types that one branch of a union allows."""
    return types_of(flatten([Part(part.site.child(keyword, index))]), depth + 1)


def fixed_values(flat: Sequence[Part]) -> tuple[JsonValue, ...] | None:
    """The only values that ``enum`` and ``const`` leave, or None where neither stands."""
    common: dict[str, JsonValue] | None = None
    for part in flat:
        for values in _value_lists(part.members):
            by_spelling = {fingerprint(value): value for value in values}
            common = {
                key: value for key, value in (by_spelling if common is None else common).items() if key in by_spelling
            }
    return None if common is None else tuple(common.values())


def _value_lists(members: Mapping[str, JsonValue]) -> list[list[JsonValue]]:
    return [*([members["enum"]] if "enum" in members else []), *([[members["const"]]] if "const" in members else [])]


def tags_of(flat: Sequence[Part]) -> dict[str, frozenset[str]]:
    """Members that are required and have fixed values, each with the fingerprints of these."""
    tags: dict[str, frozenset[str]] = {}
    for name in dict.fromkeys(name for part in flat for name in required_names(part)):
        inside = flatten(
            [Part(part.site.child("properties", name)) for part in flat if name in part.members.get("properties", ())]
        )
        values = fixed_values(inside)
        if values is not None:
            tags[name] = frozenset(map(fingerprint, values))
    return tags


def required_names(part: Part) -> list[str]:
    """The names in ``required`` (which may be malformed in drafts that never were)."""
    return listed_texts(part.members.get("required"))


def disjoint(branches: Sequence[Sequence[Part]]) -> bool:
    """Whether it is certain that no value satisfies two of the conjunctions: by type, or by a common tag."""
    types = [types_of(flat) for flat in branches]
    objects = [index for index, names in enumerate(types) if "object" in names]
    rest: set[str] = set()
    for names in types:
        if rest & (names - {"object"}):
            return _literals_apart(branches)
        rest |= names - {"object"}
    return len(objects) < 2 or bool(telling_tag([branches[index] for index in objects])) or _literals_apart(branches)


def _literals_apart(branches: Sequence[Sequence[Part]]) -> bool:
    seen: set[str] = set()
    for flat in branches:
        values = fixed_values(flat)
        if values is None:
            return False
        prints = set(map(fingerprint, values))
        if prints & seen:
            return False
        seen |= prints
    return True


def telling_tag(branches: Sequence[Sequence[Part]]) -> str:
    """The member whose fixed values tell all the branches apart, or ""."""
    tags = [tags_of(flat) for flat in branches]
    for name in tags[0] if tags else ():
        seen: set[str] = set()
        for members in tags:
            values = members.get(name)
            if values is None or values & seen:
                break
            seen |= values
        else:
            return name
    return ""

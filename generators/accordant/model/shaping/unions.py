"""Shapes of alternatives: ``anyOf`` and ``oneOf`` distributed over what stands beside them, where that reads well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from accordant.findings import JsonValue
from accordant.model.constraints import Constraint
from accordant.model.json_equality import fingerprint, json_type
from accordant.model.shaping import tagged
from accordant.model.shaping.facts import STRUCTURAL, disjoint, tags_of, telling_tag, types_of
from accordant.model.shaping.parts import Part, flatten
from accordant.model.shaping.types_of_parts import Path, TypesOfParts
from accordant.model.types import Literal, Nothing, Typed, UnionOf
from accordant.schema.open_reading import Branches, OpenEnum, TagDispatch, described_constants

MOST_COMBINATIONS: Final = 24
"""Where several unions meet, more combinations than this are left to rules."""

_TELLING: Final = STRUCTURAL | {"type", "enum", "const"}

Chosen = tuple[int, str]


def chosen_union(flat: Sequence[Part]) -> Chosen | None:
    """The union (part, keyword) over which types are distributed, or None where rules read better."""
    unions = [(index, name) for index, part in enumerate(flat) for name in ("oneOf", "anyOf") if name in part.members]
    if not unions:
        return None
    combinations = 1
    for index, name in unions:
        combinations *= max(1, len(flat[index].members[name]))
    if len(unions) > 1 and combinations > MOST_COMBINATIONS:
        return None
    structured = any(STRUCTURAL & part.members.keys() for part in flat)
    for index, name in unions:
        branches = _branches(flat[index], name)
        if all(_adds(branch, flat) if structured else _tells(branch) for branch in branches):
            return index, name
    return None


def union(builder: TypesOfParts, flat: Sequence[Part], chosen: Chosen, path: Path) -> Typed:
    """One type for each branch that can hold, all that stands beside the union being part of each."""
    index, keyword = chosen
    part = flat[index]
    base = [*flat[:index], part.but(keyword), *flat[index + 1 :]]
    loosened = builder.compiler.loosen(part.site, keyword)
    if isinstance(loosened, OpenEnum):
        return _described_constants(builder, base, part, keyword, loosened, path)
    kept: list[tuple[int, list[Part]]] = []
    for number in range(len(part.members[keyword])):
        parts = [*base, Part(part.site.child(keyword, number))]
        if types_of(flatten(parts)):
            kept.append((number, parts))
    flats = [flatten(parts) for _, parts in kept]
    hints = option_hints([parts[-1] for _, parts in kept])
    options = [builder.type_of(parts, path.below(hint)) for (_, parts), hint in zip(kept, hints, strict=True)]
    if isinstance(loosened, TagDispatch) and "object" in types_of(base):
        numbers = [number for number, _ in kept]
        read = {number: (types_of(flat), option) for number, flat, option in zip(numbers, flats, options, strict=True)}
        return tagged.union(builder, base, part.site, keyword, loosened, read, path)
    options = distinct(options)
    rules: tuple[Constraint, ...] = ()
    apart = disjoint(flats)
    barring = isinstance(loosened, Branches) and any(loosened.barred)
    if barring or (keyword == "oneOf" and not apart):
        rules = (builder.compiler.keyword(part.site, keyword),)
    if not options:
        return Typed(Nothing(), (builder.compiler.keyword(part.site, keyword),))
    if len(options) == 1:
        return options[0] if not rules else Typed(options[0].shape, (*options[0].rules, *rules))
    tag = telling_tag(flats) if apart and not tagged.grows(builder, flats) else ""
    return Typed(UnionOf(tuple(options), tag, keyword == "oneOf"), rules)


def _described_constants(
    builder: TypesOfParts, base: Sequence[Part], part: Part, keyword: str, loosened: OpenEnum, path: Path
) -> Typed:
    """The type of alternatives that list constants: one list of values, to which later releases may add."""
    types = types_of(base)
    kinds = tuple(kind for kind in loosened.kinds if kind in types)
    if not kinds or any(set(other.members) - {"type"} for other in base):
        beside = builder.type_of(base, path)
        return Typed(beside.shape, (*beside.rules, builder.compiler.keyword(part.site, keyword)))
    values = described_constants(part.site.node, keyword) or ()
    return Typed(Literal(tuple(value for value in values if json_type(value) in types), kinds))


def option_hints(branches: Sequence[Part]) -> list[str]:
    """A word for each branch: its title, the value of a telling tag, a member that only it has, else a digest."""
    flats = [flatten([branch]) for branch in branches]
    tag = telling_tag(flats)
    declared = [{name for part in flat for name in part.members.get("properties", ())} for flat in flats]
    hints: list[str] = []
    for index, flat in enumerate(flats):
        title = next((part.site.members.get("title") for part in flat if "title" in part.site.members), "")
        others = set().union(*(names for other, names in enumerate(declared) if other != index))
        own = [name for part in flat for name in part.members.get("properties", ()) if name not in others]
        if isinstance(title, str) and title:
            hints.append(title)
        elif tag:
            hints.append(" ".join(_words(flat, tag)))
        elif own:
            hints.append(f"with {own[0]}")
        else:
            hints.append(_digest(branches[index].site.schema))
    return hints


def _words(flat: Sequence[Part], tag: str) -> list[str]:
    return sorted(value.strip('"') for value in tags_of(flat).get(tag, ()))[:3]


def _digest(schema: JsonValue) -> str:
    import hashlib

    return "option " + hashlib.sha256(fingerprint(schema).encode()).hexdigest()[:6]


def _branches(part: Part, keyword: str) -> list[tuple[Part, ...]]:
    return [flatten([Part(part.site.child(keyword, index))]) for index in range(len(part.members[keyword]))]


def _tells(branch: Sequence[Part]) -> bool:
    """Whether a branch says anything that types can carry."""
    return any(_TELLING & part.members.keys() or part.site.schema is False for part in branch)


def _adds(branch: Sequence[Part], flat: Sequence[Part]) -> bool:
    """Whether a branch declares members that what stands beside it does not."""
    known = {name for part in flat for name in part.members.get("properties", ())}
    return any(set(part.members.get("properties", ())) - known for part in branch)


def distinct(options: list[Typed]) -> list[Typed]:
    """Each option once."""
    return list(dict.fromkeys(options)) if all(map(_hashable, options)) else options


def _hashable(typed: Typed) -> bool:
    try:
        hash(typed)
    except TypeError:
        return False
    return True

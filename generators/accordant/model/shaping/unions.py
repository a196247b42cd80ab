"""Shapes of alternatives: ``anyOf`` and ``oneOf`` distributed over what stands beside them, where that reads well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final, TypeVar

from accordant.model.constraints import Constraint
from accordant.model.json_equality import atom_of
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping import tagged
from accordant.model.shaping.facts import STRUCTURAL, disjoint, tags_of, telling_tag, types_of
from accordant.model.shaping.parts import Part, flatten
from accordant.model.shaping.types_of_parts import Path, TypesOfParts
from accordant.model.types import Literal, Nothing, Typed, UnionOf, distinct
from accordant.schema.open_reading import Branches, OpenEnum, TagDispatch, described_constants

MOST_COMBINATIONS: Final = 24
"""Where several unions meet, more combinations than this are left to rules."""

_TELLING: Final = STRUCTURAL | {"type", "enum", "const"}

Chosen = tuple[int, str]
Answer = TypeVar("Answer", bool, int)


def chosen_union(flat: Sequence[Part]) -> Chosen | None:
    """The union (part, keyword) over which types are distributed, or None where rules read better."""
    unions = [
        (index, name)
        for index, part in enumerate(flat)
        for name in ("oneOf", "anyOf")
        if name in part.members and not part.site.is_endless
    ]
    if not unions:
        return None
    combinations = 1
    for index, name in unions:
        combinations *= max(1, len(flat[index].members[name]))
    if len(unions) > 1 and combinations > MOST_COMBINATIONS:
        return None
    known = frozenset(name for part in flat for name in part.members.get("properties", ()))
    structured = any(STRUCTURAL & part.members.keys() for part in flat)
    for index, name in unions:
        branches = _branches(flat[index], name)
        if _reads_well_beside(branches, known) if structured else all(map(_tells, branches)):
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
    return Typed(Literal(tuple(value for value in values if atom_of(value) in types), kinds))


def option_hints(branches: Sequence[Part]) -> list[str]:
    """A word for each branch: the first that only it has, else its position.

    Words are its title, the values of a telling tag, a member that others do not declare, its JSON type.
    """
    flats = [flatten([branch]) for branch in branches]
    tag = telling_tag(flats)
    declared = [{name for part in flat for name in part.members.get("properties", ())} for flat in flats]
    offered: list[list[str]] = []
    for index, flat in enumerate(flats):
        titles = (part.site.members.get("title") for part in flat)
        others = set().union(*(names for other, names in enumerate(declared) if other != index))
        own = [name for part in flat for name in part.members.get("properties", ()) if name not in others]
        types = types_of(flat)
        offered.append(
            [
                next((title for title in titles if isinstance(title, str)), ""),
                " ".join(_words(flat, tag)) if tag else "",
                f"with {own[0]}" if own else "",
                next(iter(types)) if len(types) == 1 else "",
            ]
        )
    counts = Counter(hint for hints in offered for hint in hints)
    return [
        next((hint for hint in hints if hint and counts[hint] == 1), f"option {position}")
        for position, hints in enumerate(offered, 1)
    ]


def _words(flat: Sequence[Part], tag: str) -> list[str]:
    return sorted(value.strip('"') for value in tags_of(flat).get(tag, ()))[:3]


def _branches(part: Part, keyword: str) -> list[ScopedSchema]:
    return [part.site.child(keyword, index) for index in range(len(part.members[keyword]))]


def _reads_well_beside(branches: Sequence[ScopedSchema], known: frozenset[str]) -> bool:
    """Whether each branch declares members beyond the known ones, and they are not too many with those inside them."""
    counts = [_adding(branch, known) for branch in branches]
    return all(counts) and sum(counts) <= max(len(branches), MOST_COMBINATIONS)


def _tells(branch: ScopedSchema) -> bool:
    """Whether a branch says anything that types can carry, be it in each of its own alternatives."""

    def answer() -> bool:
        flat = flatten([Part(branch)])
        said = any(_TELLING & part.members.keys() or part.site.schema is False for part in flat)
        return said or any(all(map(_tells, inner)) for inner in _inner_unions(flat))

    return _remember(branch, "tells", answer)


def _adding(branch: ScopedSchema, known: frozenset[str]) -> int:
    """How many alternatives a branch comes to that declare members which are not known beside it; 0 if some do not."""

    def answer() -> int:
        flat = flatten([Part(branch)])
        if {name for part in flat for name in part.members.get("properties", ())} - known:
            return 1
        counts = ([_adding(option, known) for option in inner] for inner in _inner_unions(flat))
        return next((sum(each) for each in counts if all(each)), 0)

    return _remember(branch, known, answer)


def _remember(branch: ScopedSchema, question: Hashable, answer: Callable[[], Answer]) -> Answer:
    """An answer about a branch, worked out once: many alternatives may have the same ones inside."""
    place = (question, branch.scope, branch.view)
    if place not in branch.node.memo:
        branch.node.memo[place] = answer()
    kept: Answer = branch.node.memo[place]
    return kept


def _inner_unions(branch: Sequence[Part]) -> Iterator[list[ScopedSchema]]:
    """The branches of each union that a branch holds itself."""
    for part in branch:
        for keyword in ("oneOf", "anyOf"):
            if keyword in part.members and not part.site.is_endless:
                yield _branches(part, keyword)

"""The places in documents that a part of a schema judges, and for which documents: the reverse of validating.

A definition judges every place that refers to it, and a branch judges the documents that its tags select.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from accordant.compat.opened import Entered
from accordant.schema import pointers
from accordant.schema.declarations import selecting
from accordant.schema.dialects import OTHER_MEMBERS, REFERENCES, Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import DEFINITIONS, Applied, applied_subschemas
from accordant.schema.tags import Tags, meet

MOST_PLACES: Final = 200
"""The most places of one part that are told apart."""

_MOST_WAYS: Final = 20_000
"""Most steps of the search for the ways to one part."""

_OTHERS: Final = (*OTHER_MEMBERS, "items", "additionalItems", "unevaluatedItems")

_Chain: TypeAlias = tuple[tuple[Entered, Applied], ...]
"""A way from a root to a schema: each schema that it passes, and what that one applies next."""


class TooManyPlaces(Exception):
    """A part judges more places than are told apart, or more ways lead to it than can be followed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step into a document: how the keyword of a schema selects the member or the item."""

    keyword: str
    key: str | int | None
    after: int = 0
    tags: Tags = field(default_factory=dict, compare=False)
    """The tags of the object or array that the step leaves."""

    @property
    def name(self) -> str | None:
        """The name of the member; None for items and for members without a name of their own."""
        return str(self.key) if self.keyword == "properties" else None

    @property
    def is_for_many(self) -> bool:
        """Whether it leads to more than one member or item."""
        return self.name is None and not isinstance(self.key, int)


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """A place in documents of a root schema: the way to it, and the tags of what stands there."""

    root: str
    """The name of the root."""
    steps: tuple[Step, ...]
    tags: Tags = field(default_factory=dict, compare=False)

    @classmethod
    def of_members(cls, root: str, names: Iterable[str]) -> DocumentPlace:
        """The place behind members of some names."""
        return cls(root, tuple(Step("properties", name) for name in names))

    def is_one_of(self, around: DocumentPlace) -> bool:
        """Whether it is a place of its own among those that a map, a pattern or a list declares together."""
        is_alike = self.root == around.root and len(self.steps) == len(around.steps) and self.steps != around.steps
        pairs = zip(self.steps, around.steps, strict=False)
        return is_alike and all(step == other or other.is_for_many for step, other in pairs)

    def __str__(self) -> str:
        """The place with the tags on the way to it; two places of which this is equal are one."""
        ways = [(step.keyword, step.key, step.after, _sorted(step.tags)) for step in self.steps]
        return repr((self.root, ways, _sorted(self.tags)))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a schema: the innermost subschema around it that judges documents, and the rest of its pointer."""

    places: tuple[DocumentPlace, ...]
    tail: tuple[str, ...]
    is_in_place: bool = False
    """Whether it is an alternative, a condition or the like of the schema around it, rather than that of a place."""


def part_at(roots: Mapping[str, Node], document: str, pointer: str) -> Part | None:
    """The part at a pointer of a document, as it judges the documents of root schemas; None where it judges none.

    Raises:
        TooManyPlaces: more places than are told apart.
    """
    ways = _ways_from(roots)
    tokens = pointers.split(pointer)
    for length in range(len(tokens), -1, -1):
        entered = ways.by_place.get((document, pointers.join("", *tokens[:length])))
        if entered:
            tail = tuple(tokens[length:])
            return None if tail and tail[0] in DEFINITIONS else _part(ways, entered, tail)
    return None


@dataclass
class _Ways:
    """All ways through the schemas of some roots: for each schema, which others apply it, and with what."""

    roots: dict[Entered, str]
    by_place: dict[tuple[str, str], list[Entered]] = field(default_factory=dict)
    before: dict[Entered, list[tuple[Entered, Applied]]] = field(default_factory=dict)


def _ways_from(roots: Mapping[str, Node]) -> _Ways:
    """The ways from some roots, worked out once."""
    if not roots:
        return _Ways({})
    memo, key = next(iter(roots.values())).memo, ("ways", tuple(roots))
    ways: _Ways | None = memo.get(key)
    if ways is None:
        ways = memo[key] = _Ways({(node, ()): name for name, node in roots.items()})
        ways.before |= {root: [] for root in ways.roots}
        todo = deque(ways.roots)
        while todo:
            entered = todo.popleft()
            ways.by_place.setdefault((entered[0].document, entered[0].pointer), []).append(entered)
            for applied in applied_subschemas(*entered):
                inner = (applied.node, applied.scope)
                if inner not in ways.before:
                    ways.before[inner] = []
                    todo.append(inner)
                ways.before[inner].append((entered, applied))
    return ways


def _part(ways: _Ways, targets: Iterable[Entered], tail: tuple[str, ...]) -> Part:
    places: dict[str, DocumentPlace] = {}
    tails: set[tuple[str, ...]] = set()
    is_in_place = False
    for root, whole in _chains(ways, targets):
        chain, rest = _without_last_test(whole, tail)
        place = _place(root, chain)
        if place is not None:
            places.setdefault(str(place), place)
            tails.add(rest)
            is_in_place = is_in_place or _ends_in_place(chain)
        if len(places) > MOST_PLACES:
            raise TooManyPlaces
    return Part(tuple(places[text] for text in sorted(places)), min(tails, default=tail), is_in_place)


def _chains(ways: _Ways, targets: Iterable[Entered]) -> Iterator[tuple[str, _Chain]]:
    """The ways from a root to a schema, with the root's name, short ones first; one schema is passed twice at most."""
    todo: deque[tuple[Entered, _Chain, bool]] = deque((end, (), False) for end in targets)
    steps = 0
    while todo:
        start, chain, is_repeated = todo.popleft()
        steps += 1
        if steps > _MOST_WAYS:
            raise TooManyPlaces
        if start in ways.roots:
            yield ways.roots[start], chain
        passed = [start, *(entered for entered, _ in chain)]
        for before in ways.before[start]:
            again = before[0] in passed
            if not (again and is_repeated) and passed.count(before[0]) < 2:
                todo.append((before[0], (before, *chain), again or is_repeated))


def _without_last_test(chain: _Chain, tail: tuple[str, ...]) -> tuple[_Chain, tuple[str, ...]]:
    """A way that ends at the object or array itself, where its last steps ask for names or refuse all others."""
    for index, (_, applied) in enumerate(chain):
        is_refusal = applied.keyword in _OTHERS and applied.node.value is False
        if applied.relation is Relation.NAME or is_refusal:
            return chain[:index], (applied.keyword, *tail)
    return chain, tail


def _ends_in_place(chain: _Chain) -> bool:
    """Whether the last schema of a way stands inside the one before it, and judges the same value."""
    return bool(chain) and chain[-1][1].relation is Relation.IN_PLACE and chain[-1][1].keyword not in REFERENCES


def _place(root: str, chain: _Chain) -> DocumentPlace | None:
    """The place to which a way leads; None where its tags exclude each other."""
    steps: list[Step] = []
    tags: Tags = {}
    around: tuple[Node, ...] = ()
    for (node, _), applied in chain:
        if applied.relation is Relation.IN_PLACE:
            met = meet(tags, selecting(around, node, applied))
            if met is None:
                return None
            tags, around = met, (*around, node)
        else:
            steps.append(Step(applied.keyword, applied.key, applied.after, tags))
            tags, around = {}, ()
    return DocumentPlace(root, tuple(steps), tags)


def _sorted(tags: Tags) -> list[tuple[str, list[str]]]:
    return sorted((name, sorted(values)) for name, values in tags.items())

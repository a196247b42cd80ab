"""Names only grow: what the older schema declares and the newer one no longer does, and which facts changed.

Both schemas are walked together, place by place of the document, so that a property that moved into a definition or a
branch is still the same property.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.compat.changes import Change, PathStep
from accordant.compat.key_patterns import may_match_others, may_share_keys
from accordant.compat.losses import losses
from accordant.compat.lost_tags import lost_value, tag_values
from accordant.compat.place_pair import PlacePair, SchemaPair
from accordant.compat.stated import fact_changes, kept_values, value_changes
from accordant.compat.unit_reach import may_differ
from accordant.findings import JsonValue
from accordant.schema.declarations import (
    DeclaredItems,
    DeclaredProperty,
    TaggedSchema,
    bound_lists,
    items,
    lay_open,
    listed_names,
    properties,
)
from accordant.schema.json_values import canonical
from accordant.schema.references import Node
from accordant.schema.subschemas import judging
from accordant.schema.tags import Tags, TagsKey, meet, tags_key

_MOST_SCHEMAS: Final = 200_000
"""The most subschemas that one walk visits, some seconds of work; the largest pair of the public corpora has 4,300."""

MOST_PLACES: Final = 10
"""The most places in documents at which names are looked at that a definition declares."""


@dataclass
class Walk:
    """Compares declarations of two schemas; ``changes`` holds breaks, warnings and notes in document order."""

    are_same: Callable[[Node, Node], bool] = lambda _, __: False
    """Whether two schemas certainly say the same, with all that they refer to: nothing below them is compared."""
    carrier: str = ""
    direction: str = "output"
    same_list: Callable[[str], bool] = lambda _: False
    """Whether both sides have this code list, so that its own comparison speaks about its identifiers."""
    changes: list[Change] = field(default_factory=list)
    kept: list[Change] | None = None
    """If a list is given: the names and values that both sides declare, each as the change that its loss would be."""
    complete: bool = True
    """False where the walk was stopped: what it did not reach is not known."""
    _seen: Counter[tuple[frozenset[TaggedSchema], frozenset[TaggedSchema]]] = field(default_factory=Counter)
    _known: set[tuple[str, str, str]] = field(default_factory=set)
    _laid_open: int = 0
    _kept: set[tuple[str, str]] = field(default_factory=set)
    """Where the older schemas stand that have a counterpart somewhere."""

    def compare(self, old: Node, new: Node) -> list[Change]:
        """Every change between two root schemas."""
        news = frozenset([TaggedSchema(new)])
        todo = deque([SchemaPair(frozenset([TaggedSchema(old)]), news, news, new, ())])
        while todo:
            pair = todo.popleft()
            if self._has_seen(pair):
                continue
            if self._laid_open > _MOST_SCHEMAS:
                self.complete = False
                break
            self._seen[pair.olds, pair.news] += 1
            if not self._is_same(pair):
                todo += (replace(inner, around=pair) for inner in self._place(pair))
        if may_differ(old.resources, new.resources):
            from accordant.compat.units import unit_changes  # few schemas state units

            changes, is_complete = unit_changes(old, new, self.are_same)
            self._add(changes)
            self.complete &= is_complete
        self.changes = [replace(change, is_kept_elsewhere=self._is_kept(change)) for change in self.changes]
        return self.changes

    def _has_seen(self, pair: SchemaPair) -> bool:
        """Whether a pair needs no look: what differs in it is told once; what it keeps counts at each of its places."""
        times = self._seen[pair.olds, pair.news]
        if self.kept is None or times == 0:
            return times > 0
        return times >= MOST_PLACES or pair.is_repeated()

    def _is_kept(self, change: Change) -> bool:
        return (change.old_node.document, change.old_node.pointer) in self._kept

    def _is_same(self, pair: SchemaPair) -> bool:
        """Whether both sides have the same schemas at a place, all of them under the same tags."""
        if pair.twins != pair.news or len(pair.olds) != len(pair.news):
            return False
        sides = zip(_sort(pair.olds), _sort(pair.news), strict=True)
        return all(self.are_same(old.node, new.node) for old, new in sides)

    def _place(self, pair: SchemaPair) -> Iterator[SchemaPair]:
        olds = lay_open(_sort(pair.olds))
        if not olds:
            return
        # A boolean schema opens into nothing, and is still what the newer side has here.
        news = lay_open(_sort(pair.news)) or _sort(pair.news)
        holder = news[0].node if news else pair.holder
        place = PlacePair(olds, news, lay_open(_sort(pair.twins)), holder, pair.steps)
        if pair.news:
            self._kept |= {(schema.node.document, schema.node.pointer) for schema in olds}
        self._laid_open += len(place.olds) + len(place.news) + len(place.twins)
        self._add(value_changes(place, self.carrier, self.direction, self.same_list))
        self._add(fact_changes(place))
        if self.kept is not None:
            self.kept += kept_values(place)
        yield from self._properties(place)
        yield from self._item_pairs(place)

    def _add(self, changes: Iterable[Change]) -> None:
        for change in changes:
            cases = {tag: sorted(values) for tag, values in change.lost.items()}
            key = (change.rule, change.path, canonical([change.name, change.old, cases, change.documents]))
            if key not in self._known:
                self._known.add(key)
                self.changes.append(change)

    def _properties(self, place: PlacePair) -> Iterator[SchemaPair]:
        olds, news = list(properties(place.olds)), list(properties(place.news))
        lost_values = self._lost_values(olds, news, place)
        by_name: dict[str | None, list[DeclaredProperty]] = {}
        for property_ in news:
            by_name.setdefault(property_.name, []).append(property_)
        removed: list[DeclaredProperty] = []
        for name, tags, group in _group(olds):
            if any(values <= lost_values.get(tag, frozenset()) for tag, values in tags.items()):
                continue  # the tag's value is gone, which has a change of its own
            matches = [property_ for property_ in by_name.get(name, ()) if meet(property_.tags, tags) is not None]
            if matches:
                twins = [property_.schema for property_ in matches if property_.tags == tags]
                self._keep(place, PathStep(name, tags), group[0], matches[0].schema, name)
                yield _pair(group, _schemas(matches), twins, place, PathStep(name, tags))
            else:
                removed.append(DeclaredProperty(name, min(group, key=_order)))
        names = {property_.name for property_ in olds}
        added: dict[str, DeclaredProperty] = {}
        for name, _, group in _group(news):
            if name not in names:
                added.setdefault(name, DeclaredProperty(name, min(group, key=_order)))
        self._add(losses(removed, added, place, olds, news))
        self._add(_lost_names(names, news, place))
        yield from self._map_pairs(olds, news, place)

    def _lost_values(
        self, olds: list[DeclaredProperty], news: list[DeclaredProperty], place: PlacePair
    ) -> dict[str, frozenset[str]]:
        """Tag values that select something in the old schema and stand nowhere in the new property_."""
        lost: dict[str, frozenset[str]] = {}
        for tag in dict.fromkeys(name for property_ in olds for name in property_.tags):
            before, after = tag_values(tag, olds), tag_values(tag, news)
            missing = before - after if after else frozenset()
            if not missing:
                continue
            lost[tag] = missing
            heirs = [property_.node for property_ in news if property_.name == tag] or [place.holder]
            bound = bound_lists(lay_open([TaggedSchema(heirs[0])]))
            if any(self.same_list(name) for name in bound):
                continue  # the list's own comparison speaks about its identifiers
            self._add(lost_value(tag, value, olds, news, place) for value in sorted(missing))
        return lost

    def _map_pairs(
        self, olds: list[DeclaredProperty], news: list[DeclaredProperty], place: PlacePair
    ) -> Iterator[SchemaPair]:
        """What patterns and the rest declare, against the same pattern, else any map, else properties that are new."""
        named = {property_.name for property_ in olds}
        groups: dict[tuple[str, TagsKey], list[DeclaredProperty]] = {}
        for property_ in olds:
            if property_.name is None:
                groups.setdefault((property_.pattern, tags_key(property_.tags)), []).append(property_)
        for (pattern, _), group in groups.items():
            tags = group[0].tags
            fitting = [property_ for property_ in news if meet(property_.tags, tags) is not None]
            twins = [property_ for property_ in fitting if property_.name is None and property_.pattern == pattern]
            related = twins or [property_ for property_ in fitting if may_share_keys(pattern, property_)]
            maps = [property_ for property_ in related if property_.name is None]
            heirs = maps or [property_ for property_ in related if property_.name not in named]
            step = PathStep("+", tags, pattern, _names_of(olds))
            kept = [property_.name for property_ in fitting if property_.name is not None]
            if not heirs and pattern and may_match_others(pattern, kept):
                self._add([Change("field-removed", (*place.steps, step), group[0].node, place.holder, pattern)])
            if heirs and pattern:
                self._keep(place, step, group[0].schema, heirs[0].schema, pattern)
            yield _pair(_schemas(group), _schemas(heirs), _schemas(twins), place, step)

    def _keep(self, place: PlacePair, step: PathStep, old: TaggedSchema, new: TaggedSchema, name: str) -> None:
        if self.kept is not None and not old.is_test:
            steps = (*place.steps, step)
            self.kept.append(Change("field-removed", steps, old.node, new.node, name, name, is_forbidden=True))

    def _item_pairs(self, place: PlacePair) -> Iterator[SchemaPair]:
        olds, news = list(items(place.olds)), list(items(place.news))
        groups: dict[tuple[int | None, int, TagsKey], list[DeclaredItems]] = {}
        for item in olds:
            groups.setdefault((item.index, item.after, tags_key(item.schema.tags)), []).append(item)
        for (index, _, _), group in groups.items():
            tags = group[0].schema.tags
            matches = [item for item in news if item.shares_with(group[0]) and meet(item.schema.tags, tags) is not None]
            twins = [item.schema for item in matches if item.index == index]
            heirs, step = [item.schema for item in matches], PathStep("*" if index is None else index, tags)
            yield _pair([item.schema for item in group], heirs, twins, place, step)


def _lost_names(named: set[str | None], news: list[DeclaredProperty], place: PlacePair) -> Iterator[Change]:
    """A name that ``propertyNames`` lists is declared, too; what the values are is not said there."""
    still_named = {property_.name for property_ in news} | set(listed_names(place.news))
    holder = next((schema.node for schema in place.news if "propertyNames" in judging(schema.node)), place.holder)
    for name, schema in listed_names(place.olds).items():
        if name not in named and name not in still_named:
            steps = (*place.steps, PathStep(name, schema.tags))
            yield Change("field-removed", steps, schema.node, holder, name, name, None, "propertyNames")


def _names_of(declared: Iterable[DeclaredProperty]) -> dict[str, JsonValue]:
    """The names and patterns of properties, as the keywords of a schema that accepts all values for them."""
    names: dict[str, JsonValue] = {}
    for property_ in declared:
        if property_.name is not None:
            names.setdefault("properties", {})[property_.name] = True
        elif property_.pattern:
            names.setdefault("patternProperties", {})[property_.pattern] = True
    return names


def _schemas(declared: Iterable[DeclaredProperty]) -> list[TaggedSchema]:
    return [property_.schema for property_ in declared]


_ADDED = {"field-removed": "field-added", "enum-value-removed": "enum-value-added"}


def additions(
    old: Node, new: Node, same_list: Callable[[str], bool], are_same: Callable[[Node, Node], bool]
) -> list[Change]:
    """What the newer schema declares and the older one does not: the same walk with the sides exchanged."""
    return [
        Change(
            _ADDED[change.rule],
            change.steps,
            change.new_node,
            change.old_node,
            change.name,
            None,
            change.old,
            change.keyword,
            change.lost,
        )
        for change in Walk(lambda newer, older: are_same(older, newer), same_list=same_list).compare(new, old)
        if change.rule in _ADDED
    ]


def _pair(
    olds: Iterable[TaggedSchema],
    news: Iterable[TaggedSchema],
    twins: Iterable[TaggedSchema],
    place: PlacePair,
    step: PathStep,
) -> SchemaPair:
    return SchemaPair(frozenset(olds), frozenset(news), frozenset(twins), place.holder, (*place.steps, step))


def _group(declared: list[DeclaredProperty]) -> Iterator[tuple[str, Tags, list[TaggedSchema]]]:
    """The named properties by name and tags."""
    groups: dict[tuple[str, TagsKey], list[TaggedSchema]] = {}
    for property_ in declared:
        if property_.name is not None:
            groups.setdefault((property_.name, tags_key(property_.tags)), []).append(property_.schema)
    for (name, _), schemas in groups.items():
        yield name, schemas[0].tags, schemas


def _sort(schemas: frozenset[TaggedSchema]) -> list[TaggedSchema]:
    return sorted(schemas, key=_order)


def _order(schema: TaggedSchema) -> tuple[str, str]:
    return (schema.node.document, schema.node.pointer)

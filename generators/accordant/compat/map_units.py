"""Units of keys that a map, a pattern or the items around it gave, and that are now declared by themselves.

    {"additionalProperties": {"type": "number", "x-unit": "ms"}}

With ``"properties": {"total": {"type": "number", "x-unit": "s"}}`` beside it, readers of the map take seconds for
milliseconds under ``total``. The shapes allow it, and no field was lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.compat.changes import Change, PathStep
from accordant.compat.key_patterns import may_be_key, may_match_others, may_share_keys
from accordant.schema.declarations import DeclaredItems, DeclaredProperty, TaggedSchema, items, lay_open, properties
from accordant.schema.json_values import canonical, fingerprint
from accordant.schema.references import Node, Resources
from accordant.schema.tags import meet, types_of

_Schemas: TypeAlias = frozenset[TaggedSchema]

_MOST_PAIRS: Final = 2_000
"""Most pairs of schemas that are compared below one place: those of a map may refer to themselves in many ways."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """What both sides declare for one place; both sides are not empty."""

    olds: _Schemas
    news: _Schemas
    steps: tuple[PathStep, ...]


def map_unit_changes(
    olds: Iterable[TaggedSchema], news: Iterable[TaggedSchema], steps: tuple[PathStep, ...]
) -> Iterator[Change]:
    """The units of an object or array whose places were declared together and are now declared apart.

    Args:
        olds: what the older side has for it, laid open.
        news: what the newer side has for it, laid open.
        steps: the way to it.
    """
    todo = list(_apart(list(olds), list(news), steps))
    seen: set[tuple[_Schemas, _Schemas]] = set()
    while todo and len(seen) < _MOST_PAIRS:
        pair = todo.pop(0)
        if (pair.olds, pair.news) in seen:
            continue
        seen.add((pair.olds, pair.news))
        older, newer = lay_open(_sort(pair.olds)), lay_open(_sort(pair.news))
        if not older or not newer:
            continue
        yield from _change(older, newer, pair.steps)
        todo += _together(older, newer, pair.steps)
        todo += _apart(older, newer, pair.steps)


def states_units(resources: Resources) -> bool:
    """Whether some schema states a unit: few do, and the others need no further walk."""
    return any('"x-unit":' in canonical(resources.root(uri).value) for uri in resources)


def may_have_keys_apart(olds: Sequence[DeclaredProperty], news: Sequence[DeclaredProperty]) -> bool:
    """Whether the newer side may declare a key by itself that a map or pattern of the older side declared."""
    maps, known = [old for old in olds if old.name is None], {(old.name, old.pattern) for old in olds}
    is_new = bool(maps) and any((new.name, new.pattern) not in known for new in news)
    return is_new or any(old.pattern for old in maps)


def may_have_items_apart(olds: Sequence[DeclaredItems], news: Sequence[DeclaredItems]) -> bool:
    """Whether the newer side may declare an item by itself that the older side declared with those behind it."""
    known = {old.index for old in olds}
    return None in known and any(new.index not in known for new in news)


def _change(olds: list[TaggedSchema], news: list[TaggedSchema], steps: tuple[PathStep, ...]) -> Iterator[Change]:
    """The change of a unit where no declaration of the newer side has one of the older side."""
    older, newer = _units(olds), _units(news)
    old = next(iter(older.values()), None)
    if old is not None and not older.keys() & newer.keys() and (newer or _may_share_values(old, news)):
        new = next(iter(newer.values()), news[0].node)
        unit = new.value.get("x-unit") if isinstance(new.value, dict) else None
        yield Change("unit-changed", steps, old, new, "", old.value["x-unit"], unit, "x-unit")


def _may_share_values(old: Node, news: Iterable[TaggedSchema]) -> bool:
    """Whether the newer side has values of a type that the older schema names: its unit says nothing about others."""
    mine, theirs = _types(old), [_types(schema.node) for schema in news]
    named = [types for types in theirs if types]
    return not mine or not named or any(mine & types for types in named)


def _types(node: Node) -> frozenset[str]:
    """The types that a schema names, integers as numbers."""
    return frozenset("number" if name == "integer" else name for name in types_of(node) or ())


def _units(schemas: Iterable[TaggedSchema]) -> dict[str, Node]:
    """The units that schemas state, by their texts, each with a schema that states it."""
    nodes = (schema.node for schema in schemas if isinstance(schema.node.value, dict))
    return {fingerprint(node.value["x-unit"]): node for node in nodes if "x-unit" in node.value}


def _apart(olds: list[TaggedSchema], news: list[TaggedSchema], steps: tuple[PathStep, ...]) -> Iterator[_Pair]:
    """The newer places by themselves, each against what declared it beside others on the older side."""
    yield from _keys_apart(list(properties(olds)), list(properties(news)), steps)
    yield from _items_apart(list(items(olds)), list(items(news)), steps)


def _keys_apart(
    olds: list[DeclaredProperty], news: list[DeclaredProperty], steps: tuple[PathStep, ...]
) -> Iterator[_Pair]:
    maps = [old for old in olds if old.name is None]
    if not maps:
        return
    for new in news:
        if any(_is_same_place(old, new) and (old.name is None or _units([old.schema])) for old in olds):
            continue  # compared as what it is
        around = [old for old in maps if _covers(old, new, olds) and meet(old.tags, new.tags) is not None]
        others = [other.schema for other in news if other.name is None and _covers(other, new, news)]
        if around:
            mine = [new.schema] if _says_unit(new) else [new.schema, *others]
            step = PathStep("+" if new.name is None else new.name, new.tags, new.pattern)
            yield _Pair(frozenset(old.schema for old in around), frozenset(mine), (*steps, step))


def _is_same_place(old: DeclaredProperty, new: DeclaredProperty) -> bool:
    return old.name == new.name and old.pattern == new.pattern


def _covers(around: DeclaredProperty, key: DeclaredProperty, side: list[DeclaredProperty]) -> bool:
    """Whether a pattern or map of a side speaks about a key, or the keys of a pattern, that the other side has."""
    if key.name is None and not key.pattern:
        return False
    if around.pattern:
        return may_share_keys(around.pattern, key)
    rivals = [other for other in side if (other.name is not None or other.pattern) and _excludes(other, around)]
    if key.name is not None:
        return not any(may_be_key(key.name, rival) for rival in rivals)
    names = [rival.name for rival in rivals if rival.name is not None]
    patterns = [rival for rival in rivals if rival.name is None]
    return may_match_others(key.pattern, names) and not any(may_share_keys(key.pattern, rival) for rival in patterns)


def _excludes(rival: DeclaredProperty, around: DeclaredProperty) -> bool:
    """Whether a map leaves the keys of another declaration out: ``additionalProperties`` sees those beside it only."""
    holder, _, keyword = around.node.pointer.rpartition("/")
    beside = (f"{holder}/properties/", f"{holder}/patternProperties/")
    return keyword != "additionalProperties" or rival.node.pointer.startswith(beside)


def _says_unit(new: DeclaredProperty) -> bool:
    """Whether the declaration of a key states a unit, itself or below it."""
    return any('"x-unit":' in canonical(schema.node.value) for schema in lay_open([new.schema]))


def _items_apart(olds: list[DeclaredItems], news: list[DeclaredItems], steps: tuple[PathStep, ...]) -> Iterator[_Pair]:
    known = {old.index for old in olds}
    for new in news:
        around = [old.schema for old in olds if new.index is not None and old.index is None and old.covers(new.index)]
        if new.index not in known and around and new.index is not None:
            yield _Pair(frozenset(around), frozenset([new.schema]), (*steps, PathStep(new.index, new.schema.tags)))


def _together(olds: list[TaggedSchema], news: list[TaggedSchema], steps: tuple[PathStep, ...]) -> Iterator[_Pair]:
    """The places that both sides declare in the same way."""
    newer = list(properties(news))
    for old in properties(olds):
        same = [new for new in newer if _is_same_place(old, new) and meet(old.tags, new.tags) is not None]
        if same:
            step = PathStep("+" if old.name is None else old.name, old.tags, old.pattern)
            yield _Pair(frozenset([old.schema]), frozenset(new.schema for new in same), (*steps, step))
    new_items = list(items(news))
    for item in items(olds):
        matching = [new.schema for new in new_items if new.index == item.index]
        if matching:
            step = PathStep("*" if item.index is None else item.index, item.schema.tags)
            yield _Pair(frozenset([item.schema]), frozenset(matching), (*steps, step))


def _sort(schemas: _Schemas) -> list[TaggedSchema]:
    return sorted(schemas, key=lambda schema: (schema.node.document, schema.node.pointer))

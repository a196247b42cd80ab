"""Properties that a newer schema no longer declares: gone for good, gone for some documents, or renamed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from accordant.compat.changes import Change, PathStep
from accordant.compat.place_pair import PlacePair
from accordant.compat.stated import TEXTS
from accordant.findings import JsonValue
from accordant.schema.declarations import DeclaredProperty
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node
from accordant.schema.subschemas import judging
from accordant.schema.tags import Tags, meet, tags_key


def losses(
    removed: list[DeclaredProperty],
    added: dict[str, DeclaredProperty],
    place: PlacePair,
    olds: list[DeclaredProperty],
    news: list[DeclaredProperty],
) -> Iterator[Change]:
    """Each removed property as a renaming, where an added one has the same schema, else as a removal.

    A name that is gone for good is reported once, one that some documents may still carry once for each case.
    """
    told: set[str | None] = set()
    for property_ in removed:
        before, heirs = ([other for other in side if other.name == property_.name] for side in (olds, news))
        if property_.name in told and not heirs:
            continue
        told.add(property_.name)
        beside = (candidate for candidate in added.values() if meet(candidate.tags, property_.tags) is not None)
        twin = next((candidate for candidate in beside if _are_alike(property_.node, candidate.node)), None)
        added = {key: candidate for key, candidate in added.items() if candidate is not twin}
        change = _loss(property_, twin, _heir(property_, place), place)
        yield replace(change, lost=property_.tags, gained=_gains(before, heirs)) if heirs else change


def _loss(property_: DeclaredProperty, twin: DeclaredProperty | None, heir: Node, place: PlacePair) -> Change:
    name = property_.name or ""
    steps = (*place.steps, PathStep(name, property_.tags))
    if twin is not None:
        return Change("field-renamed", steps, property_.node, twin.node, name, name, twin.name)
    return Change("field-removed", steps, property_.node, heir, name, name)


def _gains(before: list[DeclaredProperty], after: list[DeclaredProperty]) -> tuple[Tags, ...]:
    """The tags for which only the newer side declares a name, each once."""
    known = [other.tags for other in before]
    gained = [other.tags for other in after if all(meet(other.tags, tags) is None for tags in known)]
    return tuple({tags_key(tags): tags for tags in gained}.values())


def _heir(property_: DeclaredProperty, place: PlacePair) -> Node:
    """The newer object that lacks a property: that for the same tags, else that at the same place."""
    objects = [schema for schema in place.news if property_.tags and schema.tags == property_.tags]
    same = [schema.node for schema in objects if "properties" in judging(schema.node)]
    return same[0] if same else place.home_of(property_.node)


def _are_alike(old: Node, new: Node) -> bool:
    return fingerprint(_without_texts(old.value)) == fingerprint(_without_texts(new.value))


def _without_texts(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {key: _without_texts(item) for key, item in value.items() if key not in TEXTS}
    return [_without_texts(item) for item in value] if isinstance(value, list) else value

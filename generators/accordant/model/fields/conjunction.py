"""Which schemas judge the value at a place for certain, and what their keywords ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from accordant.model.constraints import Constraint, Pass
from accordant.model.fields.places import ItemStep, MemberStep, NamesStep, Place, PositionStep, Step
from accordant.model.keywords import Compiler
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping.arrays import items_at, rest_of
from accordant.model.shaping.parts import Part, flatten
from accordant.schema.dialects import REFERENCES

INSIDE: Final = frozenset({
    "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "additionalItems",
    "required", "type", "allOf", *REFERENCES,
})  # fmt: skip
"""Keywords that types and rows speak for."""


def parts_at(site: ScopedSchema, place: Place, applied: Sequence[tuple[int, ScopedSchema]]) -> list[Part]:
    """The schemas that judge the value at a place of a schema's documents, where some branches apply."""
    parts = [Part(site)]
    for depth, step in enumerate((*place.steps, None)):
        parts += [Part(branch) for steps, branch in applied if steps == depth]
        if step is not None:
            parts = list(_stepped(flatten(parts), step))
    return parts


def _stepped(flat: Sequence[Part], step: Step) -> Iterator[Part]:
    match step:
        case MemberStep(name):
            yield from (child for part in flat for child in _member(part, name))
        case PositionStep(index):
            yield from items_at(flat, index)
        case ItemStep():
            yield from (child for part in flat for child in rest_of(part))
        case NamesStep(pattern):
            keys = ("patternProperties", pattern) if pattern else ("additionalProperties",)
            yield from (Part(part.site.child(*keys)) for part in flat if _has(part, keys))


def _member(part: Part, name: str) -> Iterator[Part]:
    members = part.members
    if name in members.get("properties", ()):
        yield Part(part.site.child("properties", name))
    elif "additionalProperties" in members and not members.get("patternProperties"):
        yield Part(part.site.child("additionalProperties"))


def _has(part: Part, keys: Sequence[str]) -> bool:
    value = part.members.get(keys[0])
    return value is not None and (len(keys) == 1 or keys[1] in value)


def own_sites(parts: Sequence[Part], sections: frozenset[str]) -> list[ScopedSchema]:
    """The schemas of a conjunction, those behind references to a section left out: the section shows them."""
    sites: dict[str, ScopedSchema] = {}
    todo = [part.site for part in parts]
    while todo:
        site = todo.pop(0)
        if site.key in sites:
            continue
        sites[site.key] = site
        members = site.known_members
        targets = [site.target(keyword) for keyword in REFERENCES if keyword in members]
        todo += [target for target in targets if target.key not in sections]
        todo += [site.child("allOf", index) for index in range(len(members.get("allOf", ())))]
    return list(sites.values())


def constraints_of(site: ScopedSchema, compiler: Compiler) -> Iterator[Constraint]:
    """What the keywords of one schema ask beyond types and rows, in the order of checking."""
    for keyword in compiler.judging(site):
        if keyword not in INSIDE:
            constraint = compiler.keyword(site, keyword)
            if not isinstance(constraint, Pass):
                yield constraint

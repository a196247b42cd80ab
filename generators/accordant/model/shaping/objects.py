"""Shapes of objects."""

from __future__ import annotations

from collections.abc import Sequence

from accordant.model.annotations import annotations_of
from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping.facts import required_names
from accordant.model.shaping.parts import Part
from accordant.model.shaping.scalars import Taken
from accordant.model.shaping.types_of_parts import Path, TypesOfParts
from accordant.model.types import ANYTHING, Field, MapOf, Nothing, Record, Shape, Typed


def object_(builder: TypesOfParts, flat: Sequence[Part], path: Path, taken: Taken) -> Shape:
    """A record where members are declared or none may be added, else a map."""
    names = dict.fromkeys(name for part in flat for name in part.members.get("properties", ()))
    required = dict.fromkeys(name for part in flat for name in required_names(part))
    others = {index: rule for index, part in enumerate(flat) if (rule := _others(builder, part)) is not None}
    # What only the closed view refuses is no shape: one such keyword may seal the record, more stay rules.
    dropped = {index: others.pop(index) for index in list(others) if builder.compiler.drops(*others[index].said)}
    fields = tuple(_field(builder, flat, name, name in required, others, path) for name in {**names, **required})
    for index in range(len(flat)):
        taken.update({(index, "properties"), (index, "required")})
    taken.update((index, rule.keyword) for index, rule in others.items())
    rests = [rule.child for rule in others.values()]
    sealing = [index for index, rule in dropped.items() if rule.named >= {field.wire for field in fields} and not rests]
    if sealing:
        taken.update((index, dropped[index].keyword) for index in sealing)
        return Record(fields, ANYTHING, sealed=True)
    if not fields and not rests and not dropped:
        mapped = _pattern_map(builder, flat, path, taken)
        if mapped is not None:
            return mapped
    closed = any(child.site.schema is False for child in rests)
    extra = None if closed else builder.type_of(rests, path.below("Value")) if rests else ANYTHING
    if extra is not None and isinstance(extra.shape, Nothing):
        extra = None
    return MapOf(extra) if extra is not None and not fields else Record(fields, extra)


class _Others:
    """The one rule of a part for the members that it does not name."""

    def __init__(self, site: ScopedSchema, keyword: str, child: Part, named: frozenset[str]) -> None:
        self.site = site
        self.keyword, self.child, self.named = keyword, child, named

    @property
    def said(self) -> tuple[ScopedSchema, str]:
        """The schema that says it, and its keyword."""
        return self.site, self.keyword


def _others(builder: TypesOfParts, part: Part) -> _Others | None:
    """``additionalProperties``, or ``unevaluatedProperties`` where what is evaluated does not depend on the value."""
    members = part.members
    if members.get("patternProperties"):
        return None
    if "additionalProperties" in members:
        child = Part(part.site.child("additionalProperties"))
        return _Others(part.site, "additionalProperties", child, frozenset(members.get("properties", ())))
    if "unevaluatedProperties" in members:
        seen = builder.seen_members(part.site)
        if not (seen.everything or seen.patterns or seen.guarded):
            child = Part(part.site.child("unevaluatedProperties"))
            return _Others(part.site, "unevaluatedProperties", child, frozenset(seen.names))
    return None


def _field(
    builder: TypesOfParts, flat: Sequence[Part], name: str, required: bool, others: dict[int, _Others], path: Path
) -> Field:
    declared = [
        Part(part.site.child("properties", name)) for part in flat if name in part.members.get("properties", ())
    ]
    judged = [*declared, *(rule.child for rule in others.values() if name not in rule.named)]
    site = declared[0].site if declared else None
    return Field(
        wire=name,
        type=builder.type_of(judged, path.below(name)) if judged else ANYTHING,
        required=required,
        docs=annotations_of([part.site for part in declared]),
        at=site.at(builder.root) if site else "",
    )


def _pattern_map(builder: TypesOfParts, flat: Sequence[Part], path: Path, taken: Taken) -> Shape | None:
    """A map whose only pattern gives the type of every value, since nothing else may stand beside it."""
    maps: list[tuple[int, Part]] = []
    for index, part in enumerate(flat):
        patterns = part.members.get("patternProperties", {})
        closed = part.members.get("additionalProperties") is False
        if len(patterns) == 1 and closed and not builder.compiler.drops(part.site, "additionalProperties"):
            maps.append((index, Part(part.site.child("patternProperties", next(iter(patterns))))))
    if len(maps) != 1:
        return None
    index, child = maps[0]
    taken.add((index, "patternProperties"))
    value: Typed = builder.type_of([child], path.below("Value"))
    return MapOf(value)

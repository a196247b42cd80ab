"""Shapes of arrays."""

from __future__ import annotations

from collections.abc import Sequence

from accordant.model.shaping.parts import Part
from accordant.model.shaping.scalars import Taken
from accordant.model.shaping.types_of_parts import Path, TypesOfParts
from accordant.model.types import ANYTHING, ListOf, Shape, TupleOf


def array(builder: TypesOfParts, flat: Sequence[Part], path: Path, taken: Taken) -> Shape:
    """A list, or a tuple where positions have schemas; positions themselves are checked by rules."""
    least, most = _bounds(flat, taken)
    positions = max((len(_positions(part)) for part in flat), default=0)
    rest = [child for part in flat for child in rest_of(part)]
    if not positions:
        taken.update((index, name) for index in range(len(flat)) for name in ("items", "additionalItems"))
        return ListOf(builder.typed(rest, path.below("Item")) if rest else ANYTHING, least, most)
    items = [builder.typed([*items_at(flat, index)], path.below(f"Item{index}")) for index in range(positions)]
    closed = any(child.site.schema is False for child in rest)
    return TupleOf(
        tuple(items), None if closed else builder.typed(rest, path.below("Rest")) if rest else ANYTHING, least, most
    )


def _bounds(flat: Sequence[Part], taken: Taken) -> tuple[int, int | None]:
    least, most = 0, None
    for index, part in enumerate(flat):
        members = part.members
        if "minItems" in members:
            least = max(least, int(members["minItems"]))
        if "maxItems" in members:
            limit = int(members["maxItems"])
            most = limit if most is None else min(most, limit)
        taken.update((index, name) for name in ("minItems", "maxItems"))
    return least, most


def _positions(part: Part) -> list[Part]:
    keyword = part.site.tuple_keyword
    listed = part.members.get(keyword)
    if not isinstance(listed, list):
        return []
    return [Part(part.site.child(keyword, index)) for index in range(len(listed))]


def rest_of(part: Part) -> list[Part]:
    """The schema of the items behind the positions."""
    members = part.members
    listed = isinstance(members.get("items"), list)
    keyword = "additionalItems" if listed else "items"
    return [Part(part.site.child(keyword))] if keyword in members else []


def items_at(flat: Sequence[Part], index: int) -> list[Part]:
    """The schemas of the item at an index."""
    found: list[Part] = []
    for part in flat:
        positions = _positions(part)
        found += [positions[index]] if index < len(positions) else rest_of(part)
    return found

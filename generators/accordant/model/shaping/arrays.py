"""Shapes of arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accordant.model.scoped_schema import ScopedSchema
from accordant.model.shaping.parts import Part
from accordant.model.shaping.scalars import Taken
from accordant.model.shaping.types_of_parts import Path, TypesOfParts
from accordant.model.types import ANYTHING, ListOf, Shape, TupleOf
from accordant.schema.dialects import Relation
from accordant.schema.subschemas import Applied


def array(builder: TypesOfParts, flat: Sequence[Part], path: Path, taken: Taken) -> Shape:
    """A list, or a tuple where positions have schemas; positions themselves are checked by rules."""
    least, most = _bounds(flat, taken)
    positions = max((_positions(part) for part in flat), default=0)
    rest = [child for part in flat for child in rest_of(part)]
    if not positions:
        taken.update((index, name) for index in range(len(flat)) for name in ("items", "additionalItems"))
        return ListOf(builder.type_of(rest, path.below("Item")) if rest else ANYTHING, least, most)
    items = [builder.type_of([*items_at(flat, index)], path.below(f"Item{index}")) for index in range(positions)]
    closed = any(child.site.schema is False for child in rest)
    return TupleOf(
        tuple(items), None if closed else builder.type_of(rest, path.below("Rest")) if rest else ANYTHING, least, most
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


def _positions(part: Part) -> int:
    """How many leading items have schemas of their own."""
    return sum(isinstance(applied.key, int) for applied, _ in _item_schemas(part))


def rest_of(part: Part) -> list[Part]:
    """The schemas of the items behind the positions."""
    return [Part(schema) for applied, schema in _item_schemas(part) if applied.key is None]


def items_at(flat: Sequence[Part], index: int) -> list[Part]:
    """The schemas of the item at an index."""
    return [Part(schema) for part in flat for applied, schema in _item_schemas(part) if applied.is_for_item(index)]


def _item_schemas(part: Part) -> Iterator[tuple[Applied, ScopedSchema]]:
    """The schemas that judge items for certain: ``contains`` is a test, ``unevaluatedItems`` depends on the value."""
    for applied, schema in part.site.applied_to(Relation.ITEM):
        if applied.keyword in part.members and not applied.is_test and applied.keyword != "unevaluatedItems":
            yield applied, schema

"""What two schemas have at one place of their documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.compat.changes import PathStep
from accordant.schema import pointers
from accordant.schema.declarations import TaggedSchema
from accordant.schema.references import Node
from accordant.schema.subschemas import judging

_ALTERNATIVES: Final = (["anyOf"], ["oneOf"])


@dataclass(frozen=True, slots=True)
class PlacePair:
    """All schemas of both sides that apply at one place of the documents."""

    olds: list[TaggedSchema]
    news: list[TaggedSchema]
    twins: list[TaggedSchema]
    """The newer schemas under the same tags as the older ones: only these are about the same documents."""
    holder: Node
    """The newer schema where a loss is shown if the newer side has nothing at the place."""
    steps: tuple[PathStep, ...]

    @property
    def path(self) -> str:
        """The place in a document."""
        return pointers.write(step.token for step in self.steps)

    def home_of(self, property_: Node) -> Node:
        """The newer schema that no longer declares a property: that at the same place, else the first with any.

        One alternative never stands for another.
        """
        homes = [
            schema.node
            for schema in self.news
            if "properties" in judging(schema.node) and pointers.split(schema.node.pointer)[-2:-1] not in _ALTERNATIVES
        ]
        return self.counterpart(pointers.parent(pointers.parent(property_.pointer))) or (homes or [self.holder])[0]

    def counterpart(self, pointer: str) -> Node | None:
        """The newer schema that stands where an older one stood; None where none of this place does."""
        return next((schema.node for schema in self.news if schema.node.pointer == pointer), None)


@dataclass(frozen=True, slots=True)
class SchemaPair:
    """Schemas of both sides that are walked together; ``twins`` are the newer ones under the same tags."""

    olds: frozenset[TaggedSchema]
    news: frozenset[TaggedSchema]
    twins: frozenset[TaggedSchema]
    holder: Node
    steps: tuple[PathStep, ...]
    around: SchemaPair | None = None
    """The pair at the place around this one."""

    def is_repeated(self) -> bool:
        """Whether a place around it has the same schemas: they refer to themselves."""
        pair = self.around
        while pair is not None and (pair.olds, pair.news) != (self.olds, self.news):
            pair = pair.around
        return pair is not None

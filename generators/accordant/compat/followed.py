"""What applies behind steps into a document, in whatever case, within a budget of schemas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant.compat.document_places import Step, TooManyPlaces
from accordant.compat.opened import Entered, View
from accordant.schema.declarations import TaggedSchema, lay_open
from accordant.schema.dialects import Relation
from accordant.schema.json_values import canonical
from accordant.schema.name_patterns import pattern_matches
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, applied_subschemas, for_item, for_member
from accordant.schema.tags import Tags, meet

_MOST_SCHEMAS: Final = 60_000
"""Most schemas that are looked at for one break."""


@dataclass
class Follower:
    """Follows steps, and counts the schemas that it looks at.

    Raises, in its methods:
        TooManyPlaces: more schemas than are looked at for one break.
    """

    number: int = field(default=0, init=False)
    """The schemas that were looked at."""

    def follow(self, view: View, steps: Iterable[Step]) -> View:
        """What applies behind some steps, in whatever case."""
        for step in steps:
            view = self.inside(self.laid_open(view, step.tags), step)
        return view

    def inside(self, opened: Iterable[TaggedSchema], step: Step) -> View:
        """What schemas say about what a step selects; their own references and branches are among them already."""
        schemas = (inner for schema in opened for _, inner in self.step((schema.node, schema.scope), step))
        return tuple(dict.fromkeys(schemas))

    def laid_open(self, view: View, tags: Tags) -> list[TaggedSchema]:
        """All that may apply where schemas do, for documents with some tags."""
        opened = lay_open(TaggedSchema(node, scope=scope) for node, scope in view)
        self.count(len(opened))
        return [schema for schema in opened if meet(schema.tags, tags) is not None]

    def count(self, number: int) -> None:
        """Count schemas that were looked at."""
        self.number += number
        if self.number > _MOST_SCHEMAS:
            raise TooManyPlaces

    def step(self, item: Entered, step: Step, known: Collection[str] | None = None) -> Iterator[tuple[str, Entered]]:
        """The schemas for what a step selects, each with what tells it from the others."""
        node, scope = item
        self.count(1)
        if step.name is not None:
            yield from (("", (applied.node, applied.scope)) for applied in for_member(node, step.name, scope))
        elif isinstance(step.key, int):
            yield from (("", (applied.node, applied.scope)) for applied in for_item(node, step.key, scope))
        else:
            for applied in _others(node, scope, step, known):
                key = canonical([applied.keyword, applied.key, applied.after])
                yield key, (applied.node, applied.scope)


def _others(node: Node, scope: Scope, step: Step, known: Collection[str] | None) -> Iterator[Applied]:
    """The schemas for members without a name of their own, those with names that are not known (None: all are), or
    for the items behind the first ones.
    """
    is_item = step.keyword in {keyword.name for keyword in node.dialect.applying_to[Relation.ITEM]}
    for applied in applied_subschemas(node, scope, Relation.ITEM if is_item else Relation.MEMBER):
        is_name = applied.keyword == "properties" and not is_item
        if not is_name or (known is not None and applied.key not in known and _may_name(step, str(applied.key))):
            yield applied


def _may_name(step: Step, name: str) -> bool:
    """Whether a name falls under what a step selects."""
    return step.keyword != "patternProperties" or pattern_matches(str(step.key), name)

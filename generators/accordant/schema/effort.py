"""How much a validator looks at that does not remember what it looked at: unions inside unions multiply."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from accordant.findings import JsonValue
from accordant.schema.asked import Asking, Part
from accordant.schema.dialects import REFERENCES, Relation
from accordant.schema.member_names import names_in
from accordant.schema.references import Node, Resources, Scope
from accordant.schema.subschemas import DEFINITIONS, applied_subschemas, for_item, for_member

_AnyPlace = TypeVar("_AnyPlace", bound=Hashable)
"""A subschema (in its dynamic scope), and the part of the document that it is asked about."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How often subschemas are asked about parts of a document: each as often as a way leads there."""

    asked: int
    """All of them. It may have very many digits."""
    places: int
    """The different ones; one without subschemas counts for each that asks it."""
    endless: bool
    """Whether a subschema asks itself again about the same part, by references: a validator may never come back."""

    @property
    def repeated(self) -> int:
        """How many were asked before: none without references."""
        return self.asked - self.places


def effort_within(most: int, root: Node, document: JsonValue) -> Effort | None:
    """The effort of judging a document; None where there are more places than so many, which takes no longer to say."""
    return _effort(root, document, most)


def effort(root: Node, document: JsonValue) -> Effort:
    """The effort of judging a document, counted in a time that grows with the places alone."""
    counted = _effort(root, document, None)
    assert counted is not None
    return counted


def _effort(root: Node, document: JsonValue, most: int | None) -> Effort | None:
    if root.resources.is_plain:
        asking = Asking(root)
        return _count((asking.of(root.value), Part(document)), lambda place: asking.list_asked(*place), most)
    start: tuple[Node, Scope, Part] = root, (), Part(document)
    return _count(start, lambda place: (list(_list_asked(*place)), 0), most)


def _count(
    start: _AnyPlace, list_asked: Callable[[_AnyPlace], tuple[list[_AnyPlace], int]], most: int | None
) -> Effort | None:
    counts: dict[_AnyPlace, int] = {}
    endless, leaves = False, 0
    todo: list[tuple[_AnyPlace, list[_AnyPlace] | None, int]] = [(start, None, 0)]
    while todo:
        place, inside, alone = todo.pop()
        if inside is not None:
            counts[place] = 1 + alone + sum([counts[inner] for inner in inside])
        elif place not in counts:
            if most is not None and len(counts) >= most:
                return None
            counts[place] = 0  # a loop of references that leads back here asks nothing new
            inside, alone = list_asked(place)
            leaves += alone
            endless = endless or any(counts.get(inner) == 0 for inner in inside)
            todo.append((place, inside, alone))
            todo += [(inner, None, 0) for inner in inside if inner not in counts]
    return Effort(counts[start], len(counts) + leaves, endless)


def may_repeat(resources: Resources) -> bool:
    """Whether a subschema may be asked twice about one part: only references lead to one in two ways."""
    schemas = [resources.root(uri) for uri in resources]
    if not schemas:
        return False
    known: bool | None = schemas[0].memo.get("may repeat")
    if known is None:
        known = any(_may_refer(root) for root in schemas)
        schemas[0].memo["may repeat"] = known
    return known


def _may_refer(root: Node) -> bool:
    if root.resources.is_plain:  # a local reference leads to a definition
        return isinstance(root.value, dict) and any(keyword in root.value for keyword in DEFINITIONS)
    return not names_in(root).isdisjoint(REFERENCES)


def _list_asked(node: Node, scope: Scope, part: Part) -> Iterator[tuple[Node, Scope, Part]]:
    """The subschemas that a schema asks itself, tests too, each with the part of the document that it is about."""
    for subschema in applied_subschemas(node, scope, Relation.IN_PLACE):
        yield subschema.node, subschema.scope, part
    if isinstance(part.value, dict):
        for name in part.value:
            for subschema in for_member(node, name, scope):
                yield subschema.node, subschema.scope, part.part(name)
    elif isinstance(part.value, list):
        for index in range(len(part.value)):
            for subschema in for_item(node, index, scope):
                yield subschema.node, subschema.scope, part.part(index)

"""Where the values of a schema's definitions stand in documents, as JSON Pointers with ``*`` for any item."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from accordant.contract import ContractState
from accordant.model.fields.places import NamesStep
from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas

_MOST_PLACES: Final = 4
"""The most places of one definition in the documents of a schema that are listed; a tree has endlessly many."""


class DocumentPlace(NamedTuple):
    """A place in the documents of a schema."""

    schema: str
    pointer: str


def document_places(state: ContractState, wanted: Iterable[Node]) -> Mapping[str, tuple[DocumentPlace, ...]]:
    """The places at which documents hold values of some schemas, by location of the schema; the shortest come first."""
    by_location: dict[str, dict[DocumentPlace, None]] = {node.location: {} for node in wanted}
    for name in state.schemas:
        for node, pointer in _reached(state.root(name)):
            if node.location in by_location:
                by_location[node.location][DocumentPlace(name, pointer)] = None
    return {location: tuple(places) for location, places in by_location.items()}


def _reached(root: Node) -> Iterable[tuple[Node, str]]:
    """Every schema that judges a value of a document, with the place of the value; none too often."""
    todo, seen, times = deque([(root, "")]), set(), Counter[str]()
    while todo:
        node, pointer = todo.popleft()
        if (node.location, pointer) in seen or times[node.location] >= _MOST_PLACES:
            continue
        seen.add((node.location, pointer))
        times[node.location] += 1
        yield node, pointer
        judging = (part for part in applied_subschemas(node) if not part.is_test and part.relation is not Relation.NAME)
        todo += [(part.node, pointer + _step(part)) for part in judging]


def _step(part: Applied) -> str:
    """The way from a value to the one that a subschema judges, as the tables of fields write it."""
    if part.relation is Relation.IN_PLACE:
        return ""
    if part.relation is Relation.ITEM:
        return f"/{'*' if part.key is None else part.key}"
    return pointers.join("", str(part.key)) if part.keyword == "properties" else f"/{NamesStep().token}"

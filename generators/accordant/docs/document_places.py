"""Where the values of a schema's definitions stand in documents, as JSON Pointers with ``*`` for any item."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from accordant.contract import ContractState
from accordant.model.fields.places import NamesStep
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES, Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas

_MOST_PLACES: Final = 4
"""The most places of one definition in the documents of a schema that are listed; a tree has endlessly many."""


_MOST_WAYS: Final = 16
"""So many alternatives through which one definition judges one place are told apart."""

_Reached: TypeAlias = tuple[Node, str, frozenset[str]]


class DocumentPlace(NamedTuple):
    """A place in the documents of a schema."""

    schema: str
    pointer: str
    conditions: frozenset[str] = frozenset()
    """The alternatives, and schemas under a condition, through which a schema judges it; none: in every document."""


def document_places(state: ContractState, wanted: Iterable[Node]) -> Mapping[str, tuple[DocumentPlace, ...]]:
    """The places at which documents hold values of some schemas, by location of the schema; the shortest come first."""
    by_location: dict[str, dict[DocumentPlace, None]] = {node.location: {} for node in wanted}
    for name in state.schemas:
        for node, pointer, conditions in _reached(state.root(name)):
            if node.location in by_location:
                by_location[node.location][DocumentPlace(name, pointer, conditions)] = None
    return {location: tuple(places) for location, places in by_location.items()}


def _reached(root: Node) -> Iterable[_Reached]:
    """Every schema that judges a value of a document, with the place of the value; none too often."""
    todo = deque[_Reached]([(root, "", frozenset())])
    ways: dict[str, dict[str, list[frozenset[str]]]] = {}
    while todo:
        node, pointer, conditions = todo.popleft()
        places = ways.setdefault(node.location, {})
        known = places.setdefault(pointer, []) if pointer in places or len(places) < _MOST_PLACES else None
        if known is None or len(known) >= _MOST_WAYS or any(other <= conditions for other in known):
            continue
        known.append(conditions)
        yield node, pointer, conditions
        judging = (part for part in applied_subschemas(node) if not part.is_test and part.relation is not Relation.NAME)
        todo += [(part.node, pointer + _step(part), conditions | _conditions(part, pointer)) for part in judging]


def _conditions(part: Applied, pointer: str) -> frozenset[str]:
    """What has to be so that a subschema judges a value at its place, at which others may judge; by a name for it."""
    is_member = part.relation is Relation.MEMBER and part.keyword == "properties"
    is_item = part.relation is Relation.ITEM and not part.after
    is_conjunct = part.relation is Relation.IN_PLACE and (part.keyword == "allOf" or part.keyword in REFERENCES)
    return frozenset() if is_member or is_item or is_conjunct else frozenset([f"{part.node.location} {pointer}"])


def _step(part: Applied) -> str:
    """The way from a value to the one that a subschema judges, as the tables of fields write it."""
    if part.relation is Relation.IN_PLACE:
        return ""
    if part.relation is Relation.ITEM:
        return f"/{'*' if part.key is None else part.key}"
    return pointers.join("", str(part.key)) if part.keyword == "properties" else f"/{NamesStep().token}"

"""Why no types can be made of some schemas: a chain of references that is too long, or that comes back to itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas

_LONG: Final = 100
"""References in a row that nobody writes by hand."""


def why_endless(roots: Sequence[Node], places: Mapping[str, str]) -> InputError:
    """What to say of schemas that go deeper than types can be made of.

    Args:
        roots: the schemas.
        places: the path of each document.
    """
    lengths: dict[Node, int] = {}
    todo = list(reversed(roots))
    while todo:
        node = todo.pop()
        if node not in lengths:
            todo += [inner for link in reversed(_chain(node, lengths)) for inner in link.subschemas()]
    loop = _find_loop(list(lengths))
    if loop is not None:
        return _error("the schema refers to itself without a member or item in between", loop, places)
    longest = max(lengths, key=lengths.__getitem__)
    if lengths[longest] > _LONG:
        return _error(f"a chain of {lengths[longest]:,} references, each to the next, is too long", longest, places)
    return _error("the schema is nested too deeply, or its references lead too far", roots[0], places)


def _chain(node: Node, lengths: dict[Node, int]) -> list[Node]:
    """The schemas to which references lead one after the other; for each its length is noted."""
    chain: list[Node] = []
    following: Node | None = node
    while following is not None and following not in lengths:
        chain.append(following)
        lengths[following] = 0  # where the chain comes back to it
        following = next((part.node for part in applied_subschemas(following) if part.keyword == "$ref"), None)
    length = -1 if following is None else lengths[following]
    for link in reversed(chain):
        length = lengths[link] = length + 1
    return chain


def _find_loop(schemas: Sequence[Node]) -> Node | None:
    """A schema that comes to apply itself to the same value; None where there is none."""
    finished, on_way = set[Node](), set[Node]()
    todo = [(schema, False) for schema in schemas]
    while todo:
        schema, is_left = todo.pop()
        if is_left:
            on_way.remove(schema)
            finished.add(schema)
        elif schema in on_way:
            return schema
        elif schema not in finished:
            on_way.add(schema)
            todo.append((schema, True))
            inside = [part.node for part in applied_subschemas(schema, relation=Relation.IN_PLACE)]
            todo += [(inner, False) for inner in inside if inner not in finished]
    return None


def _error(reason: str, node: Node, places: Mapping[str, str]) -> InputError:
    place = Place(places.get(node.document, node.document), pointer=pointers.join(node.pointer, "$ref"))
    if not isinstance(node.value, dict) or "$ref" not in node.value:
        place = Place(place.path, pointer=node.pointer)
    return InputError(reason, place, next_step="break the chain of references, or nest less")

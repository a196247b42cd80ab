"""How many subschemas a validator asks about a document: nested unions multiply, which nothing could interrupt."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.findings import JsonValue
from accordant.schema.references import Node
from accordant.schema.subschemas import for_item, for_member, in_place


def effort(root: Node, document: JsonValue) -> int:
    """The subschemas that are asked about the document and its parts, each as often as a way leads to it."""
    return _Count().of(root, document)


class _Count:
    """Counts by subschema and part, so that counting is quick where asking would not be."""

    def __init__(self) -> None:
        self._counts: dict[tuple[Node, int], int] = {}

    def of(self, node: Node, value: JsonValue) -> int:
        """The count for a part that stays alive while this object does."""
        place = node, id(value)
        count = self._counts.get(place)
        if count is None:
            self._counts[place] = 0  # a loop of references that leads back here asks nothing new
            count = self._counts[place] = 1 + sum(self.of(child, part) for child, part in _asked(node, value))
        return count


def _asked(node: Node, value: JsonValue) -> Iterator[tuple[Node, JsonValue]]:
    """The subschemas that a schema asks itself, each with the part of the value that it is about."""
    if not isinstance(node.value, dict):
        return
    for subschema in in_place(node):
        yield subschema.node, value
    if isinstance(value, dict):
        for name, member in value.items():
            for subschema in for_member(node, name):
                yield subschema.node, member
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for subschema in for_item(node, index):
                yield subschema.node, item

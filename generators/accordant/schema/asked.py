"""What the subschemas of a copied document ask of the parts of a value: worked out once for parts that copies share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES, Dialect, Relation
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas, for_item, members_of


class Part:
    """A part of a document at its position: equal parts at two positions are two."""

    __slots__ = ("_parts", "value")

    def __init__(self, value: JsonValue) -> None:
        self.value = value
        self._parts: dict[str | int, Part] = {}

    def part(self, key: str | int) -> Part:
        """The member or item at a key or index, made once."""
        if key not in self._parts:
            self._parts[key] = Part(self.value[key])
        return self._parts[key]


class Asked:
    """What a schema asks: itself of the same value, of members by name or pattern, of items.

    Parts are told apart as objects: one that stands twice in a copy, as the branches of a ``oneOf`` do, is one.
    References are texts, since another document may mean something else by them.
    """

    def __init__(self, node: Node, ask: Callable[[JsonValue], Asked]) -> None:
        self._node = node
        self._ask = ask
        self._members: dict[str, Group] = {}
        self.asks = _asks(node.value, node.dialect)
        """Whether it has subschemas at all."""

    @cached_property
    def here(self) -> Group:
        """The subschemas for the same value, but for references."""
        return self._group(part for part in self._here if part.keyword not in REFERENCES)

    @cached_property
    def references(self) -> list[str]:
        """The references, each as it is spelt."""
        return [self._node.value[part.keyword] for part in self._here if part.keyword in REFERENCES]

    @property
    def _here(self) -> tuple[Applied, ...]:
        return applied_subschemas(self._node, relation=Relation.IN_PLACE)

    def of_member(self, name: str) -> Group:
        """The subschemas for a member."""
        known = self._members.get(name)
        if known is None:
            known = self._members[name] = self._group(members_of(self._node).select(name))
        return known

    def of_item(self, index: int) -> Group:
        """The subschemas for an item."""
        return self._group(for_item(self._node, index))

    def _group(self, subschemas: Iterable[Applied]) -> Group:
        values = [part.node.value for part in subschemas]
        asking = [self._ask(value) for value in values if _asks(value, self._node.dialect)]
        return asking, len(values) - len(asking)


def _asks(value: JsonValue, dialect: Dialect) -> bool:
    return isinstance(value, dict) and not dialect.applying_names.isdisjoint(value)


Group: TypeAlias = tuple[list[Asked], int]
"""Subschemas that have subschemas themselves, and how many others stand beside them."""


class Asking:
    """What the schemas of one copied document ask."""

    def __init__(self, root: Node) -> None:
        """``root``: any schema of the document."""
        self.root = root
        self.known = root.resources.shared
        self._targets: dict[str, Asked] = {}

    def of(self, value: JsonValue) -> Asked:
        """What a schema in the document asks."""
        key = ("asked", id(value), self.root.dialect.name)
        asked: Asked | None = self.known.get(key)
        if asked is None:
            root = self.root
            node = Node(value, root.document, "/part", root.base, root.root, root.dialect, root.resources)
            asked = Asked(node, self.of)
            if isinstance(value, dict):  # `true` is one object wherever it stands
                self.known[key] = asked
        return asked

    def list_asked(self, asked: Asked, part: Part) -> tuple[list[tuple[Asked, Part]], int]:
        """What a schema asks: subschemas that have subschemas, each with its part of the value; how many others."""
        if not asked.asks:
            return [], 0
        group, others = asked.here
        places = [(inner, part) for inner in group] if group else []
        places += [(self._target(reference), part) for reference in asked.references]
        if isinstance(part.value, dict):
            groups = [(name, asked.of_member(name)) for name in part.value]
        elif isinstance(part.value, list):
            groups = [(index, asked.of_item(index)) for index in range(len(part.value))]
        else:
            groups = []
        for key, (group, count) in groups:
            others += count
            if group:
                inner_part = part.part(key)
                places += [(inner, inner_part) for inner in group]
        return places, others

    def _target(self, reference: str) -> Asked:
        if reference not in self._targets:
            document = self.root.resources.root(self.root.document)
            self._targets[reference] = self.of(pointers.follow(document.value, reference.removeprefix("#")))
        return self._targets[reference]

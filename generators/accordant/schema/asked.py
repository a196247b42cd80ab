"""What the subschemas of a copied document ask of the parts of a value: worked out once for parts that copies share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES, Relation
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
        self._members: dict[str, list[Asked]] = {}
        self.asks = isinstance(node.value, dict) and not node.dialect.applying_names.isdisjoint(node.value)
        """Whether it has subschemas at all."""

    @cached_property
    def here(self) -> list[Asked]:
        """What the subschemas for the same value ask, but for references."""
        return [self._ask(part.node.value) for part in self._here if part.keyword not in REFERENCES]

    @cached_property
    def references(self) -> list[str]:
        """The references, each as it is spelt."""
        return [self._node.value[part.keyword] for part in self._here if part.keyword in REFERENCES]

    @property
    def _here(self) -> tuple[Applied, ...]:
        return applied_subschemas(self._node, relation=Relation.IN_PLACE)

    def of_member(self, name: str) -> list[Asked]:
        """What the subschemas for a member ask."""
        known = self._members.get(name)
        if known is None:
            subschemas = members_of(self._node).select(name)
            known = self._members[name] = [self._ask(part.node.value) for part in subschemas]
        return known

    def of_item(self, index: int) -> list[Asked]:
        """What the subschemas for an item ask."""
        return [self._ask(part.node.value) for part in for_item(self._node, index)]


class Asking:
    """What the schemas of one copied document ask."""

    def __init__(self, root: Node) -> None:
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

    def list_asked(self, asked: Asked, part: Part) -> list[tuple[Asked, Part]]:
        """What a schema asks, each with the part of the value that it is about."""
        if not asked.asks:
            return []
        places = [(inner, part) for inner in asked.here]
        places += [(self._target(reference), part) for reference in asked.references]
        if isinstance(part.value, dict):
            for name in part.value:
                places += [(inner, part.part(name)) for inner in asked.of_member(name)]
        elif isinstance(part.value, list):
            for index in range(len(part.value)):
                places += [(inner, part.part(index)) for inner in asked.of_item(index)]
        return places

    def _target(self, reference: str) -> Asked:
        if reference not in self._targets:
            self._targets[reference] = self.of(pointers.follow(self.root.value, reference.removeprefix("#")))
        return self._targets[reference]

"""What the subschemas of a copied document ask of the parts of a value: worked out once for parts that copies share."""

from __future__ import annotations

from typing import Any

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES, Relation
from accordant.schema.name_patterns import pattern_matches
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas


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

    __slots__ = ("here", "items", "named", "patterns", "references", "rest", "value")

    def __init__(self, node: Node) -> None:
        self.value = node.value
        self.here: list[JsonValue] = []
        self.references: list[str] = []
        self.named: dict[Any, JsonValue] = {}
        self.patterns: list[tuple[str, JsonValue]] = []
        self.rest: list[JsonValue] = []
        self.items: list[Applied] = []
        for part in applied_subschemas(node):
            self._add(part)

    def _add(self, part: Applied) -> None:
        if part.keyword in REFERENCES:
            self.references.append(self.value[part.keyword])
        elif part.relation is Relation.IN_PLACE:
            self.here.append(part.node.value)
        elif part.relation is Relation.ITEM:
            self.items.append(part)
        elif part.relation is Relation.MEMBER:
            self._add_member(part)

    def _add_member(self, part: Applied) -> None:
        if part.keyword == "properties":
            self.named[part.key] = part.node.value
        elif part.keyword == "patternProperties":
            self.patterns.append((str(part.key), part.node.value))
        else:
            self.rest.append(part.node.value)

    def of_member(self, name: str) -> list[JsonValue]:
        """The subschemas for a member, see :func:`accordant.schema.subschemas.for_member`."""
        own = [self.named[name]] if name in self.named else []
        if self.patterns:
            own += [value for pattern, value in self.patterns if pattern_matches(pattern, name)]
        return own or self.rest


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
            asked = Asked(Node(value, root.document, "/part", root.base, root.root, root.dialect, root.resources))
            if isinstance(value, dict):  # `true` is one object wherever it stands
                self.known[key] = asked
        return asked

    def list_asked(self, asked: Asked, part: Part) -> list[tuple[Asked, Part]]:
        """What a schema asks, each with the part of the value that it is about."""
        places = [(self.of(value), part) for value in asked.here]
        places += [(self._target(reference), part) for reference in asked.references]
        if isinstance(part.value, dict):
            for name in part.value:
                places += [(self.of(value), part.part(name)) for value in asked.of_member(name)]
        elif isinstance(part.value, list) and asked.items:
            for index in range(len(part.value)):
                inside = [item.node.value for item in asked.items if item.is_for_item(index)]
                places += [(self.of(value), part.part(index)) for value in inside]
        return places

    def _target(self, reference: str) -> Asked:
        if reference not in self._targets:
            self._targets[reference] = self.of(pointers.follow(self.root.value, reference.removeprefix("#")))
        return self._targets[reference]

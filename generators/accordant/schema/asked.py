"""What the subschemas of a copied document ask of the parts of a value: worked out once for parts that copies share."""

from __future__ import annotations

from functools import cached_property

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import OTHER_MEMBERS, REFERENCES, Dialect, Relation
from accordant.schema.name_patterns import pattern_matches
from accordant.schema.references import Node
from accordant.schema.subschemas import Applied, applied_subschemas, for_item, judging


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
    References are texts, since another document may mean something else by them. Subschemas are values: nodes of all
    members would take longer than the answer.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self.asks = has_subschemas(node.value, node.dialect)
        """Whether it has subschemas at all."""
        keywords = judging(node)
        self._patterns = _members(keywords, "patternProperties")
        self._rest = _schemas([keywords[word] for word in OTHER_MEMBERS if word in keywords])
        self.named = _members(keywords, "properties")
        self.asks_others = bool(self._patterns or self._rest)
        """Whether it may ask members that it does not name."""

    @cached_property
    def leaves(self) -> frozenset[str]:
        """The members for which there is one subschema, without subschemas of its own."""
        dialect = self._node.dialect
        values = {} if self._patterns else self.named
        return frozenset(
            [name for name, value in values.items() if _is_schema(value) and not has_subschemas(value, dialect)]
        )

    @cached_property
    def here(self) -> list[JsonValue]:
        """The subschemas for the same value, but for references."""
        return [part.node.value for part in self._here if part.keyword not in REFERENCES]

    @cached_property
    def references(self) -> list[str]:
        """The references, each as it is spelt."""
        return [self._node.value[part.keyword] for part in self._here if part.keyword in REFERENCES]

    @property
    def _here(self) -> tuple[Applied, ...]:
        return applied_subschemas(self._node, relation=Relation.IN_PLACE)

    def for_member(self, name: str) -> list[JsonValue]:
        """The subschemas for a member."""
        own = [self.named[name]] if name in self.named else []
        own += [schema for pattern, schema in self._patterns.items() if pattern_matches(pattern, name)]
        return _schemas(own) or self._rest

    def for_item(self, index: int) -> list[JsonValue]:
        """The subschemas for an item."""
        return [part.node.value for part in for_item(self._node, index)]


def _members(keywords: dict[str, JsonValue], name: str) -> dict[str, JsonValue]:
    """What a keyword maps to schemas."""
    value = keywords.get(name)
    return value if isinstance(value, dict) else {}


def _schemas(values: list[JsonValue]) -> list[JsonValue]:
    return [value for value in values if _is_schema(value)]


def _is_schema(value: JsonValue) -> bool:
    return isinstance(value, dict | bool)


def has_subschemas(value: JsonValue, dialect: Dialect) -> bool:
    """Whether a schema has subschemas that apply to something."""
    return isinstance(value, dict) and not dialect.applying_names.isdisjoint(value)


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
            asked = Asked(node)
            if isinstance(value, dict):  # `true` is one object wherever it stands
                self.known[key] = asked
        return asked

    def list_asked(self, asked: Asked, part: Part) -> tuple[list[tuple[Asked, Part]], int]:
        """What a schema asks: subschemas that have subschemas, each with its part of the value; how many others."""
        if not asked.asks:
            return [], 0
        places: list[tuple[Asked, Part]] = []
        others = self._add(places, asked.here, part)
        places += [(self._target(reference), part) for reference in asked.references]
        if isinstance(part.value, dict):
            leaves, named = asked.leaves, asked.named
            for name in part.value:
                if name in leaves:
                    others += 1
                elif name in named or asked.asks_others:
                    others += self._add(places, asked.for_member(name), part, name)
        elif isinstance(part.value, list):
            for index in range(len(part.value)):
                others += self._add(places, asked.for_item(index), part, index)
        return places, others

    def _add(self, places: list[tuple[Asked, Part]], schemas: list[JsonValue], part: Part, *key: str | int) -> int:
        """Add what schemas ask of a value, or of its part at a key; how many have no subschemas themselves."""
        others = 0
        for schema in schemas:
            if has_subschemas(schema, self.root.dialect):
                places.append((self.of(schema), part.part(*key) if key else part))
            else:
                others += 1
        return others

    def _target(self, reference: str) -> Asked:
        if reference not in self._targets:
            document = self.root.resources.root(self.root.document)
            self._targets[reference] = self.of(pointers.follow(document.value, reference.removeprefix("#")))
        return self._targets[reference]

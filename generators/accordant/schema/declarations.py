"""What a schema declares at a place of the document: properties, items, values and facts, and under which tags.

In-place applicators (references, ``allOf``, ``anyOf``, ``oneOf``, ``if``, dependencies) are followed, so that layout
does not count: a property declared in a definition, in a branch or at the top is the same property. What holds only
for certain tags says so, so that ``data`` of one command is not taken for ``data`` of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from accordant.findings import JsonValue
from accordant.schema.bindings import binding_of
from accordant.schema.dialects import Relation
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, applied_subschemas, in_place, judging
from accordant.schema.tags import Tags, meet, required_together, tags_of, tags_within

_ANY_TAGS: Tags = {}
_LIMIT = 4000
"""The most subschemas that are collected for one place: branches inside branches multiply. The rest is not compared."""


@dataclass(frozen=True, slots=True)
class TaggedSchema:
    """A subschema that applies at a place, for documents that carry certain tags."""

    node: Node
    tags: Tags = field(default_factory=dict, compare=False)
    scope: Scope = ()
    is_test: bool = False
    """Whether it is only asked, by ``contains`` around it: what it lists restricts no value at the place."""
    around: tuple[Node, ...] = field(default=(), compare=False)
    """The schemas around it that apply to the same value."""


@dataclass(frozen=True, slots=True)
class DeclaredProperty:
    """A declared property of an object (``name`` None: any further one; ``pattern``: those whose names match)."""

    name: str | None
    schema: TaggedSchema
    pattern: str = ""

    @property
    def node(self) -> Node:
        """Where it is declared."""
        return self.schema.node

    @property
    def tags(self) -> Tags:
        """The tags under which it is declared."""
        return self.schema.tags


@dataclass(frozen=True, slots=True)
class DeclaredItems:
    """Declared items of an array: the one at ``index``, or (None) all behind the first ``after``."""

    index: int | None
    schema: TaggedSchema
    after: int = 0

    def covers(self, index: int) -> bool:
        """Whether the item at ``index`` falls under it."""
        return self.index == index if self.index is not None else index >= self.after

    def shares_with(self, other: DeclaredItems) -> bool:
        """Whether some item falls under both."""
        if self.index is not None:
            return other.covers(self.index)
        return other.index is None or self.covers(other.index)


def lay_open(schemas: Iterable[TaggedSchema]) -> list[TaggedSchema]:
    """Every subschema that applies in place where ``schemas`` apply; the tags of these are not taken over."""
    opened: list[TaggedSchema] = []
    seen: set[tuple[TaggedSchema, tuple[tuple[str, frozenset[str]], ...]]] = set()
    todo = [replace(schema, tags=_ANY_TAGS, around=()) for schema in schemas]
    while todo and len(opened) < _LIMIT:
        schema = todo.pop(0)
        key = (schema, tuple(sorted(schema.tags.items())))
        if key in seen or not isinstance(schema.node.value, dict):
            continue
        seen.add(key)
        opened.append(schema)
        todo[:0] = list(_beside(schema))
    return opened


def _beside(schema: TaggedSchema) -> Iterator[TaggedSchema]:
    for subschema in in_place(schema.node, schema.scope):
        tags = meet(schema.tags, selecting(schema.around, schema.node, subschema))
        if tags is not None:
            yield TaggedSchema(subschema.node, tags, subschema.scope, schema.is_test, (*schema.around, schema.node))


def selecting(around: Iterable[Node], node: Node, subschema: Applied) -> Tags:
    """The tags that select a subschema of a schema, which stands in others around it that apply to the same value."""
    if subschema.keyword in ("anyOf", "oneOf"):
        return tags_of(subschema.node, node)
    if subschema.keyword != "then":
        return _ANY_TAGS
    beside = frozenset[str]().union(*(required_together(holder) for holder in (*around, node)))
    return tags_within(node.child("if"), beside)


def properties(schemas: Iterable[TaggedSchema]) -> Iterator[DeclaredProperty]:
    """Every property of an object that the schemas declare; one that nothing may be is not declared.

    Of patterns and the rest only schemas that say something count: ``true`` and ``{}`` admit names and declare none.
    """
    for schema, subschema in _subschemas(schemas, Relation.MEMBER):
        inner = TaggedSchema(subschema.node, schema.tags, subschema.scope, schema.is_test)
        if is_never(subschema.node.value):
            continue
        if subschema.keyword == "properties":
            yield DeclaredProperty(str(subschema.key), inner)
        elif subschema.keyword == "patternProperties":
            yield DeclaredProperty(None, inner, str(subschema.key))
        elif is_map_value(subschema.node.value):
            yield DeclaredProperty(None, inner)


def declared(node: Node) -> Iterator[DeclaredProperty]:
    """Every property that a schema declares, by whatever keyword in place."""
    return properties(lay_open([TaggedSchema(node)]))


def is_map_value(schema: JsonValue) -> bool:
    """Whether ``additionalProperties`` or ``unevaluatedProperties`` with this value makes an object a declared map."""
    return isinstance(schema, dict) and bool(schema)


def listed_names(schemas: Iterable[TaggedSchema]) -> dict[str, TaggedSchema]:
    """The property names that ``propertyNames`` lists, each with the schema of the object."""
    names: dict[str, TaggedSchema] = {}
    for schema, subschema in _subschemas(schemas, Relation.NAME):
        listing = lay_open([TaggedSchema(subschema.node, scope=subschema.scope)])
        for value, _, _ in listed_values(listing).values():
            if isinstance(value, str):
                names.setdefault(value, schema)
    return names


def items(schemas: Iterable[TaggedSchema]) -> Iterator[DeclaredItems]:
    """All items of an array that the schemas declare."""
    for schema, subschema in _subschemas(schemas, Relation.ITEM):
        inner = TaggedSchema(subschema.node, schema.tags, subschema.scope, schema.is_test or subschema.is_test)
        if isinstance(subschema.key, int):
            yield DeclaredItems(subschema.key, inner)
        elif isinstance(subschema.node.value, dict):
            yield DeclaredItems(None, inner, subschema.after)


def _subschemas(schemas: Iterable[TaggedSchema], relation: Relation) -> Iterator[tuple[TaggedSchema, Applied]]:
    for schema in schemas:
        for subschema in applied_subschemas(schema.node, schema.scope, relation):
            yield schema, subschema


def is_never(schema: JsonValue) -> bool:
    """Whether a schema is spelt as one that accepts nothing: ``false``, ``{"not": {}}``, an empty ``enum``."""
    if not isinstance(schema, dict):
        return schema is False
    return schema.get("not", False) in (True, {}) or schema.get("enum") == [] or _has_never(schema.get("allOf"))


def _has_never(schemas: JsonValue) -> bool:
    """Whether one of several schemas accepts nothing."""
    return isinstance(schemas, list) and any(is_never(schema) for schema in schemas)


def listed_values(schemas: Iterable[TaggedSchema]) -> dict[str, tuple[JsonValue, TaggedSchema, str]]:
    """Every value that ``const`` or ``enum`` lists, equal ones once: value, schema, keyword."""
    values: dict[str, tuple[JsonValue, TaggedSchema, str]] = {}
    for schema in (schema for schema in schemas if not schema.is_test):
        members = judging(schema.node)
        if "const" in members and "const" in schema.node.dialect.keywords:
            values.setdefault(fingerprint(members["const"]), (members["const"], schema, "const"))
        if isinstance(members.get("enum"), list):
            for value in members["enum"]:
                values.setdefault(fingerprint(value), (value, schema, "enum"))
    return values


def bound_lists(schemas: Iterable[TaggedSchema]) -> set[str]:
    """The code lists that the schemas are bound to."""
    bindings = (binding_of(schema.node.value) for schema in schemas)
    return {binding.list_name for binding in bindings if binding is not None}

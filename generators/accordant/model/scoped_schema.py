"""A schema at its place and under a dynamic scope: the unit from which constraints and types are built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from accordant.findings import JsonValue
from accordant.schema import pointers, subschemas
from accordant.schema.dialects import CERTAIN, REFERENCES, Dialect, Kind, Relation, dialect_named
from accordant.schema.open_reading import exact_inside
from accordant.schema.references import Node, Resources, Scope
from accordant.schema.subschemas import Applied, target_of

Places = Mapping[str, str]
"""How people call each document: its file, or "" for the only one there is; others go by their address."""

Known: TypeAlias = "dict[tuple[str, str, Scope, str], ScopedSchema]"
"""Sites by document, pointer, scope and view."""


TYPE_PARAMETER: Final = "x-type-parameter"


@dataclass(frozen=True)  # no slots: what is asked for again and again is kept
class ScopedSchema:
    """One subschema, reached through the resources in ``scope`` (which decide what dynamic references mean)."""

    node: Node
    scope: Scope = ()
    view: str = ""
    """``open`` where there are two readings, ``exact`` in what a reference of these closes; "" where there is one."""
    known: Known = field(default_factory=dict, compare=False, repr=False)
    """Every schema reached so far: each is one object, so cached properties are computed once."""
    opened: frozenset[Node] = field(default=frozenset(), compare=False, repr=False)
    """The subschemas that have two readings wherever they are reached from."""
    _children: dict[tuple[str | int, ...], ScopedSchema] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @classmethod
    def root(
        cls, node: Node, view: str = "", known: Known | None = None, opened: frozenset[Node] = frozenset()
    ) -> ScopedSchema:
        """The root of a document; roots with the same ``known`` share the schemas that they lead to."""
        return cls(node, (), view, {} if known is None else known, opened)._reach(node, view)

    @property
    def schema(self) -> JsonValue:
        """The subschema itself."""
        return self.node.value

    @cached_property
    def members(self) -> Mapping[str, JsonValue]:
        """The keywords that count: none in a boolean schema, only ``$ref`` where the dialect hides its siblings."""
        value = subschemas.judging(self.node)
        if not _asserts(self.node.resources, self.node.document):
            known = self.dialect.keywords
            return {k: v for k, v in value.items() if k not in known or known[k].kind is not Kind.ASSERTION}
        return value

    @cached_property
    def known_members(self) -> Mapping[str, JsonValue]:
        """Of the keywords that count, those that the dialect knows."""
        known = self.dialect.keywords
        return {name: value for name, value in self.members.items() if name in known}

    @cached_property
    def judging(self) -> frozenset[str]:
        """The names of the keywords that may refuse a value."""
        return self.dialect.judging_names.intersection(self.known_members)

    @cached_property
    def is_plain(self) -> bool:
        """Whether no keyword that judges has a subschema or leads to one."""
        known = self.dialect.keywords
        return all(known[name].kind is Kind.ASSERTION for name in self.judging)

    @property
    def dialect(self) -> Dialect:
        """The draft whose rules hold here."""
        return self.node.dialect

    @cached_property
    def key(self) -> str:
        """The site's identity as text."""
        exactly = ["exact"] if self.view == "exact" else []
        return " ".join([self.node.location, *(outer.location for outer in self.scope), *exactly])

    @property
    def tuple_keyword(self) -> str:
        """The keyword that holds one subschema for each leading item in this dialect."""
        return self.dialect.tuple_keyword

    @cached_property
    def applied(self) -> tuple[tuple[Applied, ScopedSchema], ...]:
        """Every subschema that the schema applies, and how (:func:`accordant.schema.subschemas.applied_subschemas`).

        Raises:
            UnresolvableReference: a reference leads nowhere.
        """
        for keyword in REFERENCES:
            if keyword in self.known_members:
                self.target(keyword)  # the walk passes over references that lead nowhere
        return tuple(self._scope(subschemas.applied_subschemas(self.node, self.scope)))

    def applied_to(self, relation: Relation) -> Iterator[tuple[Applied, ScopedSchema]]:
        """The subschemas that apply to the value itself, to its members, to its items or to its names."""
        return ((applied, schema) for applied, schema in self.applied if applied.relation is relation)

    def for_member(self, name: str) -> Iterator[tuple[Applied, ScopedSchema]]:
        """The subschemas for a member: by name, by pattern, else those for the rest of the members."""
        return self._scope(subschemas.for_member(self.node, name, self.scope))

    @cached_property
    def conjuncts(self) -> tuple[tuple[str, ScopedSchema], ...]:
        """The subschemas that hold wherever this schema holds, each with its keyword: references and ``allOf``.

        Raises:
            UnresolvableReference: a reference leads nowhere.
        """
        return tuple(
            (applied.keyword, schema)
            for applied, schema in self.applied_to(Relation.IN_PLACE)
            if applied.keyword in CERTAIN
        )

    def sole_conjunct(self, without: frozenset[str] = frozenset()) -> ScopedSchema | None:
        """The one schema that this one stands for if it is a reference or an ``allOf`` of one and no more.

        Raises:
            UnresolvableReference: a reference leads nowhere.
        """
        judging = self.judging - without
        if len(judging) != 1 or not judging <= frozenset(CERTAIN) or TYPE_PARAMETER in self.members:
            return None
        inner = [schema for keyword, schema in self.conjuncts if keyword not in without]
        return inner[0] if len(inner) == 1 else None

    @cached_property
    def represented(self) -> ScopedSchema | None:
        """The last of the schemas that lead from here to each other by :meth:`sole_conjunct`; None for a circle.

        Raises:
            UnresolvableReference: a reference leads nowhere.
        """
        passed: dict[str, ScopedSchema] = {}
        end: ScopedSchema | None = self
        while end is not None and (inner := end.sole_conjunct()) is not None:
            passed[end.key] = end
            end = None if inner.key in passed else inner.__dict__.get("represented", inner)
        for schema in passed.values():
            schema.__dict__["represented"] = end  # as cached_property would: a long chain is walked once
        return end

    @cached_property
    def is_endless(self) -> bool:
        """Whether its subschemas and references lead back here without reading any of the value.

        Raises:
            UnresolvableReference: a reference leads nowhere.
        """
        todo, seen = [schema for _, schema in self.applied_to(Relation.IN_PLACE)], set[str]()
        while todo:
            schema = todo.pop()
            if schema.key == self.key:
                return True
            if schema.key not in seen:
                seen.add(schema.key)
                todo += (inner for _, inner in schema.applied_to(Relation.IN_PLACE))
        return False

    def _scope(self, applied: Iterable[Applied]) -> Iterator[tuple[Applied, ScopedSchema]]:
        for subschema in applied:
            yield subschema, self._reach(subschema.node, self._view_inside(subschema.keyword))

    def _view_inside(self, keyword: str) -> str:
        """The view of what a reference leads to; tests are read exactly too, but that is up to the compiler."""
        is_closed = keyword in REFERENCES and exact_inside(self.node, keyword)
        return "exact" if self.view and is_closed else self.view

    def child(self, *keys: str | int) -> ScopedSchema:
        """The subschema that a path of keys and indexes leads to."""
        schema = self._children.get(keys)
        if schema is None:
            schema = self._children[keys] = self._reach(self.node.child(*keys), self.view)
        return schema

    def target(self, keyword: str) -> ScopedSchema:
        """What ``$ref``, ``$dynamicRef`` or ``$recursiveRef`` means here.

        Raises:
            UnresolvableReference: it leads nowhere.
        """
        node = target_of(self.node, keyword, self.scope)
        return self._reach(node, self._view_inside(keyword))

    def _reach(self, node: Node, view: str) -> ScopedSchema:
        scope = node.resources.enter(node, self.scope)
        if not view and self.opened and node in self.opened:
            view = "open"
        place = (node.document, node.pointer, scope, view)
        schema = self.known.get(place)
        if schema is None:
            schema = self.known[place] = ScopedSchema(node, scope, view, self.known, self.opened)
        return schema

    def at(self, places: Places, *keys: str | int) -> str:
        """The place as messages show it: how the document is called there, and a pointer."""
        document = self.node.document
        return f"{places.get(document, document)}#{pointers.join(self.node.pointer, *keys)}"


@lru_cache(maxsize=256)
def _asserts(resources: Resources, document: str) -> bool:
    """Whether assertions count in a document: its own metaschema may leave their vocabulary out (Core, 8.1.2)."""
    root = resources.root(document).value
    declared = root.get("$schema") if isinstance(root, dict) else None
    if not isinstance(declared, str) or dialect_named(declared) is not None:
        return True
    try:
        metaschema = resources.root(declared).value
    except LookupError:
        return True
    vocabularies = metaschema.get("$vocabulary") if isinstance(metaschema, dict) else None
    return not isinstance(vocabularies, dict) or any(
        vocabulary.endswith("/vocab/validation") for vocabulary in vocabularies
    )

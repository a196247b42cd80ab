"""Reads schemas of any draft into formulas; `keywords` has a function for each keyword."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.algebra.budget import Meter, Spent
from accordant.algebra.model import Formula, Pool
from accordant.algebra.outcomes import Unsure
from accordant.algebra.shared_subschemas import kept_places, shared_places
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copy_origins import original_of
from accordant.schema.json_values import canonical
from accordant.schema.lost_references import AmbiguousReference, UnresolvableReference, spelling
from accordant.schema.references import Node, Resources, Scope

Place = tuple[Node, Scope]
_NEVER: Final = 1 << 60
"""As a depth: no loop led back."""
LOOP: Final = "a reference loop through `not`, `oneOf` or `if` that never reads further"
_DEEPEST: Final = 1000
"""Schemas inside each other or behind references; each takes a few of the frames that `contain` allows."""


@dataclass(eq=False)
class Unreadable(Exception):
    """An invalid schema: what is wrong and where (`document#pointer`)."""

    reason: str
    where: str


ReadKeyword: TypeAlias = "Callable[[Reader, Node, Scope, JsonValue], Formula]"
"""Reads the value of a keyword at a node, under a dynamic scope, as a formula."""


class Reader:
    """Reads nodes into formulas of one pool; a node read twice gives the same formula."""

    def __init__(self, pool: Pool, meter: Meter, keywords: Mapping[str, ReadKeyword]) -> None:
        self.pool = pool
        self.meter = meter
        self.keywords = keywords
        self.surveyed: set[Place] = set()
        """Targets of references whose evaluated members are being surveyed (see `evaluated`)."""
        self.askers: list[Node] = []
        """The schemas whose `unevaluated*` keywords ask what is left, the innermost last."""
        self._read: dict[Place, Formula] = {}
        self._open: dict[Place, tuple[int, int, int]] = {}
        """Places that are being read, each with `_level`, the number of open places and `_conditions` at its start."""
        self._referred: list[Place] = []
        """Places that were referred to while they were open."""
        self._shared: dict[tuple[Resources, str], tuple[Node, frozenset[str]]] = {}
        self._kept: dict[Resources, dict[str, Node]] = {}
        """Of each copy the definitions that an earlier copy has too, as they stand in the earliest."""
        self._last_copy: Node | None = None
        self._borrowed: set[Place] = set()
        """Open places from which, on their own level, a reference to an open place was made: to be read again."""
        self._level = 0
        """How many of the subschemas around this one apply to a child of the value."""
        self._conditions = 0
        """How many of the subschemas around this one belong to `not`, `oneOf` or `if`."""
        self.loops = False
        """Whether some loop of references led back before it read a child of the value."""
        self.positive_loops = False
        """Whether one of them led through none of `not`, `oneOf` and `if`."""
        self._negatable: set[Place] = set()
        self.negatable_loops: set[Formula] = set()
        """The schemas that loops through `not`, `oneOf` or `if` led back to."""
        self._looped = _NEVER
        """The least depth of an open place that such a loop led back to."""
        self._nesting = 0
        self._followed = 0
        """How many references were followed: equal before and after a schema that refers to nothing."""
        self._own: dict[Resources, Node] = {}
        """Of each set of schemas the main one, or else the one that was asked about first."""
        self.invalid: Unsure | None = None
        """The first part that is not a schema, where one was read: a document is found without it, or not at all."""
        self._alone: defaultdict[str, dict[int, Formula]] = defaultdict(dict)
        """By draft the schemas that refer to nothing, by identity: they are kept alive."""
        self._alive: list[JsonValue] = []

    def read(self, node: Node) -> Formula:
        """The formula of a root, or of any other place.

        A reference that leads nowhere, or a part that is not a schema, is an opaque formula, the same wherever it is
        spelt alike.

        Raises:
            Spent: a budget does not suffice.
        """
        if node.resources not in self._own:
            self._own[node.resources] = node.resources.root(node.resources.main or node.document)
        scope = node.resources.enter(node, ()) if may_be_dynamic(node) else ()
        try:
            formula = self.read_target(node, scope)
            while self._referred:
                # A place that was read inside a loop through other places was not kept: read it on its own.
                place = self._referred.pop()
                if place not in self._read:
                    self.read_target(place[0], place[1])
        except BaseException:
            # What was read may refer to what could not be read: keep nothing.
            self._read.clear()
            self._referred.clear()
            self._borrowed.clear()
            raise
        return formula

    @property
    def has_unsound_loops(self) -> bool:
        """Whether reference loops depend on each other, at least one through `not`, `oneOf` or `if`."""
        return len(self.negatable_loops) + self.positive_loops > 1 and bool(self.negatable_loops)

    def share(self, first: Node, second: Node) -> None:
        """Read places of the second document as places of the first from now on, where they mean the same."""
        if second.resources.is_plain:
            self._keep(second)
            return
        key = (first.resources, first.document), (second.resources, second.document)
        if key[0] == key[1] or key[1] in self._shared:
            return
        places = frozenset[str]() if key[0] in self._shared else shared_places(first, second)
        self._shared[key[1]] = (first, places)

    def _keep(self, copy: Node) -> None:
        """Read what a copy has in common with the copy before it as that was read."""
        if copy.resources in self._kept:
            return
        kept = self._kept[copy.resources] = {}
        earlier, self._last_copy = self._last_copy, copy
        if earlier is not None:
            earliest = self._kept[earlier.resources]
            for pointer in kept_places(earlier, copy):
                kept[pointer] = earliest.get(pointer) or earlier.child(*pointers.split(pointer))

    def _same_as(self, node: Node) -> Node:
        if node.resources in self._kept:
            return self._kept[node.resources].get(node.pointer, node)
        if not self._shared:
            return node
        shared = self._shared.get((node.resources, node.document))
        if shared is None or node.pointer not in shared[1]:
            return node
        first = shared[0]
        return first.resources.root(first.document).resolve("#" + node.pointer)

    def read_target(self, node: Node, scope: Scope) -> Formula:
        """The formula of the target of a reference; a REFERENCE to it while it is still being read."""
        self._followed += 1
        node = self._same_as(node)
        place = (node, scope)
        formula = self._read.get(place)
        if formula is not None:
            return formula
        if place in self._open:
            return self._close_loop(place)
        depth = len(self._open)
        self._open[place] = (self._level, depth, self._conditions)
        outer, self._looped = self._looped, _NEVER
        try:
            formula = self.read_schema(node, scope)
        finally:
            del self._open[place]
        if place in self._negatable:
            self.negatable_loops.add(formula)
        looped, self._looped = self._looped, min(outer, self._looped if self._looped < depth else _NEVER)
        if looped >= depth and place not in self._borrowed:
            self.pool.targets[place] = formula
            self._read[place] = formula
        # Else the formula depends on places that are still open: it holds here, but perhaps not elsewhere.
        self._borrowed.discard(place)
        return formula

    def _close_loop(self, place: Place) -> Formula:
        """The formula of a reference to a place that is still being read."""
        level, depth, conditions = self._open[place]
        if level != self._level:
            self._referred.append(place)
            for other, (its_level, _, _) in self._open.items():
                if its_level == self._level:
                    self._borrowed.add(other)
            return self.pool.reference(place)
        # The loop led back before anything of the value was read: the specification leaves such loops open.
        # Like jsonschema-rs we answer the question that is being asked with yes. Behind `not`, `oneOf` or `if`
        # the answer would depend on where the loop was entered: it is unknown.
        self._looped = min(self._looped, depth)
        self.loops = True
        if conditions == self._conditions:
            self.positive_loops = True
            return self.pool.true
        self._negatable.add(place)
        return self.pool.opaque(LOOP)

    def read_child(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """The formula of a subschema for a child of the value: a member, an item, a name (Core 10.3)."""
        self._level += 1
        try:
            return self._subschema(node, scope, keys)
        finally:
            self._level -= 1

    def read_in_place(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """The formula of a subschema that is applied in place, to the same value (Core 10.2)."""
        return self._subschema(node, scope, keys)

    def read_condition(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """The same for a subschema of `not`, `oneOf` or `if`, whose failure may make the schema hold."""
        self._conditions += 1
        try:
            return self._subschema(node, scope, keys)
        finally:
            self._conditions -= 1

    def _subschema(self, node: Node, scope: Scope, keys: tuple[str | int, ...]) -> Formula:
        value = node.value
        for key in keys:
            value = value[key]
        if value is True or value == {}:
            return self.pool.true
        if value is False:
            return self.pool.false
        return self._find_alone(node, value) or self.read_schema(node.child(*keys), scope)  # this way without a node

    def read_schema(self, node: Node, scope: Scope) -> Formula:
        """The formula of a schema: the conjunction of its keywords."""
        value = node.value
        if value is True or value is False:
            return self.pool.true if value else self.pool.false
        if not isinstance(value, dict):
            return self._invalid(
                Unreadable("what should be a schema is neither an object nor true nor false", node.location), value
            )
        if (known := self._find_alone(node, value)) is not None:
            return known
        self.meter.step()
        if self._nesting >= _DEEPEST:
            raise Spent(f"schemas nested and chained deeper than {_DEEPEST}", node.location)
        self._nesting += 1
        followed = self._followed
        try:
            formula = self._keywords(node, scope, value)
        finally:
            self._nesting -= 1
        if followed == self._followed:
            self._alone[node.dialect.name][id(value)] = formula
            self._alive.append(value)
        return formula

    def _find_alone(self, node: Node, value: JsonValue) -> Formula | None:
        """The formula of a schema that refers to nothing, read before: itself, or what it is a copy of."""
        known = self._alone[node.dialect.name]
        return known.get(id(value)) or known.get(id(original_of(value, node.resources)))

    def _keywords(self, node: Node, scope: Scope, value: dict[str, JsonValue]) -> Formula:
        dialect = node.dialect
        if node.root == node.pointer and node.pointer and may_be_dynamic(node):
            scope = node.resources.enter(node, scope)
        if dialect.ref_hides_siblings and "$ref" in value:
            return self._keyword(node, scope, "$ref", value["$ref"])
        parts = []
        for keyword, content in value.items():
            if keyword in self.keywords and keyword in dialect.keywords:
                parts.append(self._keyword(node, scope, keyword, content))
        return self.pool.all_of(parts)

    def _keyword(self, node: Node, scope: Scope, keyword: str, content: JsonValue) -> Formula:
        try:
            return self.keywords[keyword](self, node, scope, content)
        except UnresolvableReference as error:
            return self.unknown(node, error)
        except Unreadable as error:
            return self._invalid(error, {keyword: content})

    def unknown(self, node: Node, error: UnresolvableReference) -> Formula:
        """What a reference that leads nowhere asks: nobody knows, but the same wherever it is spelt alike."""
        self._followed += 1
        own = self._own.get(node.resources, node)
        meaning = spelling(node.base, error.ref, (own.base, own.document))
        # Which schema an ambiguous address means may change with any edit: it is the same in one set of schemas only.
        among = node.resources if isinstance(error, AmbiguousReference) else None
        return self.pool.opaque(error.reason, node.location, ("unknown", meaning, among))

    def _invalid(self, error: Unreadable, value: JsonValue) -> Formula:
        """What a part asks that is not a schema."""
        self.invalid = self.invalid or Unsure(error.reason, error.where)
        return self.pool.opaque(error.reason, error.where, ("invalid", canonical(value)))

    def unreadable(self, node: Node, keyword: str, expected: str) -> Unreadable:
        """The error about the value of a keyword."""
        return Unreadable(f"`{keyword}` must be {expected}", f"{node.document}#{pointers.join(node.pointer, keyword)}")


def may_be_dynamic(node: Node) -> bool:
    """Whether the draft of a node has dynamic references (since 2019-09)."""
    return node.dialect.position >= 3

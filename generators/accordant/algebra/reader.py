"""Reads schemas of any draft into formulas; what each keyword says is in `keywords`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.algebra.budget import Meter, Spent
from accordant.algebra.model import Formula, Pool
from accordant.algebra.shared_subschemas import shared_places
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node, Resources, Scope

Place = tuple[Node, Scope]
_NEVER: Final = 1 << 60
LOOP: Final = "a reference loop through `not`, `oneOf` or `if` that never reads further"
_DEEPEST: Final = 1000


@dataclass(eq=False)
class Unreadable(Exception):
    """A schema that means nothing: what is wrong and where (`document#pointer`)."""

    reason: str
    where: str


ReadKeyword: TypeAlias = "Callable[[Reader, Node, Scope, JsonValue], Formula]"
"""Reads the value of a keyword at a node, under a dynamic scope, as a formula."""


class Reader:
    """Reads nodes into formulas of one pool; a node read twice is the same formula."""

    def __init__(self, pool: Pool, meter: Meter, keywords: Mapping[str, ReadKeyword]) -> None:
        self.pool = pool
        self.meter = meter
        self.keywords = keywords
        self.surveyed: set[Place] = set()
        self._read: dict[Place, Formula] = {}
        self._open: dict[Place, tuple[int, int, int]] = {}
        self._referred: list[Place] = []
        self._shared: dict[tuple[Resources, str], tuple[Node, frozenset[str]]] = {}
        self._borrowed: set[Place] = set()
        self._twists = 0
        self.straight_loops = False
        self._twisted: set[Place] = set()
        self.twisted_loops: set[Formula] = set()
        self.loops = False
        self._consumed = 0
        self._looped = _NEVER
        self._nesting = 0
        self._followed = 0
        self._alone: dict[tuple[int, str], tuple[JsonValue, Formula]] = {}
        """Schemas that refer to nothing, by identity (kept alive beside their formulas): copies of a document that
        differ in one place share the others."""

    def read(self, node: Node) -> Formula:
        """The formula of a root, or of any other place.

        Raises:
            Unreadable: the schema, or one that it refers to, is not a schema.
            UnresolvableReference: a reference leads nowhere.
            Spent: a budget does not suffice.
        """
        scope = node.resources.enter(node, ()) if may_be_dynamic(node) else ()
        try:
            formula = self.target(node, scope)
            while self._referred:
                # What was read inside a loop through other places was not kept there: read it for itself.
                place = self._referred.pop()
                if place not in self._read:
                    self.target(place[0], place[1])
        except BaseException:
            # Half of what was read may refer to what could not be: nothing of it is kept.
            self._read.clear()
            self._referred.clear()
            self._borrowed.clear()
            raise
        return formula

    @property
    def is_muddled(self) -> bool:
        """Whether reference loops were read that depend on each other: they make proofs unsound."""
        return len(self.twisted_loops) + self.straight_loops > 1 and bool(self.twisted_loops)

    def share(self, first: Node, second: Node) -> None:
        """From now on read places of the second document as places of the first where they mean the same."""
        key = (first.resources, first.document), (second.resources, second.document)
        if key[0] == key[1] or key[1] in self._shared:
            return
        places = frozenset[str]() if key[0] in self._shared else shared_places(first, second)
        self._shared[key[1]] = (first, places)

    def _same_as(self, node: Node) -> Node:
        if not self._shared:
            return node
        shared = self._shared.get((node.resources, node.document))
        if shared is None or node.pointer not in shared[1]:
            return node
        first = shared[0]
        return first.resources.root(first.document).resolve("#" + node.pointer)

    def target(self, node: Node, scope: Scope) -> Formula:
        """The formula of a place that references lead to; the place itself while it is still being read."""
        self._followed += 1
        node = self._same_as(node)
        place = (node, scope)
        known = self._read.get(place)
        if known is not None:
            return known
        opened = self._open.get(place)
        if opened is not None:
            level, depth, twists = opened
            if level != self._consumed:
                self._referred.append(place)
                for other, (its_level, _, _) in self._open.items():
                    if its_level == self._consumed:
                        self._borrowed.add(other)
                return self.pool.reference(place)
            # Back here before anything of the document was read: the specification leaves such loops open.
            # Like jsonschema-rs we take the question that is being asked already as answered with yes. Behind
            # `not`, `oneOf` or `if` that would depend on where the loop was entered: then nobody knows.
            self._looped = min(self._looped, depth)
            self.loops = True
            if twists == self._twists:
                self.straight_loops = True
                return self.pool.true
            self._twisted.add(place)
            return self.pool.opaque(LOOP, "")
        depth = len(self._open)
        self._open[place] = (self._consumed, depth, self._twists)
        outer, self._looped = self._looped, _NEVER
        try:
            formula = self.schema(node, scope)
        finally:
            del self._open[place]
        if place in self._twisted:
            self.twisted_loops.add(formula)
        looped, self._looped = self._looped, min(outer, self._looped if self._looped < depth else _NEVER)
        if looped >= depth and place not in self._borrowed:
            self.pool.targets[place] = formula
            self._read[place] = formula
        # Else it was read inside a loop through other places, or speaks of one that is still open as of a place
        # known by then: true here, but perhaps not where it is referred to next.
        self._borrowed.discard(place)
        return formula

    def inside(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """The formula of a subschema that judges a part of the document (a member, an item, a name)."""
        self._consumed += 1
        try:
            return self._subschema(node, scope, keys)
        finally:
            self._consumed -= 1

    def beside(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """The formula of a subschema that judges the same document."""
        return self._subschema(node, scope, keys)

    def twisted(self, node: Node, scope: Scope, *keys: str | int) -> Formula:
        """`beside`, where the subschema may count against the document."""
        self._twists += 1
        try:
            return self._subschema(node, scope, keys)
        finally:
            self._twists -= 1

    def _subschema(self, node: Node, scope: Scope, keys: tuple[str | int, ...]) -> Formula:
        value = node.value
        for key in keys:
            value = value[key]
        if value is True or value == {}:
            return self.pool.true
        if value is False:
            return self.pool.false
        return self.schema(node.child(*keys), scope)

    def schema(self, node: Node, scope: Scope) -> Formula:
        """The formula of a schema: all its keywords together."""
        value = node.value
        if value is True or value is False:
            return self.pool.true if value else self.pool.false
        if not isinstance(value, dict):
            raise Unreadable("neither an object nor true nor false", node.location)
        key = id(value), node.dialect.name
        alone = self._alone.get(key)
        if alone is not None:
            return alone[1]
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
            self._alone[key] = value, formula
        return formula

    def _keywords(self, node: Node, scope: Scope, value: dict[str, JsonValue]) -> Formula:
        dialect = node.dialect
        if node.root == node.pointer and node.pointer and may_be_dynamic(node):
            scope = node.resources.enter(node, scope)
        if dialect.ref_hides_siblings and "$ref" in value:
            return self.keywords["$ref"](self, node, scope, value["$ref"])
        parts = []
        for keyword, content in value.items():
            read = self.keywords.get(keyword)
            if read is not None and keyword in dialect.keywords:
                parts.append(read(self, node, scope, content))
        return self.pool.both(parts)

    def unreadable(self, node: Node, keyword: str, expected: str) -> Unreadable:
        return Unreadable(f"`{keyword}` must be {expected}", f"{node.document}#{pointers.join(node.pointer, keyword)}")


def may_be_dynamic(node: Node) -> bool:
    """Whether dynamic references are possible at a node (its draft knows them)."""
    return node.dialect.position >= 3

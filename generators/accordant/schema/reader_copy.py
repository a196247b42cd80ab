"""Open reading: what a tolerant reader of a release accepts, as a schema (and a plain copy, to relax step by step).

The module :mod:`accordant.schema.open_reading` says what is loosened. The reader's schema is copied into one document
in which every reference is local, so that a keyword can be loosened at one place; each copied schema says where it
comes from. Opening and loosening happen at positive polarity only: inside ``not``, ``if`` and the exclusive part of
``oneOf`` stands an exact copy of its own, since a test that accepts more would make the schema accept less.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.copied_parts import CopiedPart, SharedParts, Target, is_leaf
from accordant.schema.copy_origins import EXCLUSIVE, ORIGIN, STANDS_FOR, keep_original
from accordant.schema.dialects import IDENTIFIERS, REFERENCES, Dialect, Holds
from accordant.schema.loosened_keywords import EXACT, OPEN, PLAIN, LooseKeywords, add_conjunct
from accordant.schema.lost_references import UnresolvableReference, spelling
from accordant.schema.newer_drafts import NewerDraft, in_newer_draft
from accordant.schema.open_reading import MAY_BE_LOOSE, exact_inside
from accordant.schema.references import Node, Resources, Scope
from accordant.schema.subschemas import target_of

COPY: Final = "urn:accordant:reader"
"""The address of a copied schema."""


_REFERENCES: Final = frozenset(REFERENCES)
_KEPT: Final = frozenset((ORIGIN, EXCLUSIVE, STANDS_FOR))
_BY_OTHERS: Final[Mapping[str, frozenset[str]]] = {
    OPEN: frozenset(("oneOf", "anyOf", "else", "propertyNames", "maxProperties")),
    PLAIN: frozenset(("oneOf",)),
    EXACT: frozenset(),
}
"""By mode the keywords whose copy may depend on what references in them lead to."""


def copy(root: Node) -> JsonValue:
    """The schema as one document that says the same."""
    return _copied(root, PLAIN)[0]


class Copies:
    """Schemas as documents with every keyword as it is written, each made once.

    Definitions of one place have one name in all of them, so that what is equal in the schemas is equal in the copies.
    """

    def __init__(self) -> None:
        self._shared = SharedParts()
        self._made: dict[Node, JsonValue] = {}

    @property
    def originals(self) -> dict[Hashable, Any]:
        """What is known of parts of the copies, see :mod:`accordant.schema.copy_origins`."""
        return self._shared.answers

    def exact(self, root: Node) -> JsonValue:
        """The copy of a schema."""
        if root not in self._made:
            self._made[root] = _copied(root, EXACT, shared=self._shared)[0]
        return self._made[root]

    def node(self, document: JsonValue) -> Node:
        """The root node of a copy, or of a document that is made of their parts."""
        return Resources({COPY: document}, is_plain=True, shared=self._shared.answers).root(COPY)


def open_reading(root: Node, enums: str = "open") -> JsonValue:
    """The open reading of a schema as one document.

    Args:
        root: the reader's schema.
        enums: ``open`` (string enums accept unknown members unless ``x-closed``) or ``marked`` (only with ``x-open``).
    """
    return _copied(root, OPEN, enums)[0]


def _copied(
    root: Node, mode: str, enums: str = "open", shared: SharedParts | None = None, *, is_reading: bool = False
) -> tuple[JsonValue, list[str]]:
    """The copied document, and its patterns. It is in the newest draft of all schemas that it is a copy of."""
    shared = shared or SharedParts()
    dialect = root.dialect
    while True:
        copier = _Copier(root, mode, enums, shared, is_reading, dialect)
        try:
            return copier.document(), copier.patterns
        except NewerDraft as newer:
            dialect = newer.dialect


def as_node(document: JsonValue, like: Resources | None = None) -> Node:
    """The root node of a copied document; ``like``: those of a copy that it has its parts and patterns from."""
    patterns, shared = (None, None) if like is None else (like.patterns, like.shared)
    return Resources({COPY: document}, is_plain=True, patterns=patterns, shared=shared).root(COPY)


class Readings:
    """Readings of schemas: judging keywords alone, and what says where they come from.

    Of copied documents that share most of their parts, as those that differ in one edit do, equal parts are the same
    object in all readings: who looks at one of them need not look again.
    """

    def __init__(self, enums: str = "") -> None:
        """``enums``: for open readings, see :func:`open_reading`; empty: the schemas say the same."""
        self.mode = OPEN if enums else PLAIN
        self.enums = enums
        self._shared = SharedParts()

    def read(self, root: Node) -> Node:
        """The reading of a schema as the root of one document."""
        shared = self._shared if root.resources.is_plain else SharedParts(answers=self._shared.answers)
        document, patterns = _copied(root, self.mode, self.enums, shared, is_reading=True)
        return Resources({COPY: document}, is_plain=True, patterns=frozenset(patterns), shared=shared.answers).root(
            COPY
        )


@dataclass
class _Copier:
    root: Node
    mode: str
    enums: str
    shared: SharedParts
    is_reading: bool
    """Whether only what judges is copied."""
    dialect: Dialect
    """The draft of the copy."""
    patterns: list[str] = field(default_factory=list)
    done: dict[str, JsonValue] = field(default_factory=dict)
    todo: deque[Target] = field(default_factory=deque)
    _listed: set[Target] = field(default_factory=set)
    _referred: list[Target] = field(default_factory=list)
    """The targets of all references so far."""
    _entangled: int = 0
    """How many schemas were copied so far that depend on what references lead to."""
    _reworded: int = 0
    """How many were copied so far that do not say in the same words what the original says, references among them."""

    def __post_init__(self) -> None:
        self.holder = "$defs" if "$defs" in self.dialect.keywords else "definitions"
        self.names = self.shared.names
        self.loose = LooseKeywords(self.schema, self.enums)

    def document(self) -> JsonValue:
        body = self.schema(self.root, (), self.mode)
        while self.todo:
            target = self.todo.popleft()
            definition = self.schema(target.node, target.scope, target.mode)
            if isinstance(definition, bool):
                # A boolean cannot say where it comes from.
                definition = {ORIGIN: target.node.location, "allOf": [definition]}
            self.done[self.names[target]] = definition
        if isinstance(body, bool):
            body = {} if body else {"not": {}}
        head = {"$schema": self.dialect.uri, **body}
        return {**head, self.holder: self.done} if self.done else head

    def refer(self, target: Target) -> JsonValue:
        """The reference to a definition, which is copied later."""
        if target not in self._listed:
            self._listed.add(target)
            self.names.setdefault(target, f"d{len(self.names)}")
            self.todo.append(target)
        self._referred.append(target)
        return f"#/{self.holder}/{self.names[target]}"

    def target(self, node: Node, keyword: str, scope: Scope, mode: str) -> JsonValue:
        """Where a copied reference leads; one that leads nowhere leads nowhere in the copy, too."""
        try:
            target = target_of(node, keyword, scope)
        except UnresolvableReference as error:
            return spelling(node.base, error.ref, (self.root.base, self.root.document))
        return self.refer(Target(target, target.document, target.pointer, scope, mode))

    def schema(self, node: Node, scope: Scope, mode: str, *path: str | int) -> JsonValue:
        """The copy of a schema or of a part; the one that there is already where the same was copied at this place."""
        value = node.value
        for token in path:
            value = value[token]
        if not isinstance(value, dict):
            return value
        place = (node.document, node.pointer, path, node.base)
        key = (id(value), place, mode, node.dialect.position, self.dialect.position)
        known = self.shared.parts.get(key)
        if known is None and node.dialect is self.dialect and is_leaf(value, node.dialect, mode):
            return self._leaf(value, (node, pointers.join(node.pointer, *path)), mode, key)
        if known is None:
            return self._new(node.child(*path), scope, mode, key)
        self.patterns += known.patterns
        for target in known.targets:
            self.refer(self._here(target))
        return known.copied

    def _leaf(self, value: Mapping[str, JsonValue], place: tuple[Node, str], mode: str, key: Hashable) -> JsonValue:
        """The copy of a schema that only asserts, which takes no node of its own."""
        (node, pointer), count = place, len(self.patterns)
        words = [word for word in value if not self.is_reading or self._is_read(value, word, mode, node.dialect)]
        copied = {ORIGIN: f"{node.document}#{pointer}", **{word: value[word] for word in words}}
        self.shared.parts[key] = CopiedPart(value, copied, (), tuple(self.patterns[count:]))
        if mode != OPEN:
            keep_original(copied, value, node.resources, self.shared.answers)
        self._reworded += mode == OPEN
        return copied

    def _new(self, node: Node, scope: Scope, mode: str, key: Hashable) -> JsonValue:
        """The first copy of a schema at its place, kept where others may have it in common."""
        entangled, reworded, referred = self._entangled, self._reworded, len(self._referred)
        patterns = len(self.patterns)
        copied = self.copy(node, scope, mode)
        targets = tuple(dict.fromkeys(self._referred[referred:]))
        # A reference in another set of schemas may mean something else.
        if entangled == self._entangled and (not targets or self.root.resources.is_plain):
            self.shared.parts[key] = CopiedPart(node.value, copied, targets, tuple(self.patterns[patterns:]))
        if reworded == self._reworded:
            keep_original(copied, node.value, node.resources, self.shared.answers)
        return copied

    def _here(self, target: Target) -> Target:
        """The target in the document that is copied now, which a part was copied with in an earlier one."""
        if target in self._listed:
            return target
        node = self.root.resources.root(target.document).child(*pointers.split(target.pointer))
        return replace(target, node=node)

    def copy(self, node: Node, scope: Scope, mode: str) -> JsonValue:
        value = node.value
        if node.dialect.position > self.dialect.position:
            raise NewerDraft(node.dialect)
        self._reworded += mode == OPEN or node.dialect is not self.dialect or not _REFERENCES.isdisjoint(value)
        scope = node.resources.enter(node, scope)
        copied: dict[str, JsonValue] = {ORIGIN: node.location}
        for keyword in REFERENCES:
            if isinstance(value.get(keyword), str) and keyword in node.dialect.keywords:
                reference = self.target(node, keyword, scope, self.inside(node, keyword, mode))
                if node.dialect.ref_hides_siblings:
                    return {**copied, "$ref": reference}
                if "$ref" in copied:
                    add_conjunct(copied, {ORIGIN: copied[ORIGIN], STANDS_FOR: keyword, "$ref": reference})
                else:
                    copied["$ref"] = reference
        rest = [keyword for keyword in value if keyword not in IDENTIFIERS and keyword not in REFERENCES]
        for keyword in rest:
            if self.is_reading and not self._is_read(node.value, keyword, mode, node.dialect):
                continue
            if mode != EXACT and keyword in MAY_BE_LOOSE and self.loose.add(node, keyword, scope, mode, copied):
                self._reworded += 1
            else:
                plain = self.plain(node, keyword, scope, mode)
                copied[keyword] = [*copied["allOf"], *plain] if keyword == "allOf" and "allOf" in copied else plain
        return copied if node.dialect is self.dialect else in_newer_draft(copied, node.dialect, self.dialect)

    def _is_read(self, value: Mapping[str, JsonValue], keyword: str, mode: str, dialect: Dialect) -> bool:
        """Whether a keyword is copied for a reading; its patterns are noted."""
        self._entangled += keyword in _BY_OTHERS[mode]
        if keyword == "pattern":
            self.patterns += [value[keyword]] if isinstance(value[keyword], str) else []
        elif keyword == "patternProperties":
            self.patterns += value[keyword] if isinstance(value[keyword], dict) else []
        return keyword in _KEPT or keyword in dialect.judging_names

    def inside(self, node: Node, keyword: str, mode: str) -> str:
        """The mode of a keyword's subschemas."""
        written = mode == PLAIN and keyword in REFERENCES
        return EXACT if exact_inside(node, keyword) and not written else mode

    def plain(self, node: Node, keyword: str, scope: Scope, mode: str) -> JsonValue:
        """A keyword with its subschemas copied."""
        value = node.value[keyword]
        entry = node.dialect.keywords.get(keyword)
        if entry is None or entry.holds is Holds.NOTHING:
            return value
        inner = self.inside(node, keyword, mode)
        if isinstance(value, dict) and entry.holds in (Holds.MAP, Holds.MAP_OR_NAMES):
            return {name: self.schema(node, scope, inner, keyword, name) for name in value}
        if isinstance(value, list) and entry.holds in (Holds.LIST, Holds.ONE_OR_LIST):
            return [self.schema(node, scope, inner, keyword, index) for index in range(len(value))]
        is_one = entry.holds in (Holds.ONE, Holds.ONE_OR_LIST)
        return self.schema(node, scope, inner, keyword) if is_one else value

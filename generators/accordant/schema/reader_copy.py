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
from accordant.schema.dialects import IDENTIFIERS, REFERENCES, Dialect, Holds, paths_in
from accordant.schema.open_reading import Branches, EscapingElse, OpenEnum, TagDispatch, exact_inside, loosen
from accordant.schema.references import Node, Resources, Scope, UnresolvableReference, spelling
from accordant.schema.subschemas import target_of
from accordant.schema.tags import disjoint

COPY: Final = "urn:accordant:reader"
"""The address of a copied schema."""

ORIGIN: Final = "x-accordant-origin"
"""In every copied schema: the document and pointer that it comes from."""

EXCLUSIVE: Final = "x-accordant-exclusive"
"""Marks the part of a copied ``oneOf`` that refuses what more than one branch accepts."""

STANDS_FOR: Final = "x-accordant-keyword"
"""The keyword of the original that a copied part stands for, where it is another one."""

_OPEN, _PLAIN, _EXACT = "open", "plain", "exact"
_KEPT: Final = frozenset((ORIGIN, EXCLUSIVE, STANDS_FOR))
_BY_OTHERS: Final[Mapping[str, frozenset[str]]] = {
    _OPEN: frozenset(("oneOf", "anyOf", "else", "propertyNames", "maxProperties")),
    _PLAIN: frozenset(("oneOf",)),
    _EXACT: frozenset(),
}
"""By mode the keywords whose copy may depend on what references in them lead to."""


def copy(root: Node) -> JsonValue:
    """The schema as one document that says the same."""
    return _Copier(root, _PLAIN).document()


def exact_copy(root: Node) -> JsonValue:
    """The schema as one document with every keyword as it is written."""
    return _Copier(root, _EXACT).document()


def open_reading(root: Node, enums: str = "open") -> JsonValue:
    """The open reading of a schema as one document.

    Args:
        root: the reader's schema.
        enums: ``open`` (string enums accept unknown members unless ``x-closed``) or ``marked`` (only with ``x-open``).
    """
    return _Copier(root, _OPEN, enums).document()


def as_node(document: JsonValue, like: Resources | None = None) -> Node:
    """The root node of a copied document; ``like``: those of a copy that it has its parts and patterns from."""
    patterns, shared = (None, None) if like is None else (like.patterns, like.shared)
    return Resources({COPY: document}, is_plain=True, patterns=patterns, shared=shared).root(COPY)


def origin(document: JsonValue, pointer: str) -> tuple[str, str] | None:
    """The document and pointer that a copied schema comes from, or those of its nearest copied parent."""
    holder = _nearest_copied(document, pointers.split(pointer))
    return None if holder is None else (holder[0], holder[1])


def find_source(document: JsonValue, pointer: str, resources: Resources) -> tuple[str, str] | None:
    """Where a keyword of a copied document is written, or the nearest schema around it that was copied.

    Args:
        document: the copy.
        pointer: a keyword in it, as a validator names it.
        resources: the schemas that were copied.

    Returns:
        The address of a document and a pointer that exists in it; None where the part was not copied from them.
    """
    holder = _nearest_copied(document, pointers.split(pointer))
    if holder is None or holder[0] not in resources:
        return None
    address, written, rest = holder
    value = pointers.follow(resources.root(address).value, written)
    for token in rest:
        try:
            value = pointers.follow(value, pointers.write([token]))
        except LookupError:
            break
        written = pointers.join(written, token)
    return address, written


def _nearest_copied(document: JsonValue, tokens: list[str]) -> tuple[str, str, list[str]] | None:
    """Document and pointer of the deepest copied schema on a path, and what of the path is left from there.

    Where a copied part says its keyword with another one, the keyword of the original is left.
    """
    nearest, value = None, document
    for index in range(len(tokens) + 1):
        rest = tokens[index:]
        if isinstance(value, dict) and ORIGIN in value:
            address, pointer = value[ORIGIN]
            nearest = (str(address), str(pointer), [str(value[STANDS_FOR])] if rest and STANDS_FOR in value else rest)
        try:
            value = pointers.follow(value, pointers.write(rest[:1]))
        except (LookupError, ValueError):
            break
    return nearest


@dataclass(frozen=True, slots=True)
class _Target:
    """A definition of a copy: the schema that it is a copy of, where that stands, and how it is read."""

    node: Node = field(compare=False)
    document: str
    pointer: str
    scope: Scope
    mode: str


@dataclass(frozen=True, slots=True)
class _Part:
    """The copy of a part, and what else the copy of a document needs to know of it."""

    source: JsonValue
    copied: JsonValue
    targets: tuple[_Target, ...]
    patterns: tuple[str, ...]


class Readings:
    """Readings of schemas: judging keywords alone, and what says where they come from.

    Of copied documents that share most of their parts, as those that differ in one edit do, equal parts are the same
    object in all readings: who looks at one of them need not look again.
    """

    def __init__(self, enums: str = "") -> None:
        """``enums``: for open readings, see :func:`open_reading`; empty: the schemas say the same."""
        self.mode = _OPEN if enums else _PLAIN
        self.enums = enums
        self.names: dict[_Target, str] = {}
        self.parts: dict[tuple[int, str, str, Dialect], _Part] = {}
        """By identity of the original, its place, the mode and the draft."""
        self.answers: dict[Hashable, Any] = {}

    def read(self, root: Node) -> Node:
        """The reading of a schema as the root of one document."""
        copier = _Copier(root, self.mode, self.enums, self if root.resources.is_plain else None, is_reading=True)
        document = copier.document()
        patterns = frozenset(copier.patterns)
        return Resources({COPY: document}, is_plain=True, patterns=patterns, shared=self.answers).root(COPY)


@dataclass
class _Copier:
    root: Node
    mode: str
    enums: str = "open"
    shared: Readings | None = None
    is_reading: bool = False
    """Whether only what judges is copied."""
    patterns: list[str] = field(default_factory=list)
    names: dict[_Target, str] = field(default_factory=dict)
    done: dict[str, JsonValue] = field(default_factory=dict)
    todo: deque[_Target] = field(default_factory=deque)
    _listed: set[_Target] = field(default_factory=set)
    _referred: list[_Target] = field(default_factory=list)
    """The targets of all references so far."""
    _entangled: int = 0
    """How many schemas were copied so far that depend on what references lead to."""

    def __post_init__(self) -> None:
        self.holder = "$defs" if "$defs" in self.root.dialect.keywords else "definitions"
        self.names = self.names if self.shared is None else self.shared.names

    def document(self) -> JsonValue:
        body = self.schema(self.root, (), self.mode)
        while self.todo:
            target = self.todo.popleft()
            definition = self.schema(target.node, target.scope, target.mode)
            if isinstance(definition, bool):
                # A boolean cannot say where it comes from.
                definition = {ORIGIN: [target.document, target.pointer], "allOf": [definition]}
            self.done[self.names[target]] = definition
        if isinstance(body, bool):
            body = {} if body else {"not": {}}
        head = {"$schema": self.root.dialect.uri, **body}
        return {**head, self.holder: self.done} if self.done else head

    def refer(self, target: _Target) -> JsonValue:
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
            return spelling(node, error.ref, self.root)
        return self.refer(_Target(target, target.document, target.pointer, scope, mode))

    def schema(self, node: Node, scope: Scope, mode: str) -> JsonValue:
        """The copy of a schema; the one that there is already where the same was copied before at this place."""
        if self.shared is None or not isinstance(node.value, dict):
            return self.copy(node, scope, mode)
        key = (id(node.value), node.pointer, mode, self.root.dialect)
        known = self.shared.parts.get(key)
        if known is not None:
            self.patterns += known.patterns
            for target in known.targets:
                self.refer(self._here(target))
            return known.copied
        entangled, referred, patterns = self._entangled, len(self._referred), len(self.patterns)
        copied = self.copy(node, scope, mode)
        if entangled == self._entangled:
            targets = tuple(dict.fromkeys(self._referred[referred:]))
            self.shared.parts[key] = _Part(node.value, copied, targets, tuple(self.patterns[patterns:]))
        return copied

    def _here(self, target: _Target) -> _Target:
        """The target in the document that is copied now, which a part was copied with in an earlier one."""
        if target in self._listed:
            return target
        node = self.root.resources.root(target.document).child(*pointers.split(target.pointer))
        return replace(target, node=node)

    def copy(self, node: Node, scope: Scope, mode: str) -> JsonValue:
        value = node.value
        if not isinstance(value, dict):
            return value
        scope = node.resources.enter(node, scope)
        copied: dict[str, JsonValue] = {ORIGIN: [node.document, node.pointer]}
        for keyword in REFERENCES:
            if isinstance(value.get(keyword), str) and keyword in node.dialect.keywords:
                reference = self.target(node, keyword, scope, self.inside(node, keyword, mode))
                if node.dialect.ref_hides_siblings:
                    return {**copied, "$ref": reference}
                if "$ref" in copied:
                    _add_conjunct(copied, {ORIGIN: copied[ORIGIN], STANDS_FOR: keyword, "$ref": reference})
                else:
                    copied["$ref"] = reference
        rest = [keyword for keyword in value if keyword not in IDENTIFIERS and keyword not in REFERENCES]
        for keyword in rest:
            if self.is_reading and not self._is_read(node, keyword, mode):
                continue
            if mode == _EXACT or not self.loose_keyword(node, keyword, scope, mode, copied):
                plain = self.plain(node, keyword, scope, self.inside(node, keyword, mode))
                copied[keyword] = [*copied["allOf"], *plain] if keyword == "allOf" and "allOf" in copied else plain
        return copied

    def _is_read(self, node: Node, keyword: str, mode: str) -> bool:
        """Whether a keyword is copied for a reading; its patterns are noted."""
        self._entangled += keyword in _BY_OTHERS[mode]
        if keyword == "pattern":
            self.patterns += [node.value[keyword]] if isinstance(node.value[keyword], str) else []
        elif keyword == "patternProperties":
            self.patterns += node.value[keyword] if isinstance(node.value[keyword], dict) else []
        return keyword in _KEPT or keyword in node.dialect.judging_names

    def inside(self, node: Node, keyword: str, mode: str) -> str:
        """The mode of a keyword's subschemas."""
        written = mode == _PLAIN and keyword in REFERENCES
        return _EXACT if exact_inside(node, keyword) and not written else mode

    def plain(self, node: Node, keyword: str, scope: Scope, mode: str) -> JsonValue:
        """A keyword with its subschemas copied."""
        value = node.value[keyword]
        entry = node.dialect.keywords.get(keyword)
        if entry is None or entry.holds is Holds.NOTHING:
            return value
        copies = {path[1:]: self.schema(node.child(*path), scope, mode) for path in paths_in(entry, value)}
        if () in copies:
            return copies[()]
        if isinstance(value, list):
            return [copies.get((index,), item) for index, item in enumerate(value)]
        return {key: copies.get((key,), item) for key, item in value.items()} if isinstance(value, dict) else value

    def loose_keyword(self, node: Node, keyword: str, scope: Scope, mode: str, copied: dict[str, JsonValue]) -> bool:
        """Copy one keyword so that it can be loosened, or as the open reading has it; False if it needs neither."""
        if mode == _PLAIN:
            if keyword == "oneOf" and isinstance(node.value[keyword], list):
                children = [node.child("oneOf", index) for index in range(len(node.value["oneOf"]))]
                self.branches(node, keyword, _plain_branches(children, keyword), scope, mode, copied)
                return True
            return False
        match loosen(node, keyword, self.enums):
            case OpenEnum() as enum:
                _open_enum(node, keyword, enum, copied)
            case TagDispatch() as dispatch:
                head = {ORIGIN: [node.document, node.pointer], STANDS_FOR: keyword}
                _add_conjunct(copied, {**head, **self.dispatch(node, keyword, dispatch, scope)})
            case Branches() as branches:
                self.branches(node, keyword, branches, scope, mode, copied)
            case EscapingElse(known):
                copied["else"] = {"anyOf": [*_escapes(known), self.schema(node.child("else"), scope, _OPEN)]}
            case None:
                return False
        return True

    def branches(
        self, node: Node, keyword: str, loosening: Branches, scope: Scope, mode: str, copied: dict[str, JsonValue]
    ) -> None:
        """At least one branch; of a ``oneOf``, as a second part, not more than one by exact copies."""
        children = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
        head = {ORIGIN: [node.document, node.pointer], STANDS_FOR: keyword}
        barred = zip(children, loosening.barred, strict=True)
        _add_conjunct(
            copied, {**head, "anyOf": [_without(self.schema(child, scope, mode), keys) for child, keys in barred]}
        )
        if loosening.exclusive:
            exact = [self.schema(child, scope, _EXACT) for child in children]
            _add_conjunct(copied, {**head, EXCLUSIVE: True, "anyOf": [{"oneOf": exact}, {"not": {"anyOf": exact}}]})

    def dispatch(self, node: Node, keyword: str, dispatch: TagDispatch, scope: Scope) -> dict[str, JsonValue]:
        """A known tag is read by its own branch; an unknown one is accepted whole."""
        tag = dispatch.tag
        tagged: dict[str, JsonValue] = {
            "type": "object",
            "required": [tag],
            "properties": {tag: {"type": "string"}},
            "allOf": [
                {"anyOf": [{"not": _carries(tag, values)}, self.schema(node.child(keyword, index), scope, _OPEN)]}
                for index, values in dispatch.tagged
            ],
        }
        several = keyword == "oneOf" and len(dispatch.others) > 1
        if dispatch.objects_only and not several:
            plain = [self.schema(node.child(keyword, index), scope, _OPEN) for index in dispatch.others]
            return {"anyOf": [tagged, *plain]} if plain else tagged
        # What is no object is judged by all branches: it may satisfy two of them.
        unread: dict[str, JsonValue] = {ORIGIN: [node.document, node.pointer], "not": {"type": "object"}}
        children = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
        self.branches(node, keyword, _plain_branches(children, keyword), scope, _OPEN, unread)
        return {"anyOf": [tagged, unread]}


def _plain_branches(children: list[Node], keyword: str) -> Branches:
    """Branches of which none bars a key."""
    return Branches((frozenset(),) * len(children), keyword == "oneOf" and not disjoint(children))


def _without(schema: JsonValue, keys: frozenset[str]) -> JsonValue:
    """The schema, and no object with one of the keys."""
    return {"allOf": [schema, {"properties": dict.fromkeys(sorted(keys), False)}]} if keys else schema


def _open_enum(node: Node, keyword: str, enum: OpenEnum, copied: dict[str, JsonValue]) -> None:
    kinds: JsonValue = enum.kinds[0] if len(enum.kinds) == 1 else list(enum.kinds)
    if enum.rest:
        head = {ORIGIN: [node.document, node.pointer], STANDS_FOR: keyword}
        _add_conjunct(copied, {**head, "anyOf": [{"type": kinds}, {"enum": list(enum.rest)}]})
    elif "type" not in node.value:
        copied["type"] = kinds


def _escapes(known: Mapping[str, frozenset[str]]) -> list[JsonValue]:
    return [
        {"required": [tag], "properties": {tag: {"type": "string", "not": {"enum": sorted(values)}}}}
        for tag, values in known.items()
    ]


def _carries(tag: str, values: frozenset[str]) -> JsonValue:
    return {"type": "object", "required": [tag], "properties": {tag: {"enum": sorted(values)}}}


def _add_conjunct(copied: dict[str, JsonValue], schema: JsonValue) -> None:
    copied.setdefault("allOf", [])
    copied["allOf"] = [*copied["allOf"], schema]

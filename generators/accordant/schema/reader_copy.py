"""Open reading: what a tolerant reader of a release accepts, as a schema (and a plain copy, to relax step by step).

What is loosened says :mod:`accordant.schema.open_reading`. The reader's schema is copied into one document in which
every reference is local, so that a keyword can be loosened at one place. Opening and loosening happen at positive
polarity only: inside ``not``, ``if`` and the exclusive part of ``oneOf`` stands an exact copy of its own, since a test
that accepts more would make the schema accept less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from accordant.findings import JsonValue
from accordant.schema.open_reading import Branches, Dispatch, Escapes, OpenEnum, exact_inside, loosened
from accordant.schema.references import Node, Resources, Scope
from accordant.schema.tags import disjoint

COPY: Final = "urn:accordant:reader"
"""The address of a copied schema."""

ORIGIN: Final = "x-accordant-origin"
"""In every copied schema: the document and pointer that it comes from."""

EXCLUSIVE: Final = "x-accordant-exclusive"
"""Marks the part of a copied ``oneOf`` that refuses what more than one branch accepts."""

SAID_AS: Final = "x-accordant-keyword"
"""The keyword of the original that a copied part stands for, where it is another one."""

_OPEN, _PLAIN, _EXACT = "open", "plain", "exact"

_LOCATORS: Final = frozenset(
    ("$id", "id", "$schema", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$defs", "definitions", "$vocabulary")
)
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")

_Key = tuple[Node, Scope, str]


def copy(root: Node) -> JsonValue:
    """The schema as one document that says the same."""
    return _Copier(root, _PLAIN).document()


def open_reading(root: Node, enums: str = "open") -> JsonValue:
    """The open reading of a schema as one document.

    Args:
        root: the reader's schema.
        enums: ``open`` (string enums accept unknown members unless ``x-closed``) or ``marked`` (only with ``x-open``).
    """
    return _Copier(root, _OPEN, enums).document()


def as_node(document: JsonValue) -> Node:
    """The root node of a copied document."""
    return Resources({COPY: document}).root(COPY)


@dataclass
class _Copier:
    root: Node
    mode: str
    enums: str = "open"
    names: dict[_Key, str] = field(default_factory=dict)
    done: dict[str, JsonValue] = field(default_factory=dict)
    todo: list[_Key] = field(default_factory=list)

    def document(self) -> JsonValue:
        body = self.schema(self.root, (), self.mode)
        while self.todo:
            key = self.todo.pop(0)
            self.done[self.names[key]] = self.schema(*key)
        if isinstance(body, bool):
            body = {} if body else {"not": {}}
        holder = "$defs" if "$defs" in self.root.dialect.keywords else "definitions"
        head = {"$schema": self.root.dialect.uri, **body}
        return {**head, holder: self.done} if self.done else head

    def reference(self, target: Node, scope: Scope, mode: str) -> JsonValue:
        key = (target, scope, mode)
        if key not in self.names:
            self.names[key] = f"d{len(self.names)}"
            self.todo.append(key)
        holder = "$defs" if "$defs" in self.root.dialect.keywords else "definitions"
        return f"#/{holder}/{self.names[key]}"

    def schema(self, node: Node, scope: Scope, mode: str) -> JsonValue:
        value = node.value
        if not isinstance(value, dict):
            return value
        scope = node.resources.enter(node, scope)
        copied: dict[str, JsonValue] = {ORIGIN: [node.document, node.pointer]}
        for keyword in value:
            if keyword in _REFERENCES and isinstance(value[keyword], str) and keyword in node.dialect.keywords:
                target = self.resolve(node, keyword, scope)
                copied["$ref"] = self.reference(target, scope, self.inside(node, keyword, mode))
                if node.dialect.ref_hides_siblings:
                    return {ORIGIN: copied[ORIGIN], "$ref": copied["$ref"]}
        rest = [keyword for keyword in value if keyword not in _LOCATORS and keyword not in _REFERENCES]
        for keyword in rest:
            if mode == _EXACT or not self.loose_keyword(node, keyword, scope, mode, copied):
                plain = self.plain(node, keyword, scope, self.inside(node, keyword, mode))
                copied[keyword] = [*copied["allOf"], *plain] if keyword == "allOf" and "allOf" in copied else plain
        return copied

    def inside(self, node: Node, keyword: str, mode: str) -> str:
        """The mode of a keyword's subschemas."""
        written = mode == _PLAIN and keyword in _REFERENCES
        return _EXACT if exact_inside(node, keyword) and not written else mode

    def resolve(self, node: Node, keyword: str, scope: Scope) -> Node:
        reference = node.value[keyword]
        if keyword == "$dynamicRef":
            return node.resources.resolve_dynamic(node, reference, scope)
        if keyword == "$recursiveRef":
            return node.resources.resolve_recursive(node, reference, scope)
        return node.resolve(reference)

    def plain(self, node: Node, keyword: str, scope: Scope, mode: str) -> JsonValue:
        """A keyword with its subschemas copied."""
        value = node.value[keyword]
        known = node.dialect.keywords.get(keyword)
        if known is None or known.holds == "nothing":
            return value
        if isinstance(value, list) and known.holds in ("list", "one or list"):
            return [self.schema(node.child(keyword, index), scope, mode) for index in range(len(value))]
        if isinstance(value, dict) and known.holds in ("map", "map, some values being lists of names"):
            return {
                name: one if isinstance(one, list) else self.schema(node.child(keyword, name), scope, mode)
                for name, one in value.items()
            }
        if isinstance(value, dict | bool) and known.holds in ("one", "one or list"):
            return self.schema(node.child(keyword), scope, mode)
        return value

    def loose_keyword(self, node: Node, keyword: str, scope: Scope, mode: str, copied: dict[str, JsonValue]) -> bool:
        """Write a keyword into ``copied`` so that it can be loosened, or in its open reading; False: as it stands."""
        if mode == _PLAIN:
            if keyword == "oneOf" and isinstance(node.value[keyword], list):
                children = [node.child("oneOf", index) for index in range(len(node.value["oneOf"]))]
                self.branches(node, keyword, _plainly(children, keyword), scope, mode, copied)
                return True
            return False
        match loosened(node, keyword, self.enums):
            case OpenEnum() as enum:
                _open_enum(node, enum, copied)
            case Dispatch() as dispatch:
                _also(copied, self.dispatch(node, keyword, dispatch, scope))
            case Branches() as branches:
                self.branches(node, keyword, branches, scope, mode, copied)
            case Escapes(known):
                copied["else"] = {"anyOf": [*_escapes(known), self.schema(node.child("else"), scope, _OPEN)]}
            case None:
                return False
        return True

    def branches(
        self, node: Node, keyword: str, found: Branches, scope: Scope, mode: str, copied: dict[str, JsonValue]
    ) -> None:
        """At least one branch; of a ``oneOf``, as a second part, not more than one by exact copies."""
        children = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
        head = {ORIGIN: [node.document, node.pointer], SAID_AS: keyword}
        barred = zip(children, found.barred, strict=True)
        _also(copied, {**head, "anyOf": [_without(self.schema(one, scope, mode), keys) for one, keys in barred]})
        if found.exclusive:
            exact = [self.schema(one, scope, _EXACT) for one in children]
            _also(copied, {**head, EXCLUSIVE: True, "anyOf": [{"oneOf": exact}, {"not": {"anyOf": exact}}]})

    def dispatch(self, node: Node, keyword: str, dispatch: Dispatch, scope: Scope) -> JsonValue:
        """A known tag is read by its own branch; an unknown one is accepted whole."""
        tag = dispatch.tag
        tagged: JsonValue = {
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
        self.branches(node, keyword, _plainly(children, keyword), scope, _OPEN, unread)
        return {"anyOf": [tagged, unread]}


def _plainly(children: list[Node], keyword: str) -> Branches:
    """Branches of which none bars a key."""
    return Branches((frozenset(),) * len(children), keyword == "oneOf" and not disjoint(children))


def _without(schema: JsonValue, keys: frozenset[str]) -> JsonValue:
    """The schema, and no object with one of the keys."""
    return {"allOf": [schema, {"properties": dict.fromkeys(sorted(keys), False)}]} if keys else schema


def _open_enum(node: Node, enum: OpenEnum, copied: dict[str, JsonValue]) -> None:
    kinds: JsonValue = enum.kinds[0] if len(enum.kinds) == 1 else list(enum.kinds)
    if enum.rest:
        _also(copied, {"anyOf": [{"type": kinds}, {"enum": list(enum.rest)}]})
    elif "type" not in node.value:
        copied["type"] = kinds


def _escapes(known: Mapping[str, frozenset[str]]) -> list[JsonValue]:
    return [
        {"required": [tag], "properties": {tag: {"type": "string", "not": {"enum": sorted(values)}}}}
        for tag, values in known.items()
    ]


def _carries(tag: str, values: frozenset[str]) -> JsonValue:
    return {"type": "object", "required": [tag], "properties": {tag: {"enum": sorted(values)}}}


def _also(copied: dict[str, JsonValue], schema: JsonValue) -> None:
    copied.setdefault("allOf", [])
    copied["allOf"] = [*copied["allOf"], schema]

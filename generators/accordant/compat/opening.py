"""Open reading: what a tolerant reader of a release accepts, as a schema (and a plain copy, to relax step by step).

The reader's schema is copied into one document in which every reference is local, so that a keyword can be loosened
at one place. Opening and loosening happen at positive polarity only: inside ``not``, ``if`` and the exclusive part of
``oneOf`` stands an exact copy of its own, since a test that accepts more would make the schema accept less.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from accordant.compat.branches import conditions, disjoint, is_open_enum, may_be_object, parent_of_chain, select_tag
from accordant.compat.positions import fixed_strings, lay_open, members, tag_of
from accordant.findings import JsonValue
from accordant.schema.references import Node, Resources, Scope

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
_NEGATIVE: Final = frozenset(("not", "if"))
_CLOSED: Final = ("additionalProperties", "unevaluatedProperties")
_KEYS_ONLY: Final = frozenset(("propertyNames", "maxProperties"))

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
                closed = value.get("x-closed") is True and mode == _OPEN
                copied["$ref"] = self.reference(target, scope, _EXACT if closed else mode)
                if node.dialect.ref_hides_siblings:
                    return {ORIGIN: copied[ORIGIN], "$ref": copied["$ref"]}
        rest = [keyword for keyword in value if keyword not in _LOCATORS and keyword not in _REFERENCES]
        for keyword in rest:
            if mode == _EXACT or not self.loose_keyword(node, keyword, scope, mode, copied):
                plain = self.plain(node, keyword, scope, _EXACT if keyword in _NEGATIVE else mode)
                copied[keyword] = [*copied["allOf"], *plain] if keyword == "allOf" and "allOf" in copied else plain
        return copied

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
        if keyword == "contains":
            mode = _EXACT  # it searches: what a reader does not know is not what it looks for
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
        value = node.value[keyword]
        if mode == _PLAIN:
            if keyword == "oneOf" and isinstance(value, list):
                self.exclusive(node, scope, mode, copied)
                return True
            return False
        if keyword in ("additionalProperties", "unevaluatedProperties"):
            return value is False
        if keyword in _KEYS_ONLY:
            return True
        if keyword == "enum":
            return self.open_enum(node, copied)
        if keyword in ("oneOf", "anyOf") and isinstance(value, list):
            self.open_branches(node, keyword, scope, copied)
            return True
        if keyword == "else" and "if" in node.value:
            return self.open_else(node, scope, copied)
        return False

    def open_enum(self, node: Node, copied: dict[str, JsonValue]) -> bool:
        value = node.value
        members = value["enum"]
        if not isinstance(members, list) or not is_open_enum(value, self.enums):
            return False
        strings = [one for one in members if isinstance(one, str)]
        integers = [one for one in members if isinstance(one, int) and not isinstance(one, bool)]
        kinds = (["string"] if strings else []) + (["integer"] if integers and "x-codes" in value else [])
        rest = [one for one in members if not isinstance(one, str) and not ("integer" in kinds and one in integers)]
        if rest:
            _also(copied, {"anyOf": [{"type": kinds}, {"enum": rest}]})
        elif "type" not in value:
            copied["type"] = kinds[0] if len(kinds) == 1 else kinds
        return True

    def open_branches(self, node: Node, keyword: str, scope: Scope, copied: dict[str, JsonValue]) -> None:
        children = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
        tagged = [one for one in children if may_be_object(one)]
        others = [one for one in children if not may_be_object(one)]
        tag = select_tag(tagged, node)
        if tag is not None:
            alternatives: list[JsonValue] = [self.dispatch(tag, tagged, node, scope)]
            alternatives += [self.schema(one, scope, _OPEN) for one in others]
            _also(copied, alternatives[0] if not others else {"anyOf": alternatives})
        elif keyword == "anyOf":
            head = {ORIGIN: copied[ORIGIN], SAID_AS: "anyOf"}
            _also(copied, {**head, "anyOf": self.opened_branches(children, scope, _OPEN)})
        else:
            self.exclusive(node, scope, _OPEN, copied)

    def opened_branches(self, children: list[Node], scope: Scope, mode: str) -> list[JsonValue]:
        """Branches in their open reading; one that is closed still refuses the keys that its siblings name."""
        if mode != _OPEN:
            return [self.schema(one, scope, mode) for one in children]
        named = [{member.name for member in members(lay_open([one])) if member.name is not None} for one in children]
        found: list[JsonValue] = []
        for child, own in zip(children, named, strict=True):
            others = set().union(*named) - own
            copied = self.schema(child, scope, mode)
            if others and _is_closed(child):
                copied = {"allOf": [copied, {"properties": dict.fromkeys(sorted(others), False)}]}
            found.append(copied)
        return found

    def exclusive(self, node: Node, scope: Scope, mode: str, copied: dict[str, JsonValue]) -> None:
        """``oneOf`` as two parts: at least one branch, and not more than one by exact copies."""
        children = [node.child("oneOf", index) for index in range(len(node.value["oneOf"]))]
        head = {ORIGIN: copied[ORIGIN], SAID_AS: "oneOf"}
        _also(copied, {**head, "anyOf": self.opened_branches(children, scope, mode)})
        if not disjoint(children):
            exact = [self.schema(one, scope, _EXACT) for one in children]
            _also(copied, {**head, EXCLUSIVE: True, "anyOf": [{"oneOf": exact}, {"not": {"anyOf": exact}}]})

    def dispatch(self, tag: str, children: list[Node], around: Node, scope: Scope) -> JsonValue:
        """A known tag is read by its own branch; an unknown one is accepted whole."""
        return {
            "type": "object",
            "required": [tag],
            "properties": {tag: {"type": "string"}},
            "allOf": [
                {"anyOf": [{"not": _carries(tag, tag_of(one, around)[tag])}, self.schema(one, scope, _OPEN)]}
                for one in children
            ],
        }

    def open_else(self, node: Node, scope: Scope, copied: dict[str, JsonValue]) -> bool:
        tags = tag_of(node.child("if"))
        if not tags:
            return False
        escapes: list[JsonValue] = [
            {
                "required": [tag],
                "properties": {tag: {"type": "string", "not": {"enum": sorted(self.known(node, tag) | values)}}},
            }
            for tag, values in tags.items()
        ]
        copied["else"] = {"anyOf": [*escapes, self.schema(node.child("else"), scope, _OPEN)]}
        return True

    def known(self, node: Node, tag: str) -> frozenset[str]:
        """The values of a tag that the chain around an ``if`` knows."""
        found: set[str] = set()
        around = [node]
        parent = parent_of_chain(node)
        if parent is not None:
            around.append(parent)
        for one in around:
            for condition in conditions(one):
                found |= tag_of(condition).get(tag, frozenset())
            properties = one.value.get("properties")
            if isinstance(properties, dict) and tag in properties:
                found |= fixed_strings(one.child("properties", tag))
        return frozenset(found)


def _is_closed(node: Node) -> bool:
    """Whether keys that a branch does not name are refused by it."""
    values = (part.node.value for part in lay_open([node]))
    return any(one.get(keyword) is False for one in values for keyword in _CLOSED)


def _carries(tag: str, values: frozenset[str]) -> JsonValue:
    return {"type": "object", "required": [tag], "properties": {tag: {"enum": sorted(values)}}}


def _also(copied: dict[str, JsonValue], schema: JsonValue) -> None:
    copied.setdefault("allOf", [])
    copied["allOf"] = [*copied["allOf"], schema]

"""Keywords of a copy that are loosened, or can be: what they say in other words than the original."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.findings import JsonValue
from accordant.schema.copy_origins import EXCLUSIVE, ORIGIN, STANDS_FOR
from accordant.schema.dialects import Dialect
from accordant.schema.open_reading import Branches, EscapingElse, OpenEnum, TagDispatch, loosen
from accordant.schema.references import Node, Scope
from accordant.schema.tags import disjoint

OPEN: Final = "open"
"""The mode of a copy that is read openly."""
PLAIN: Final = "plain"
"""The mode of a copy that says the same, and can be loosened step by step."""
EXACT: Final = "exact"
"""The mode of a copy with every keyword as it is written."""

Copy: TypeAlias = Callable[[Node, Scope, str], JsonValue]
"""Copies a schema in a mode."""


@dataclass(frozen=True, slots=True)
class LooseKeywords:
    """Writes keywords of a copy so that they are loosened, or can be."""

    copy: Copy
    enums: str

    def add(self, node: Node, keyword: str, scope: Scope, mode: str, copied: dict[str, JsonValue]) -> bool:
        """Copy one keyword so that it can be loosened, or as the open reading has it; False if it needs neither."""
        if mode == PLAIN:
            if keyword == "oneOf" and isinstance(node.value[keyword], list):
                children = [node.child("oneOf", index) for index in range(len(node.value["oneOf"]))]
                self._add_branches(node, keyword, _plain_branches(children, keyword), scope, mode, copied)
                return True
            return False
        match loosen(node, keyword, self.enums):
            case OpenEnum() as enum:
                _add_open_enum(node, keyword, enum, copied)
            case TagDispatch() as dispatch:
                head = {ORIGIN: node.location, STANDS_FOR: keyword}
                add_conjunct(copied, {**head, **self._dispatch(node, keyword, dispatch, scope)})
            case Branches() as branches:
                self._add_branches(node, keyword, branches, scope, mode, copied)
            case EscapingElse(known):
                copied["else"] = {"anyOf": [*_escapes(known), self.copy(node.child("else"), scope, OPEN)]}
            case None:
                return False
        return True

    def _add_branches(
        self, node: Node, keyword: str, loosening: Branches, scope: Scope, mode: str, copied: dict[str, JsonValue]
    ) -> None:
        """At least one branch; of a ``oneOf``, as a second part, not more than one by exact copies."""
        children = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
        head = {ORIGIN: node.location, STANDS_FOR: keyword}
        barred = zip(children, loosening.barred, strict=True)
        add_conjunct(
            copied,
            {
                **head,
                "anyOf": [_without_keys(self.copy(child, scope, mode), keys, node.dialect) for child, keys in barred],
            },
        )
        if loosening.exclusive:
            exact = [self.copy(child, scope, EXACT) for child in children]
            add_conjunct(copied, {**head, EXCLUSIVE: True, "anyOf": [{"oneOf": exact}, {"not": {"anyOf": exact}}]})

    def _dispatch(self, node: Node, keyword: str, dispatch: TagDispatch, scope: Scope) -> dict[str, JsonValue]:
        """A known tag is read by its own branch; an unknown one is accepted whole."""
        tag = dispatch.tag
        tagged: dict[str, JsonValue] = {
            "type": "object",
            "required": [tag],
            "properties": {tag: {"type": "string"}},
            "allOf": [
                {"anyOf": [{"not": _carries(tag, values)}, self.copy(node.child(keyword, index), scope, OPEN)]}
                for index, values in dispatch.tagged
            ],
        }
        several = keyword == "oneOf" and len(dispatch.others) > 1
        if dispatch.objects_only and not several:
            plain = [self.copy(node.child(keyword, index), scope, OPEN) for index in dispatch.others]
            return {"anyOf": [tagged, *plain]} if plain else tagged
        # What is no object is judged by all branches: it may satisfy two of them.
        unread: dict[str, JsonValue] = {ORIGIN: node.location, "not": {"type": "object"}}
        children = [node.child(keyword, index) for index in range(len(node.value[keyword]))]
        self._add_branches(node, keyword, _plain_branches(children, keyword), scope, OPEN, unread)
        return {"anyOf": [tagged, unread]}


def _plain_branches(children: list[Node], keyword: str) -> Branches:
    """Branches of which none bars a key."""
    return Branches((frozenset(),) * len(children), keyword == "oneOf" and not disjoint(children))


def _without_keys(schema: JsonValue, keys: frozenset[str], dialect: Dialect) -> JsonValue:
    """The schema, and no object with one of the keys."""
    return {"allOf": [schema, {"properties": dict.fromkeys(sorted(keys), dialect.nothing)}]} if keys else schema


def _add_open_enum(node: Node, keyword: str, enum: OpenEnum, copied: dict[str, JsonValue]) -> None:
    """Let a copy take any text where the original lists texts, and what else it lists."""
    kinds: JsonValue = enum.kinds[0] if len(enum.kinds) == 1 else list(enum.kinds)
    if enum.rest:
        head = {ORIGIN: node.location, STANDS_FOR: keyword}
        add_conjunct(copied, {**head, "anyOf": [{"type": kinds}, {"enum": list(enum.rest)}]})
    elif "type" not in node.value:
        copied["type"] = kinds


def _escapes(known: Mapping[str, frozenset[str]]) -> list[JsonValue]:
    """For each tag a schema of the objects that have an unknown value there."""
    return [
        {"required": [tag], "properties": {tag: {"type": "string", "not": {"enum": sorted(values)}}}}
        for tag, values in known.items()
    ]


def _carries(tag: str, values: frozenset[str]) -> JsonValue:
    """A schema of the objects that have one of the values as their tag."""
    return {"type": "object", "required": [tag], "properties": {tag: {"enum": sorted(values)}}}


def add_conjunct(copied: dict[str, JsonValue], schema: JsonValue) -> None:
    """Let another schema hold too."""
    copied.setdefault("allOf", [])
    copied["allOf"] = [*copied["allOf"], schema]

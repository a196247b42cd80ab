"""Schemas inside documents: a blueprint that carries a schema is right only where that schema can be used.

    {"x-schema": "object"}        # the value is a JSON Schema, and some object is valid against it

What the shape of a document cannot say is judged here: the metaschema of the draft, patterns, references (nothing is
fetched), and the type of the documents that the schema describes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.assumptions import dangling_below
from accordant.schema.dialects import CERTAIN, Dialect, Relation, in_draft
from accordant.schema.json_values import json_type
from accordant.schema.metaschema import complaints
from accordant.schema.patterns import invalid_patterns
from accordant.schema.problems import Problem
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import applied_subschemas, for_item, for_member, keyword_objects

KEYWORD: Final = "x-schema"
ANY: Final = "any"
"""The value of the keyword where the schema may describe documents of every type."""


def carries_schemas(resources: Resources) -> bool:
    """Whether documents of some schemas may hold schemas."""
    return any(
        KEYWORD in keywords for uri in list(resources) for _, keywords in keyword_objects(resources.root(uri).value)
    )


def problems(root: Node, document: JsonValue, draft: Dialect) -> Iterator[Problem]:
    """What is wrong with the schemas inside a document.

    Args:
        root: the schema of the document; ``x-schema`` says where schemas stand.
        document: the document.
        draft: the draft of a schema that declares none.
    """
    for at, value, node in places(root, document, KEYWORD):
        location = f"{node.document}#{pointers.join(node.pointer, KEYWORD)}"
        for pointer, sentence in faults(value, draft, str(node.value[KEYWORD])):
            yield Problem(at + pointer, KEYWORD, location, f"/{KEYWORD}", sentence)


def places(root: Node, document: JsonValue, keyword: str) -> Iterator[tuple[str, JsonValue, Node]]:
    """Where a keyword speaks of a part of a document, in its order: pointer, part, and the schema with the keyword.

    Alternatives are all taken, whether the document fits them or not.
    """
    return KeywordPlaces(root, keyword).of(document)


class KeywordPlaces:
    """Where a keyword speaks of parts of documents of one schema: what schemas apply where is worked out once."""

    def __init__(self, root: Node, keyword: str) -> None:
        self._root = _Judging([root], keyword)

    def of(self, document: JsonValue) -> Iterator[tuple[str, JsonValue, Node]]:
        """The places in a document; see :func:`places`."""
        todo: list[tuple[str, JsonValue, _Judging]] = [("", document, self._root)]
        while todo:
            at, value, judging = todo.pop()
            yield from ((at, value, node) for node in judging.speaking)
            if not judging.nodes:
                continue
            if isinstance(value, dict):
                todo += [(pointers.join(at, name), value[name], judging.below(name)) for name in reversed(value)]
            elif isinstance(value, list):
                items = [(pointers.join(at, index), item, judging.below(index)) for index, item in enumerate(value)]
                todo += reversed(items)


class _Judging:
    """The schemas of the values at one place, and below it."""

    def __init__(self, nodes: list[Node], keyword: str) -> None:
        self.nodes = _all_in_place(nodes)
        self.speaking = [node for node in self.nodes if keyword in node.value]
        self._keyword = keyword
        self._below: dict[str | int, _Judging] = {}

    def below(self, key: str | int) -> _Judging:
        """The schemas of a member, by its name, or of an item, by its index."""
        known = self._below.get(key)
        if known is None:
            applied = (for_member(node, key) if isinstance(key, str) else for_item(node, key) for node in self.nodes)
            nodes = [subschema.node for subschemas in applied for subschema in subschemas]
            known = self._below[key] = _Judging(nodes, self._keyword)
        return known


def _all_in_place(nodes: list[Node]) -> list[Node]:
    """The schemas of a value, with all that they apply to the same value but for what ``not`` and ``if`` hold."""
    in_place: dict[Node, None] = {}
    todo = list(nodes)
    while todo:
        node = todo.pop()
        if node not in in_place and isinstance(node.value, dict):
            in_place[node] = None
            todo += [
                part.node
                for part in applied_subschemas(node, (), Relation.IN_PLACE)
                if part.keyword not in ("not", "if")
            ]
    return list(in_place)


def faults(schema: JsonValue, draft: Dialect, describes: str = ANY) -> Iterator[tuple[str, str]]:
    """What makes a schema unusable: JSON Pointer and sentence. Nothing where it is not an object: shapes say that.

    Args:
        schema: the schema.
        draft: its draft where it declares none.
        describes: the JSON type of its documents, or ``any``.
    """
    if not isinstance(schema, dict):
        return
    declared = in_draft(schema, draft)
    refusals = complaints(declared)
    yield from refusals
    if refusals:
        return
    root = Resources.of(declared)
    dangling = list(_dangling_references(root))
    yield from dangling
    yield from invalid_patterns(declared)
    if not dangling and describes != ANY and not _admits(root, describes, set()):
        yield "", f"no {describes} is valid against this schema"


def _dangling_references(root: Node) -> Iterator[tuple[str, str]]:
    for node, keyword in dangling_below(root):
        yield pointers.join(node.pointer, keyword), f"{node.value[keyword]!r} leads nowhere inside the schema"


def _admits(node: Node, type_: str, seen: set[Node]) -> bool:
    """Whether a value of a JSON type may be valid, as far as types, values and their combinations say."""
    schema = node.value
    if not isinstance(schema, dict) or node in seen:
        return schema is not False
    types = schema.get("type", type_)
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if type_ not in ([types] if isinstance(types, str) else types):
        return False
    if isinstance(values, list) and not any(json_type(value) == type_ for value in values):
        return False
    branches: dict[str, list[bool]] = {}
    for part in applied_subschemas(node, (), Relation.IN_PLACE):
        admits = _admits(part.node, type_, seen | {node})
        if part.keyword in ("anyOf", "oneOf"):
            branches.setdefault(part.keyword, []).append(admits)
        elif part.keyword in CERTAIN:
            branches[f"{part.keyword} {len(branches)}"] = [admits]
        elif part.keyword == "not":
            branches["not"] = [part.node.value is not True and part.node.value not in ({}, {"type": type_})]
    return all(any(choices) for choices in branches.values())

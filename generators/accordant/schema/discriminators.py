"""Which branch a document is meant for: tags, named types, and the chain around an ``if``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.declarations import tag_of
from accordant.schema.json_values import json_type
from accordant.schema.references import Node


def is_open_enum(value: Mapping[str, JsonValue], enums: str) -> bool:
    """Whether unknown members of this enum may come later."""
    if value.get("x-closed") is True or (enums == "marked" and value.get("x-open") is not True):
        return False
    strings = [one for one in value["enum"] if isinstance(one, str)]
    return "x-codes" in value or len(strings) >= 2


def select_tag(children: list[Node], around: Node) -> str | None:
    """The required key whose string values select exactly one of the branches of a schema, or None."""
    if len(children) < 2:
        return None
    tags = [tag_of(one, around) for one in children]
    for key in tags[0]:
        if not all(key in one for one in tags):
            continue
        values = [value for one in tags for value in one[key]]
        if len(values) == len(set(values)):
            return key
    return None


def types_of(node: Node) -> frozenset[str] | None:
    """The JSON types that a schema names, ``number`` covering ``integer``; None where it names none."""
    value = node.value
    for _ in range(20):
        if not isinstance(value, dict):
            return None
        named = value.get("type")
        if isinstance(named, str):
            return frozenset([named])
        if isinstance(named, list):
            return frozenset(one for one in named if isinstance(one, str))
        if "const" in value or isinstance(value.get("enum"), list):
            return frozenset(map(json_type, [value["const"]] if "const" in value else value["enum"]))
        if not isinstance(value.get("$ref"), str):
            return None
        node = node.resolve(value["$ref"])
        value = node.value
    return None


def may_be_object(node: Node) -> bool:
    """Whether the schema does not say that objects are refused."""
    types = types_of(node)
    return types is None or "object" in types


def disjoint(children: list[Node]) -> bool:
    """Whether the named types alone show that no document fits two of the branches."""
    seen: set[str] = set()
    for one in children:
        types = types_of(one)
        if types is None:
            return False
        types = frozenset("number" if kind == "integer" else kind for kind in types)
        if seen & types:
            return False
        seen |= types
    return True


def conditions(node: Node) -> Iterator[Node]:
    """The ``if`` of a node, of its chain of ``else``, and of the members of its ``allOf``."""
    todo = [node]
    while todo:
        one = todo.pop()
        if not isinstance(one.value, dict):
            continue
        if "if" in one.value:
            yield one.child("if")
        if "else" in one.value:
            todo.append(one.child("else"))
        todo += [one.child("allOf", index) for index in range(len(one.value.get("allOf") or []))]


def parent_of_chain(node: Node) -> Node | None:
    """The schema whose ``allOf`` (or ``else``) a node stands in, or None."""
    head, _, _ = node.pointer.rpartition("/")
    if head.endswith("/allOf"):
        head = head.removesuffix("/allOf")
    elif not node.pointer.endswith("/else"):
        return None
    start = node.resources.root(node.document)
    try:
        return start.child(*pointers.split(head))
    except LookupError:
        return None

"""Schemas as the documents of one direction see them: without members that are never in these documents.

A member that is ``writeOnly`` is not in what a program prints, and one that is ``readOnly`` is not in what others send
to it, even where it is required (JSON Schema Validation 9.4; OpenAPI 3.1, 4.8.24).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.declarations import is_never
from accordant.schema.json_values import known_names
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import conjuncts, judging, keyword_objects

ABSENT: Final[Mapping[str, str]] = {"output": "writeOnly", "input": "readOnly"}
"""The keyword that keeps a member out of the documents of a direction; documents that go both ways have them all."""

_TRIMMED: Final = "x-accordant-trimmed"
"""Marks a schema of which no declared member is left."""


def as_exchanged(root: Node, direction: str) -> Node:
    """The schema without the members that are never in documents of a direction; itself where it has none.

    The mark stands in the property, behind a reference of it, or in a part of its ``allOf``; the name is no
    longer required beside it.
    """
    keyword = ABSENT.get(direction, "")
    documents = {uri: root.resources.root(uri) for uri in root.resources}
    is_used = any(_uses(document, keyword) for document in documents.values())
    changed = {uri: _without(document, keyword) for uri, document in documents.items()} if is_used else {}
    if all(value is documents[uri].value for uri, value in changed.items()):
        return root
    resources = Resources(changed, root.dialect, main=root.resources.main)
    return resources.root(root.document).child(*pointers.split(root.pointer))


def _uses(root: Node, keyword: str) -> bool:
    """Whether a keyword stands in a document of schemas, and not only in its data."""
    return keyword in known_names(root.value, root.memo) and any(
        keyword in part for _, part in keyword_objects(root.value)
    )


def _without(root: Node, keyword: str) -> JsonValue:
    """A document of schemas without the members that a keyword marks."""
    value, todo = root.value, [root]
    while todo:
        node = todo.pop()
        todo += node.subschemas()
        names = _list_marked(node, keyword)
        for name in names:
            todo = [other for other in todo if other.pointer != pointers.join(node.pointer, "properties", name)]
        if names:
            value = pointers.replace(value, node.pointer, _trim(pointers.follow(value, node.pointer), names))
    return value


def _list_marked(node: Node, keyword: str) -> set[str]:
    members = node.value.get("properties") if isinstance(node.value, dict) else None
    return {name for name in members or () if _is_marked(node.child("properties", name), keyword)}


def _is_marked(member: Node, keyword: str) -> bool:
    parts = (part.value for part in conjuncts(member))
    return any(isinstance(part, dict) and part.get(keyword) is True for part in parts)


def had_members(node: Node) -> bool:
    """Whether a schema declares members, or did before those of another direction were left out.

    A member that accepts no value does not count.
    """
    declared = judging(node).get("properties")
    has_members = isinstance(declared, dict) and not all(map(is_never, declared.values()))
    return has_members or (isinstance(node.value, dict) and _TRIMMED in node.value)


def _trim(schema: dict[str, JsonValue], names: set[str]) -> JsonValue:
    kept = {name: part for name, part in schema["properties"].items() if name not in names}
    required = schema.get("required")
    schema = schema if kept else {**schema, _TRIMMED: True}
    if not isinstance(required, list):
        return {**schema, "properties": kept}
    return {**schema, "properties": kept, "required": [name for name in required if name not in names]}

"""Which schemas speak of a part of a document, found by walking the schema alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node, UnresolvableReference

_BESIDE: Final = ("$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas")
ANY: Final = "*"
"""In a path: any index."""


def schemas_at(root: Node, path: str) -> Iterator[Node]:
    """Every schema that may judge what stands at ``path`` (a JSON Pointer; ``*`` is any index) of a document.

    Branches are all taken, whether a document could fit them together or not.
    """
    tokens = pointers.split(path)
    seen: set[tuple[str, str, int]] = set()
    todo = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        if (node.document, node.pointer, depth) in seen:
            continue
        seen.add((node.document, node.pointer, depth))
        if depth == len(tokens):
            yield node
        if isinstance(node.value, dict):
            todo += [(one, depth) for one in _beside(node)]
            if depth < len(tokens):
                todo += [(one, depth + 1) for one in _below(node, tokens[depth])]


def pinned_at(root: Node, path: str) -> Iterator[JsonValue]:
    """The values that `const` and `enum` name at ``path``."""
    for node in schemas_at(root, path):
        if isinstance(node.value, dict):
            if "const" in node.value:
                yield node.value["const"]
            elif isinstance(node.value.get("enum"), list):
                yield from node.value["enum"]


def _beside(node: Node) -> Iterator[Node]:
    """The schemas that judge the same part of a document."""
    for keyword in _BESIDE:
        value = node.value.get(keyword)
        if keyword == "$ref" and isinstance(value, str):
            try:
                yield node.resolve(value)
            except UnresolvableReference:
                continue
        elif isinstance(value, list):
            yield from (node.child(keyword, index) for index in range(len(value)))
        elif isinstance(value, dict) and keyword == "dependentSchemas":
            yield from (node.child(keyword, name) for name in value)
        elif isinstance(value, dict):
            yield node.child(keyword)


def _below(node: Node, token: str) -> Iterator[Node]:
    properties = node.value.get("properties")
    if isinstance(properties, dict) and token in properties:
        yield node.child("properties", token)
    elif isinstance(node.value.get("additionalProperties"), dict):
        yield node.child("additionalProperties")
    if token == ANY or token.isdecimal():
        for keyword in ("items", "prefixItems"):
            value = node.value.get(keyword)
            if isinstance(value, dict):
                yield node.child(keyword)
            elif isinstance(value, list):
                yield from (node.child(keyword, index) for index in range(len(value)))

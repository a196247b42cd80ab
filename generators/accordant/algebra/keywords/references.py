"""`$ref`, `$dynamicRef`, `$recursiveRef` (Core 8.2.3)."""

from __future__ import annotations

from accordant.algebra.model import Formula
from accordant.algebra.reader import Reader, may_be_dynamic
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def ref(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, str):
        raise reader.unreadable(node, "$ref", "a string")
    return _follow(reader, node.resources.resolve(node, content), scope)


def dynamic_ref(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, str):
        raise reader.unreadable(node, "$dynamicRef", "a string")
    return _follow(reader, node.resources.resolve_dynamic(node, content, scope), scope)


def recursive_ref(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, str):
        raise reader.unreadable(node, "$recursiveRef", "a string")
    return _follow(reader, node.resources.resolve_recursive(node, content, scope), scope)


def _follow(reader: Reader, target: Node, scope: Scope) -> Formula:
    if may_be_dynamic(target):
        scope = target.resources.enter(target, scope)
    return reader.target(target, scope)

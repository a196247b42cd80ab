"""Examples as text: the given ones with their keys as they come, the made ones in the order of the contract."""

from __future__ import annotations

from accordant.contract import Version
from accordant.contract.canonical import write_canonical_line
from accordant.contract.held_rules import order_keys
from accordant.findings import JsonValue
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.references import Node


def write_given(document: JsonValue) -> str:
    """A document that somebody wrote, on one line."""
    return write_canonical_line(document, {})


def write_made(document: JsonValue, version: Version, subject: str, node: Node) -> str:
    """A document that was found for a schema, on one line, its keys as the schema and then the contract order them.

    Args:
        document: the document.
        version: whose serialisation rules hold for documents of its default schema.
        subject: the name of the schema.
        node: the schema.
    """
    is_default = subject == version.default_schema
    return write_canonical_line(_in_order_of(node, document), version.behaviour.serialisation if is_default else {})


def _in_order_of(node: Node, value: JsonValue) -> JsonValue:
    """A value with the keys of its objects in the order in which the schema lists them, and then the others."""
    node = _referred(node)
    schema = node.value
    if not isinstance(schema, dict) or not isinstance(value, dict | list) or not value:
        return value
    if isinstance(value, list):
        items = schema.get("items")
        return [_in_order_of(node.child("items"), item) for item in value] if isinstance(items, dict) else value
    fields = schema.get("properties")
    names = list(fields) if isinstance(fields, dict) else []
    inner = {key: _in_order_of(node.child("properties", key), part) if key in names else part
             for key, part in value.items()}  # fmt: skip
    return order_keys(inner, names)


def _referred(node: Node) -> Node:
    """The schema to which references lead, or as far as they do."""
    passed = {node}
    while isinstance(node.value, dict) and isinstance(node.value.get("$ref"), str):
        try:
            node = node.resolve(node.value["$ref"])
        except UnresolvableReference:
            return node
        if node in passed:
            return node
        passed.add(node)
    return node

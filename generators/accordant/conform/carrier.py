"""Which version a document says it follows, compared exactly."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.contract import Contract, Version
from accordant.contract.releases import canonical
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.references import Node, Resources, UnresolvableReference

_THROUGH = ("$ref", "allOf", "anyOf", "oneOf", "if", "then", "else")


def values(version: Version, carrier: str) -> list[JsonValue]:
    """The values at ``carrier`` by which documents of a version are known: each `const` or `enum` member there."""
    state = version.state
    names = [version.default_schema] if version.default_schema in state.schemas else list(state.schemas)
    resources = Resources(state.resources)
    found: dict[str, JsonValue] = {}
    for name in names:
        for value in _declared(resources.root(state.schemas[name].uri), pointers.split(carrier)):
            found.setdefault(canonical(value), value)
    return list(found.values())


def said(document: JsonValue, carrier: str) -> tuple[bool, JsonValue]:
    """Whether a document carries a version, and which value it carries."""
    try:
        return True, pointers.follow(document, carrier)
    except LookupError:
        return False, None


def matching(contract: Contract, value: JsonValue) -> list[Version]:
    """The versions whose documents carry this value, newest first."""
    wanted = canonical(value)
    return [
        version
        for version in sorted(contract.versions, key=lambda one: -one.major)
        if any(canonical(one) == wanted for one in values(version, contract.carrier))
    ]


def _declared(root: Node, tokens: list[str]) -> Iterator[JsonValue]:
    seen: set[tuple[str, str, int]] = set()
    todo = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        key = (node.document, node.pointer, depth)
        if key in seen or not isinstance(node.value, dict):
            continue
        seen.add(key)
        if depth == len(tokens):
            if "const" in node.value:
                yield node.value["const"]
            elif isinstance(node.value.get("enum"), list):
                yield from node.value["enum"]
        todo += [(one, depth) for one in _same_place(node)]
        properties = node.value.get("properties")
        if depth < len(tokens) and isinstance(properties, dict) and tokens[depth] in properties:
            todo.append((node.child("properties", tokens[depth]), depth + 1))


def _same_place(node: Node) -> Iterator[Node]:
    """The schemas that judge the same part of a document."""
    for keyword in _THROUGH:
        value = node.value.get(keyword)
        if keyword == "$ref" and isinstance(value, str):
            try:
                yield node.resolve(value)
            except UnresolvableReference:
                continue
        elif isinstance(value, list):
            yield from (node.child(keyword, index) for index in range(len(value)))
        elif isinstance(value, dict):
            yield node.child(keyword)

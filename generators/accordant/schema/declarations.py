"""What a schema declares at a place of the document: names, values and facts, and under which tags.

In-place applicators (references, ``allOf``, ``anyOf``, ``oneOf``, ``if``) are laid open, so that layout does not
count: a field declared in a definition, in a branch or at the top is the same field. What holds only for certain
tags carries a guard, so that ``data`` of one command is not taken for ``data`` of another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from accordant.findings import JsonValue
from accordant.schema.references import Node, UnresolvableReference

Guard = Mapping[str, frozenset[str]]
"""Key of the object at hand to the strings that it must carry; keys that are not there are free."""

_FREE: Guard = {}
_LIMIT = 4000
"""Most subschemas that are laid open at one place; what lies beyond is not compared by name."""


@dataclass(frozen=True, slots=True)
class Part:
    """A subschema that applies at a place, under a guard."""

    node: Node
    guard: Guard = field(default_factory=dict, compare=False)


def lay_open(nodes: Iterator[Node] | frozenset[Node] | list[Node]) -> list[Part]:
    """Every subschema that applies in place where ``nodes`` apply, each with its guard."""
    parts: list[Part] = []
    seen: set[tuple[Node, tuple[tuple[str, frozenset[str]], ...]]] = set()
    todo: list[Part] = [Part(node, _FREE) for node in nodes]
    while todo and len(parts) < _LIMIT:
        part = todo.pop(0)
        key = (part.node, tuple(sorted(part.guard.items())))
        if key in seen or not isinstance(part.node.value, dict):
            continue
        seen.add(key)
        parts.append(part)
        todo[:0] = list(_inside(part))
    return parts


def _inside(part: Part) -> Iterator[Part]:
    node, guard = part.node, part.guard
    value = node.value
    target = referenced(node)
    if target is not None:
        yield Part(target, guard)
        if node.dialect.ref_hides_siblings:
            return
    known = node.dialect.keywords
    for keyword in ("allOf", "anyOf", "oneOf"):
        branches = value.get(keyword)
        if not isinstance(branches, list):
            continue
        for index in range(len(branches)):
            child = node.child(keyword, index)
            extra = tag_of(child, node) if keyword != "allOf" else {}
            joined = meet(guard, extra)
            if joined is not None:
                yield Part(child, joined)
    if "if" in value and "if" in known:
        yield from _conditional(node, guard)
    dependents = value.get("dependentSchemas")
    if isinstance(dependents, dict) and "dependentSchemas" in known:
        for name in dependents:
            yield Part(node.child("dependentSchemas", name), guard)


def _conditional(node: Node, guard: Guard) -> Iterator[Part]:
    if "then" in node.value:
        joined = meet(guard, tag_of(node.child("if")))
        if joined is not None:
            yield Part(node.child("then"), joined)
    if "else" in node.value:
        yield Part(node.child("else"), guard)


def referenced(node: Node) -> Node | None:
    """What the node's reference leads to, or None; dynamic references are read at their first meaning."""
    value = node.value
    if not isinstance(value, dict):
        return None
    for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        reference = value.get(keyword)
        if isinstance(reference, str) and keyword in node.dialect.keywords:
            try:
                return node.resolve(reference)
            except UnresolvableReference:
                return None
    return None


def tag_of(node: Node, around: Node | None = None) -> dict[str, frozenset[str]]:
    """The keys that a branch fixes to certain strings: what selects it.

    A key counts where the branch requires it, or the schema ``around`` it that holds the branches does.
    """
    found: dict[str, frozenset[str]] = {}
    required: set[str] = set(_required(around)) if around is not None else set()
    todo, seen = [node], {node}
    while todo:
        one = todo.pop()
        if not isinstance(one.value, dict):
            continue
        target = _fixed_reference(one)
        if target is not None and target not in seen:
            seen.add(target)
            todo.append(target)
            if one.dialect.ref_hides_siblings:
                continue
        required |= set(_required(one))
        properties = one.value.get("properties")
        if isinstance(properties, dict):
            for name in properties:
                values = fixed_strings(one.child("properties", name))
                if values:
                    found[name] = found[name] & values if name in found else values
        for index in range(len(one.value.get("allOf") or [])):
            child = one.child("allOf", index)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return {name: values for name, values in found.items() if name in required}


def _required(node: Node) -> Iterator[str]:
    names = node.value.get("required") if isinstance(node.value, dict) else None
    yield from (name for name in names if isinstance(name, str)) if isinstance(names, list) else ()


def fixed_strings(node: Node) -> frozenset[str]:
    """The strings that a schema admits, where ``const`` or ``enum`` lists nothing but strings; else empty."""
    for _ in range(20):
        value = node.value
        if not isinstance(value, dict):
            return frozenset()
        target = _fixed_reference(node)
        if target is not None and node.dialect.ref_hides_siblings:
            node = target
            continue
        if isinstance(value.get("const"), str):
            return frozenset([value["const"]])
        members = value.get("enum")
        if isinstance(members, list) and members and all(isinstance(one, str) for one in members):
            return frozenset(members)
        if target is None:
            return frozenset()
        node = target
    return frozenset()


def _fixed_reference(node: Node) -> Node | None:
    """What ``$ref`` leads to; a dynamic reference may mean something else elsewhere, and fixes nothing."""
    value = node.value
    if not isinstance(value, dict) or not isinstance(value.get("$ref"), str):
        return None
    try:
        return node.resolve(value["$ref"])
    except UnresolvableReference:
        return None


def meet(one: Guard, other: Guard) -> Guard | None:
    """Both guards at once, or None where they exclude each other."""
    if not other:
        return one
    joined = dict(one)
    for key, values in other.items():
        common = joined[key] & values if key in joined else values
        if not common:
            return None
        joined[key] = common
    return joined


@dataclass(frozen=True, slots=True)
class Member:
    """A declared key of an object (``name`` None: any further key; ``pattern``: keys that match)."""

    name: str | None
    node: Node
    guard: Guard
    pattern: str = ""


def members(parts: list[Part]) -> Iterator[Member]:
    """Everything that the parts declare about members of an object."""
    for part in parts:
        value = part.node.value
        if not isinstance(value, dict):
            continue
        properties = value.get("properties")
        if isinstance(properties, dict):
            for name, one in properties.items():
                if not is_never(one):
                    yield Member(name, part.node.child("properties", name), part.guard)
        patterns = value.get("patternProperties")
        if isinstance(patterns, dict):
            for pattern in patterns:
                yield Member(None, part.node.child("patternProperties", pattern), part.guard, pattern)
        further = value.get("additionalProperties")
        if isinstance(further, dict) and further:
            yield Member(None, part.node.child("additionalProperties"), part.guard)


def is_never(schema: JsonValue) -> bool:
    """Whether a schema is spelt as one that accepts nothing: ``false``, ``{"not": {}}``, an empty ``enum``."""
    if not isinstance(schema, dict):
        return schema is False
    return schema.get("not", False) in (True, {}) or schema.get("enum") == [] or is_never_part(schema.get("allOf"))


def is_never_part(parts: JsonValue) -> bool:
    """Whether one of several schemas that all hold accepts nothing."""
    return isinstance(parts, list) and any(is_never(one) for one in parts)


def items(parts: list[Part]) -> Iterator[tuple[int | None, Part]]:
    """Everything that the parts declare about items of an array: by index, or for all (None)."""
    for part in parts:
        value = part.node.value
        if not isinstance(value, dict):
            continue
        for keyword in ("prefixItems", "items"):
            listed = value.get(keyword)
            if isinstance(listed, list):
                for index in range(len(listed)):
                    yield index, Part(part.node.child(keyword, index), part.guard)
        for keyword in ("items", "additionalItems", "contains"):
            if isinstance(value.get(keyword), dict):
                yield None, Part(part.node.child(keyword), part.guard)


def listed_values(parts: list[Part]) -> dict[str, tuple[JsonValue, Part, str]]:
    """Every value that ``const`` or ``enum`` lists, by canonical text: value, part, keyword."""
    import json

    found: dict[str, tuple[JsonValue, Part, str]] = {}
    for part in parts:
        value = part.node.value
        if not isinstance(value, dict):
            continue
        if "const" in value and "const" in part.node.dialect.keywords:
            found.setdefault(json.dumps(value["const"], sort_keys=True), (value["const"], part, "const"))
        if isinstance(value.get("enum"), list):
            for one in value["enum"]:
                found.setdefault(json.dumps(one, sort_keys=True), (one, part, "enum"))
    return found


def bindings(parts: list[Part]) -> set[str]:
    """The code lists that the parts are bound to."""
    found = set()
    for part in parts:
        binding = part.node.value.get("x-codes") if isinstance(part.node.value, dict) else None
        name = binding.get("list") if isinstance(binding, dict) else binding
        if isinstance(name, str):
            found.add(name)
    return found

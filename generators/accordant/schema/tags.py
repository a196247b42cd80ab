"""Which branch a document is meant for: tags, named types, and the chain around an ``if``.

A *tag* is a property whose string selects a branch (a discriminator in OpenAPI); its *values* are these strings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.json_values import json_type, listed_texts
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas, conjuncts, judging

Tags: TypeAlias = Mapping[str, frozenset[str]]
"""Tags to the values that they may have; a property that is not listed is free."""

TagsKey: TypeAlias = tuple[tuple[str, frozenset[str]], ...]
"""Tags as a key of a mapping, see `tags_key`."""


def tags_of(node: Node, *around: Node) -> dict[str, frozenset[str]]:
    """The properties that a branch fixes to certain strings: what selects it.

    A property counts where the branch requires it, or one of the schemas ``around`` it does, which hold beside it.
    """
    return tags_within(node, {name for schema in around for name in _required_names(schema)})


def tags_within(node: Node, required: Collection[str]) -> dict[str, frozenset[str]]:
    """The properties that a branch fixes to certain strings, where it, or what holds beside it, requires them.

    Args:
        node: the branch.
        required: the names that are required beside it.
    """
    fixed = _fixed_properties(node)
    return {name: values for name, values in fixed.items() if name in required or name in required_together(node)}


def _fixed_properties(node: Node) -> dict[str, frozenset[str]]:
    """The properties that a schema, and what certainly holds with it, fixes to certain strings; worked out once."""
    fixed: dict[str, frozenset[str]] | None = node.memo.get("fixed properties")
    if fixed is None:
        fixed = node.memo["fixed properties"] = {}
        for schema in conjuncts(node):
            for property_ in applied_subschemas(schema, relation=Relation.MEMBER):
                values = fixed_strings(property_.node) if property_.keyword == "properties" else None
                if values:
                    name = str(property_.key)
                    fixed[name] = fixed[name] & values if name in fixed else values
    return fixed


def required_together(node: Node) -> frozenset[str]:
    """The names that a schema, and what certainly holds with it, requires; worked out once."""
    names: frozenset[str] | None = node.memo.get("required together")
    if names is None:
        names = frozenset(name for schema in conjuncts(node) for name in _required_names(schema))
        node.memo["required together"] = names
    return names


def _required_names(node: Node) -> Iterator[str]:
    yield from listed_texts(judging(node).get("required"))


def fixed_strings(node: Node) -> frozenset[str]:
    """The strings that a schema admits, where ``const`` or ``enum`` lists nothing but strings; else empty."""
    for schema in conjuncts(node):
        value = judging(schema)
        if isinstance(value.get("const"), str):
            return frozenset([value["const"]])
        values = value.get("enum")
        if isinstance(values, list) and values and all(isinstance(member, str) for member in values):
            return frozenset(values)
    return frozenset()


def meet(first: Tags, second: Tags) -> Tags | None:
    """What both admit, or None where they exclude each other."""
    if not second:
        return first
    joined = dict(first)
    for name, values in second.items():
        shared = joined[name] & values if name in joined else values
        if not shared:
            return None
        joined[name] = shared
    return joined


def tags_key(tags: Tags) -> TagsKey:
    """Tags as a key of a mapping: equal tags have one key."""
    return tuple(sorted(tags.items(), key=lambda pair: pair[0]))


def is_open_enum(value: Mapping[str, JsonValue], enums: str) -> bool:
    """Whether unknown values of this enum may come later."""
    if value.get("x-closed") is True or (enums == "marked" and value.get("x-open") is not True):
        return False
    strings = [member for member in value["enum"] if isinstance(member, str)]
    return "x-codes" in value or len(strings) >= 2


def select_tag(branches: list[Node], around: Node) -> str | None:
    """The required property whose values select exactly one of the branches of a schema, or None."""
    if len(branches) < 2:
        return None
    tags = [tags_of(branch, around) for branch in branches]
    for name in tags[0]:
        if not all(name in fixed for fixed in tags):
            continue
        values = [value for fixed in tags for value in fixed[name]]
        if len(values) == len(set(values)):
            return name
    return None


def types_of(node: Node) -> frozenset[str] | None:
    """The JSON types that a schema names, ``number`` covering ``integer``; None where it names none."""
    for schema in conjuncts(node):
        value = judging(schema)
        named = value.get("type")
        if isinstance(named, str):
            return frozenset([named])
        if isinstance(named, list):
            return frozenset(type_ for type_ in named if isinstance(type_, str))
        if "const" in value or isinstance(value.get("enum"), list):
            return frozenset(map(json_type, [value["const"]] if "const" in value else value["enum"]))
    return None


def may_be_object(node: Node) -> bool:
    """Whether the schema does not say that objects are refused."""
    types = types_of(node)
    return types is None or "object" in types


def disjoint(branches: list[Node]) -> bool:
    """Whether the named types alone show that no document fits two of the branches."""
    seen: set[str] = set()
    for branch in branches:
        types = types_of(branch)
        if types is None:
            return False
        types = frozenset("number" if type_ == "integer" else type_ for type_ in types)
        if seen & types:
            return False
        seen |= types
    return True


def conditions(node: Node) -> Iterator[Node]:
    """The ``if`` of a node, of its chain of ``else``, and of the members of its ``allOf``."""
    todo = [node]
    while todo:
        for subschema in applied_subschemas(todo.pop(), relation=Relation.IN_PLACE):
            if subschema.keyword == "if":
                yield subschema.node
            elif subschema.keyword in ("else", "allOf"):
                todo.append(subschema.node)


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

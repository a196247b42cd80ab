"""Documents that a writer means: where alternatives have no tag, what one of them requires is not in another one.

    {"oneOf": [{"required": ["code"], ...}, {"required": ["violations"], ...}]}

Each alternative is known by what it requires. A document that fits the second one and also carries ``code``, which only
the first one speaks of, is valid where objects are open, but nobody writes it. Such documents are no evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.compat.named_keys import mentioned_names
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import Relation
from accordant.schema.json_values import listed_texts
from accordant.schema.reader_copy import as_node
from accordant.schema.references import Node
from accordant.schema.subschemas import applied_subschemas, judging
from accordant.schema.tags import may_be_object, select_tag

_MAPS: Final = ("additionalProperties", "patternProperties", "unevaluatedProperties", "propertyNames")
"""Keywords by which an alternative describes keys that it does not name."""
_HOLDING: Final = ("$ref", "allOf", "oneOf", "anyOf")
"""Keywords by which an alternative is, or is one of, other schemas."""


def meant_documents(copied: JsonValue) -> JsonValue | None:
    """A schema of the documents that a writer means, to hold beside its own; None where alternatives say it all.

    Only alternatives of ``oneOf`` count that no ``not`` or ``if`` contains: there a smaller schema would accept more.

    Args:
        copied: the writer's schema as an exact copy.
    """
    changed = copied
    for union in _untagged_unions(as_node(copied)):
        foreign = _foreign_keys(union)
        if any(foreign):
            branches = [
                {"allOf": [branch, {"properties": dict.fromkeys(keys, union.dialect.nothing)}]} if keys else branch
                for branch, keys in zip(
                    pointers.follow(changed, union.pointer)["oneOf"], foreign, strict=True
                )
            ]  # fmt: skip
            changed = pointers.replace(changed, f"{union.pointer}/oneOf", branches)
    return None if changed is copied else changed


def _untagged_unions(root: Node) -> list[Node]:
    """The schemas with alternatives without a tag, inner ones first, which are reached without a test around them."""
    todo, reached, tested = [(root, False)], dict[Node, None](), set[Node]()
    seen: set[tuple[Node, bool]] = set()
    while todo:
        node, is_tested = todo.pop()
        if (node, is_tested) in seen or not isinstance(node.value, dict):
            continue
        seen.add((node, is_tested))
        if is_tested:
            tested.add(node)
        elif isinstance(node.value.get("oneOf"), list) and select_tag(_branches(node), node) is None:
            reached[node] = None
        todo += [(part.node, is_tested or part.is_test) for part in applied_subschemas(node)]
    return sorted((node for node in reached if node not in tested), key=lambda node: -len(node.pointer))


def _branches(union: Node) -> list[Node]:
    return [union.child("oneOf", index) for index in range(len(union.value["oneOf"]))]


def _foreign_keys(union: Node) -> list[list[str]]:
    """For each alternative the keys that others require and that nothing says of its own objects."""
    branches = _branches(union)
    required = [_list_required(branch) if may_be_object(branch) else set() for branch in branches]
    around = set(_list_declared(union, besides="oneOf"))
    keys: list[list[str]] = []
    for index, branch in enumerate(branches):
        others = {name for other, names in enumerate(required) if other != index for name in names}
        own = (
            set()
            if _has_map(branch) or _has_map(union, besides="oneOf")
            else others - set(_list_declared(branch)) - around
        )
        keys.append(sorted(own) if may_be_object(branch) else [])
    return keys


def _list_required(node: Node) -> set[str]:
    """The names that a schema requires, or one of the alternatives inside it."""
    todo, seen = [node], {node}
    names: set[str] = set()
    while todo:
        schema = todo.pop()
        names.update(listed_texts(judging(schema).get("required")))
        for part in applied_subschemas(schema, relation=Relation.IN_PLACE):
            if part.keyword in _HOLDING and part.node not in seen:
                seen.add(part.node)
                todo.append(part.node)
    return names


def _list_declared(node: Node, besides: str = "") -> Iterator[str]:
    """The names of members of which a schema speaks anywhere, whatever the case."""
    for schema in _in_place(node, besides):
        keywords = judging(schema)
        properties = keywords.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        yield from mentioned_names(keywords)


def _has_map(node: Node, besides: str = "") -> bool:
    """Whether a schema says something of keys that it does not name."""
    return any(
        judging(schema).get(word) not in (None, True, False, {})
        for schema in _in_place(node, besides)
        for word in _MAPS
    )


def _in_place(node: Node, besides: str) -> Iterator[Node]:
    """A schema and all that it applies to the same value, but for what one of its own keywords holds."""
    todo, seen = [node], {node}
    while todo:
        schema = todo.pop()
        yield schema
        for part in applied_subschemas(schema, relation=Relation.IN_PLACE):
            if part.node not in seen and not (schema is node and part.keyword == besides):
                seen.add(part.node)
                todo.append(part.node)

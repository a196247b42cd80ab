"""``unevaluatedProperties`` and ``unevaluatedItems`` in the words of draft-07, which has neither.

A member is judged by ``unevaluatedProperties`` where nothing beside it that holds has looked at it. What holds in any
case (``properties``, ``allOf``, ``$ref``) is known from the schema; a branch of ``anyOf``, ``oneOf`` or ``if`` counts
where it holds, which is itself a schema. So each name that only branches know gets a sentence of its own: *a branch
that knows it holds, or the member satisfies what the keyword demands* (Core 2020-12, 11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from accordant.findings import JsonValue
from accordant.schema.dialects import CERTAIN, OTHER_MEMBERS, Relation
from accordant.schema.name_patterns import pattern_matches
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, applied_subschemas

Say = Callable[[Node, Scope], JsonValue]
"""A reference to the copy of a schema in the words of the new draft."""


@dataclass(frozen=True, slots=True)
class Condition:
    """When a part of a schema counts: a schema holds or does not, or a member is there."""

    schema: tuple[Node, Scope] | None
    holds: bool = True
    member: str = ""

    def said(self, say: Say) -> JsonValue:
        """The condition as a schema; only what is said gets a copy."""
        if self.schema is None:
            return {"required": [self.member]}
        return say(*self.schema) if self.holds else {"not": say(*self.schema)}


@dataclass(frozen=True, slots=True)
class Looked:
    """What a part of a schema looks at, and under which conditions."""

    when: tuple[Condition, ...]
    node: Node
    scope: Scope

    def has(self, *keywords: str) -> bool:
        """Whether the part has one of these keywords."""
        return any(keyword in self.node.value for keyword in keywords)


def parts_that_look(node: Node, scope: Scope) -> Iterator[Looked]:
    """A schema and all that applies to the same value, each under its conditions.

    A schema that leads back to itself is not entered again on that way: no document is judged twice by it.
    """
    todo: list[tuple[Looked, frozenset[tuple[Node, Scope]]]] = [(Looked((), node, scope), frozenset())]
    seen = set()
    while todo:
        looked, above = todo.pop(0)
        here, key = (looked.node, looked.scope), (looked.node, looked.scope, looked.when)
        if key in seen or here in above or not isinstance(looked.node.value, dict):
            continue
        seen.add(key)
        yield looked
        for part in applied_subschemas(looked.node, looked.scope, Relation.IN_PLACE):
            conditions = _conditions(looked.node, looked.scope, part)
            if conditions is not None:
                todo.append((Looked((*looked.when, *conditions), part.node, part.scope), above | {here}))


def _conditions(node: Node, scope: Scope, part: Applied) -> tuple[Condition, ...] | None:
    """When what a part looks at counts, given that its schema holds; None where it never does."""
    if part.keyword in CERTAIN:
        return ()
    if part.keyword in ("anyOf", "oneOf", "if"):
        return (Condition((part.node, part.scope)),)
    if part.keyword in ("then", "else"):
        return (Condition((node.child("if"), scope), holds=part.keyword == "then"),)
    if part.keyword in ("dependentSchemas", "dependencies"):
        return (Condition(None, member=str(part.key)),)
    return None


def members_schema(node: Node, scope: Scope, demand: JsonValue, say: Say) -> JsonValue | None:
    """What ``unevaluatedProperties: demand`` of a node says; None where draft-07 cannot say it.

    That is where a branch, which may hold or not, looks at members by a pattern.
    """
    parts = list(parts_that_look(node, scope))
    certain = [part for part in parts if not part.when]
    if any(part.has("additionalProperties") or _is_inner(part, node, "unevaluatedProperties") for part in certain):
        return True
    known = {name for part in certain for name in part.node.value.get("properties", {})}
    patterns = {pattern for part in certain for pattern in part.node.value.get("patternProperties", {})}
    branches = [part for part in parts if part.when]
    if any(part.has("patternProperties") for part in branches):
        return None
    return _members(known, patterns, branches, demand, say)


def _is_inner(part: Looked, node: Node, keyword: str) -> bool:
    return part.node != node and part.has(keyword)


def _members(known: set[str], patterns: set[str], branches: list[Looked], demand: JsonValue, say: Say) -> JsonValue:
    """The schema of members, from the names and patterns that count in any case and the branches."""
    by_name: dict[str, list[JsonValue]] = {}
    whole: list[JsonValue] = []
    for part in branches:
        if part.has(*OTHER_MEMBERS):
            whole.append(_all_of(part.when, say))
        for name in part.node.value.get("properties", {}):
            if name not in known and not any(pattern_matches(pattern, name) for pattern in patterns):
                by_name.setdefault(name, []).append(_all_of(part.when, say))
    rest: dict[str, Any] = {"additionalProperties": demand}
    if known or by_name:
        rest["properties"] = dict.fromkeys(sorted(known | set(by_name)), True)
    if patterns:
        rest["patternProperties"] = dict.fromkeys(sorted(patterns), True)
    each = [{"anyOf": [*when, {"properties": {name: demand}}]} for name, when in sorted(by_name.items())]
    result = {**rest, "allOf": each} if each else rest
    return {"anyOf": [*whole, result]} if whole else result


def _all_of(conditions: tuple[Condition, ...], say: Say) -> JsonValue:
    said = [condition.said(say) for condition in conditions]
    return said[0] if len(said) == 1 else {"allOf": said}


def items_schema(node: Node, scope: Scope, demand: JsonValue, say: Say) -> JsonValue | None:
    """What ``unevaluatedItems: demand`` of a node says; None where branches, which may hold or not, look at items."""
    parts = list(parts_that_look(node, scope))
    if any(part.when and _looks_at_items(part) for part in parts):
        return None
    certain = [part for part in parts if not part.when]
    if any(_looks_at_all_items(part) or _is_inner(part, node, "unevaluatedItems") for part in certain):
        return True
    leading = max((_leading(part) for part in certain), default=0)
    contained = [say(part.node.child("contains"), part.scope) for part in certain if _counts_contained(part)]
    others = {"anyOf": [demand, *contained]} if contained else demand
    return {"items": [True] * leading, "additionalItems": others} if leading else {"items": others}


def _looks_at_items(part: Looked) -> bool:
    return part.has("items", "prefixItems", "unevaluatedItems") or _counts_contained(part)


def _looks_at_all_items(part: Looked) -> bool:
    """``items`` that is not a list, or the keyword for the items after the leading ones."""
    value, tuple_keyword = part.node.value, part.node.dialect.tuple_keyword
    if tuple_keyword == "prefixItems":
        return "items" in value
    return "items" in value and (not isinstance(value["items"], list) or "additionalItems" in value)


def _leading(part: Looked) -> int:
    leading = part.node.value.get(part.node.dialect.tuple_keyword)
    return len(leading) if isinstance(leading, list) else 0


def _counts_contained(part: Looked) -> bool:
    return part.has("contains") and part.node.dialect.contains_evaluates

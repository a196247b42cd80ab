"""The one walk over subschemas: what a schema applies to a value, to its members, to its items and to its names.

    for subschema in applied(node):
        subschema.node, subschema.keyword, subschema.relation, subschema.key

The table in :mod:`accordant.schema.dialects` says which keyword of which draft applies what. References are followed;
those that lead nowhere apply nothing here, since other modules report them. JSON Schema Core 2020-12, 10 and 11.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import REFERENCES, Keyword, Relation, is_data, is_map_of_schemas, paths_in
from accordant.schema.dynamic_references import resolve_dynamic, resolve_recursive
from accordant.schema.json_values import canonical
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.name_patterns import pattern_matches
from accordant.schema.references import Node, Scope

DEFINITIONS: Final = ("$defs", "definitions")
"""The keywords under which people define types."""

NEEDED: Final = {
    "then": "if",
    "else": "if",
    "additionalItems": "items",
    "minContains": "contains",
    "maxContains": "contains",
}
"""Keywords that judge nothing without another one beside them."""

_NOT_OF_JSON_SCHEMA: Final = frozenset(("example",))
"""A keyword of OpenAPI that schemas carry, and whose value is data."""

_SETS: Final = frozenset(("required", "type", "enum"))
"""Keywords whose value is a set, where it is a list."""


@dataclass(slots=True, unsafe_hash=True)  # not frozen, as a node is not
class Applied:
    """A subschema as a keyword applies it: to the same value (`in place`), a member, an item or the names."""

    node: Node
    keyword: str
    relation: Relation
    scope: Scope = ()
    """The dynamic scope inside the subschema."""
    key: str | int | None = None
    """The key or index in the keyword's value: property name, pattern, index of a branch or item; else None."""
    after: int = field(default=0, compare=False)
    """For an item without a key: how many leading items it does not apply to."""
    is_test: bool = field(default=False, compare=False)
    """Whether it is asked without being asserted: `not`, `if`, `contains`."""

    def is_for_item(self, index: int | None) -> bool:
        """Whether it applies to the item at an index, or to any item (None)."""
        if self.relation is not Relation.ITEM:
            return False
        if index is None or isinstance(self.key, int):
            return index is None or self.key == index
        return index >= self.after


@dataclass(frozen=True, slots=True)
class Members:
    """The subschemas for members of an object: by name, by pattern, and for those that neither tells."""

    named: dict[str | int | None, Applied] = field(default_factory=dict)
    patterns: list[Applied] = field(default_factory=list)
    rest: list[Applied] = field(default_factory=list)

    def select(self, name: str) -> list[Applied]:
        """The ones for the member of a name."""
        own = [self.named[name]] if name in self.named else []
        own += [subschema for subschema in self.patterns if pattern_matches(str(subschema.key), name)]
        return own or self.rest


def applied_subschemas(node: Node, scope: Scope = (), relation: Relation | None = None) -> tuple[Applied, ...]:
    """Every subschema that a schema applies, in the order of the table: references, branches, members, items.

    What `definitions` and `contentSchema` hold is not applied, nor what stands beside `$ref` up to draft-07.

    Args:
        node: the schema.
        scope: the dynamic scope in which it is reached.
        relation: only the subschemas of this relation; None: all.
    """
    key = (scope, relation)
    subschemas: tuple[Applied, ...] | None = node.memo.get(key)
    if subschemas is None:
        subschemas = node.memo[key] = tuple(_find_applied(node, scope, relation))
    return subschemas


def _find_applied(node: Node, scope: Scope, relation: Relation | None) -> Iterator[Applied]:
    value, dialect = node.value, node.dialect
    if not isinstance(value, dict):
        return
    keywords = dialect.applying if relation is None else dialect.applying_to[relation]
    present = [keyword for keyword in keywords if keyword.name in value]
    if not present:
        return
    if dialect.ref_hides_siblings and isinstance(value.get("$ref"), str):
        present = [keyword for keyword in present if keyword.name == "$ref"]
    entered = node.resources.enter(node, scope)
    for keyword in present:
        if keyword.is_reference:
            target = _target(node, keyword.name, entered)
            if target is not None:
                yield Applied(target, keyword.name, keyword.relation, _scope_inside(target, node, entered))
        elif has_effect(keyword.name, value):
            yield from _subschemas_of(node, keyword, entered)


def in_place(node: Node, scope: Scope = ()) -> Iterator[Applied]:
    """The subschemas that may judge the same value as their schema; tests are not among them."""
    return (subschema for subschema in applied_subschemas(node, scope, Relation.IN_PLACE) if not subschema.is_test)


def for_member(node: Node, name: str, scope: Scope = ()) -> Iterator[Applied]:
    """The subschemas for the member `name` of an object: by name, by pattern, else what the rest falls under."""
    return iter(members_of(node, scope).select(name))


def members_of(node: Node, scope: Scope = ()) -> Members:
    """The subschemas for members of an object, worked out once."""
    members: Members | None = node.memo.get(("members", scope))
    if members is None:
        members = node.memo["members", scope] = Members()
        for subschema in applied_subschemas(node, scope, Relation.MEMBER):
            if subschema.keyword == "properties":
                members.named[subschema.key] = subschema
            else:
                (members.patterns if subschema.keyword == "patternProperties" else members.rest).append(subschema)
    return members


def for_item(node: Node, index: int | None, scope: Scope = ()) -> Iterator[Applied]:
    """The subschemas for the item at an index of an array; None: for any item."""
    return (subschema for subschema in applied_subschemas(node, scope, Relation.ITEM) if subschema.is_for_item(index))


def conjuncts(node: Node) -> Iterator[Node]:
    """The schema and what certainly holds with it, through `$ref` and `allOf`; each once, the schema first.

    Dynamic references are left out: elsewhere they may mean something else.
    """
    todo, seen = [node], {node}
    while todo:
        schema = todo.pop(0)
        if not isinstance(schema.value, dict):
            continue
        yield schema
        for subschema in in_place(schema):
            if subschema.keyword in ("$ref", "allOf") and subschema.node not in seen:
                seen.add(subschema.node)
                todo.append(subschema.node)


def judging(node: Node) -> dict[str, JsonValue]:
    """The members of a schema that count: up to draft-07 nothing beside `$ref`; none of a boolean schema.

    A keyword of another draft, such as `const` in draft-04, counts for nothing.
    """
    value = node.value
    if not isinstance(value, dict):
        return {}
    if node.dialect.ref_hides_siblings and isinstance(value.get("$ref"), str):
        return {"$ref": value["$ref"]}
    foreign = node.dialect.foreign_names
    return value if foreign.isdisjoint(value) else {name: value[name] for name in value if name not in foreign}


def judging_keywords(node: Node) -> dict[str, JsonValue]:
    """The keywords that may refuse a value, of the members that count."""
    return {name: value for name, value in judging(node).items() if name in node.dialect.judging_names}


def asserts_nothing(node: Node) -> bool:
    """Whether a schema accepts every value since no keyword in it judges: ``true``, or texts and definitions alone."""
    if not isinstance(node.value, dict):
        return node.value is True
    return not judging_keywords(node)


def references_in(node: Node) -> Iterator[str]:
    """The keywords of a schema that are references in its draft."""
    if isinstance(node.value, dict):
        for keyword in REFERENCES:
            if keyword in node.dialect.keywords and isinstance(node.value.get(keyword), str):
                yield keyword


def keyword_objects(schema: JsonValue) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    """Every object of a schema in which keywords may stand, with its pointer; parents first, without recursion.

    The draft does not count here, and unknown keywords are entered: references may lead there. What `const`, `enum`,
    `default` and examples hold is data, and the names in `properties` and the like are not keywords.
    """
    stack: list[tuple[str, JsonValue, bool]] = [("", schema, False)]
    while stack:
        pointer, value, is_map = stack.pop()
        if isinstance(value, list):
            for index, item in reversed(list(enumerate(value))):
                stack.append((pointers.join(pointer, index), item, False))
        if not isinstance(value, dict):
            continue
        if not is_map:
            yield pointer, value
        for key, item in reversed(value.items()):
            if is_map or not holds_data(key):
                stack.append((pointers.join(pointer, key), item, not is_map and is_map_of_schemas(key)))


def sort_sets(schema: JsonValue) -> None:
    """Sort, in place, the lists of a schema whose order says nothing: `required`, `type`, `enum`."""
    for _, keywords in keyword_objects(schema):
        for keyword in _SETS & keywords.keys():
            if isinstance(keywords[keyword], list):
                keywords[keyword].sort(key=canonical)


def holds_data(keyword: str) -> bool:
    """Whether the value of a keyword is data, in which what looks like keywords is none."""
    return is_data(keyword) or keyword in _NOT_OF_JSON_SCHEMA


def target_of(node: Node, keyword: str, scope: Scope = ()) -> Node:
    """What a reference of a schema (``$ref``, ``$dynamicRef``, ``$recursiveRef``) means in a dynamic scope.

    Raises:
        UnresolvableReference: it leads nowhere.
    """
    reference = node.value[keyword]
    if keyword == "$dynamicRef":
        return resolve_dynamic(node, reference, scope)
    if keyword == "$recursiveRef":
        return resolve_recursive(node, reference, scope)
    return node.resolve(reference)


def _target(node: Node, keyword: str, scope: Scope) -> Node | None:
    if not isinstance(node.value[keyword], str):
        return None
    try:
        return target_of(node, keyword, scope)
    except UnresolvableReference:
        return None


def has_effect(keyword: str, value: dict[str, JsonValue]) -> bool:
    """Whether a keyword of a schema has beside it what it needs in order to judge anything."""
    needed = NEEDED.get(keyword)
    if keyword == "additionalItems":
        return isinstance(value.get("items"), list)
    return needed is None or needed in value


def _subschemas_of(node: Node, keyword: Keyword, scope: Scope) -> Iterator[Applied]:
    after = _leading_items(node) if keyword.relation is Relation.ITEM and not keyword.is_test else 0
    for path in paths_in(keyword, node.value[keyword.name]):
        child = node.child(*path)
        if isinstance(child.value, dict | bool):
            key = path[1] if len(path) == 2 else None
            inner = _scope_inside(child, node, scope)
            yield Applied(child, keyword.name, keyword.relation, inner, key, after, keyword.is_test)


def _scope_inside(subschema: Node, node: Node, scope: Scope) -> Scope:
    """The scope inside a subschema of a node whose resource was entered."""
    if subschema.root == node.root and subschema.document == node.document:
        return scope
    return node.resources.enter(subschema, scope)


def _leading_items(node: Node) -> int:
    """How many items have subschemas of their own."""
    leading = node.value.get(node.dialect.tuple_keyword)
    return len(leading) if isinstance(leading, list) else 0

"""Keywords for arrays (Core 10.3.1 and 11.2, Validation 6.4)."""

from __future__ import annotations

from accordant.algebra.keywords.counts import count_of
from accordant.algebra.model import ARRAY, Formula
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`items`: all items, or those after `prefixItems`; a list of schemas up to 2019-09 (Core 10.3.1.2)."""
    pool = reader.pool
    if isinstance(content, list) and node.dialect.position < 4:
        return _positions(reader, node, scope, "items", content)
    start = 0
    if node.dialect.position >= 4:
        prefix = node.value.get("prefixItems")
        start = len(prefix) if isinstance(prefix, list) else 0
    return pool.if_(ARRAY, pool.rest(start, reader.read_child(node, scope, "items")))


def additional_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`additionalItems`: the items after a list in `items`; nothing without one (2019-09 Core 9.3.1.2)."""
    before = node.value.get("items")
    if not isinstance(before, list):
        return reader.pool.true
    rest = reader.pool.rest(len(before), reader.read_child(node, scope, "additionalItems"))
    return reader.pool.if_(ARRAY, rest)


def prefix_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`prefixItems`: each leading item satisfies the schema at its index (Core 10.3.1.1)."""
    if not isinstance(content, list):
        raise reader.unreadable(node, "prefixItems", "a list of schemas")
    return _positions(reader, node, scope, "prefixItems", content)


def _positions(reader: Reader, node: Node, scope: Scope, keyword: str, content: list[JsonValue]) -> Formula:
    """The item at each index, if there is one, satisfies the schema at that index."""
    parts = []
    for index in range(len(content)):
        parts.append(reader.pool.item(index, reader.read_child(node, scope, keyword, index)))
    return reader.pool.if_(ARRAY, reader.pool.all_of(parts))


def contains(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`contains`: at least one item, or `minContains` to `maxContains` items (Core 10.3.1.3, Validation 6.4.4-5)."""
    pool, fewest, most = reader.pool, 1, None
    if node.dialect.position >= 3:
        if "minContains" in node.value:
            fewest = count_of(reader, node, "minContains", node.value["minContains"])
        if "maxContains" in node.value:
            most = count_of(reader, node, "maxContains", node.value["maxContains"])
    formula = reader.read_child(node, scope, "contains")
    parts = [pool.at_least(0, formula, fewest)]
    if most is not None:
        parts.append(pool.at_least(0, formula, most + 1).negated)
    return pool.if_(ARRAY, pool.all_of(parts))


def min_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`minItems`: an array of at least this many items (Validation 6.4.2)."""
    return reader.pool.if_(ARRAY, reader.pool.min_items(count_of(reader, node, "minItems", content)))


def max_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`maxItems`: an array of at most this many items (Validation 6.4.1)."""
    return reader.pool.if_(ARRAY, reader.pool.max_items(count_of(reader, node, "maxItems", content)))


def unique_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`uniqueItems`: no two items are equal (Validation 6.4.3)."""
    if not isinstance(content, bool):
        raise reader.unreadable(node, "uniqueItems", "true or false")
    return reader.pool.if_(ARRAY, reader.pool.unique()) if content else reader.pool.true

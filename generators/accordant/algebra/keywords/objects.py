"""Keywords for objects (Core 10.3.2 and 11.3, Validation 6.5)."""

from __future__ import annotations

from typing import Final

from accordant.algebra.keywords.counts import count_of
from accordant.algebra.member_names import declared_names, pattern_formula
from accordant.algebra.model import OBJECT, STRING, Formula
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope

LEFT_BEHIND: Final = "`dependencies` has not been a keyword since 2019-09, but some validators still enforce it"


def properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`properties`: the members of these names satisfy their schemas (Core 10.3.2.1)."""
    if not isinstance(content, dict):
        raise reader.unreadable(node, "properties", "an object of schemas")
    parts = []
    for name in content:
        parts.append(reader.pool.prop(name, reader.read_child(node, scope, "properties", name)))
    return reader.pool.if_(OBJECT, reader.pool.all_of(parts))


def pattern_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`patternProperties`: the members whose names match a pattern satisfy its schema (Core 10.3.2.2)."""
    if not isinstance(content, dict):
        raise reader.unreadable(node, "patternProperties", "an object of schemas")
    pool, parts = reader.pool, []
    for text in content:
        names = pool.is_(STRING, pattern_formula(pool, text))
        parts.append(pool.names(names, reader.read_child(node, scope, "patternProperties", text)))
    return pool.if_(OBJECT, pool.all_of(parts))


def additional_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`additionalProperties`: the members that the two keywords before do not cover (Core 10.3.2.3)."""
    pool = reader.pool
    names = declared_names(pool, node.value).negated
    return pool.if_(OBJECT, pool.names(names, reader.read_child(node, scope, "additionalProperties")))


def property_names(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`propertyNames`: every member name satisfies the schema (Core 10.3.2.4)."""
    pool = reader.pool
    return pool.if_(OBJECT, pool.names(reader.read_child(node, scope, "propertyNames").negated, pool.false))


def required(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`required`: the object has members of all these names (Validation 6.5.3)."""
    return reader.pool.if_(OBJECT, _all_there(reader, node, "required", content))


def _all_there(reader: Reader, node: Node, keyword: str, names: JsonValue) -> Formula:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise reader.unreadable(node, keyword, "a list of member names")
    pool = reader.pool
    return pool.all_of([pool.has(name, pool.true) for name in names])


def min_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`minProperties`: an object of at least this many members (Validation 6.5.2)."""
    count = count_of(reader, node, "minProperties", content)
    return reader.pool.if_(OBJECT, reader.pool.min_properties(count))


def max_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`maxProperties`: an object of at most this many members (Validation 6.5.1)."""
    count = count_of(reader, node, "maxProperties", content)
    return reader.pool.if_(OBJECT, reader.pool.max_properties(count))


def dependencies(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`dependencies`: a member's presence requires names or a schema (draft-07 Validation 6.5.7)."""
    formula = _dependent(reader, node, scope, "dependencies", content)
    if node.dialect.position <= 2:
        return formula
    # Since 2019-09 no keyword, yet jsonschema-rs still enforces it: a verdict must hold under both readings.
    return reader.pool.any_of([reader.pool.opaque(LEFT_BEHIND), formula])


def dependent_required(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`dependentRequired`: a member's presence requires other members (Validation 6.5.4)."""
    return _dependent(reader, node, scope, "dependentRequired", content)


def dependent_schemas(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`dependentSchemas`: a member's presence requires that the object satisfies a schema (Core 10.2.2.4)."""
    return _dependent(reader, node, scope, "dependentSchemas", content)


def _dependent(reader: Reader, node: Node, scope: Scope, keyword: str, content: JsonValue) -> Formula:
    if not isinstance(content, dict):
        raise reader.unreadable(node, keyword, "an object")
    pool, parts = reader.pool, []
    for name, needed in content.items():
        absent = pool.if_(OBJECT, pool.prop(name, pool.false))
        if isinstance(needed, str) and keyword == "dependencies":
            needed = [needed]
        if isinstance(needed, list):
            consequence = pool.if_(OBJECT, _all_there(reader, node, keyword, needed))
        else:
            consequence = reader.read_in_place(node, scope, keyword, name)
        parts.append(pool.any_of([absent, consequence]))
    return pool.all_of(parts)

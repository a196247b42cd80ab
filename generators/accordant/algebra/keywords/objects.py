"""Keywords for objects (Core 10.3.2 and 11.3, Validation 6.5)."""

from __future__ import annotations

from typing import Final

from accordant.algebra import unevaluated
from accordant.algebra.keywords.counts import count_of
from accordant.algebra.member_names import declared_names, pattern_formula
from accordant.algebra.model import OBJECT, STRING, Formula
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope

LEFT_BEHIND: Final = "`dependencies` is no keyword since 2019-09, but some validators still enforce it"


def properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, dict):
        raise reader.unreadable(node, "properties", "an object of schemas")
    parts = []
    for name in content:
        parts.append(reader.pool.prop(name, reader.inside(node, scope, "properties", name)))
    return reader.pool.if_(OBJECT, reader.pool.both(parts))


def pattern_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, dict):
        raise reader.unreadable(node, "patternProperties", "an object of schemas")
    pool, parts = reader.pool, []
    for text in content:
        names = pool.is_(STRING, pattern_formula(pool, text))
        parts.append(pool.names(names, reader.inside(node, scope, "patternProperties", text)))
    return pool.if_(OBJECT, pool.both(parts))


def additional_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    pool = reader.pool
    names = declared_names(pool, node.value).negated
    return pool.if_(OBJECT, pool.names(names, reader.inside(node, scope, "additionalProperties")))


def property_names(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    pool = reader.pool
    return pool.if_(OBJECT, pool.names(reader.inside(node, scope, "propertyNames").negated, pool.false))


def required(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.if_(OBJECT, _all_there(reader, node, "required", content))


def _all_there(reader: Reader, node: Node, keyword: str, names: JsonValue) -> Formula:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise reader.unreadable(node, keyword, "a list of member names")
    pool = reader.pool
    return pool.both([pool.has(name, pool.true) for name in names])


def min_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    count = count_of(reader, node, "minProperties", content)
    return reader.pool.if_(OBJECT, reader.pool.min_properties(count))


def max_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    count = count_of(reader, node, "maxProperties", content)
    return reader.pool.if_(OBJECT, reader.pool.max_properties(count))


def dependencies(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    formula = _dependent(reader, node, scope, "dependencies", content)
    if node.dialect.position <= 2:
        return formula
    # Since 2019-09 no keyword, yet jsonschema-rs still enforces it: a verdict must hold under both readings.
    return reader.pool.either([reader.pool.opaque(LEFT_BEHIND, ""), formula])


def dependent_required(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return _dependent(reader, node, scope, "dependentRequired", content)


def dependent_schemas(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
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
            consequence = reader.beside(node, scope, keyword, name)
        parts.append(pool.either([absent, consequence]))
    return pool.both(parts)


def unevaluated_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return unevaluated.unevaluated_properties(reader, node, scope)

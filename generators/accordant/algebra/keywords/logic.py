"""`allOf`, `anyOf`, `oneOf`, `not`, `if` (Core 10.2)."""

from __future__ import annotations

from accordant.algebra.model import Formula
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def all_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.both(_options(reader, node, scope, "allOf", content))


def any_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.pool.either(_options(reader, node, scope, "anyOf", content))


def one_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if not isinstance(content, list):
        raise reader.unreadable(node, "oneOf", "a list of schemas")
    options = []
    for index in range(len(content)):
        options.append(reader.twisted(node, scope, "oneOf", index))
    return reader.pool.one(options)


def _options(reader: Reader, node: Node, scope: Scope, keyword: str, content: JsonValue) -> list[Formula]:
    if not isinstance(content, list):
        raise reader.unreadable(node, keyword, "a list of schemas")
    options = []
    for index in range(len(content)):
        options.append(reader.beside(node, scope, keyword, index))
    return options


def not_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    return reader.twisted(node, scope, "not").negated


def if_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if "then" not in node.value and "else" not in node.value:
        return reader.pool.true
    condition = reader.twisted(node, scope, "if")
    then = reader.beside(node, scope, "then") if "then" in node.value else reader.pool.true
    otherwise = reader.beside(node, scope, "else") if "else" in node.value else reader.pool.true
    pool = reader.pool
    return pool.both([pool.either([condition.negated, then]), pool.either([condition, otherwise])])

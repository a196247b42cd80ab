"""`allOf`, `anyOf`, `oneOf`, `not`, `if` (Core 10.2)."""

from __future__ import annotations

from accordant.algebra.model import Formula
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def all_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`allOf`: all of the schemas hold (Core 10.2.1.1)."""
    return reader.pool.all_of(_options(reader, node, scope, "allOf", content))


def any_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`anyOf`: at least one of the schemas holds (Core 10.2.1.2)."""
    return reader.pool.any_of(_options(reader, node, scope, "anyOf", content))


def one_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`oneOf`: exactly one of the schemas holds (Core 10.2.1.3)."""
    return reader.pool.exactly_one(_options(reader, node, scope, "oneOf", content))


def _options(reader: Reader, node: Node, scope: Scope, keyword: str, content: JsonValue) -> list[Formula]:
    if not isinstance(content, list):
        raise reader.unreadable(node, keyword, "a list of schemas")
    read = reader.read_condition if keyword == "oneOf" else reader.read_in_place
    options = []
    for index in range(len(content)):
        options.append(read(node, scope, keyword, index))
    return options


def not_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`not`: the schema does not hold (Core 10.2.1.4)."""
    return reader.read_condition(node, scope, "not").negated


def if_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`if` with `then` and `else`: the one where it holds, the other where it does not (Core 10.2.2)."""
    if "then" not in node.value and "else" not in node.value:
        return reader.pool.true
    condition = reader.read_condition(node, scope, "if")
    then = reader.read_in_place(node, scope, "then") if "then" in node.value else reader.pool.true
    otherwise = reader.read_in_place(node, scope, "else") if "else" in node.value else reader.pool.true
    pool = reader.pool
    return pool.all_of([pool.any_of([condition.negated, then]), pool.any_of([condition, otherwise])])

"""Keywords for numbers (Validation 6.2)."""

from __future__ import annotations

from fractions import Fraction

from accordant.algebra.model import NUMBER, Formula
from accordant.algebra.reader import Reader
from accordant.algebra.values import UnusableNumber, exact, is_number
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def minimum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    strict = node.dialect.position == 0 and node.value.get("exclusiveMinimum") is True
    bound = number_of(reader, node, "minimum", content)
    return reader.pool.if_(NUMBER, reader.pool.minimum(bound, strict))


def maximum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    strict = node.dialect.position == 0 and node.value.get("exclusiveMaximum") is True
    bound = number_of(reader, node, "maximum", content)
    return reader.pool.if_(NUMBER, reader.pool.maximum(bound, strict))


def exclusive_minimum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if node.dialect.position == 0:
        return reader.pool.true  # draft-04: a flag that `minimum` reads
    bound = number_of(reader, node, "exclusiveMinimum", content)
    return reader.pool.if_(NUMBER, reader.pool.minimum(bound, True))


def exclusive_maximum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    if node.dialect.position == 0:
        return reader.pool.true  # draft-04: a flag that `maximum` reads
    bound = number_of(reader, node, "exclusiveMaximum", content)
    return reader.pool.if_(NUMBER, reader.pool.maximum(bound, True))


def multiple_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    step = number_of(reader, node, "multipleOf", content)
    if step <= 0:
        raise reader.unreadable(node, "multipleOf", "a number above 0")
    return reader.pool.if_(NUMBER, reader.pool.multiple(step))


def number_of(reader: Reader, node: Node, keyword: str, content: JsonValue) -> Fraction:
    """The number that a keyword gives, exactly; Unreadable if it gives none."""
    if not is_number(content):
        raise reader.unreadable(node, keyword, "a number")
    try:
        return exact(content)
    except UnusableNumber as error:
        raise reader.unreadable(node, keyword, "a finite number") from error

"""Keywords for numbers (Validation 6.2)."""

from __future__ import annotations

from fractions import Fraction

from accordant.algebra.model import NUMBER, Formula
from accordant.algebra.reader import Reader
from accordant.algebra.values import UnusableNumber, fraction_of, is_number
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def minimum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`minimum`: a number from the bound up; in draft-04 strictly with `exclusiveMinimum: true` (Validation 6.2.4)."""
    strict = node.dialect.position == 0 and node.value.get("exclusiveMinimum") is True
    bound = number_of(reader, node, "minimum", content)
    return reader.pool.if_(NUMBER, reader.pool.minimum(bound, strict))


def maximum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`maximum`: a number up to the bound; in draft-04 strictly with `exclusiveMaximum: true` (Validation 6.2.2)."""
    strict = node.dialect.position == 0 and node.value.get("exclusiveMaximum") is True
    bound = number_of(reader, node, "maximum", content)
    return reader.pool.if_(NUMBER, reader.pool.maximum(bound, strict))


def exclusive_minimum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`exclusiveMinimum`: a number above the bound (Validation 6.2.5)."""
    if node.dialect.position == 0:
        return flag_of(reader, node, "exclusiveMinimum", content)
    bound = number_of(reader, node, "exclusiveMinimum", content)
    return reader.pool.if_(NUMBER, reader.pool.minimum(bound, True))


def exclusive_maximum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`exclusiveMaximum`: a number below the bound (Validation 6.2.3)."""
    if node.dialect.position == 0:
        return flag_of(reader, node, "exclusiveMaximum", content)
    bound = number_of(reader, node, "exclusiveMaximum", content)
    return reader.pool.if_(NUMBER, reader.pool.maximum(bound, True))


def multiple_of(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`multipleOf`: a number that the step divides without remainder (Validation 6.2.1)."""
    step = number_of(reader, node, "multipleOf", content)
    if step <= 0:
        raise reader.unreadable(node, "multipleOf", "a number above 0")
    return reader.pool.if_(NUMBER, reader.pool.multiple(step))


def flag_of(reader: Reader, node: Node, keyword: str, content: JsonValue) -> Formula:
    """In draft-04 `exclusive...` is a flag that `minimum` or `maximum` reads; Unreadable if it is none."""
    if not isinstance(content, bool):
        raise reader.unreadable(node, keyword, "true or false in draft-04")
    return reader.pool.true


def number_of(reader: Reader, node: Node, keyword: str, content: JsonValue) -> Fraction:
    """The number that a keyword gives, exactly; Unreadable if it gives none."""
    if not is_number(content):
        raise reader.unreadable(node, keyword, "a number")
    try:
        return fraction_of(content)
    except UnusableNumber as error:
        raise reader.unreadable(node, keyword, "a finite number") from error

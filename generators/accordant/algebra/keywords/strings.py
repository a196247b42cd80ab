"""Keywords for strings (Validation 6.3)."""

from __future__ import annotations

from accordant.algebra.keywords.counts import count_of
from accordant.algebra.member_names import pattern_formula
from accordant.algebra.model import STRING, Formula
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def min_length(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`minLength`: a string of at least this many code points (Validation 6.3.2)."""
    return reader.pool.if_(STRING, reader.pool.min_length(count_of(reader, node, "minLength", content)))


def max_length(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`maxLength`: a string of at most this many code points (Validation 6.3.1)."""
    return reader.pool.if_(STRING, reader.pool.max_length(count_of(reader, node, "maxLength", content)))


def pattern(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`pattern`: a string in which the ECMA-262 pattern matches somewhere (Validation 6.3.3)."""
    if not isinstance(content, str):
        raise reader.unreadable(node, "pattern", "a string")
    return reader.pool.if_(STRING, pattern_formula(reader.pool, content))

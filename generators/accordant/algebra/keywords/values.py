"""Keywords for any type: `type`, `enum`, `const` (Validation 6.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from accordant.algebra.constants import constants
from accordant.algebra.model import ARRAY, BOOLEAN, INTEGER, NULL, NUMBER, OBJECT, STRING, WHOLE, Formula
from accordant.algebra.reader import Reader
from accordant.algebra.values import UnusableNumber, key_of
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope

TYPES: Final[Mapping[str, int]] = {
    "null": NULL,
    "boolean": BOOLEAN,
    "integer": INTEGER | WHOLE,
    "number": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}


def type_(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`type`: a value of this type, or of one of these types (Validation 6.1.1)."""
    names = content if isinstance(content, list) else [content]
    mask = 0
    for name in names:
        if not isinstance(name, str) or name not in TYPES:
            raise reader.unreadable(node, "type", "one of the seven type names, or a list of them")
        mask |= _bits(reader, node, name)
    return reader.pool.types(mask)


def _bits(reader: Reader, node: Node, name: str) -> int:
    """The types that a name means in the draft of a schema."""
    if name == "integer" and node.dialect.integers_by_spelling:
        reader.pool.tells_spellings = True
        return INTEGER
    return TYPES[name]


def enum(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`enum`: a value that equals one of these (Validation 6.1.2)."""
    if not isinstance(content, list):
        raise reader.unreadable(node, "enum", "a list")
    return _constants(reader, node, "enum", content)


def const(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`const`: a value that equals this one (Validation 6.1.3)."""
    return _constants(reader, node, "const", [content])


def _constants(reader: Reader, node: Node, keyword: str, values: list[JsonValue]) -> Formula:
    try:
        keys = [key_of(value) for value in values]
    except UnusableNumber as error:
        raise reader.unreadable(node, keyword, "made of finite numbers") from error
    return constants(reader.pool, keys)

"""Whole numbers that limit lengths and sizes."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Final

from accordant.algebra.keywords.numbers import number_of
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node

_NO_LIMIT: Final = 1 << 62


def count_of(reader: Reader, node: Node, keyword: str, content: JsonValue) -> int:
    """The count that a keyword gives; Unreadable if it gives none."""
    if content == math.inf and keyword.startswith("max"):
        return _NO_LIMIT  # 1e400 or Infinity, as Python reads it: longer than any text or list can be
    if isinstance(content, bool) or not isinstance(content, (int, float, Decimal)):
        raise reader.unreadable(node, keyword, "a whole number from 0")
    number = number_of(reader, node, keyword, content)
    if number.denominator != 1 or number < 0:
        raise reader.unreadable(node, keyword, "a whole number from 0")
    return number.numerator

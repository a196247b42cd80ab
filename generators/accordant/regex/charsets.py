"""Sets of code points as sorted ranges, with the named classes of ECMA-262."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

Charset = tuple[tuple[int, int], ...]
"""Disjoint inclusive ranges of code points, ascending."""

LAST: Final = 0x10FFFF
EMPTY: Final[Charset] = ()
ANY: Final[Charset] = ((0, LAST),)
DIGIT: Final[Charset] = ((48, 57),)
WORD: Final[Charset] = ((48, 57), (65, 90), (95, 95), (97, 122))
SPACE: Final[Charset] = (
    (9, 13),
    (32, 32),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
LINE_ENDS: Final[Charset] = ((10, 10), (13, 13), (0x2028, 0x2029))
SURROGATES: Final = (0xD800, 0xDFFF)


def of(ranges: Iterable[tuple[int, int]]) -> Charset:
    """The set of all code points in the given ranges."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(charset: Charset) -> Charset:
    """All other code points."""
    ranges, start = [], 0
    for low, high in charset:
        if low > start:
            ranges.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        ranges.append((start, LAST))
    return tuple(ranges)


def union(*charsets: Charset) -> Charset:
    """The code points of any of the sets."""
    return of(pair for charset in charsets for pair in charset)


def contains(charset: Charset, point: int) -> bool:
    """Whether a code point is in the set."""
    at = bisect_right(charset, (point, LAST + 1)) - 1
    return at >= 0 and charset[at][0] <= point <= charset[at][1]


@lru_cache(maxsize=64)
def of_property(name: str) -> Charset | None:
    """The code points of `\\p{name}`: general categories and `Any`/`ASCII`; None for properties we do not know."""
    if name in ("Any", "Assigned"):
        return ANY if name == "Any" else complement(_categories().get("Cn", EMPTY))
    if name == "ASCII":
        return ((0, 127),)
    if name in ("Alphabetic", "Alpha"):
        return None
    for prefix in ("General_Category=", "gc="):
        name = name.removeprefix(prefix)
    short = _LONG_NAMES.get(name, name)
    table = _categories()
    chosen = [charset for category, charset in table.items() if category == short or category[0] == short]
    if short == "LC":
        chosen = [table[category] for category in ("Lu", "Ll", "Lt") if category in table]
    return union(*chosen) if chosen else None


_LONG_NAMES: Final = {
    "Letter": "L",
    "Uppercase_Letter": "Lu",
    "Lowercase_Letter": "Ll",
    "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm",
    "Other_Letter": "Lo",
    "Mark": "M",
    "Nonspacing_Mark": "Mn",
    "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me",
    "Number": "N",
    "Decimal_Number": "Nd",
    "Letter_Number": "Nl",
    "Other_Number": "No",
    "Punctuation": "P",
    "Symbol": "S",
    "Separator": "Z",
    "Space_Separator": "Zs",
    "Other": "C",
    "Control": "Cc",
    "Cased_Letter": "LC",
    "digit": "Nd",
}


@lru_cache(maxsize=1)
def _categories() -> dict[str, Charset]:
    """Every general category of Unicode; one pass over all code points, so only when a pattern asks."""
    ranges: dict[str, list[tuple[int, int]]] = {}
    start, current = 0, unicodedata.category("\0")
    for point in range(1, LAST + 2):
        category = unicodedata.category(chr(point)) if point <= LAST else ""
        if category != current:
            ranges.setdefault(current, []).append((start, point - 1))
            start, current = point, category
    return {category: tuple(pairs) for category, pairs in ranges.items()}

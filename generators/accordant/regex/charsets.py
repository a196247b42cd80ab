"""Sets of code points as sorted ranges, with the classes of ECMA-262 (22.2.2.9 CharacterClassEscape)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
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
LINE_END: Final[Charset] = ((10, 10), (13, 13), (0x2028, 0x2029))
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


CLASSES: Final = {
    "d": DIGIT,
    "D": complement(DIGIT),
    "w": WORD,
    "W": complement(WORD),
    "s": SPACE,
    "S": complement(SPACE),
}
"""The sets of `\\d` and its like, by letter."""

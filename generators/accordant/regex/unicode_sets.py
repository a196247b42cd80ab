"""The code points of the Unicode properties that Python knows.

Python has General_Category and, through methods of `str`, which letters are lower case, upper case or part of
identifiers. A few properties are stable and small. Script and the rest need tables that we do not have. Engines may
know another version of Unicode than Python; characters newer than Python's version count as Unassigned here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from accordant.regex.charsets import ANY, LAST, Charset, complement, of, union
from accordant.regex.unicode_properties import CATEGORIES, CATEGORY_KEYS

_LONG_CATEGORIES: Final = {
    "Letter": "L", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt", "Cased_Letter": "LC",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn",
    "Spacing_Mark": "Mc", "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
    "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc",
    "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi",
    "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc",
    "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs", "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Private_Use": "Co",
    "Surrogate": "Cs", "Unassigned": "Cn",
}  # fmt: skip

_LONG_BINARY: Final = {
    "AHex": "ASCII_Hex_Digit", "Hex": "Hex_Digit", "Join_C": "Join_Control", "Lower": "Lowercase", "Upper": "Uppercase",
    "NChar": "Noncharacter_Code_Point", "Pat_WS": "Pattern_White_Space", "RI": "Regional_Indicator",
    "space": "White_Space", "XIDS": "XID_Start", "XIDC": "XID_Continue",
}  # fmt: skip

_HEX: Final = ((48, 57), (65, 70), (97, 102))
_FIXED: Final[dict[str, Charset]] = {
    "Any": ANY,
    "ASCII": ((0, 127),),
    "ASCII_Hex_Digit": _HEX,
    "Hex_Digit": (*_HEX, (0xFF10, 0xFF19), (0xFF21, 0xFF26), (0xFF41, 0xFF46)),
    "Join_Control": ((0x200C, 0x200D),),
    "Noncharacter_Code_Point": of(
        [(0xFDD0, 0xFDEF), *[(plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, LAST, 0x10000)]]
    ),
    "Pattern_White_Space": ((9, 13), (32, 32), (0x85, 0x85), (0x200E, 0x200F), (0x2028, 0x2029)),
    "Regional_Indicator": ((0x1F1E6, 0x1F1FF),),
    "White_Space": (
        (9, 13), (32, 32), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
        (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000),
    ),
}  # fmt: skip
_TESTS: Final[dict[str, Callable[[str], bool]]] = {
    "Lowercase": str.islower,
    "Uppercase": str.isupper,
    "XID_Start": lambda character: character != "_" and character.isidentifier(),
    "XID_Continue": lambda character: f"a{character}".isidentifier(),
}
"""Properties that a test of every code point answers."""


@lru_cache(maxsize=64)
def property_set(name: str, value: str = "") -> Charset | None:
    """The code points of `\\p{name}` or `\\p{name=value}`; None where we do not have them."""
    if value:
        return _category(value) if name in CATEGORY_KEYS else None
    if name in CATEGORIES:
        return _category(name)
    name = _LONG_BINARY.get(name, name)
    if name in _FIXED:
        return _FIXED[name]
    if name == "Assigned":
        return complement(_category("Cn"))
    test = _TESTS.get(name)
    return None if test is None else of([(point, point) for point in range(LAST + 1) if test(chr(point))])


def _category(value: str) -> Charset:
    short = _LONG_CATEGORIES.get(value, value)
    table = _categories()
    if short == "LC":
        return union(table["Lu"], table["Ll"], table["Lt"])
    return union(*[charset for category, charset in table.items() if short in (category, category[0])])


@lru_cache(maxsize=1)
def _categories() -> dict[str, Charset]:
    """Every general category; one pass over all code points (0.2 s), so only when a pattern asks."""
    ranges: dict[str, list[tuple[int, int]]] = {}
    start, current = 0, unicodedata.category("\0")
    for point in range(1, LAST + 2):
        category = unicodedata.category(chr(point)) if point <= LAST else ""
        if category != current:
            ranges.setdefault(current, []).append((start, point - 1))
            start, current = point, category
    return {category: tuple(pairs) for category, pairs in ranges.items()}

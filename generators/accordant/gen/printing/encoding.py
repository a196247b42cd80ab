"""Encoding for all languages: lines of visible characters, and quoted texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

_LINE_ENDS: Final = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_PLAIN: Final = re.compile(r"[ -~]*").fullmatch
_HARMLESS: Final = re.compile(r"[ !#-\[\]-~]*").fullmatch
"""Matches printable ASCII without quotes and backslashes: most texts, and the test is cheap."""
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SHORT_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def lines_of(text: str) -> list[str]:
    """The lines of a text, whatever line ends it uses; invisible characters are spelt as code points, blanks as one."""
    return [(line if _PLAIN(line) else "".join(map(_make_visible, line))).rstrip() for line in _LINE_ENDS.split(text)]


def without_blank_ends(lines: list[str]) -> list[str]:
    """Lines without the empty ones at the beginning and at the end."""
    filled = [index for index, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def quote(text: str, escape: Callable[[int], str]) -> str:
    """A text in double quotes; ``escape`` writes the code point of a character that is not printable."""
    if _HARMLESS(text):
        return f'"{text}"'
    return '"' + "".join(_escape_character(character, escape) for character in text) + '"'


def _escape_character(character: str, escape: Callable[[int], str]) -> str:
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    code = ord(character)
    is_plain = 32 <= code < 127 or (code > 0xA0 and character.isprintable())
    return character if is_plain else escape(code)


def _make_visible(character: str) -> str:
    if character == "\t":
        return "    "
    if unicodedata.category(character) == "Zs":
        return " "
    if character in _BIDI or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return f"<U+{ord(character):04X}>"
    return character

"""Reads escapes (ECMA-262, 22.2.1: AtomEscape, ClassEscape, CharacterEscape; Annex B.1.2)."""

from __future__ import annotations

from enum import Enum
from typing import Final

from accordant.regex import unicode_properties
from accordant.regex.charsets import LAST
from accordant.regex.scanner import Scanner
from accordant.regex.tree import ClassEscape, Item, Property, Range

_CLASS_LETTERS: Final = "dDwWsS"
_CONTROLS: Final = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_SYNTAX_CHARACTERS: Final = "^$\\.*+?()[]{}|/"


class Syntax(Enum):
    """A syntax of patterns."""

    UNICODE = "u"
    """The syntax with the `u` flag."""
    ANNEX_B = "annex-b"
    """The syntax that engines accept without the `u` flag."""
    LENIENT = "lenient"
    """The spellings of Annex B with the meaning of `u`, without escapes of letters and digits (see `parser.parse`)."""


def read_class_escape(scanner: Scanner, syntax: Syntax) -> Item | None:
    """Read an escape such as `\\d` or `\\p{L}`, behind its backslash; None, and nothing read, where there is none.

    Raises:
        InvalidPattern: a property that does not exist, where `\\p` means a property.
    """
    letter = scanner.text[scanner.at]
    if letter in _CLASS_LETTERS:
        scanner.at += 1
        return ClassEscape(letter)
    if letter in "pP" and syntax is not Syntax.ANNEX_B:
        scanner.at += 1
        return _read_property(scanner, negative=letter == "P")
    return None


def _read_property(scanner: Scanner, *, negative: bool) -> Property:
    content = scanner.until("}") if scanner.take("{") else None
    if content is None or not unicode_properties.is_property(content):
        raise scanner.error(f"unknown Unicode property {content!r}" if content else "\\p without a property")
    name, _, value = content.partition("=")
    return Property(name, value, negative)


def read_character_escape(scanner: Scanner, syntax: Syntax, *, in_class: bool, named_groups: bool) -> int:
    """Read an escape that stands for one character, behind its backslash: its code point.

    Raises:
        InvalidPattern: the escape has no meaning in the syntax.
    """
    letter = scanner.next()
    if letter in _CONTROLS:
        return _CONTROLS[letter]
    if letter in "cxu":
        start = scanner.at
        code = _read_coded(scanner, letter, syntax, in_class)
        if code is not None:
            return code
        scanner.at = start
    if letter == "0" and not scanner.text[scanner.at : scanner.at + 1].isdecimal():
        return 0
    if letter in "01234567" and syntax is Syntax.ANNEX_B:
        return _read_octal(scanner, letter)
    if letter == "c" and syntax is Syntax.ANNEX_B:
        scanner.at -= 1  # the backslash is a character of its own, and `c` comes next
        return ord("\\")
    if _is_identity(letter, syntax, in_class, named_groups):
        return ord(letter)
    scanner.at -= 1
    raise scanner.error(f"the escape \\{letter} means nothing")


def _read_coded(scanner: Scanner, letter: str, syntax: Syntax, in_class: bool) -> int | None:
    """The code point of `\\cX`, `\\xHH` or `\\uHHHH`; None where it is not complete."""
    if letter == "x":
        return scanner.hexadecimal(2)
    if letter == "u":
        return read_unicode_escape(scanner, pairs=syntax is not Syntax.ANNEX_B)
    control = scanner.text[scanner.at : scanner.at + 1]
    if control and control.isascii():
        scanner.at += 1
        if control.isalpha() or (in_class and syntax is Syntax.ANNEX_B and (control.isdecimal() or control == "_")):
            return ord(control) % 32
    return None


def read_unicode_escape(scanner: Scanner, *, pairs: bool) -> int | None:
    """Read what follows `\\u`: four digits; with `pairs` also `{...}` and a pair of surrogates as one character."""
    if pairs and scanner.take("{"):
        digits = scanner.until("}") or ""
        kept, scanner.at = scanner.at, scanner.at - len(digits) - 1
        code = scanner.hexadecimal(len(digits)) if digits else None
        scanner.at = kept
        return code if code is not None and code <= LAST else None
    high = scanner.hexadecimal(4)
    if pairs and high is not None and 0xD800 <= high <= 0xDBFF:
        start = scanner.at
        low = scanner.hexadecimal(4) if scanner.take("\\u") else None
        if low is not None and 0xDC00 <= low <= 0xDFFF:
            return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
        scanner.at = start
    return high


def _read_octal(scanner: Scanner, first: str) -> int:
    """A legacy octal escape: up to three digits, up to `\\377`."""
    digits = first
    while len(digits) < (3 if first in "0123" else 2) and scanner.text[scanner.at : scanner.at + 1] in tuple(
        "01234567"
    ):
        digits += scanner.next()
    return int(digits, 8)


def _is_identity(letter: str, syntax: Syntax, in_class: bool, named_groups: bool) -> bool:
    """Whether a backslash before this character only makes it literal."""
    if syntax is Syntax.UNICODE:
        return letter in _SYNTAX_CHARACTERS or (in_class and letter == "-")
    if syntax is Syntax.ANNEX_B:
        return letter != "k" or not named_groups
    return not (letter.isascii() and letter.isalnum())


def point_of(item: Item) -> int | None:
    """The code point of an item that is a single character; None for others."""
    return item.low if isinstance(item, Range) and item.low == item.high else None

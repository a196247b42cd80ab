"""Sets of code points as the engines of generated Python write them."""

from __future__ import annotations

from typing import Final

Ranges = tuple[tuple[int, int], ...]

SPACE: Final = ((9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
                (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF))  # fmt: skip
DIGIT: Final = ((48, 57),)
WORD: Final = ((48, 57), (65, 90), (95, 95), (97, 122))
LINE_END: Final = ((10, 10), (13, 13), (0x2028, 0x2029))
LAST: Final = 0x10FFFF
CLASSES: Final = {"d": DIGIT, "w": WORD, "s": SPACE}
CONTROLS: Final = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}


class NotExpressible(ValueError):
    """The engine has no word for a part of the pattern, or the pattern is no pattern at all."""


def complement(ranges: Ranges) -> Ranges:
    """Every code point outside sorted ranges (surrogates stay out, no engine here knows them)."""
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in (*sorted((*ranges, (0xD800, 0xDFFF))), (LAST + 1, LAST + 1)):
        if start < low:
            found.append((start, low - 1))
        start = max(start, high + 1)
    return tuple(found)


def literal(code: int, special: str = "^$\\.*+?()[]{}|-&~#") -> str:
    """A code point that means itself; ``special`` are the characters that need a backslash here (in brackets: more)."""
    if 0xD800 <= code <= 0xDFFF:
        raise NotExpressible("half of a surrogate pair")
    character = chr(code)
    if character.isascii() and character.isalnum():
        return character
    if character in special:
        return "\\" + character
    if 32 <= code < 127:
        return character
    return character if code > 0xA0 and character.isprintable() else _escaped(code)


def _escaped(code: int) -> str:
    """A code point as both engines write it: two or four digits of hexadecimal, else the character."""
    if code < 256:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else chr(code)


def in_brackets(ranges: Ranges) -> str:
    """Ranges as they stand in brackets."""
    return "".join(literal(a) if a == b else f"{literal(a)}-{literal(b)}" for a, b in ranges)

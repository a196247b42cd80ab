"""ECMA-262 patterns rewritten for the engines that generated Python uses.

pydantic's own engine (linear, no backtracking) takes nearly everything; look-around and back-references go to ``re``.
A pattern is read as with the ``u`` flag, code point by code point; escapes that only the old syntax knows are allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

SPACE: Final = ((9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
                (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF))  # fmt: skip
DIGIT: Final = ((48, 57),)
WORD: Final = ((48, 57), (65, 90), (95, 95), (97, 122))
LINE_END: Final = ((10, 10), (13, 13), (0x2028, 0x2029))
LAST: Final = 0x10FFFF
CLASSES: Final = {"d": DIGIT, "w": WORD, "s": SPACE}
CONTROLS: Final = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
LARGEST_REPEAT: Final = 1000
"""Counted repetitions beyond this (nested ones multiplied) are left to ``re``: a linear engine unrolls them."""

Ranges = tuple[tuple[int, int], ...]


class NotExpressible(ValueError):
    """The engine has no word for a part of the pattern, or the pattern is no pattern at all."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A pattern for generated Python: ``linear`` for pydantic's engine, else for ``re``."""

    text: str
    linear: bool


@lru_cache(maxsize=4096)
def translate(pattern: str) -> Translated | None:
    """The pattern for Python, or None where it is not a pattern or no engine can express it."""
    for linear in (True, False):
        try:
            return Translated(_Reader(pattern, linear).whole(), linear)
        except (NotExpressible, IndexError):
            continue
    return None


def complement(ranges: Ranges) -> Ranges:
    """Every code point outside sorted ranges (surrogates stay out, no engine here knows them)."""
    found: list[tuple[int, int]] = []
    start = 0
    for low, high in (*sorted((*ranges, (0xD800, 0xDFFF))), (LAST + 1, LAST + 1)):
        if start < low:
            found.append((start, low - 1))
        start = max(start, high + 1)
    return tuple(found)


def _literal(code: int, special: str = "^$\\.*+?()[]{}|-&~#") -> str:
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


def _ranges(ranges: Ranges) -> str:
    return "".join(_literal(a) if a == b else f"{_literal(a)}-{_literal(b)}" for a, b in ranges)


class _Reader:
    """One pass over a pattern that writes it for one engine."""

    def __init__(self, pattern: str, linear: bool) -> None:
        self.text, self.at, self.linear = pattern, 0, linear
        self.depth = 0
        self.names: list[str] = []

    def whole(self) -> str:
        written = self.alternatives()
        if self.at < len(self.text):
            raise NotExpressible("a closing parenthesis without an opening one")
        return written

    def peek(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def take(self, text: str) -> bool:
        if self.peek(text):
            self.at += len(text)
            return True
        return False

    def alternatives(self) -> str:
        written, repeats = "", [1]
        while self.at < len(self.text) and not self.peek(")"):
            if self.take("|"):
                written += "|"
                continue
            atom = self.atom()
            written += atom + self.quantifier(repeats, atom)
        if self.linear and max(repeats) > LARGEST_REPEAT:
            raise NotExpressible("a large counted repetition")
        return written

    def quantifier(self, repeats: list[int], atom: str) -> str:
        start = self.at
        if self.at < len(self.text) and self.text[self.at] in "*+?":
            self.at += 1
        elif self.peek("{") and (count := self.count()):
            repeats.append(count)
        else:
            return ""
        if atom in ("^", "$", "\\Z") or not atom:
            raise NotExpressible("nothing to repeat")
        self.take("?")
        return self.text[start : self.at]

    def count(self) -> int:
        """Read ``{n}``, ``{n,}`` or ``{n,m}`` and return its largest number; 0 where the brace is only a brace."""
        end = self.text.find("}", self.at)
        low, _, high = self.text[self.at + 1 : end].partition(",") if end > 0 else ("", "", "")
        if not (low.isascii() and low.isdigit()) or (high and not (high.isascii() and high.isdigit())):
            return 0
        self.at = end + 1
        return max(1, int(low), int(high or 0))

    def atom(self) -> str:
        character = self.text[self.at]
        if character == "(":
            return self.group()
        self.at += 1
        if character == "[":
            return self.bracket()
        if character == "\\":
            return self.escape()
        if character == ".":
            return f"[{_ranges(complement(LINE_END))}]"
        if character == "^":
            return "^"
        if character == "$":
            return "$" if self.linear else "\\Z"
        if character in "*+?":
            raise NotExpressible("nothing to repeat")
        return _literal(ord(character), "^$\\.*+?()[]{}|")

    def group(self) -> str:
        for opening in ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<", "("):
            if not self.take(opening):
                continue
            if opening == "(?<":
                end = self.text.index(">", self.at) if ">" in self.text[self.at :] else -1
                name = self.text[self.at : end] if end > 0 else ""
                if not (name.isidentifier() and name.isascii()) or name in self.names:
                    raise NotExpressible("a group name")
                self.names.append(name)
                self.at, written = end + 1, f"(?P<{name}>"
            elif opening in ("(?:", "("):
                written = opening
            elif self.linear:
                raise NotExpressible("look-around")
            else:
                written = opening
            if self.peek("?"):
                raise NotExpressible("an unknown kind of group")
            self.depth += 1
            if self.depth > 50:
                raise NotExpressible("groups nested too deeply")
            written += self.alternatives()
            self.depth -= 1
            if not self.take(")"):
                raise NotExpressible("a group without an end")
            return written + ")"
        raise NotExpressible("a group")

    def escape(self) -> str:
        """What a backslash outside brackets means."""
        character = self.text[self.at]
        if character in "bB":
            self.at += 1
            return f"(?-u:\\{character})" if self.linear else f"\\{character}"
        if character in "123456789":
            return self.back_reference()
        if character == "k" and "(?<" in self.text:
            return self.named_reference()
        if character.lower() in CLASSES:
            self.at += 1
            ranges = CLASSES[character.lower()]
            return f"[{_ranges(ranges if character.islower() else complement(ranges))}]"
        if character in "pP":
            return self.unicode_property()
        return _literal(self.character_escape(), "^$\\.*+?()[]{}|")

    def back_reference(self) -> str:
        end = self.at
        while end < len(self.text) and self.text[end] in "0123456789":
            end += 1
        number, self.at = self.text[self.at : end], end
        if self.linear:
            raise NotExpressible("a back-reference")
        return f"(?:\\{number})"

    def named_reference(self) -> str:
        end = self.text.find(">", self.at)
        name = self.text[self.at + 2 : end] if self.text[self.at + 1 : self.at + 2] == "<" and end > 0 else ""
        if self.linear or name not in self.names:
            raise NotExpressible("a back-reference")
        self.at = end + 1
        return f"(?P={name})"

    def unicode_property(self) -> str:
        end = self.text.find("}", self.at)
        name = self.text[self.at + 2 : end] if self.text[self.at + 1 : self.at + 2] == "{" and end > 0 else ""
        if not self.linear or not name or not name.replace("_", "").replace("=", "", 1).isalnum() or not name.isascii():
            raise NotExpressible("a Unicode property")
        written = f"\\{self.text[self.at]}{{{name}}}"
        self.at = end + 1
        return written

    def character_escape(self) -> int:
        """The code point of an escape that means one character."""
        character = self.text[self.at]
        self.at += 1
        if character in CONTROLS:
            return CONTROLS[character]
        if character == "c" and self.text[self.at : self.at + 1].isalpha() and self.text[self.at].isascii():
            self.at += 1
            return ord(self.text[self.at - 1]) % 32
        if character == "0" and not self.text[self.at : self.at + 1].isdigit():
            return 0
        if character == "x":
            return self.hexadecimal(2)
        if character == "u":
            return self.unicode_escape()
        if character.isalnum():
            raise NotExpressible(f"the escape \\{character}")
        return ord(character)

    def hexadecimal(self, digits: int) -> int:
        text = self.text[self.at : self.at + digits]
        if len(text) < digits or any(one not in "0123456789abcdefABCDEF" for one in text):
            raise NotExpressible("hexadecimal digits")
        self.at += digits
        return int(text, 16)

    def unicode_escape(self) -> int:
        if self.take("{"):
            end = self.text.find("}", self.at)
            digits = end - self.at
            if not 0 < digits < 9:
                raise NotExpressible("hexadecimal digits")
            code = self.hexadecimal(digits)
            self.at += 1
            if code > LAST:
                raise NotExpressible("a code point that does not exist")
            return code
        code = self.hexadecimal(4)
        if 0xD800 <= code < 0xDC00 and self.peek("\\u"):
            self.at += 2
            low = self.hexadecimal(4)
            if not 0xDC00 <= low < 0xE000:
                raise NotExpressible("half of a surrogate pair")
            return 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)
        return code

    def bracket(self) -> str:
        """A class in brackets; the opening one is read."""
        negative = self.take("^")
        if self.take("]"):
            everything = _ranges(complement(()))
            return f"[{everything}]" if negative else f"[^{everything}]"
        written = ""
        while not self.take("]"):
            low = self.class_atom()
            if self.peek("-") and not self.peek("-]") and isinstance(low, int):
                kept = self.at
                self.at += 1
                high = self.class_atom()
                if isinstance(high, int):
                    if high < low:
                        raise NotExpressible("a range that runs backwards")
                    written += f"{_literal(low)}-{_literal(high)}"
                    continue
                self.at = kept
            written += low if isinstance(low, str) else _literal(low)
        return f"[{'^' if negative else ''}{written}]"

    def class_atom(self) -> int | str:
        """One code point, or the text of a class like ``\\d``, inside brackets."""
        character = self.text[self.at]
        self.at += 1
        if character != "\\":
            return ord(character)
        character = self.text[self.at]
        if character.lower() in CLASSES:
            self.at += 1
            ranges = CLASSES[character.lower()]
            return _ranges(ranges if character.islower() else complement(ranges))
        if character in "pP":
            return self.unicode_property()
        if character in "bB":
            self.at += 1
            if character == "B":
                raise NotExpressible("a boundary in brackets")
            return 8
        return self.character_escape()

"""Reads a pattern's text from left to right: the steps that all parts of the parser share."""

from __future__ import annotations

import re
from typing import Final

from accordant.regex.errors import InvalidPattern

_HEXADECIMAL: Final = re.compile(r"[0-9a-fA-F]+")
_DECIMAL: Final = re.compile(r"[0-9]+")


class Scanner:
    """A text and the index of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def at_end(self) -> bool:
        """Whether the whole text is read."""
        return self.at >= len(self.text)

    def error(self, what: str) -> InvalidPattern:
        """The error to raise here."""
        return InvalidPattern(f"{what}, at offset {self.at}")

    def peek(self, text: str) -> bool:
        """Whether this text comes next."""
        return self.text.startswith(text, self.at)

    def take(self, text: str) -> bool:
        """Read this text if it comes next."""
        if self.peek(text):
            self.at += len(text)
            return True
        return False

    def next(self) -> str:
        """Read one character."""
        self.at += 1
        return self.text[self.at - 1]

    def until(self, end: str) -> str | None:
        """Read up to and with the end mark; the text before it, or None, and nothing read, where there is none."""
        index = self.text.find(end, self.at)
        if index < 0:
            return None
        text, self.at = self.text[self.at : index], index + len(end)
        return text

    def digits(self) -> str:
        """Read the decimal digits that come next, perhaps none."""
        match = _DECIMAL.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""

    def hexadecimal(self, length: int) -> int | None:
        """Read so many hexadecimal digits; None, and nothing read, where there are fewer."""
        digits = self.text[self.at : self.at + length]
        if len(digits) < length or not _HEXADECIMAL.fullmatch(digits):
            return None
        self.at += length
        return int(digits, 16)

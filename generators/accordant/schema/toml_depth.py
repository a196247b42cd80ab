"""Where a TOML text nests too deeply, found before it is parsed: the parser takes long for keys of many parts."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final

_TEXT: Final = (
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}' + r"|'''(?:[^']++|'(?!''))*+'{3,5}"  # texts of several lines
    r'|"(?!"")(?:[^"\\\n]++|\\[^\n])*+"' + r"|'(?!'')[^'\n]*+'"
    r"|#[^\n]*"
)
"""A text or a comment."""

_IN_TEXT: Final = re.compile(_TEXT, re.DOTALL)
_TOKEN: Final = re.compile(_TEXT + r"|[][{}.,=\n]|[\"']", re.DOTALL)
"""A text, a comment, a character that means something outside of these, or a quotation mark that nothing closes."""

_BRACKETS: Final = re.compile(r"[][{}]")
_STEP: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


def offset_too_deep(text: str, most: int) -> int | None:
    """Where a key has more parts, or a value more levels, than so many; None where none has, or the syntax ends before.

    >>> offset_too_deep("a = 1\\nb.c.d = 2\\n", 2)
    9
    >>> offset_too_deep('a = "b.c.d" # b.c.d', 2)
    """
    if not _may_be_too_deep(text, most):
        return None
    level, parts = 0, 1
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "\"'":
            return None
        parts = parts + 1 if mark == "." else 1 if mark in "\n,={[]}" else parts
        level += (mark in "{[") - (mark in "}]")
        if level > most or parts > most:
            return token.start()
    return None


def _may_be_too_deep(text: str, most: int) -> bool:
    """Whether the tokens have to be looked at one by one, which takes long where there are many."""
    if text.count("[") + text.count("{") <= most and text.count(".") < most:
        return False
    marks = _IN_TEXT.sub("", text)
    levels = accumulate(_STEP[bracket] for bracket in _BRACKETS.findall(marks))
    return max(levels, default=0) > most or any(line.count(".") >= most for line in marks.split("\n"))

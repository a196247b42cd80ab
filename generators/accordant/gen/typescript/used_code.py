"""What of the printed code is used: the names that it imports, and the functions that something calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

_WORD: Final = re.compile(r"\w+")
_USED_WORD: Final = re.compile(r"\b\w+\b(?!\??:)")
_NO_CODE: Final = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
"""Comments and texts; patterns are texts too."""
_FUNCTION: Final = re.compile(r"\n\n(?=function )")


def used_names(names: Iterable[str], blocks: Iterable[str]) -> list[str]:
    """The names that code uses, sorted: neither words of comments and texts, nor names of members."""
    used = {word for block in blocks for word in _USED_WORD.findall(_NO_CODE.sub(" ", block))}
    return sorted(used.intersection(names))


def called(exported: Sequence[str], checks: Sequence[str]) -> list[str]:
    """The functions that something calls: a function that called another may itself be unused."""
    outside = Counter(word for block in exported for word in _WORD.findall(block))
    kept = [Counter(_WORD.findall(text)) for check in checks for text in _FUNCTION.split(check)]
    texts = [text for check in checks for text in _FUNCTION.split(check)]
    while True:
        words = outside.copy()
        for own in kept:
            words.update(own)
        needed = [words[name] > own[name] for own, name in zip(kept, map(_name, texts), strict=True)]
        if all(needed):
            return texts
        texts = [text for text, is_needed in zip(texts, needed, strict=True) if is_needed]
        kept = [own for own, is_needed in zip(kept, needed, strict=True) if is_needed]


def _name(function: str) -> str:
    return function.removeprefix("function ").partition("(")[0]

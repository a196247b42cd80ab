"""Patterns as generated TypeScript looks for them: with the `u` flag of JavaScript."""

from __future__ import annotations

from functools import lru_cache

from accordant.regex.errors import NotExpressible, UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.printers import ecmascript


@lru_cache(maxsize=4096)
def translate(text: str) -> str | None:
    """The pattern with the `u` flag, or None where it is no pattern or too new for engines in use."""
    try:
        return ecmascript.printed(parse(text))
    except (NotExpressible, UnreadablePattern):
        return None


def is_expressible(text: str) -> bool:
    """Whether an engine of the language can look for the pattern."""
    return translate(text) is not None

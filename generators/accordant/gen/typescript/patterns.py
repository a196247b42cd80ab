"""Patterns translated for generated TypeScript: with the `u` flag of JavaScript."""

from __future__ import annotations

from functools import lru_cache

from accordant.regex.errors import NotExpressible, UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.printers import ecmascript


@lru_cache(maxsize=4096)
def translate(text: str) -> str | None:
    """The pattern for the `u` flag; None where it cannot be read, or is too new for engines in use."""
    try:
        return ecmascript.print_pattern(parse(text))
    except (NotExpressible, UnreadablePattern):
        return None


def is_expressible(text: str) -> bool:
    """Whether an engine of the language can look for the pattern."""
    return translate(text) is not None

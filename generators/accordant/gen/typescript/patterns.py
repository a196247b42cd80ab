"""Patterns as generated TypeScript looks for them: with the `u` flag of JavaScript."""

from __future__ import annotations

from functools import lru_cache

from accordant.model import patterns
from accordant.model.types import Model, Unhonoured
from accordant.regex.errors import NotExpressible, UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.printers import ecmascript


@lru_cache(maxsize=4096)
def translate(text: str) -> str | None:
    """The pattern with the `u` flag, or None where it is no pattern or too new for engines in use."""
    try:
        return ecmascript.print_pattern(parse(text))
    except (NotExpressible, UnreadablePattern):
        return None


def unhonoured_patterns(model: Model) -> list[Unhonoured]:
    """The patterns that generated TypeScript does not look for."""
    return patterns.unhonoured(model, _is_expressible)


def printable(model: Model) -> Model:
    """The model without those patterns."""
    return patterns.without_patterns(model, _is_expressible)


def _is_expressible(text: str) -> bool:
    return translate(text) is not None

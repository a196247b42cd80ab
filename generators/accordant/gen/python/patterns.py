"""Patterns as generated Python looks for them: with pydantic's linear engine, else with `re`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from accordant.model import patterns
from accordant.model.types import Model, Unhonoured
from accordant.regex.errors import NotExpressible, UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.printers import python_re, rust


@dataclass(frozen=True, slots=True)
class Translated:
    """A pattern for generated Python: ``linear`` for pydantic's engine, else for ``re``."""

    text: str
    linear: bool


@lru_cache(maxsize=4096)
def translate(text: str) -> Translated | None:
    """The pattern for Python, or None where it is no pattern or no engine of Python can express it."""
    try:
        pattern = parse(text)
    except UnreadablePattern:
        return None
    for engine in (rust, python_re):
        try:
            return Translated(engine.print_pattern(pattern), engine is rust)
        except NotExpressible:
            continue
    return None


def unhonoured_patterns(model: Model) -> list[Unhonoured]:
    """The patterns that generated Python does not look for."""
    return patterns.unhonoured(model, _is_expressible)


def printable(model: Model) -> Model:
    """The model without those patterns."""
    return patterns.without_patterns(model, _is_expressible)


def _is_expressible(text: str) -> bool:
    return translate(text) is not None

"""Patterns translated for generated Python: for pydantic's linear engine, else for `re`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

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
    """The pattern for Python; None where it cannot be read, or no engine of Python can express it."""
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


def is_expressible(text: str) -> bool:
    """Whether an engine of the language can look for the pattern."""
    return translate(text) is not None

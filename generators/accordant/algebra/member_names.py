"""Patterns and declared member names as formulas about strings."""

from __future__ import annotations

import re

from accordant.algebra.model import STRING, Formula, Pool
from accordant.findings import JsonValue


def pattern_formula(pool: Pool, pattern: str) -> Formula:
    """The inner formula of texts in which a pattern is found; patterns that find every text are nothing."""
    if pattern in ("", ".*", "^.*", "^", "$", "[\\s\\S]*", "^[\\s\\S]*$"):
        return pool.true
    run = _run(pattern)
    if run is None:
        return pool.pattern(pattern)
    letters, low, high = run
    parts = [pool.min_length(low)]
    if high is not None:
        parts.append(pool.max_length(high))
    if letters != "[^]":
        parts.append(pool.pattern(f"^{letters}*$"))
    return pool.both(parts)


_RUN = re.compile(r"\^(\.|\\[dwsDWS]|\[(?:[^\\\[\]]|\\[dwsDWSnrtfv.\-+/])+\])\{(\d+)(,?)(\d*)\}\$")


def _run(pattern: str) -> tuple[str, int, int | None] | None:
    """The set, least and most of a pattern like `^[a-z]{1,60000}$`: lengths are cheaper to count than to match."""
    found = _RUN.fullmatch(pattern)
    if found is None:
        return None
    letters, low, comma, high = found.groups()
    if not comma:
        return letters, int(low), int(low)
    if high and int(high) < int(low):
        return None
    return letters, int(low), int(high) if high else None


def declared_names(pool: Pool, schema: JsonValue) -> Formula:
    """The names that `properties` and `patternProperties` of a schema cover, as a formula about strings."""
    options = []
    declared = schema.get("properties")
    if isinstance(declared, dict) and declared:
        options.append(pool.is_(STRING, pool.among(frozenset(declared))))
    patterns = schema.get("patternProperties")
    if isinstance(patterns, dict):
        for text in patterns:
            options.append(pool.is_(STRING, pattern_formula(pool, text)))
    return pool.either(options)

"""Patterns and declared member names as formulas about strings."""

from __future__ import annotations

from typing import Final

from accordant.algebra.model import STRING, Formula, Pool
from accordant.findings import JsonValue
from accordant.regex.errors import UnreadablePattern
from accordant.regex.parser import parse
from accordant.regex.printers.ecmascript import print_tree
from accordant.regex.tree import Characters, Edge, Repeat, Sequence

_ANYTHING: Final = Characters((), negative=True)
_SHORT: Final = frozenset({(0, None), (1, None), (0, 1)})
"""The bounds of `*`, `+` and `?`, which cost an automaton nothing."""


def pattern_formula(pool: Pool, pattern: str) -> Formula:
    """The inner formula of texts that a pattern matches somewhere; `true` for patterns that match every text."""
    if pattern in ("", ".*", "^.*", "^", "$", "[\\s\\S]*", "^[\\s\\S]*$"):
        return pool.true
    run = _run(pattern)
    if run is None:
        return pool.pattern(pattern)
    parts = [pool.min_length(run.low)]
    if run.high is not None:
        parts.append(pool.max_length(run.high))
    if run.body != _ANYTHING:
        parts.append(pool.pattern(print_tree(Sequence((Edge("^"), Repeat(run.body, 0, None), Edge("$"))))))
    return pool.all_of(parts)


def _run(pattern: str) -> Repeat | None:
    """The repetition in a pattern like `^[a-z]{1,60000}$`: lengths are cheaper to count than to match."""
    try:
        tree = parse(pattern).tree
    except UnreadablePattern:
        return None  # making its automaton raises the same error, with the place
    match tree:
        case Sequence((Edge("^"), Repeat(Characters(), low, high) as run, Edge("$"))) if (low, high) not in _SHORT:
            return run
    return None


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
    return pool.any_of(options)

"""Whether two declarations of an object's keys speak about the same keys."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from accordant import algebra
from accordant.findings import JsonValue
from accordant.schema.declarations import DeclaredProperty
from accordant.schema.json_values import canonical
from accordant.schema.references import Resources

_STEPS: Final = 20_000
"""Work for one question about two patterns; those of the public corpora need less than a tenth."""


def may_share_keys(pattern: str, declared: DeclaredProperty) -> bool:
    """Whether a key that matches a pattern may be one of those that a property, a pattern or a map declares.

    Where that is not known, it is taken for possible.
    """
    if declared.name is not None:
        return may_match(pattern, declared.name)
    return may_overlap(pattern, declared.pattern)


def may_be_key(key: str, declared: DeclaredProperty) -> bool:
    """Whether a key may be one of those that a property, a pattern or a map declares."""
    return key == declared.name if declared.name is not None else may_match(declared.pattern, key)


def may_match(pattern: str, key: str) -> bool:
    """Whether a key may match a pattern; the empty one stands for all keys."""
    return not pattern or _may_hold(pattern, canonical({"const": key}))


def may_overlap(first: str, second: str) -> bool:
    """Whether a key may match two patterns; the empty one stands for all keys."""
    return not first or not second or _may_hold(first, canonical({"pattern": second}))


def may_match_others(pattern: str, names: Iterable[str], patterns: Iterable[str] = ()) -> bool:
    """Whether a key that has none of these names, and matches none of these patterns, may match a pattern."""
    declared: list[JsonValue] = [{"enum": sorted(names)}, *({"pattern": other} for other in sorted(patterns))]
    return _may_hold(pattern, canonical({"not": {"anyOf": declared}}))


@lru_cache(maxsize=1000)
def _may_hold(pattern: str, further: str) -> bool:
    """Whether a text may match a pattern and satisfy a further schema, given as text."""
    schema: dict[str, JsonValue] = {"type": "string", "pattern": pattern, "allOf": [json.loads(further)]}
    answer = algebra.witness(Resources.of(schema), budget=algebra.Budget(steps=_STEPS))
    return not isinstance(answer, algebra.Nothing)

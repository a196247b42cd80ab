"""The examples of rules, judged: what each promise and direction says to an edit."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from accordant.compat.loose import compare
from accordant.findings import JsonValue, Rule

PROMISES: Final = ("additive", "strict")
DIRECTIONS: Final = ("output", "input", "full")
_REMARKS: Final = (", input", ", read strictly", ", where the enum is open")


def pair(example: str) -> tuple[JsonValue, JsonValue] | None:
    """The older and the newer schema of an example such as ``{"const": 1} -> {"const": 2}``; None for one in words."""
    for remark in (*_REMARKS, *_REMARKS):
        example = example.removesuffix(remark)
    old, _, new = example.partition(" -> ")
    try:
        return json.loads(old), json.loads(new)
    except ValueError:
        return None


@lru_cache(maxsize=256)
def verdicts(rule: Rule) -> dict[str, dict[str, str]]:
    """The verdict on a rule's breaking example by promise and direction; empty where no pair of schemas shows it."""
    schemas = pair(rule.breaking)
    if schemas is None:
        return {}
    judged = {
        promise: {each: compare(*schemas, direction=each, promise=promise) for each in DIRECTIONS}
        for promise in PROMISES
    }
    found = {one.rule for by_direction in judged.values() for said in by_direction.values() for one in said.findings}
    if rule.name not in found:
        return {}
    return {
        promise: {each: said.verdict for each, said in by_direction.items()} for promise, by_direction in judged.items()
    }

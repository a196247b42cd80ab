"""The verdict on the examples of rules under each promise and direction."""

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
        (promise, direction): compare(*schemas, direction=direction, promise=promise)
        for promise in PROMISES
        for direction in DIRECTIONS
    }
    if not any(finding.rule == rule.name for comparison in judged.values() for finding in comparison.findings):
        return {}
    return {promise: {way: judged[promise, way].verdict for way in DIRECTIONS} for promise in PROMISES}

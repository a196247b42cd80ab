"""Edits inside what a schema only tests (`if`, `not`, `contains`): they say for which documents a rule holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.compat.edits import Edit, Kind, Tokens
from accordant.schema.dialects import DIALECTS, is_map_of_schemas, is_test

CONDITIONS: Final = ("then", "else", "dependentSchemas", "dependencies")
"""Keywords whose schema holds under a condition."""
_TESTS: Final = frozenset(name for draft in DIALECTS for name in draft.keywords if is_test(name))
_BRANCHES: Final = ("allOf", "anyOf", "oneOf")


def find_test(edit: Edit) -> str:
    """The outermost keyword that tests, inside which an edit stands; empty where an edit is of what is asserted."""
    return next((word for word, rest in keywords_on(edit.way) if is_test(word) and (rest or edit.is_added)), "")


def is_tested(way: Tokens) -> bool:
    """Whether what a way leads to is only tested."""
    return not _TESTS.isdisjoint(way) and any(is_test(word) for word, _ in keywords_on(way))


def find_case(way: Tokens) -> str:
    """The outermost keyword by which what a way leads to holds in some cases only; empty where it always holds."""
    return next((word for word, _ in keywords_on(way) if word in (*CONDITIONS, "anyOf", "oneOf")), "")


def tested_member(edit: Edit) -> str | None:
    """The member of the tested object whose schema an edit is of; None where it is of anything else."""
    rest = next((rest for word, rest in keywords_on(edit.way) if is_test(word)), None)
    while rest and rest[0] in _BRANCHES:
        rest = rest[2:]
    if rest == [] and edit.kind is Kind.PROPERTY and edit.is_added:
        return edit.name
    return rest[1] if rest and rest[0] == "properties" and len(rest) in (2, 3) else None


def keywords_on(way: Tokens) -> Iterator[tuple[str, list[str]]]:
    """The keywords on a way from the outside in, each with the tokens that follow it."""
    rest = list(map(str, way))
    while rest:
        word, rest = rest[0], rest[1:]
        yield word, rest
        if is_map_of_schemas(word):
            rest = rest[1:]

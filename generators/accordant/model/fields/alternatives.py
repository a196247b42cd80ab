"""Alternatives that only name types and constants: what a cell can list."""

from __future__ import annotations

from typing import Final

from accordant.model.scoped_schema import ScopedSchema

_PLAIN: Final = frozenset({"type", "$ref", "const", "enum"})


def plain_alternatives(site: ScopedSchema) -> list[ScopedSchema]:
    """The branches of ``anyOf`` or ``oneOf`` where each only refers to a schema, or names types or constants."""
    for keyword in ("anyOf", "oneOf"):
        branches = site.known_members.get(keyword)
        children = [site.child(keyword, index) for index in range(len(branches) if isinstance(branches, list) else 0)]
        if children and all(child.judging and child.judging <= _PLAIN for child in children):
            return children
    return []

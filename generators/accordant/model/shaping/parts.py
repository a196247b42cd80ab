"""Conjunctions: the schemas that all judge one value, flattened through references and ``allOf``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from accordant.findings import JsonValue
from accordant.model.scoped_schema import TYPE_PARAMETER, ScopedSchema
from accordant.schema.dialects import CERTAIN

_EXPANDED: Final = frozenset(CERTAIN)


class Part:
    """A schema in a conjunction, ``without`` the keywords that other parts or the shape speak for already."""

    __slots__ = ("judges", "key", "members", "site", "without")

    def __init__(self, site: ScopedSchema, without: frozenset[str] = frozenset()) -> None:
        self.site, self.without = site, without
        known = site.known_members
        self.members: Mapping[str, JsonValue] = known
        """The keywords that still count, of those that the dialect knows."""
        self.key = site.key
        """The part's identity as text."""
        if without:
            self.members = {name: value for name, value in known.items() if name not in without}
            self.key += "".join(" -" + keyword for keyword in sorted(without - _EXPANDED))
        self.judges = not site.judging <= without or TYPE_PARAMETER in site.members or site.schema is False
        """Whether anything in it may refuse a value, or it asks for a type parameter."""

    def but(self, *keywords: str) -> Part:
        """The part without these keywords too."""
        return Part(self.site, self.without.union(keywords))


def canonical(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The same conjunction with references followed where nothing judges beside them, each part once."""
    distinct: dict[str, Part] = {}
    for part in map(_follow, parts):
        if part.judges:
            distinct.setdefault(part.key, part)
    return tuple(distinct.values())


def flatten(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Every schema that judges the value for certain: targets of references and members of ``allOf`` included."""
    flat: dict[str, Part] = {}
    todo = list(reversed(parts))
    while todo:
        part = todo.pop()
        if part.key in flat:
            continue
        if part.without >= _EXPANDED:
            flat[part.key] = part
        else:
            flat[part.key] = part.but(*_EXPANDED)
            todo.extend(reversed([Part(site.represented or site) for site in _conjuncts(part)]))
    return tuple(part for part in flat.values() if part.judges or part.site.schema is False)


def _conjuncts(part: Part) -> list[ScopedSchema]:
    """What holds wherever the part holds."""
    return [schema for keyword, schema in part.site.conjuncts if keyword in part.members]


def _follow(part: Part) -> Part:
    """The part itself, or what it stands for when it is nothing but a reference or an ``allOf`` of one."""
    inner = part.site.sole_conjunct(part.without)
    end = None if inner is None else inner.represented
    return part if end is None else Part(end)

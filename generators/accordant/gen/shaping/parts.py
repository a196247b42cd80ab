"""Conjunctions of schemas that all look at one value, flattened through references and ``allOf``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from accordant.findings import JsonValue
from accordant.gen.sites import Site

REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
_EXPANDED: Final = frozenset((*REFERENCES, "allOf"))
TYPE_PARAMETER: Final = "x-type-parameter"


@dataclass(frozen=True)  # no slots: what is asked for again and again is kept
class Part:
    """A schema in a conjunction, ``without`` the keywords that other parts or the shape speak for already."""

    site: Site
    without: frozenset[str] = frozenset()

    @cached_property
    def members(self) -> Mapping[str, JsonValue]:
        """The keywords that still count, of those that the dialect knows."""
        known = self.site.known_members
        return {k: v for k, v in known.items() if k not in self.without} if self.without else known

    @cached_property
    def key(self) -> str:
        """The part's identity as text."""
        without = self.without - _EXPANDED
        return self.site.key + "".join(" -" + one for one in sorted(without)) if without else self.site.key

    @cached_property
    def judges(self) -> bool:
        """Whether anything in it may refuse a value, or it asks for a type parameter."""
        if isinstance(self.site.schema, bool):
            return not self.site.schema
        return TYPE_PARAMETER in self.site.members or not self.site.judging <= self.without


def canonical(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The same conjunction with references followed where nothing judges beside them, each part once."""
    found: dict[str, Part] = {}
    for part in parts:
        for one in _followed(part):
            if one.judges:
                found.setdefault(one.key, one)
    return tuple(found.values())


def flatten(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Every schema that judges the value for certain: targets of references and members of ``allOf`` included."""
    found: dict[str, Part] = {}
    todo = list(reversed(parts))
    while todo:
        part = todo.pop()
        if part.key in found:
            continue
        if part.without >= _EXPANDED:
            found[part.key] = part
        else:
            found[part.key] = Part(part.site, part.without | _EXPANDED)
            todo.extend(reversed([Part(site) for site in _beside(part)]))
    return tuple(one for one in found.values() if one.judges or one.site.schema is False)


def _beside(part: Part) -> Iterator[Site]:
    members = part.members
    for name in REFERENCES:
        if name in members:
            yield part.site.target(name)
    for index in range(len(members.get("allOf", ()))):
        yield part.site.child("allOf", index)


def _followed(part: Part) -> Iterator[Part]:
    """The part itself, or what it stands for when it is nothing but a reference or an ``allOf`` of one."""
    seen: set[str] = set()
    while part.key not in seen:
        seen.add(part.key)
        judging = part.site.judging - part.without
        if len(judging) != 1 or not judging <= _EXPANDED or TYPE_PARAMETER in part.site.members:
            break
        others = list(_beside(part))
        if len(others) != 1:
            break
        part = Part(others[0])
    yield part

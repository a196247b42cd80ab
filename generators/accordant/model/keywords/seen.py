"""Which members and items the keywords of a schema evaluate (Core 2020-12, 11: unevaluated locations).

The answer is worked out when code is generated, as a :class:`Seen`; what depends on the value is guarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from accordant.model.constraints import Constraint, IsType, Pass, Seen, both, negated
from accordant.model.constraints import Has as HasNames
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import ScopedSchema
from accordant.schema.dialects import REFERENCES

IS_OBJECT: Final = IsType(("object",))
EVERYTHING: Final = Seen(everything=True)
NOTHING: Final = Seen()


def of_members(site: ScopedSchema, compiler: Subschemas, *, itself: bool = True, path: tuple[str, ...] = ()) -> Seen:
    """The members that the schema evaluates; ``itself`` counts its own ``unevaluatedProperties``."""
    members = site.members
    own = ("additionalProperties", *(("unevaluatedProperties",) if itself else ()))
    own = tuple(name for name in own if name in members and name in site.dialect.keywords)
    if any(not compiler.dropped(site, name) for name in own):
        return EVERYTHING
    direct = Seen(names=tuple(members.get("properties", ())), patterns=patterns_of(site, compiler))
    return _union([direct, *_beside(site, compiler, of_members, path)])


def of_items(site: ScopedSchema, compiler: Subschemas, *, itself: bool = True, path: tuple[str, ...] = ()) -> Seen:
    """The items that the schema evaluates; ``itself`` counts its own ``unevaluatedItems``."""
    members = site.members
    if itself and "unevaluatedItems" in members and "unevaluatedItems" in site.dialect.keywords:
        return EVERYTHING
    listed = members.get(site.tuple_keyword)
    below = len(listed) if isinstance(listed, list) else 0
    rest = "items" if site.tuple_keyword == "prefixItems" else "additionalItems"
    if (rest in members and (rest == "items" or below)) or isinstance(members.get("items"), dict | bool):
        return EVERYTHING
    direct = Seen(below=below)
    if "contains" in members and site.tuple_keyword == "prefixItems":
        # Only 2020-12 counts the items that satisfy ``contains`` as evaluated.
        test = compiler.contained(site)
        direct = EVERYTHING if isinstance(test, Pass) else Seen(below=below, like=(test,))
    return _union([direct, *_beside(site, compiler, of_items, path)])


def patterns_of(site: ScopedSchema, compiler: Subschemas) -> tuple[str, ...]:
    """The keys of ``patternProperties`` that are patterns."""
    listed = site.members.get("patternProperties", ())
    return tuple(one for one in listed if compiler.is_pattern(one, site.at(compiler.root, "patternProperties", one)))


def _beside(
    site: ScopedSchema, compiler: Subschemas, read: Callable[..., Seen], path: tuple[str, ...]
) -> Iterator[Seen]:
    """What the subschemas that look at the same value see, each under the condition that it holds."""
    members = {name: value for name, value in site.members.items() if name in site.dialect.keywords}
    path = (*path, site.key)

    def inside(other: ScopedSchema) -> Seen:
        return NOTHING if other.key in path else read(other, compiler, path=path)

    for name in REFERENCES:
        if name in members:
            yield inside(site.target(name))
    for index in range(len(members.get("allOf", ()))):
        yield inside(site.child("allOf", index))
    for name in ("anyOf", "oneOf"):
        for index in range(len(members.get(name, ()))):
            branch = site.child(name, index)
            yield _guarded(compiler.whole(branch), inside(branch))
    if "if" in members:
        yield from _conditional(site, compiler, inside)
    for name in ("dependentSchemas", "dependencies"):
        for key, needed in members.get(name, {}).items():
            if not isinstance(needed, list):
                yield _guarded(both((IS_OBJECT, HasNames((key,)))), inside(site.child(name, key)))


def _conditional(site: ScopedSchema, compiler: Subschemas, inside: Callable[[ScopedSchema], Seen]) -> Iterator[Seen]:
    test = site.child("if")
    condition = compiler.test(site, "if")
    yield _guarded(condition, _union([inside(test), inside(site.child("then")) if "then" in site.members else NOTHING]))
    if "else" in site.members:
        yield _guarded(negated(condition), inside(site.child("else")))


def _guarded(condition: Constraint, seen: Seen) -> Seen:
    if seen.nothing:
        return NOTHING
    return seen if isinstance(condition, Pass) else Seen(guarded=((condition, seen),))


def _union(parts: list[Seen]) -> Seen:
    if any(part.everything for part in parts):
        return EVERYTHING
    return Seen(
        names=tuple(dict.fromkeys(name for part in parts for name in part.names)),
        patterns=tuple(dict.fromkeys(one for part in parts for one in part.patterns)),
        below=max((part.below for part in parts), default=0),
        like=tuple(one for part in parts for one in part.like),
        guarded=tuple(one for part in parts for one in part.guarded),
    )

"""Which members and items the keywords of a schema evaluate (Core 2020-12, 11: unevaluated locations).

The answer is worked out when code is generated, as a :class:`Seen`; what depends on the value is guarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from accordant.model.constraints import Constraint, IsType, Pass, Seen, both, negate
from accordant.model.constraints import Has as HasNames
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import ScopedSchema
from accordant.schema.dialects import Relation
from accordant.schema.subschemas import Applied

IS_OBJECT: Final = IsType(("object",))
EVERYTHING: Final = Seen(everything=True)
NOTHING: Final = Seen()


def of_members(site: ScopedSchema, compiler: Subschemas, *, itself: bool = True, path: tuple[str, ...] = ()) -> Seen:
    """The members that the schema evaluates; ``itself`` counts its own ``unevaluatedProperties``."""
    names: list[str] = []
    for applied, _ in site.applied_to(Relation.MEMBER):
        if applied.keyword == "properties":
            names.append(str(applied.key))
        elif applied.keyword == "patternProperties" or (applied.keyword == "unevaluatedProperties" and not itself):
            continue
        elif not compiler.drops(site, applied.keyword):
            return EVERYTHING
    direct = Seen(names=tuple(names), patterns=patterns_of(site, compiler))
    return _union([direct, *_beside(site, compiler, of_members, path)])


def of_items(site: ScopedSchema, compiler: Subschemas, *, itself: bool = True, path: tuple[str, ...] = ()) -> Seen:
    """The items that the schema evaluates; ``itself`` counts its own ``unevaluatedItems``."""
    below = 0
    like: list[Constraint] = []
    for applied, _ in site.applied_to(Relation.ITEM):
        if isinstance(applied.key, int):
            below = applied.key + 1
        elif applied.is_test:
            # Only 2020-12 counts the items that satisfy ``contains`` as evaluated.
            like += [compiler.check_containment(site)] if site.tuple_keyword == "prefixItems" else []
        elif itself or applied.keyword != "unevaluatedItems":
            return EVERYTHING
    direct = EVERYTHING if any(isinstance(test, Pass) for test in like) else Seen(below=below, like=tuple(like))
    return _union([direct, *_beside(site, compiler, of_items, path)])


def before_members(site: ScopedSchema, compiler: Subschemas, keyword: str) -> Seen:
    """The members that ``additionalProperties`` or ``unevaluatedProperties`` leaves to the keywords beside it."""
    if keyword == "unevaluatedProperties":
        return of_members(site, compiler, itself=False)
    return Seen(names=tuple(site.members.get("properties", ())), patterns=patterns_of(site, compiler))


def before_items(site: ScopedSchema, compiler: Subschemas, applied: Applied) -> Seen:
    """The items that ``items``, ``additionalItems`` or ``unevaluatedItems`` leaves to the keywords beside it."""
    if applied.keyword == "unevaluatedItems":
        return of_items(site, compiler, itself=False)
    return Seen(below=applied.after)


def patterns_of(site: ScopedSchema, compiler: Subschemas) -> tuple[str, ...]:
    """The keys of ``patternProperties`` that are patterns."""
    patterns = site.members.get("patternProperties", ())
    places = {pattern: site.at(compiler.root, "patternProperties", pattern) for pattern in patterns}
    return tuple(pattern for pattern, at in places.items() if compiler.is_pattern(pattern, at))


def _beside(
    site: ScopedSchema, compiler: Subschemas, read: Callable[..., Seen], path: tuple[str, ...]
) -> Iterator[Seen]:
    """What the subschemas that look at the same value see, each under the condition that it holds."""
    path = (*path, site.key)

    def inside(other: ScopedSchema) -> Seen:
        return NOTHING if other.key in path else read(other, compiler, path=path)

    for applied, schema in site.applied_to(Relation.IN_PLACE):
        match applied.keyword:
            case "not" | "then" | "dependencies":
                # What ``not`` looks at counts for nothing, and ``then`` goes with ``if``. No draft has ``dependencies``
                # beside ``unevaluated*``; validators that still apply it do not count it as evaluating anything.
                pass
            case "if":
                then = [inside(site.child("then"))] if "then" in site.known_members else []
                yield _guard(compiler.test(site, "if"), _union([inside(schema), *then]))
            case "else":
                yield _guard(negate(compiler.test(site, "if")), inside(schema))
            case "anyOf" | "oneOf":
                yield _guard(compiler.whole(schema), inside(schema))
            case "dependentSchemas":
                yield _guard(both((IS_OBJECT, HasNames((str(applied.key),)))), inside(schema))
            case _:
                yield inside(schema)


def _guard(condition: Constraint, seen: Seen) -> Seen:
    if seen.nothing:
        return NOTHING
    return seen if isinstance(condition, Pass) else Seen(guarded=((condition, seen),))


def _union(parts: list[Seen]) -> Seen:
    if any(part.everything for part in parts):
        return EVERYTHING
    return Seen(
        names=tuple(dict.fromkeys(name for part in parts for name in part.names)),
        patterns=tuple(dict.fromkeys(pattern for part in parts for pattern in part.patterns)),
        below=max((part.below for part in parts), default=0),
        like=tuple(test for part in parts for test in part.like),
        guarded=tuple(guard for part in parts for guard in part.guarded),
    )

"""Keywords that judge arrays (Core 2020-12, 10.3.1; Validation, 6.4)."""

from __future__ import annotations

from collections.abc import Callable

from accordant.model.constraints import Constraint, Contains, Count, Item, Items, Pass, Unique, both
from accordant.model.keywords import seen
from accordant.model.keywords.subschemas import Subschemas
from accordant.model.scoped_schema import ScopedSchema


def prefix_items(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``prefixItems``: a schema for each of the first positions."""
    return _positions(site, compiler, "prefixItems")


def items(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``items``: one schema for every (2020-12: further) item, or, before, a list for the first positions."""
    if site.tuple_keyword == "items" and isinstance(site.members["items"], list):
        return _positions(site, compiler, "items")
    start = len(site.members.get("prefixItems", ())) if site.tuple_keyword == "prefixItems" else 0
    return _rest(site, compiler, "items", start)


def additional_items(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``additionalItems``: the items behind a list of ``items``; without such a list it says nothing."""
    positions = site.members.get("items")
    if not isinstance(positions, list):
        return Pass()
    return _rest(site, compiler, "additionalItems", len(positions))


def contains(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``contains`` with ``minContains`` and ``maxContains`` (since 2019-09)."""
    counted = "minContains" in site.dialect.keywords
    least = int(site.members.get("minContains", 1)) if counted else 1
    most = site.members.get("maxContains") if counted else None
    at = site.at(compiler.root, "contains")
    if least == 0 and most is None:
        return Pass(at)
    return Contains(compiler.check_containment(site), least, None if most is None else int(most), at)


def min_items(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``minItems``."""
    least = int(site.members["minItems"])
    at = site.at(compiler.root, "minItems")
    return Count(least, None, at) if least else Pass(at)


def max_items(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``maxItems``."""
    return Count(0, int(site.members["maxItems"]), site.at(compiler.root, "maxItems"))


def unique_items(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``uniqueItems``, with the equality of JSON."""
    at = site.at(compiler.root, "uniqueItems")
    return Unique(at) if site.members["uniqueItems"] is True else Pass(at)


def unevaluated_items(site: ScopedSchema, compiler: Subschemas) -> Constraint:
    """``unevaluatedItems``: the items that no other keyword has looked at."""
    then = compiler.below(site, "unevaluatedItems")
    already = seen.of_items(site, compiler, itself=False)
    at = site.at(compiler.root, "unevaluatedItems")
    if isinstance(then, Pass) or already.everything:
        return Pass(at)
    plain = not already.like and not already.guarded
    return Items(already.below, then, None if plain else already, at)


def _positions(site: ScopedSchema, compiler: Subschemas, keyword: str) -> Constraint:
    at = site.at(compiler.root, keyword)
    constraints: list[Constraint] = []
    for index in range(len(site.members[keyword])):
        then = compiler.below(site, keyword, index)
        if not isinstance(then, Pass):
            constraints.append(Item(index, then, site.at(compiler.root, keyword, index)))
    return both(tuple(constraints), at)


def _rest(site: ScopedSchema, compiler: Subschemas, keyword: str, start: int) -> Constraint:
    then, at = compiler.below(site, keyword), site.at(compiler.root, keyword)
    return Pass(at) if isinstance(then, Pass) else Items(start, then, None, at)


KEYWORDS: dict[str, Callable[[ScopedSchema, Subschemas], Constraint]] = {
    "minItems": min_items,
    "maxItems": max_items,
    "prefixItems": prefix_items,
    "items": items,
    "additionalItems": additional_items,
    "contains": contains,
    "uniqueItems": unique_items,
}

LAST: dict[str, Callable[[ScopedSchema, Subschemas], Constraint]] = {"unevaluatedItems": unevaluated_items}

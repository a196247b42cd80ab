"""The limits of a value that say something beside the others: ``at least 1`` leaves no work for ``at least 0``."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from accordant.findings import JsonValue
from accordant.model.constraint_queries import is_limit
from accordant.model.constraints import All, Bound, Constraint, Count, IsOneOf, Length, Not, Size
from accordant.schema.json_values import fingerprint

_HOLDS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    ">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt,
}  # fmt: skip


def sharpest(constraints: Sequence[Constraint]) -> list[Constraint]:
    """The constraints without those limits that another one of them makes needless; all of them hold at once."""
    parts = [part for constraint in constraints for part in _parts(constraint)]
    kept = [part for part in parts if not any(_is_needless(part, other) for other in parts)]
    bounds = iter(sorted((part for part in kept if isinstance(part, Bound)), key=lambda part: part.relation[0] == "<"))
    return [next(bounds) if isinstance(part, Bound) else part for part in kept]


def narrowed(constraints: Sequence[Constraint], is_told: Callable[[Constraint], bool]) -> list[Constraint]:
    """The constraints with lists of values without those that another constraint excludes.

    Args:
        constraints: all of them hold at once.
        is_told: whether a list of values is told by its name, so that it stays whole.
    """
    parts = [part for constraint in constraints for part in _parts(constraint)]
    lists = [part for part in parts if isinstance(part, IsOneOf) and not is_told(part)]
    excluded = {fingerprint(value) for part in parts for value in _excluded(part)} if lists else set()
    if not excluded:
        return list(constraints)
    return [
        replace(part, values=tuple(value for value in part.values if fingerprint(value) not in excluded))
        if isinstance(part, IsOneOf) and not is_told(part)
        else part
        for part in parts
        if not _excluded(part)
    ]


def _excluded(constraint: Constraint) -> tuple[JsonValue, ...]:
    """The values that a constraint excludes, where it says no more."""
    match constraint:
        case Not(IsOneOf(values)):
            return values
    return ()


def _parts(constraint: Constraint) -> Iterator[Constraint]:
    """Each limit of a conjunction of limits; any other constraint as it is."""
    if isinstance(constraint, All) and is_limit(constraint):
        for part in constraint.parts:
            yield from _parts(part)
    else:
        yield constraint


def _is_needless(limit: Constraint, other: Constraint) -> bool:
    match limit, other:
        case Bound(), Bound():
            return _is_weaker(limit, other)
        case Bound(), IsOneOf(values):
            return all(_fits(value, limit) for value in values)
        case ((Length() | Count() | Size()), (Length() | Count() | Size())) if type(limit) is type(other):
            return _is_wider(_range(limit), _range(other))
    return False


def _is_weaker(limit: Bound, other: Bound) -> bool:
    """Whether every number of the other side of the same direction has room to spare."""
    if limit.relation[0] != other.relation[0] or limit == other:
        return False
    beyond = _HOLDS[limit.relation[0]](other.limit, limit.limit)
    return beyond or (other.limit == limit.limit and len(other.relation) < len(limit.relation))


def _fits(value: JsonValue, limit: Bound) -> bool:
    """Whether a bound lets a value be; it says nothing about what is not a number."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return not is_number or _HOLDS[limit.relation](value, limit.limit)


def _range(limit: Length | Count | Size) -> tuple[float, float]:
    return limit.least, float("inf") if limit.most is None else limit.most


def _is_wider(limits: tuple[float, float], others: tuple[float, float]) -> bool:
    return limits != others and limits[0] <= others[0] and others[1] <= limits[1]

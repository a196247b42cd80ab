"""Whether a member must be there: always, never, or when a condition holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from accordant.model.constraints import (
    All,
    AnyOf,
    Constraint,
    Has,
    IsType,
    Item,
    Items,
    Member,
    Members,
    OneOf,
    Pass,
    When,
    both,
    negate,
)


@dataclass(frozen=True, slots=True)
class Presence:
    """``yes``: in every document that has the object around it; ``no``: it may be missing."""

    required: Literal["yes", "no"]
    when: tuple[tuple[int, Constraint | None], ...] = ()
    """Where it may be missing: conditions under which it may not, each with the steps to the value it is about.

    None where a constraint asks for it under a condition on another value.
    """


def conditions(constraint: Constraint, path: Sequence[str]) -> Iterator[Constraint | None]:
    """The conditions on a value under which a constraint asks for a member; ``Pass`` where it always does.

    None stands for a condition that is none on the value itself.

    Args:
        constraint: what is asked of the value.
        path: the tokens that lead from the value to the member; ``*`` is any index, ``…`` any name.
    """
    match constraint:
        case Has(names) if len(path) == 1 and path[0] in names:
            yield Pass()
        case All(parts):
            for part in parts:
                yield from conditions(part, path)
        case When(test, then, otherwise):
            yield from (_under(test, inner) for inner in conditions(then, path))
            yield from (_under(negate(test), inner) for inner in conditions(otherwise, path))
        case AnyOf(parts) | OneOf(parts):
            yield from _alternatives(parts, path)
        case Member(name, then) if len(path) > 1 and path[0] == name:
            yield from _conditions_inside(then, path)
        case Item(index, then) if len(path) > 1 and path[0] == str(index):
            yield from _conditions_inside(then, path)
        case Items(_, then) if len(path) > 1 and path[0] == "*":
            yield from _conditions_inside(then, path)
        case Members(then) if len(path) > 1 and path[0] == "…":
            yield from _conditions_inside(then, path)


def _under(test: Constraint, inner: Constraint | None) -> Constraint | None:
    return None if inner is None else both((test, inner))


def _conditions_inside(then: Constraint, path: Sequence[str]) -> Iterator[Constraint | None]:
    """What a part of the value is asked for; a condition on the part itself is not a condition on the value."""
    for inner in conditions(then, path[1:]):
        yield inner if isinstance(inner, Pass) else None


def _alternatives(parts: Sequence[Constraint], path: Sequence[str]) -> Iterator[Constraint | None]:
    """An alternative asks for the member where the others do not hold."""
    asking = [part for part in parts if any(True for _ in conditions(part, path))]
    others = [part for part in parts if part not in asking]
    if asking and not others:
        yield Pass()
    elif asking:
        yield both(tuple(negate(other) for other in others if not isinstance(other, IsType)))

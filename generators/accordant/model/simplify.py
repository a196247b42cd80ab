"""Simplifies constraints where the type of the value is known."""

from __future__ import annotations

from accordant.model.constraints import (
    TYPE_OF,
    All,
    AnyOf,
    Constraint,
    Fail,
    IsOneOf,
    IsType,
    Not,
    OneOf,
    Pass,
    When,
    both,
    negate,
)
from accordant.model.json_equality import ATOMS, atom_of, atoms


def simplify(condition: Constraint) -> Constraint:
    """A conjunction whose parts know the types that it asks for itself."""
    if not isinstance(condition, All):
        return condition
    types = ATOMS
    for part in condition.parts:
        if isinstance(part, IsType):
            types &= atoms(part.types)
    if types == ATOMS or not types:
        return condition
    parts = tuple(part if isinstance(part, IsType) else among(part, types) for part in condition.parts)
    return both(parts, condition.at)


def among(c: Constraint, types: frozenset[str]) -> Constraint:
    """The condition for values of some types only."""
    if isinstance(c, IsOneOf):
        kept = tuple(value for value in c.values if atom_of(value) in types)
        return IsOneOf(kept, c.at) if kept else Fail(c.at)
    if isinstance(c, IsType):
        asked = atoms(c.types)
        return Pass(c.at) if types <= asked else c if types & asked else Fail(c.at)
    if isinstance(c, Not):
        return negate(among(c.part, types), c.at)
    if isinstance(c, All):
        return both(tuple(among(part, types) for part in c.parts), c.at)
    if isinstance(c, AnyOf | OneOf):
        alternatives = _alternatives(c, tuple(among(part, types) for part in c.parts))
        tests = tuple(among(part, types) for part in c.tests) if isinstance(c, OneOf) else ()
        return _not_two(alternatives, tests) if tests else alternatives
    if isinstance(c, When):
        return _when(c, *(among(part, types) for part in (c.test, c.then, c.otherwise)))
    spoken = TYPE_OF.get(type(c))
    return Pass(c.at) if spoken is not None and not atoms([spoken]) & types else c


def _alternatives(c: AnyOf | OneOf, parts: tuple[Constraint, ...]) -> Constraint:
    if isinstance(c, AnyOf) and any(isinstance(part, Pass) for part in parts):
        return Pass(c.at)
    left = tuple(part for part in parts if not isinstance(part, Fail))
    if not left:
        return Fail(c.at)
    return left[0] if len(left) == 1 else type(c)(left, c.at)


def _not_two(constraint: Constraint, tests: tuple[Constraint, ...]) -> Constraint:
    """Alternatives of which not more than one holds exactly: what can hold of these is asked still."""
    left = tuple(part for part in tests if not isinstance(part, Fail))
    if not isinstance(constraint, OneOf):
        return constraint
    return OneOf(constraint.parts, constraint.at, left) if len(left) > 1 else AnyOf(constraint.parts, constraint.at)


def _when(c: When, test: Constraint, then: Constraint, otherwise: Constraint) -> Constraint:
    if isinstance(test, Pass):
        return then
    if isinstance(test, Fail):
        return otherwise
    return Pass(c.at) if isinstance(then, Pass) and isinstance(otherwise, Pass) else When(test, then, otherwise, c.at)

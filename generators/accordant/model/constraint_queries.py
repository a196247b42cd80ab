"""Predicates on constraints, for builders and printers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from accordant.model.constraints import (
    TYPE_OF,
    All,
    AnyOf,
    Bound,
    Call,
    Carries,
    Constraint,
    Contains,
    Count,
    Has,
    IsOneOf,
    IsType,
    Items,
    Length,
    Matches,
    Member,
    Members,
    MultipleOf,
    Names,
    Not,
    Pass,
    Seen,
    Size,
    SpeltAsInteger,
    Unique,
    When,
    both,
    parts_of,
)
from accordant.model.json_equality import atom_of, atoms


def speaks_of(condition: Constraint, types: frozenset[str]) -> bool:
    """Whether the condition may refuse a value of one of the JSON types; a no is always certain.

    >>> speaks_of(Has(("a",)), frozenset({"string"}))
    False
    """
    if isinstance(condition, Pass):
        return False
    spoken = TYPE_OF.get(type(condition))
    if spoken is not None:
        return spoken in types or (spoken == "number" and bool(types & {"integer", "fraction"}))
    if isinstance(condition, All):
        return any(speaks_of(part, types) for part in condition.parts)
    if isinstance(condition, AnyOf):
        return all(speaks_of(part, types) for part in condition.parts)
    if isinstance(condition, When):
        return speaks_of(condition.then, types) or speaks_of(condition.otherwise, types)
    return True


def is_small(condition: Constraint) -> bool:
    """Whether a condition is one question about a value itself, or two."""
    if isinstance(condition, All):
        return len(condition.parts) == 2 and all(map(is_small, condition.parts))
    return isinstance(condition, IsType | IsOneOf | Bound | Length | Matches | Count)


def takes_time(condition: Constraint) -> bool:
    """Whether the work of a condition may grow with the value: it looks at every part, at a text, or elsewhere.

    >>> takes_time(Member("name", Matches("^a")))
    True
    """
    if isinstance(condition, IsOneOf):
        return any(isinstance(value, list | dict) for value in condition.values)
    grows = isinstance(condition, Items | Contains | Names | Members | Unique | Length | Matches | Call)
    return grows or any(map(takes_time, parts_of(condition)))


def in_layers(seen: Seen) -> tuple[Seen, list[tuple[Constraint, Seen]]]:
    """What is evaluated under quick conditions, and apart from it what is under each condition that takes time.

    >>> in_layers(Seen(names=("a",), guarded=((Unique(), Seen(names=("b",))),)))[1]
    [(Unique(at=''), Seen(everything=False, names=('b',), patterns=(), below=0, like=(), guarded=()))]
    """
    quick: list[tuple[Constraint, Seen]] = []
    later: list[tuple[Constraint, Seen]] = []
    for guard, inner in seen.guarded:
        first, others = in_layers(inner)
        if not first.nothing:
            (later if takes_time(guard) else quick).append((guard, first))
        later += [(both((guard, other)), more) for other, more in others]
    return replace(seen, guarded=tuple(quick)), later


def selection(condition: Constraint) -> tuple[str, tuple[str | bool, ...]]:
    """The member and its values where a condition about objects says just that: what selects a case; else nothing.

    >>> selection(All((Has(("kind",)), Member("kind", IsOneOf(("a",))))))
    ('kind', ('a',))
    """
    parts = condition.parts if isinstance(condition, All) else ()
    match [part for part in parts if part != IsType(("object",), part.at)]:
        case [Has((name,)), Member(member, IsOneOf(values))] if name == member:
            chosen = tuple(value for value in values if isinstance(value, str | bool))
            return (name, chosen) if len(chosen) == len(values) else ("", ())
        case _:
            return "", ()


def is_limit(condition: Constraint) -> bool:
    """Whether a condition is about a value itself, not about its parts, and short: ``at least 1 item``."""
    if isinstance(condition, All):
        return all(map(is_limit, condition.parts))
    if isinstance(condition, Not):
        return isinstance(condition.part, IsOneOf | Matches | IsType | MultipleOf)
    return isinstance(
        condition, IsOneOf | Bound | MultipleOf | SpeltAsInteger | Length | Matches | Count | Unique | Size
    )


def flatten_conditions(condition: Constraint) -> list[Constraint]:
    """A condition whose branch holds further ones, as conditions that each carry the tests around it."""
    if not isinstance(condition, When) or not isinstance(condition.then, All):
        return [condition]
    nested = [part for part in condition.then.parts if isinstance(part, When)]
    rest = both(tuple(part for part in condition.then.parts if part not in nested), condition.then.at)
    constraints: list[Constraint] = []
    if not isinstance(rest, Pass) or not isinstance(condition.otherwise, Pass):
        constraints.append(When(condition.test, rest, condition.otherwise, condition.at))
    for part in nested:
        test = both((condition.test, part.test), condition.test.at)
        constraints += flatten_conditions(When(test, part.then, part.otherwise, part.at))
    return constraints


def members_asked_for(parts: Sequence[Constraint]) -> frozenset[str]:
    """The names of the members that a conjunction asks for."""
    names: set[str] = set()
    for part in parts:
        if isinstance(part, Has):
            names.update(part.names)
        elif isinstance(part, Carries):
            names.add(part.name)
        elif isinstance(part, All):
            names |= members_asked_for(part.parts)
    return frozenset(names)


def is_told_by_value(part: Constraint, parts: Sequence[Constraint]) -> bool:
    """Whether a condition asks for a type that each of the values has that others beside it ask for."""
    values = next((other.values for other in parts if isinstance(other, IsOneOf)), None)
    if not isinstance(part, IsType) or values is None:
        return False
    return frozenset(map(atom_of, values)) <= atoms(part.types)


def fixed_members(parts: tuple[Constraint, ...]) -> set[str]:
    """The members that are required and have one of some values, never null."""
    required = {name for part in parts if isinstance(part, Has) for name in part.names}
    return {
        part.name
        for part in parts
        if isinstance(part, Member)
        and part.name in required
        and isinstance(part.then, IsOneOf)
        and None not in part.then.values
    }


def may_be(type_: str, known: str) -> bool:
    """Whether a value may be of a type where its type, an integer being a number, is known or not."""
    return not known or type_ == known or (type_, known) == ("integer", "number")

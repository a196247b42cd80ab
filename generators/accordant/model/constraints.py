"""Constraints: what a schema asks of a JSON value, as a small tree that every printer can write out.

Each leaf speaks about one JSON type and holds for every value of another type, as keywords do. ``at`` is the place of
the keyword that says it, ``#/allOf/0/then``, and is what messages show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from accordant.findings import JsonValue


@dataclass(frozen=True, slots=True)
class Pass:
    """Holds for every value."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class Fail:
    """Holds for no value."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class IsClosed:
    """True in the closed reading, false in the open one, whatever the value is."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class IsType:
    """The value is of one of the named JSON types; ``integer`` means any number without a fraction."""

    types: tuple[str, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class IsOneOf:
    """The value equals one of the listed ones, as JSON compares (1 is 1.0, and is not true)."""

    values: tuple[JsonValue, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """A number stands in a relation (``>=``, ``>``, ``<=``, ``<``) to the limit."""

    relation: str
    limit: int | float
    at: str = ""


@dataclass(frozen=True, slots=True)
class MultipleOf:
    """A number divided by the divisor, both in decimal, leaves no fraction."""

    divisor: int | float
    at: str = ""


@dataclass(frozen=True, slots=True)
class SpeltAsInteger:
    """A number is spelt without a fraction: 1, not 1.0. Only the integers of draft-04 ask for it."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class Length:
    """A string has at least, and at most, this many code points."""

    least: int
    most: int | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Matches:
    """An ECMA-262 pattern is found somewhere in a string."""

    pattern: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """An array has at least, and at most, this many items."""

    least: int
    most: int | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Unique:
    """No two items of an array are equal."""

    at: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """The item of an array at an index, where there is one."""

    index: int
    then: Constraint
    at: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """Each item of an array from ``start`` on, except the ones that ``but`` says are evaluated already."""

    start: int
    then: Constraint
    but: Seen | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Contains:
    """Between ``least`` and ``most`` items of an array satisfy ``test``."""

    test: Constraint
    least: int
    most: int | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Size:
    """An object has at least, and at most, this many members."""

    least: int
    most: int | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class Has:
    """An object has a member of each name."""

    names: tuple[str, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """The value of an object's member, where there is one."""

    name: str
    then: Constraint
    at: str = ""


@dataclass(frozen=True, slots=True)
class Carries:
    """The value is an object with the member, and that is one of the texts: what selects a branch of a union."""

    name: str
    values: tuple[str, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """Each member's name."""

    then: Constraint
    at: str = ""


@dataclass(frozen=True, slots=True)
class Members:
    """The value of each member whose name matches ``pattern`` (None: any name), except the ones ``but`` covers."""

    then: Constraint
    pattern: str | None = None
    but: Seen | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class All:
    """Every condition holds."""

    parts: tuple[Constraint, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one condition holds."""

    parts: tuple[Constraint, ...]
    at: str = ""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one condition holds.

    With ``tests``, which are the same read exactly: at least one holds, and of the tests not more than one.
    """

    parts: tuple[Constraint, ...]
    at: str = ""
    tests: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    part: Constraint
    at: str = ""


@dataclass(frozen=True, slots=True)
class When:
    """Where ``test`` holds ``then`` must hold, elsewhere ``otherwise``."""

    test: Constraint
    then: Constraint
    otherwise: Constraint
    at: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """What a named schema asks, kept once under ``key`` (``document#pointer`` and dynamic scope).

    ``exact``: as the schema is written, also in the open reading, since it is part of a test.
    """

    key: str
    at: str = ""
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """Which members (or items) of a value other keywords have evaluated.

    A member is seen when its name is listed or matches a pattern; an item when its index is below ``below`` or it
    satisfies a condition of ``like``; both when a guard holds for the whole value and what it guards has seen them.
    """

    everything: bool = False
    names: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    below: int = 0
    like: tuple[Constraint, ...] = ()
    guarded: tuple[tuple[Constraint, Seen], ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether it covers nothing at all."""
        return self == Seen()

    @property
    def depends_on_value(self) -> bool:
        """Whether it covers other members or items in one value than in another."""
        return bool(self.like or self.guarded)


Constraint: TypeAlias = (
    Pass | Fail | IsClosed | IsType | IsOneOf | Bound | MultipleOf | SpeltAsInteger | Length | Matches | Count
    | Unique | Item | Items | Contains | Carries | Size | Has | Member | Names | Members | All | AnyOf | OneOf | Not
    | When | Call
)  # fmt: skip

TYPE_OF: dict[type, str] = {
    Bound: "number", MultipleOf: "number", SpeltAsInteger: "number",
    Length: "string", Matches: "string",
    Count: "array", Unique: "array", Item: "array", Items: "array", Contains: "array",
    Size: "object", Has: "object", Member: "object", Names: "object", Members: "object",
}  # fmt: skip
"""The JSON type that a leaf speaks about."""


_INNER: Final[Mapping[type, tuple[str, ...]]] = {
    kind: tuple(
        name for name in kind.__match_args__ if name in ("then", "but", "test", "parts", "part", "otherwise", "tests")
    )
    for kind in get_args(Constraint)
}
"""The fields of each kind of condition that hold conditions."""


def both(parts: tuple[Constraint, ...], at: str = "") -> Constraint:
    """The conjunction in its smallest form: no Pass, nested conjunctions merged, Fail wins."""
    flat: list[Constraint] = []
    for part in parts:
        flat += part.parts if isinstance(part, All) else (part,)
    kept = [part for part in flat if not isinstance(part, Pass)]
    failure = next((part for part in kept if isinstance(part, Fail)), None)
    if failure is not None:
        return failure
    if not kept:
        return Pass(at)
    return kept[0] if len(kept) == 1 else All(tuple(kept), at)


def negate(part: Constraint, at: str = "") -> Constraint:
    """The negation in its smallest form."""
    if isinstance(part, Pass):
        return Fail(at)
    return Pass(at) if isinstance(part, Fail) else Not(part, at)


def in_closed_view(part: Constraint) -> Constraint:
    """The condition, asked in the closed reading only."""
    return part if isinstance(part, Pass) else When(IsClosed(part.at), part, Pass(), part.at)


def parts_of(condition: Constraint | Seen) -> Iterator[Constraint]:
    """The conditions directly inside one, those of its ``but`` included."""
    if isinstance(condition, Seen):
        yield from condition.like
        for guard, seen in condition.guarded:
            yield guard
            yield from parts_of(seen)
        return
    for name in _INNER[type(condition)]:
        value = getattr(condition, name)
        if isinstance(value, tuple):
            yield from value
        elif isinstance(value, Seen):
            yield from parts_of(value)
        elif value is not None:
            yield value

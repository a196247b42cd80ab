"""An over-approximation of a value: presence, types, values, members, items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from accordant.findings import JsonValue
from accordant.model.constraints import (
    All,
    AnyOf,
    Call,
    Carries,
    Constraint,
    Count,
    Fail,
    Has,
    IsOneOf,
    IsType,
    Items,
    Member,
    Not,
    OneOf,
    Pass,
)
from accordant.model.json_equality import ATOMS, atom_of, atoms
from accordant.schema.json_values import fingerprint

ANY_COUNT: Final = (0, None)


@dataclass(frozen=True, slots=True)
class Claim:
    """What is known about one member; ``there`` is None where it may be missing, False where it is."""

    there: bool | None = None
    types: frozenset[str] = ATOMS
    values: tuple[JsonValue, ...] | None = None
    """The only values, where they are known."""
    other_than: tuple[JsonValue, ...] = ()
    named: tuple[str, ...] = ()
    """Keys of named schemas: the value satisfies one of them, or is of a type in ``types - named_types``."""
    named_types: frozenset[str] = frozenset()
    inside: tuple[tuple[str, Claim], ...] = ()
    """What is known about members of the value, where it is an object."""
    item: tuple[Claim, ...] = ()
    """One claim about every item of the value, where it is an array and something is known."""
    count: tuple[int, int | None] = ANY_COUNT
    """How many items the value has at least and at most, where it is an array."""


UNKNOWN: Final = Claim()


def texts_of(claim: Claim | None) -> list[str]:
    """The values of a member that is there, where all of them are texts."""
    if claim is None or claim.there is not True:
        return []
    texts = [value for value in claim.values or () if isinstance(value, str)]
    return texts if len(texts) == len(claim.values or ()) else []


Named = Mapping[str, frozenset[str]]
"""The JSON types of the values of named schemas, by key."""


def value_claim(rule: Constraint, named: Named) -> Claim | None:
    """What a condition says about a value; None where no value keeps it."""
    match rule:
        case Fail() | Not(Pass()):
            return None
        case IsType(types):
            return Claim(types=atoms(types))
        case IsOneOf(values):
            return Claim(types=frozenset(map(atom_of, values)), values=tuple(values))
        case All(parts):
            common: Claim | None = Claim()
            for part in parts:
                claim = value_claim(part, named)
                common = None if common is None or claim is None else meet(common, claim)
            return common
        case AnyOf(parts) | OneOf(parts):
            return _either([value_claim(part, named) for part in parts])
        case Not(IsType(types)):
            return Claim(types=ATOMS - atoms(types)) if ATOMS - atoms(types) else None
        case Not(IsOneOf(values)):
            return Claim(other_than=tuple(values))
        case Carries(name, values):
            text = Claim(True, frozenset({"string"}), values)
            return Claim(types=frozenset({"object"}), inside=((name, text),))
        case Has(names):
            return Claim(inside=tuple((name, Claim(True)) for name in names))
        case Member(name, then):
            claim = value_claim(then, named)
            return Claim(inside=((name, Claim(False) if claim is None else claim),))
        case Count(least, most):
            return Claim(count=(least, most))
        case Items(0, then, None):
            claim = value_claim(then, named)
            return Claim(item=() if claim is None or claim == UNKNOWN else (claim,))
        case Call(key) if key in named:
            return Claim(types=named[key], named=(key,), named_types=named[key])
        case _:
            return Claim()


def meet(first: Claim, second: Claim) -> Claim | None:
    """Both claims, or None where they contradict each other."""
    if first.there is not None and second.there is not None and first.there != second.there:
        return None
    there = first.there if second.there is None else second.there
    values = _common(first.values, second.values)
    if values is not None and not values:
        return _no_value(there)
    types = first.types & second.types
    others = (*first.other_than, *second.other_than)
    if values is not None:
        if others or not _types_of(values) <= types:
            barred = fingerprints(others)
            values = tuple(value for value in values if fingerprint(value) not in barred and atom_of(value) in types)
        types = _types_of(values)
        others = ()
    count = _count_of_both(first.count, second.count)
    if count is None:
        types -= {"array"}
    if not types:
        return _no_value(there)
    called = first if first.named else second  # of two names, types say one
    item = (first.item or second.item) if "array" in types and values is None else ()
    inside = _inside_of_both(first.inside, second.inside) if "object" in types and values is None else ()
    count = count if count and "array" in types and values is None else ANY_COUNT
    return Claim(there, types, values, others, called.named, called.named_types & types, inside, item, count)


def _count_of_both(first: tuple[int, int | None], other: tuple[int, int | None]) -> tuple[int, int | None] | None:
    """Both ranges; None where no count is in both."""
    if first == other or other == ANY_COUNT:
        return first
    least = max(first[0], other[0])
    most = min((limit for limit in (first[1], other[1]) if limit is not None), default=None)
    return None if most is not None and least > most else (least, most)


def _no_value(there: bool | None) -> Claim | None:
    """No value is possible: then the member is missing, if it may be."""
    return None if there else Claim(False)


def implies(first: Claim, second: Claim) -> bool:
    """Whether the first claim says all that the second says, for certain."""
    if second.there is not None and first.there is not second.there:
        return False
    if second.values is None:
        types = first.types if first.values is None else _types_of(first.values)
        if not types <= second.types:
            return False
    elif first.values is None or not fingerprints(first.values) <= fingerprints(second.values):
        return False
    return first == second or meet(first, second) == first


def _inside_of_both(
    first: tuple[tuple[str, Claim], ...], second: tuple[tuple[str, Claim], ...]
) -> tuple[tuple[str, Claim], ...]:
    inside = dict(first)
    for name, claim in second:
        inside[name] = meet(inside[name], claim) or claim if name in inside else claim
    return tuple((name, claim) for name, claim in inside.items() if claim != UNKNOWN)


def _common(first: tuple[JsonValue, ...] | None, second: tuple[JsonValue, ...] | None) -> tuple[JsonValue, ...] | None:
    if first is None or second is None or first is second:
        return second if first is None else first
    allowed_first, allowed = fingerprints(first), fingerprints(second)
    if allowed_first <= allowed:
        return first
    return () if allowed_first.isdisjoint(allowed) else tuple(value for value in first if fingerprint(value) in allowed)


def fingerprints(values: tuple[JsonValue, ...]) -> frozenset[str]:
    """The fingerprints of some values."""
    try:
        return _fingerprints(values, tuple(map(type, values)))
    except TypeError:  # a list or an object among them
        return frozenset(map(fingerprint, values))


@lru_cache(maxsize=4096)
def _fingerprints(values: tuple[JsonValue, ...], kinds: tuple[type, ...]) -> frozenset[str]:
    """By value and type: to Python ``1`` and ``True`` are one key."""
    return frozenset(map(fingerprint, values))


def _types_of(values: tuple[JsonValue, ...]) -> frozenset[str]:
    return frozenset(map(atom_of, values))


def remaining_values(claim: Claim, declared: Claim) -> Claim:
    """A claim of what a value is not, as the values that are left, where the declared ones are few."""
    if not claim.other_than or declared.values is None:
        return claim
    left = meet(Claim(claim.there, claim.types, claim.values, claim.other_than), Claim(values=declared.values))
    return left or Claim(False if claim.there is None else claim.there, frozenset(), ())


def _either(claims: Sequence[Claim | None]) -> Claim | None:
    known = [claim for claim in claims if claim is not None]
    if len(known) < 2:
        return known[0] if known else None
    if all(claim.values is not None for claim in known):
        values = tuple({fingerprint(value): value for claim in known for value in claim.values or ()}.values())
        return Claim(types=frozenset(map(atom_of, values)), values=values)
    types = frozenset[str]().union(*(claim.types for claim in known))
    names = tuple(dict.fromkeys(key for claim in known for key in claim.named))
    plain = frozenset[str]().union(*(claim.types - claim.named_types for claim in known))
    return Claim(types=types, named=names, named_types=types - plain) if names else Claim(types=types)

"""Lists of alternatives in their shortest form, and alternatives without what types cannot say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from accordant.model.cases.claims import UNKNOWN, Claim, fingerprints, implies, met

Case = Mapping[str, Claim]
"""One alternative: what it claims about members, by name."""
Cases = list[Case]
ALWAYS: Final[Case] = {}
"""The alternative that claims nothing."""
FEW: Final = 5
"""So many alternatives are compared each with each."""


def distinct(found: Cases) -> Cases:
    """Each alternative once; those that another one includes are left out."""
    told_apart = _most_telling(found)
    kept: list[tuple[Case, frozenset[str]]] = []
    for one in found:
        values = fingerprints(one[told_apart].values or ()) if told_apart in one else frozenset[str]()
        near = [other for other, its in kept if not (values and its and values.isdisjoint(its))]
        if any(_within(one, other) for other in near):
            continue
        covered = [other for other in near if _within(other, one)]
        if covered:
            kept = [each for each in kept if not any(each[0] is other for other in covered)]
        kept.append((one, values))
    return [one for one, _ in kept]


def _most_telling(found: Cases) -> str:
    """The member with the most different values: alternatives that share none of them do not include each other."""
    if len(found) <= FEW:
        return ""
    values: dict[str, set[frozenset[str]]] = {}
    for one in found:
        for name, claim in one.items():
            if claim.values:
                values.setdefault(name, set()).add(fingerprints(claim.values))
    return max(values, key=lambda name: len(values[name]), default="")


def simplified(found: Cases, value_of: Mapping[str, Claim]) -> Cases:
    """Without what types cannot say, and alternatives that differ in one member made one."""
    kept = distinct([told(one, value_of) for one in found])
    while True:
        joined = next(_pairs(kept), None)
        if joined is None:
            return kept
        one, other, both = joined
        rest = [_beyond(both, value_of) if each is one else each for each in kept if each is not other]
        kept = distinct(rest)


def told(case: Case, value_of: Mapping[str, Claim]) -> Case:
    """An alternative without what types cannot say (what a value is not, items beside declared ones) or say anyway."""
    said = {
        name: replace(claim, other_than=(), item=() if name in value_of else claim.item) for name, claim in case.items()
    }
    return _beyond(said, value_of)


def _pairs(found: Cases) -> Iterator[tuple[Case, Case, Case]]:
    for index, one in enumerate(found):
        for other in found[index + 1 :]:
            both = _joined(one, other)
            if both is not None:
                yield one, other, both


def _beyond(case: Case, value_of: Mapping[str, Claim]) -> Case:
    """The claims that say more than what is declared anyway, their values in the declared order."""
    found: dict[str, Claim] = {}
    for name, claim in case.items():
        declared = value_of.get(name, UNKNOWN)
        ordered = met(declared, claim) or claim
        if ordered != declared:
            found[name] = ordered
    return found


def _joined(one: Case, other: Case) -> Case | None:
    """Two alternatives that differ in one member only as one; None where they differ otherwise."""
    if one.keys() != other.keys():
        return None
    different = [name for name in one if one[name] != other[name]]
    if len(different) != 1:
        return None
    name = different[0]
    first, second = one[name], other[name]
    there = first.there if first.there == second.there else None
    if first.there is False or second.there is False:
        left = second if first.there is False else first
        return {**one, name: replace(left, there=there)}
    structure = [(claim.named, claim.inside, claim.item, claim.count) for claim in (first, second)]
    if structure[0] != structure[1] or (first.values is None) != (second.values is None):
        return None
    values = None if first.values is None else (*first.values, *(second.values or ()))
    types = first.types | second.types
    named_types = first.named_types | second.named_types
    joined = replace(first, there=there, types=types, values=values, other_than=(), named_types=named_types)
    return {**one, name: joined}


def _within(one: Case, other: Case) -> bool:
    """Whether every object of the first alternative is one of the second, for certain."""
    for name, claim in other.items():
        known = one.get(name)
        if known is None or not (known is claim or implies(known, claim)):
            return False
    return True

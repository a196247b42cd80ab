"""Minimises lists of cases, and drops what types cannot express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from accordant.model.cases.claims import UNKNOWN, Claim, fingerprints, implies, meet

Case = Mapping[str, Claim]
"""One alternative: what it claims about members, by name."""
Cases = list[Case]
ALWAYS: Final[Case] = {}
"""The alternative that claims nothing."""
FEW: Final = 5
"""The most alternatives that are compared with each other."""


def distinct(cases: Cases) -> Cases:
    """Each alternative once; those that another one includes are left out."""
    told_apart = _most_telling(cases)
    kept: list[tuple[Case, frozenset[str]]] = []
    for case in cases:
        values = fingerprints(case[told_apart].values or ()) if told_apart in case else frozenset[str]()
        near = [other for other, its in kept if not (values and its and values.isdisjoint(its))]
        if any(_within(case, other) for other in near):
            continue
        covered = [other for other in near if _within(other, case)]
        if covered:
            kept = [rival for rival in kept if not any(rival[0] is other for other in covered)]
        kept.append((case, values))
    return [case for case, _ in kept]


def _most_telling(cases: Cases) -> str:
    """The member with the most different values: alternatives that share none of them do not include each other."""
    if len(cases) <= FEW:
        return ""
    values: dict[str, set[frozenset[str]]] = {}
    for case in cases:
        for name, claim in case.items():
            if claim.values:
                values.setdefault(name, set()).add(fingerprints(claim.values))
    return max(values, key=lambda name: len(values[name]), default="")


def minimize(cases: Cases, value_of: Mapping[str, Claim]) -> Cases:
    """Without what types cannot say, and alternatives that differ in one member made one."""
    kept = distinct([drop_untypable(case, value_of) for case in cases])
    while True:
        joined = next(_pairs(kept), None)
        if joined is None:
            return kept
        first, other, both = joined
        rest = [_beyond(both, value_of) if rival is first else rival for rival in kept if rival is not other]
        kept = distinct(rest)


def drop_untypable(case: Case, value_of: Mapping[str, Claim]) -> Case:
    """An alternative without what types cannot say (what a value is not, items beside declared ones) or say anyway."""
    claims = {
        name: replace(claim, other_than=(), item=() if name in value_of else claim.item) for name, claim in case.items()
    }
    return _beyond(claims, value_of)


def _pairs(cases: Cases) -> Iterator[tuple[Case, Case, Case]]:
    for index, case in enumerate(cases):
        for other in cases[index + 1 :]:
            both = _join(case, other)
            if both is not None:
                yield case, other, both


def _beyond(case: Case, value_of: Mapping[str, Claim]) -> Case:
    """The claims that say more than what is declared anyway, their values in the declared order."""
    beyond: dict[str, Claim] = {}
    for name, claim in case.items():
        declared = value_of.get(name, UNKNOWN)
        ordered = meet(declared, claim) or claim
        if ordered != declared:
            beyond[name] = ordered
    return beyond


def _join(case: Case, other: Case) -> Case | None:
    """Two alternatives that differ in one member only as one; None where they differ in more."""
    if case.keys() != other.keys():
        return None
    different = [name for name in case if case[name] != other[name]]
    if len(different) != 1:
        return None
    name = different[0]
    first, second = case[name], other[name]
    there = first.there if first.there == second.there else None
    if first.there is False or second.there is False:
        left = second if first.there is False else first
        return {**case, name: replace(left, there=there)}
    structure = [(claim.named, claim.inside, claim.item, claim.count) for claim in (first, second)]
    if structure[0] != structure[1] or (first.values is None) != (second.values is None):
        return None
    values = None if first.values is None else (*first.values, *(second.values or ()))
    types = first.types | second.types
    named_types = first.named_types | second.named_types
    joined = replace(first, there=there, types=types, values=values, other_than=(), named_types=named_types)
    return {**case, name: joined}


def _within(case: Case, other: Case) -> bool:
    """Whether every object of the first alternative is one of the second, for certain."""
    for name, claim in other.items():
        known = case.get(name)
        if known is None or not (known is claim or implies(known, claim)):
            return False
    return True

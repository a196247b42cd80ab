"""Case analysis: the rules of a record as a list of cases, each saying which members are present and what they are.

``cases`` answers with a list of alternatives of which every object that keeps the rule satisfies at least one; what an
alternative cannot say is left out, so the list is never narrower than the rule. The rule itself is still checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accordant.model.cases.claims import UNKNOWN, Claim, Named, meet, remaining_values, value_claim
from accordant.model.cases.minimize import ALWAYS, Case, Cases, distinct, minimize
from accordant.model.constraints import (
    All,
    AnyOf,
    Carries,
    Constraint,
    Fail,
    Has,
    IsOneOf,
    IsType,
    Member,
    Not,
    OneOf,
    Pass,
    When,
)

MOST: Final = 12
"""More alternatives than this are left to the rule."""
MOST_ALIKE: Final = 64
"""Rules that tell their alternatives apart by the same member are one list up to this length."""


def cases(rule: Constraint, value_of: Mapping[str, Claim], named: Named) -> Cases:
    """The alternatives of a rule about an object; ``[{}]`` where nothing can be said.

    Args:
        rule: a condition of a record.
        value_of: what the declared members are anyway, by name.
        named: the schemas that have a type of their own.
    """
    alternatives = _Reader(value_of, named).holds(rule)
    return alternatives if len(alternatives) <= (MOST_ALIKE if _tags(alternatives) else MOST) else [ALWAYS]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The alternatives of rules that are told apart alike."""

    cases: Cases
    """In their shortest form; ``[{}]`` where they say nothing together."""
    single: Cases
    """Each for itself, those included that another one of ``cases`` swallows."""

    @property
    def all_of_them(self) -> bool:
        """Whether ``cases`` says anything."""
        return ALWAYS not in self.cases


def together(lists: Iterable[Cases], value_of: Mapping[str, Claim]) -> list[Alternatives]:
    """Lists of alternatives that all hold, multiplied out where that is shorter to write."""
    reader, kept = _Reader(value_of, {}), list[Cases]()
    for alternatives in lists:
        for index, other in enumerate(kept):
            both = reader.product(other, alternatives)
            alike = bool(_tags(alternatives) & _tags(other))
            if len(both) <= (MOST_ALIKE if alike else max(len(other), len(alternatives))):
                kept[index] = both
                break
        else:
            kept.append(alternatives)
    return [Alternatives(minimize(case, value_of), case) for case in kept]


def _tags(cases: Cases) -> frozenset[str]:
    """The members by which alternatives are told apart: each lists values, or says which ones it does not have."""
    names = [
        frozenset(name for name, claim in case.items() if claim.values is not None or claim.other_than)
        for case in cases
    ]
    return frozenset.intersection(*names) if names else frozenset()


class _Reader:
    def __init__(self, value_of: Mapping[str, Claim], named: Named) -> None:
        self.value_of, self.named = value_of, named
        self.always = frozenset(name for name, claim in value_of.items() if claim.there)

    def holds(self, rule: Constraint) -> Cases:
        """Alternatives for the objects that keep the rule."""
        match rule:
            case Fail():
                return []
            case Has(names):
                return self.single({name: Claim(True) for name in names})
            case Member(name, then):
                return self.member(name, value_claim(then, self.named))
            case All(parts):
                return self.all_of([self.holds(part) for part in parts])
            case AnyOf(parts):
                return distinct([case for part in parts for case in self.holds(part)])
            case OneOf(parts):
                return self.exactly_one(parts)
            case Not(part):
                return self.fails(part)
            case When(test, then, otherwise):
                yes = self.product(self.holds(test), self.holds(then))
                return distinct([*yes, *self.product(self.fails(test), self.holds(otherwise))])
            case Carries(name, values):
                return self.present(name, Claim(types=frozenset({"string"}), values=values))
            case IsType(types):
                return [ALWAYS] if "object" in types else []
            case IsOneOf(values):
                return [ALWAYS] if any(isinstance(value, dict) for value in values) else []
            case _:
                return [ALWAYS]

    def fails(self, rule: Constraint) -> Cases:
        """Alternatives for the objects that do not keep the rule."""
        match rule:
            case Pass():
                return []
            case Has(names):
                return [{name: Claim(False)} for name in names]
            case Member(name, then):
                return self.present(name, value_claim(Not(then), self.named))
            case All(parts):
                return distinct([case for part in parts for case in self.fails(part)])
            case AnyOf(parts):
                return self.all_of([self.fails(part) for part in parts])
            case Not(part):
                return self.holds(part)
            case When(test, then, otherwise):
                yes = self.product(self.holds(test), self.fails(then))
                return distinct([*yes, *self.product(self.fails(test), self.fails(otherwise))])
            case Carries(name, values):
                return self.single({name: Claim(other_than=values)})
            case IsType(types):
                return [] if "object" in types else [ALWAYS]
            case _:
                return [ALWAYS]

    def exactly_one(self, parts: Sequence[Constraint]) -> Cases:
        """Each alternative without the others, as far as an alternative's opposite is one alternative too."""
        opposites = [self.fails(part) for part in parts]
        cases: Cases = []
        for index, part in enumerate(parts):
            others = [opposite for other, opposite in enumerate(opposites) if other != index and len(opposite) == 1]
            cases += self.all_of([self.holds(part), *others])
        return distinct(cases)

    def member(self, name: str, claim: Claim | None) -> Cases:
        """The member may be missing; where it is there, it is as claimed (None: nothing can be)."""
        if claim is None:
            return [{name: Claim(False)}]
        return self.single({name: claim})

    def present(self, name: str, claim: Claim | None) -> Cases:
        if claim is None:
            return []
        return self.single({name: meet(claim, Claim(True)) or claim})

    def single(self, case: Case) -> Cases:
        """The alternative with what is declared anyway put in, or nothing where they contradict."""
        claims: dict[str, Claim] = {}
        for name, claim in case.items():
            declared = self.value_of.get(name, UNKNOWN)
            merged = meet(declared, remaining_values(claim, declared))
            if merged is None:
                return []
            if merged != declared:
                claims[name] = merged
        return [claims]

    def all_of(self, lists: Sequence[Cases]) -> Cases:
        product: Cases = [ALWAYS]
        for alternatives in lists:
            product = self.product(product, alternatives)
        return product

    def product(self, first: Cases, second: Cases) -> Cases:
        if len(first) * len(second) > MOST_ALIKE * MOST:
            return first if len(first) <= len(second) else second
        others = self.possible(second)
        joined = (meet_cases(left, other) for left in self.possible(first) for other in others)
        return distinct([case for case in joined if case is not None])

    def possible(self, cases: Cases) -> Cases:
        """Those that do not deny a member which is declared as always there."""
        return [case for case in cases if all(case[name].there is not False for name in self.always & case.keys())]


def meet_cases(case: Case, other: Case) -> Case | None:
    """What two alternatives claim together; None where they contradict."""
    claims = dict(case)
    for name, claim in other.items():
        known = case.get(name)
        both = claim if known is None else meet(known, claim)
        if both is None:
            return None
        claims[name] = both
    return claims

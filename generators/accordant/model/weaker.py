"""Conditions without the patterns, and the spellings of numbers, that a target cannot look for.

Where such a one stands, nobody can say whether it holds. What is left must not refuse more than the whole condition
does, so each part is replaced by one that holds at least where it did (above); behind a negation, by one that holds at
most where it did (below).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from accordant.model.constraints import (
    All,
    AnyOf,
    Call,
    Constraint,
    Contains,
    Fail,
    IsType,
    Item,
    Items,
    Matches,
    Member,
    Members,
    Names,
    Not,
    OneOf,
    Pass,
    Seen,
    SpeltAsInteger,
    When,
    both,
    negate,
    parts_of,
)


class Weaker:
    """Weakens the conditions of one model; `checks` are the conditions that calls name."""

    def __init__(
        self, expresses: Callable[[str], bool], checks: Mapping[str, Constraint], *, sees_spelling: bool = True
    ) -> None:
        self._expresses = expresses
        self._sees_spelling = sees_spelling
        self._checks = checks
        self._unclear_calls = self._calls_that_are_unclear()

    def above(self, condition: Constraint) -> Constraint:
        """A condition that holds at least where this one does."""
        return self._weaken(condition, above=True)

    def _weaken(self, c: Constraint, *, above: bool) -> Constraint:
        if not self._is_unclear(c):
            return c

        def same(part: Constraint) -> Constraint:
            return self._weaken(part, above=above)

        def opposite(part: Constraint) -> Constraint:
            return self._weaken(part, above=not above)

        limit: Constraint = Pass(c.at) if above else Fail(c.at)
        match c:
            case Matches():
                return limit if above else negate(IsType(("string",), c.at), c.at)
            case SpeltAsInteger():
                return limit if above else negate(IsType(("number",), c.at), c.at)
            case Call():
                return c if above else limit
            case All(parts):
                return both(tuple([same(part) for part in parts]), c.at)
            case AnyOf(parts):
                return _either([same(part) for part in parts], c.at)
            case OneOf(parts) if above:
                return _either([same(part) for part in parts], c.at)
            case Not(part):
                return negate(opposite(part), c.at)
            case When(test, then, otherwise):
                if not self._is_unclear(test):
                    return When(test, same(then), same(otherwise), c.at)
                yes = both((same(test), same(then)), c.at)
                no = both((negate(opposite(test), c.at), same(otherwise)), c.at)
                return _either([yes, no], c.at)
            case Contains(test, least, most):
                enough = Contains(same(test), least, None, c.at) if least else Pass(c.at)
                few = Pass(c.at) if most is None else Contains(opposite(test), 0, most, c.at)
                return both((enough, few), c.at)
            case Item(_, then) | Member(_, then) | Names(then):
                return replace(c, then=same(then))
            case Items(_, then, but) | Members(then, _, but):
                return self._each(c, then, but, above)
        return limit

    def _each(self, c: Items | Members, then: Constraint, but: Seen | None, above: bool) -> Constraint:
        unclear_name = isinstance(c, Members) and c.pattern is not None and not self._expresses(c.pattern)
        unclear_rest = but is not None and self._is_unclear_seen(but)
        if above:
            return Pass(c.at) if unclear_name or unclear_rest else replace(c, then=self._weaken(then, above=True))
        if unclear_name or unclear_rest:
            return Fail(c.at)
        return replace(c, then=self._weaken(then, above=False))

    def _is_unclear(self, condition: Constraint) -> bool:
        """Whether something in a condition depends on what the target cannot look for."""
        match condition:
            case Matches(pattern):
                return not self._expresses(pattern)
            case SpeltAsInteger():
                return not self._sees_spelling
            case Call(key):
                return key in self._unclear_calls
            case Members(_, pattern, but):
                if (pattern is not None and not self._expresses(pattern)) or (but and self._is_unclear_seen(but)):
                    return True
        return any(self._is_unclear(part) for part in parts_of(condition))

    def _is_unclear_seen(self, seen: Seen) -> bool:
        own = not all(self._expresses(pattern) for pattern in seen.patterns)
        return (
            own or any(map(self._is_unclear, parts_of(seen))) or any(self._is_unclear_seen(s) for _, s in seen.guarded)
        )

    def _calls_that_are_unclear(self) -> frozenset[str]:
        """The least set of calls that is closed: a condition with an unclear call is unclear."""
        self._unclear_calls = frozenset[str]()
        while True:
            unclear = frozenset(key for key, condition in self._checks.items() if self._is_unclear(condition))
            if unclear == self._unclear_calls:
                return unclear
            self._unclear_calls = unclear


def _either(parts: list[Constraint], at: str) -> Constraint:
    """The disjunction in its smallest form."""
    passing = next((part for part in parts if isinstance(part, Pass)), None)
    if passing is not None:
        return passing
    kept = tuple([part for part in parts if not isinstance(part, Fail)])
    if not kept:
        return Fail(at)
    return kept[0] if len(kept) == 1 else AnyOf(kept, at)

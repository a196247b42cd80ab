"""Which rules of a contract are open for lines of one shape: those that the shape itself does not settle.

Lines of a stream mostly have the keys of the line before. What a rule says of absent members, of the order of keys and
of the line's type is the same for all lines of such a shape, and is asked once. What is left is asked of each line, by
functions that know the rule's places beforehand. They never decide against a line: where one does not hold, the rules
themselves are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.contract.held_rules import ABSENT, OPERATIONS, Scene, Table, holds, is_number, is_same
from accordant.findings import JsonValue

Earlier: TypeAlias = JsonValue
Test: TypeAlias = Callable[[JsonValue, Earlier], bool]
"""Whether something holds for a line, given the earlier line that a claim keeps."""
Get: TypeAlias = Callable[[JsonValue, Earlier], JsonValue]

_OF_KEYS: Final = frozenset(("first-key", "keys-in-order"))
"""Tests that look at the keys of an object only."""
_OF_PRESENCE: Final = frozenset(("present", "absent"))
_ELSEWHERE: Final = frozenset(("same-as", "counts", "sum-of", "result-of", "follows", "slashes-of"))
"""Tests that look at other places too, unless their own place is empty: then they hold."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with a line of one shape."""

    tests: tuple[tuple[int, Test], ...]
    """Each open test, with the number of the claim whose earlier line it gets; -1 without one."""
    keeps: tuple[tuple[int, tuple[Test, ...]], ...]
    """The numbers of the claims that keep such a line as the earlier one, where all tests hold."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The keys of a line, in order, and its type."""

    keys: tuple[str, ...]
    discriminator: str
    type: str

    def settles(self, condition: Table) -> bool | None:
        """Whether a condition holds for every line of the shape, for none (False), or for some (None)."""
        line = {key: self.type if key == self.discriminator else None for key in self.keys}
        return (
            holds(condition, Scene(line, line))
            if self._knows(str(condition["at"]), condition.keys() - {"at"})
            else None
        )

    def _knows(self, at: str, tests: Set[str]) -> bool:
        """Whether some tests of a place have the same answer for every line of the shape."""
        if not at:
            return tests <= _OF_KEYS
        if not at.startswith("/") or "~" in at:
            return False
        first, *deeper = at.split("/")[1:]
        if first == "*":
            return False
        if first not in self.keys:
            return True
        return not deeper and (tests <= _OF_PRESENCE or (first == self.discriminator and not tests & _ELSEWHERE))


def plan_of(shape: Shape, rules: Sequence[Table], claims: Sequence[Table]) -> Plan | None:
    """The plan for lines of a shape; None where the rules have to be asked themselves.

    Args:
        shape: the keys and the type.
        rules: the rules about single lines.
        claims: the claims about lines and earlier ones, in the order in which they keep lines.
    """
    tests: list[tuple[int, Test]] = []
    for claim in (claim for rule in rules for claim in rule.get("holds", ())):
        if str(claim.get("each", "")):
            if str(claim["each"]).split("/")[1] in shape.keys:
                return None
            continue
        tests += [(-1, test) for test in _tests(shape, claim.get("when", ()), claim["then"])]
    keeps: list[tuple[int, tuple[Test, ...]]] = []
    for number, claim in enumerate(claims):
        line = claim.get("line", ())
        if claim.get("never") is True:
            tests += [(number, test) for test in _never(shape, line)]
        tests += [(number, _if_earlier(test)) for test in _tests(shape, line, claim.get("then", ()))]
        kept = claim.get("earlier", line)
        if _settle(shape, kept) is not False:
            keeps.append((number, tuple(_premises(shape, kept))))
    return Plan(tuple(tests), tuple(keeps))


def _settle(shape: Shape, conditions: Iterable[Table]) -> bool | None:
    """Whether all of some conditions hold for every line of the shape, for none, or for some."""
    answers = [shape.settles(condition) for condition in conditions]
    if False in answers:
        return False
    return None if None in answers else True


def _tests(shape: Shape, when: Iterable[Table], then: Iterable[Table]) -> list[Test]:
    """The open part of a claim: each condition that must hold where all of `when` do."""
    if _settle(shape, when) is False:
        return []
    open_ = [condition for condition in then if shape.settles(condition) is not True]
    premises = _premises(shape, when)
    return [_implication(premises, _condition(condition)) for condition in open_]


def _never(shape: Shape, when: Sequence[Table]) -> list[Test]:
    """A test that fails where all of `when` hold and there is an earlier line."""
    if _settle(shape, when) is False:
        return []
    premises = _premises(shape, when)
    return [lambda line, earlier: earlier is ABSENT or not all(premise(line, earlier) for premise in premises)]


def _premises(shape: Shape, when: Iterable[Table]) -> list[Test]:
    """The open part of some conditions, exactly: no function may say that a premise fails where it holds."""
    asked = [condition for condition in when if shape.settles(condition) is not True]
    return [_exactly(condition) if _ELSEWHERE & condition.keys() else _condition(condition) for condition in asked]


def _exactly(condition: Table) -> Test:
    return lambda line, earlier: holds(condition, Scene(line, line, earlier))


def _implication(premises: list[Test], then: Test) -> Test:
    if not premises:
        return then
    if len(premises) == 1:
        (premise,) = premises
        return lambda line, earlier: not premise(line, earlier) or then(line, earlier)
    return lambda line, earlier: not all(premise(line, earlier) for premise in premises) or then(line, earlier)


def _if_earlier(test: Test) -> Test:
    return lambda line, earlier: earlier is ABSENT or test(line, earlier)


def _condition(condition: Table) -> Test:
    """A condition as a function; one test of a plain member has a function of its own."""
    names = [name for name in condition if name != "at"]
    get = _getter(str(condition["at"]))
    make = _MADE.get(names[0]) if len(names) == 1 and get is not None else None
    made = make(get, condition[names[0]]) if make is not None and get is not None else None
    if {"min", "max"} == set(names) and get is not None:
        made = _within(get, condition["min"], condition["max"])
    return made or _exactly(condition)


def _getter(place: str) -> Get | None:
    """What stands at a member of the line, or of the earlier one; None for other places."""
    root, *tokens = place.split("/")
    if len(tokens) != 1 or tokens[0] == "*" or "~" in tokens[0] or root not in ("", "earlier"):
        return None
    (key,) = tokens
    if root:
        return lambda line, earlier: earlier.get(key, ABSENT) if isinstance(earlier, dict) else ABSENT
    return lambda line, earlier: line.get(key, ABSENT)


def _is(get: Get, other: JsonValue) -> Test:
    return lambda line, earlier: is_same(get(line, earlier), other)


def _is_not(get: Get, other: JsonValue) -> Test:
    return lambda line, earlier: not is_same(get(line, earlier), other)


def _within(get: Get, least: float, most: float) -> Test:
    def test(line: JsonValue, earlier: Earlier) -> bool:
        value = get(line, earlier)
        return type(value) in _PLAIN and least <= value <= most

    return test


def _outside(get: Get, limits: Sequence[float]) -> Test:
    least, most = limits

    def test(line: JsonValue, earlier: Earlier) -> bool:
        value = get(line, earlier)
        return is_number(value) and not least <= value <= most

    return test


def _follows(get: Get, steps: Mapping[str, JsonValue]) -> Test | None:
    before, by = _getter(str(steps["than"])), steps["by"]
    if before is None or by == "any":
        return None

    def test(line: JsonValue, earlier: Earlier) -> bool:
        value, last = get(line, earlier), before(line, earlier)
        return type(value) is int and type(last) is int and value == last + by

    return test


def _result_of(get: Get, operand: Mapping[str, JsonValue]) -> Test | None:
    formula = _formula(operand["of"])
    tolerance = operand.get("within", 1e-9)
    if formula is None:
        return None

    def test(line: JsonValue, earlier: Earlier) -> bool:
        try:
            expected = formula(line, earlier)
            return bool(abs(get(line, earlier) - expected) <= tolerance * max(1.0, abs(expected)))
        except (TypeError, ArithmeticError, ValueError):  # the rule itself says what then is right
            return False

    return test


def _formula(formula: JsonValue) -> Callable[[JsonValue, Earlier], float] | None:
    """A formula of places and operations as a function; None where it holds another."""
    if isinstance(formula, str):
        return _getter(formula)
    if not isinstance(formula, list | tuple):
        return lambda line, earlier: float(formula)
    parts = [_formula(part) for part in formula[1:]]
    make = _ARITHMETIC.get((formula[0], len(parts)))
    known = [part for part in parts if part is not None]
    return make(*known) if make is not None and len(known) == len(parts) and formula[0] in OPERATIONS else None


_PLAIN: Final = (int, float)
_ARITHMETIC: Final[Mapping[tuple[str, int], Callable[..., Callable[[JsonValue, Earlier], float]]]] = {
    ("add", 2): lambda a, b: lambda line, earlier: a(line, earlier) + b(line, earlier),
    ("subtract", 2): lambda a, b: lambda line, earlier: a(line, earlier) - b(line, earlier),
    ("multiply", 2): lambda a, b: lambda line, earlier: a(line, earlier) * b(line, earlier),
    ("divide", 2): lambda a, b: lambda line, earlier: a(line, earlier) / b(line, earlier),
    ("absolute", 1): lambda a: lambda line, earlier: abs(a(line, earlier)),
}
_MADE: Final[Mapping[str, Callable[[Get, JsonValue], Test | None]]] = {
    "is": _is,
    "is-not": _is_not,
    "outside": _outside,
    "follows": _follows,
    "result-of": _result_of,
}

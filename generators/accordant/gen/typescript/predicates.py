"""Constraints as TypeScript expressions that are true for raw JSON values that satisfy them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final

from accordant.gen.printing.expressions import ATOM, COMPARE, NOT, OR, TERNARY, Expr, Logic
from accordant.gen.printing.value_lists import ValueLists
from accordant.gen.typescript.facts import Facts
from accordant.gen.typescript.patterns import translate
from accordant.gen.typescript.text import literal
from accordant.model import constraints as R

_TYPES: Final = {
    "string": "aString", "object": "anObject", "array": "anArray", "boolean": "aBoolean", "number": "aNumber",
    "integer": "anInteger",
}  # fmt: skip
_TEXTS: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_RELATIONS: Final = {">=": "atLeast", ">": "moreThan", "<=": "atMost", "<": "lessThan"}


@dataclass
class Predicates:
    """Writes predicates, and collects the names of the runtime and the guards that they use."""

    guard_names: Mapping[str, str]
    """The name of each callable constraint, in the case of types."""
    opening: Set[str] = frozenset()
    """The constraints whose functions also take the view, open or closed."""
    used: set[str] = field(default_factory=set)
    called: dict[str, None] = field(default_factory=dict)
    value_lists: ValueLists = field(default_factory=ValueLists)

    def whole(self, c: R.Constraint, v: str) -> Expr:
        """What a guard returns. It uses the value even where the constraint accepts all values or none."""
        test = self.holds(c, v)
        plain = {"true": "anyValue", "false": "noValue"}.get(test.text)
        return self._call(plain, v) if plain else test

    def holds(self, c: R.Constraint, v: str, depth: int = 0) -> Expr:
        """Whether the value ``v`` (unknown to the type checker) satisfies the constraint."""
        match c:
            case R.All(parts):
                return both([self.holds(part, v, depth) for part in parts])
            case R.AnyOf(parts):
                return either([self.holds(part, v, depth) for part in parts])
            case R.OneOf():
                return self._one_of_parts(c, v, depth)
            case R.IsClosed():
                return Expr("closed")
            case R.Not(part):
                return negate(self.holds(part, v, depth))
            case R.When(test, then, otherwise):
                return self._when(test, then, otherwise, v, depth)
            case R.Call(key):
                self.called[key] = None
                if key in self.opening:
                    return Expr(f"holds{self.guard_names[key]}({v}, {self.view(c)})")
                return Expr(f"is{self.guard_names[key]}({v})")
            case R.Item() | R.Items() | R.Contains() | R.Names() | R.Members() | R.Member():
                return self._inside(c, v, depth)
            case _:
                return self._leaf(c, v)

    def view(self, c: R.Call) -> str:
        """The argument for the view of a called constraint."""
        return "true" if c.exact else "closed"

    def is_evaluated_member(self, seen: R.Seen, v: str, k: str, depth: int, facts: Facts) -> Expr:
        """Whether the member of ``v`` called ``k`` is evaluated; ``facts`` are those of the loop over ``k``."""
        if seen.everything:
            return TRUE
        named = [Expr(f"[{', '.join(map(literal, seen.names))}].includes({k})")] if seen.names else []
        matched = [self._matches(k, pattern) for pattern in seen.patterns]
        guarded = [
            both(
                [
                    facts.ask(guard, self.holds(guard, v, depth)),
                    self.is_evaluated_member(inner, v, k, depth, facts),
                ]
            )
            for guard, inner in seen.guarded
        ]
        return either([*named, *matched, *guarded])

    def is_evaluated_item(self, seen: R.Seen, v: str, k: str, x: str, depth: int, facts: Facts) -> Expr:
        """Whether the item ``x`` of ``v`` at the index ``k`` is evaluated; ``facts`` are those of the loop over it."""
        if seen.everything:
            return TRUE
        early = [Expr(f"{k} < {seen.below}", COMPARE)] if seen.below else []
        alike = [self.holds(condition, x, depth) for condition in seen.like]
        guarded = [
            both(
                [
                    facts.ask(guard, self.holds(guard, v, depth)),
                    self.is_evaluated_item(inner, v, k, x, depth, facts),
                ]
            )
            for guard, inner in seen.guarded
        ]
        return either([*early, *alike, *guarded])

    def is_skipped(self, c: R.Members, v: str, k: str, depth: int, facts: Facts) -> Expr:
        """Whether the constraint does not apply to the member called ``k``; ``facts`` are those of the loop over it."""
        other = FALSE if c.pattern is None else negate(self._matches(k, c.pattern))
        return either([other, FALSE if c.but is None else self.is_evaluated_member(c.but, v, k, depth, facts)])

    def _one_of_parts(self, c: R.OneOf, v: str, depth: int) -> Expr:
        parts = [self.holds(part, v, depth) for part in c.parts]
        tests = [self.holds(test, v, depth) for test in c.tests or c.parts]
        if [test.text for test in tests] == [part.text for part in parts]:
            return self._exactly_one(parts)
        return both([either(parts), self._not_two(tests)])

    def _not_two(self, tests: list[Expr]) -> Expr:
        """At most one of several tests; constant tests are counted beforehand."""
        uncertain = [test for test in tests if test.text not in ("true", "false")]
        certain = sum(test.text == "true" for test in tests)
        if certain:
            return FALSE if certain > 1 else both([negate(test) for test in uncertain])
        return TRUE if len(uncertain) < 2 else self._call("notTwo", *(test.text for test in uncertain))

    def _exactly_one(self, parts: list[Expr]) -> Expr:
        """Exactly one of several tests; constant tests are counted beforehand."""
        uncertain = [part for part in parts if part.text not in ("true", "false")]
        certain = sum(part.text == "true" for part in parts)
        if certain > 1 or not (certain or uncertain):
            return FALSE
        if certain:
            return both([negate(part) for part in uncertain])
        return uncertain[0] if len(uncertain) == 1 else self._call("exactlyOne", *(part.text for part in uncertain))

    def _when(self, test: R.Constraint, then: R.Constraint, otherwise: R.Constraint, v: str, depth: int) -> Expr:
        condition = self.holds(test, v, depth)
        if isinstance(otherwise, R.Pass):
            return either([negate(condition), self.holds(then, v, depth)])
        other = self.holds(otherwise, v, depth)
        if isinstance(then, R.Pass):
            return either([condition, other])
        return Expr(f"{condition.at(OR)} ? {self.holds(then, v, depth).at(OR)} : {other.at(OR)}", TERNARY)

    def _inside(self, c: R.Constraint, v: str, depth: int) -> Expr:
        x, k, inner, facts = f"x{depth}", f"k{depth}", depth + 1, Facts(depth)
        match c:
            case R.Member(name, then):
                return self._call("member", v, literal(name), self._callback([x], self.holds(then, x, inner).text))
            case R.Item(index, then):
                return self._call("item", v, str(index), self._callback([x], self.holds(then, x, inner).text))
            case R.Items(start, then, None):
                return self._call("items", v, str(start), self._callback([x], self.holds(then, x, inner).text))
            case R.Items(_, then, but):
                seen = self.is_evaluated_item(but or R.Seen(), v, k, x, inner, facts)
                body = either([seen, self.holds(then, x, inner)]).text
                return self._call(
                    "items", v, "0", self._callback([x, k, *facts.names.values()], body), *facts.arguments
                )
            case R.Contains(test, least, most):
                limit = "Infinity" if most is None else str(most)
                return self._call(
                    "contains", v, str(least), limit, self._callback([x], self.holds(test, x, inner).text)
                )
            case R.Names(then):
                return self._call("names", v, self._callback([k], self.holds(then, k, inner).text))
            case R.Members(then):
                body = either([self.is_skipped(c, v, k, inner, facts), self.holds(then, x, inner)]).text
                callback = self._callback([x, k, *facts.names.values()], body)
                return self._call("members", v, callback, *facts.arguments)
        raise TypeError(c)

    def _callback(self, names: list[str], body: str) -> str:
        return f"({parameters(names, body)}) => {body}"

    def _leaf(self, c: R.Constraint, v: str) -> Expr:
        match c:
            case R.Pass():
                return TRUE
            case R.Fail():
                return FALSE
            case R.IsType(types):
                return either([self._is_type(type_, v) for type_ in types])
            case R.IsOneOf():
                return self._one_of(c, v)
            case R.Bound(relation, limit):
                return self._call(_RELATIONS[relation], v, literal(limit))
            case R.MultipleOf(divisor):
                return self._call("multipleOf", v, literal(divisor))
            case R.Length(least, most):
                return self._call("length", v, *_limits(least, most))
            case R.Count(least, most):
                return self._call("count", v, *_limits(least, most))
            case R.Size(least, most):
                return self._call("size", v, *_limits(least, most))
            case R.Matches(pattern):
                return self._matches(v, pattern)
            case R.Has(names):
                return self._call("has", v, *map(literal, names))
            case R.Carries(name, values):
                return self._call("carries", v, literal(name), *map(literal, values))
            case R.Unique():
                return self._call("isUnique", v)
        raise TypeError(c)

    def _is_type(self, name: str, v: str) -> Expr:
        return Expr(f"{v} === null", COMPARE, f"{v} !== null") if name == "null" else self._call(_TYPES[name], v)

    def _one_of(self, c: R.IsOneOf, v: str) -> Expr:
        """Whether a value is one of some. A call: compilers refuse comparisons that they know to fail."""
        scalars = [literal(value) for value in c.values if not isinstance(value, list | dict)]
        others = [literal(value) for value in c.values if isinstance(value, list | dict)]
        name = self.value_lists.name_of(scalars, c.at)
        tests = [self._call("oneOf", v, *([f"...{name}"] if name else scalars))] if scalars else []
        return either([*tests, *(self._call("same", v, other) for other in others)])

    def _matches(self, v: str, pattern: str) -> Expr:
        translated = translate(pattern)
        return TRUE if translated is None else self._call("matches", v, literal(translated))

    def _call(self, name: str, *arguments: str) -> Expr:
        self.used.add(name)
        return Expr(f"{name}({', '.join(arguments)})", ATOM)


TRUE: Final = Expr("true", ATOM, "false")
FALSE: Final = Expr("false", ATOM, "true")

_LOGIC: Final = Logic("&&", "||", TRUE, FALSE)
both: Final = _LOGIC.both
either: Final = _LOGIC.either


def negate(part: Expr) -> Expr:
    """The negation; double negations cancel, comparisons flip."""
    if part.opposite:
        return Expr(part.opposite, ATOM if part.opposite in ("true", "false") else COMPARE, part.text)
    if part.level == NOT and part.parts:
        return part.parts[0]
    return Expr(f"!{part.at(ATOM)}", NOT, "", (part,))


def _limits(least: int, most: int | None) -> list[str]:
    return [str(least), *([] if most is None else [str(most)])]


def mentions(code: str, name: str) -> bool:
    """Whether code uses a name outside its string literals."""
    match = re.search(rf"\b{name}\b", code)
    if match is None or '"' not in code[: match.start()]:
        return match is not None
    return re.search(rf"\b{name}\b", _TEXTS.sub("", code)) is not None


def parameters(names: list[str], body: str) -> str:
    """The parameters of a callback: unused ones at the end are left out, others get an underscore."""
    used = [name if mentions(body, name) else f"_{name}" for name in names]
    while used and used[-1].startswith("_"):
        used.pop()
    return ", ".join(used)

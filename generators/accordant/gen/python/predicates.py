"""Constraints as Python expressions that are true for raw JSON values that satisfy them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from accordant.findings import JsonValue
from accordant.gen.printing.expressions import COMPARE, OR, TERNARY, Expr
from accordant.gen.printing.python_text import literal, tuple_of
from accordant.gen.printing.python_text import pattern as pattern_text
from accordant.gen.printing.value_lists import ValueLists
from accordant.gen.python.expressions import (
    FALSE,
    TRUE,
    absence,
    between,
    both,
    call,
    either,
    equal,
    identical,
    membership,
    negate,
)
from accordant.gen.python.loops import loop
from accordant.gen.python.patterns import translate
from accordant.model import constraints as R
from accordant.model.constraint_queries import fixed_members, may_be
from accordant.model.json_equality import atom_of, atoms

_CLASSES: Final = {"string": "str", "boolean": "bool"}


@dataclass
class Predicates:
    """Writes predicates, and collects the names of the runtime and the checks that they use."""

    function_names: Mapping[str, str]
    """The name of each callable constraint, in snake case."""
    small: Mapping[str, R.Constraint] = field(default_factory=dict)
    """Callable constraints that are inlined: a call would cost more than they do."""
    opening: Set[str] = frozenset()
    """The constraints whose functions also take the view, open or closed."""
    used: set[str] = field(default_factory=set)
    """The collected names of the runtime."""
    tested: dict[str, None] = field(default_factory=dict)
    certain: dict[str, str] = field(default_factory=dict)
    """The type of values that an earlier part of the conjunction asks for."""
    value_lists: ValueLists = field(default_factory=lambda: ValueLists("_"))
    """The lists of values that have a name in the module."""

    def holds(self, c: R.Constraint, v: str, known: str = "", depth: int = 0) -> Expr:
        """Whether ``v`` satisfies the constraint; ``known`` is its type where that is certain."""
        spoken = R.TYPE_OF.get(type(c), known)
        if spoken != known:
            if known:  # the constraint is about another type
                return TRUE
            return either([negate(self.is_type(spoken, v)), self.holds(c, v, spoken, depth)])
        match c:
            case R.Pass():
                return TRUE
            case R.Fail():
                return FALSE
            case R.IsType(types) if known in types:
                return TRUE
            case R.Member(name, then):
                member = self.holds(then, f"{v}[{literal(name)}]", "", depth)
                return either([absence(literal(name), v), member])
            case R.Call(key) if key in self.small:
                return self.holds(self.small[key], v, known, depth)
            case R.Call(key):
                self.tested[key] = None
                return call(f"_is_{self.function_names[key]}", v, *self.view(c))
            case R.IsClosed():
                return Expr("closed")
            case R.Carries(name, values):
                texts, carrying = [literal(value) for value in values], f"{v}.get({literal(name)})"
                carried = equal(carrying, texts[0]) if len(texts) == 1 else membership(carrying, tuple_of(texts))
                return carried if known == "object" else both([self.is_type("object", v), carried])
            case R.Item() | R.Items() | R.Contains() | R.Names() | R.Members():
                return loop(self, c, v, depth)
            case R.All() | R.AnyOf() | R.OneOf() | R.Not() | R.When():
                return self._combination(c, v, known, depth)
            case _:
                return self._leaf(c, v, known)

    def view(self, c: R.Call) -> list[str]:
        """The argument for the view of a called constraint, where it makes a difference."""
        return ([str(True)] if c.exact else ["closed"]) if c.key in self.opening else []

    def is_type(self, name: str, v: str) -> Expr:
        """Whether ``v`` is of a JSON type."""
        if self.certain.get(v) == name:
            return TRUE
        if name in _CLASSES:
            return call("isinstance", v, _CLASSES[name])
        return identical(v, "None") if name == "null" else self._call(f"is_{name}", v)

    def matches(self, pattern: str, v: str) -> Expr:
        """Whether an ECMA pattern occurs in the string ``v``."""
        translated = translate(pattern)
        if translated is None:
            return TRUE
        return self._call(
            "matches" if translated.linear else "matches_with_lookaround", pattern_text(translated.text), v
        )

    def is_evaluated_member(self, seen: R.Seen, v: str, k: str, depth: int) -> Expr:
        """Whether the member of ``v`` called ``k`` is evaluated."""
        if seen.everything:
            return TRUE
        named = [membership(k, tuple_of([literal(name) for name in seen.names]))] if seen.names else []
        matched = [self.matches(pattern, k) for pattern in seen.patterns]
        guarded = [
            both([self.holds(guard, v, "object", depth), self.is_evaluated_member(inner, v, k, depth)])
            for guard, inner in seen.guarded
        ]
        return either([*named, *matched, *guarded])

    def is_evaluated_item(self, seen: R.Seen, v: str, k: str, x: str, depth: int) -> Expr:
        """Whether the item ``x`` of ``v`` at the index ``k`` is evaluated."""
        if seen.everything:
            return TRUE
        early = [Expr(f"{k} < {seen.below}", COMPARE)] if seen.below else []
        alike = [self.holds(condition, x, "", depth) for condition in seen.like]
        guarded = [
            both([self.holds(guard, v, "array", depth), self.is_evaluated_item(inner, v, k, x, depth)])
            for guard, inner in seen.guarded
        ]
        return either([*early, *alike, *guarded])

    def applies_to(self, c: R.Members, v: str, k: str, depth: int) -> Expr:
        """Whether the constraint applies to the member called ``k``."""
        matching = TRUE if c.pattern is None else self.matches(c.pattern, k)
        if c.but is None:
            return matching
        names = c.but.names
        if names and c.but == R.Seen(names=names):
            return both([matching, absence(k, tuple_of([literal(name) for name in names]))])
        return both([matching, negate(self.is_evaluated_member(c.but, v, k, depth))])

    def _leaf(self, c: R.Constraint, v: str, known: str) -> Expr:
        match c:
            case R.IsType(types):
                return either([self.is_type(type_, v) for type_ in types if may_be(type_, known)])
            case R.IsOneOf(values):
                fitting = tuple(value for value in values if not known or atoms([known]) & {atom_of(value)})
                return self.one_of(fitting, v, c.at) if fitting else FALSE
            case R.Bound(relation, limit):
                return Expr(f"{v} {relation} {literal(limit)}", COMPARE)
            case R.MultipleOf(divisor):
                return self._call("is_multiple", v, literal(divisor))
            case R.SpeltAsInteger():
                return call("isinstance", v, "int")
            case R.Length(least, most) | R.Count(least, most) | R.Size(least, most):
                return between(f"len({v})", least, most)
            case R.Matches(pattern):
                return self.matches(pattern, v)
            case R.Has(names):
                return both([membership(literal(name), v) for name in names])
            case R.Unique():
                return self._call("is_unique", v)
        raise TypeError(c)

    def one_of(self, values: tuple[JsonValue, ...], v: str, at: str) -> Expr:
        """Whether ``v`` equals one of some values, which stand at a place of a schema."""
        texts = [literal(value) for value in values if isinstance(value, str)]
        parts = [identical(v, repr(value)) for value in values if value is None or isinstance(value, bool)]
        if texts:
            listed = self.value_lists.name_of(texts, at) or tuple_of(texts)
            parts.append(equal(v, texts[0]) if len(texts) == 1 else membership(v, listed))
        others = [value for value in values if not (value is None or isinstance(value, str | bool))]
        return either([*parts, *(self._equals(value, v) for value in others)])

    def _equals(self, value: JsonValue, v: str) -> Expr:
        """Whether ``v`` equals a number, an array or an object; to Python false is 0 and true is 1."""
        if not isinstance(value, int | float):
            return self._call("same", v, literal(value))
        if value not in (0, 1):
            return equal(v, literal(value))
        boolean = identical(v, repr(bool(value)))
        return both([negate(boolean), equal(v, literal(value))])

    def _combination(self, c: R.Constraint, v: str, known: str, depth: int) -> Expr:
        match c:
            case R.All(parts):
                return self._all(parts, v, known, depth)
            case R.AnyOf(parts):
                return self._any(sorted(parts, key=_is_costly), v, known, depth)
            case R.OneOf():
                return self._exactly_one(c, v, known, depth)
            case R.Not(part):
                return negate(self.holds(part, v, known, depth))
            case R.When(test, then, otherwise):
                return self._when(test, then, otherwise, v, known, depth)
        raise TypeError(c)

    def _any(self, parts: Sequence[R.Constraint], v: str, known: str, depth: int) -> Expr:
        """A disjunction. One part about a type holds for all other types, so that the type is certain in all parts."""
        about = "" if known else next((R.TYPE_OF[type(part)] for part in parts if type(part) in R.TYPE_OF), "")
        others = [negate(self.is_type(about, v))] if about else []
        return either([*others, *(self.holds(part, v, known or about, depth) for part in parts)])

    def _exactly_one(self, c: R.OneOf, v: str, known: str, depth: int) -> Expr:
        parts = [self.holds(part, v, known, depth) for part in c.parts]
        tests = [self.holds(test, v, known, depth).text for test in c.tests or c.parts]
        count = f"[{', '.join(tests)}].count(True)"
        if tests == [part.text for part in parts]:
            return equal(count, "1")
        return both([either(parts), between(count, 0, 1)])

    def _all(self, parts: tuple[R.Constraint, ...], v: str, known: str, depth: int) -> Expr:
        """A conjunction. A type or member that one part requires is certain in the parts behind it."""
        written: list[Expr] = []
        present: set[str] = set()
        before = dict(self.certain)
        fixed = fixed_members(parts)
        for part in parts:
            if isinstance(part, R.Has) and known == "object":
                part = R.Has(tuple(name for name in part.names if name not in fixed), part.at)
                present.update(part.names)
            chosen = part.then if isinstance(part, R.Member) and known == "object" and part.name in fixed else None
            if isinstance(part, R.Member) and isinstance(chosen, R.IsOneOf):
                written.append(self.one_of(chosen.values, f"{v}.get({literal(part.name)})", chosen.at))
                present.add(part.name)
            elif isinstance(part, R.Member) and known == "object" and part.name in present:
                written.append(self.holds(part.then, f"{v}[{literal(part.name)}]", "", depth))
            else:
                written.append(self.holds(part, v, known, depth))
            if isinstance(part, R.IsType) and len(part.types) == 1:
                known = "number" if part.types[0] == "integer" else part.types[0]
            if isinstance(part, R.Member) and part.name in present and (type_ := asserted_type(part.then)):
                self.certain[f"{v}[{literal(part.name)}]"] = type_
        self.certain = before
        return both(written)

    def _when(
        self, test: R.Constraint, then: R.Constraint, otherwise: R.Constraint, v: str, known: str, depth: int
    ) -> Expr:
        condition = self.holds(test, v, known, depth)
        met = self.holds(then, v, known or asserted_type(test), depth)
        if isinstance(otherwise, R.Pass):
            return either([negate(condition), met])
        other = self.holds(otherwise, v, known, depth)
        if isinstance(then, R.Pass):
            return either([condition, other])
        return Expr(f"{met.at(OR)} if {condition.at(OR)} else {other.at(TERNARY)}", TERNARY)

    def _call(self, name: str, *arguments: str) -> Expr:
        self.used.add(name)
        return call(name, *arguments)


def required_type(c: R.Constraint) -> str:
    """The single type that a constraint requires, where other constraints are about just that type; else empty."""
    return c.types[0] if isinstance(c, R.IsType) and len(c.types) == 1 and c.types[0] in R.TYPE_OF.values() else ""


def asserted_type(c: R.Constraint) -> str:
    """The type of every value that satisfies a constraint, where it requires a single one; else empty."""
    return next(filter(None, map(required_type, c.parts if isinstance(c, R.All) else (c,))), "")


def _is_costly(c: R.Constraint) -> bool:
    """Whether a constraint is better tested after others."""
    return not isinstance(c, R.IsType | R.IsOneOf)

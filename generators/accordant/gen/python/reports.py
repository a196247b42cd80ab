"""Constraints as Python statements that report what is wrong, where, and by which rule.

While lines are written they hold marks, around local variables and before tests that may join a conjunction, so that
how lines are joined never depends on the text of a schema. :meth:`Reports.lines` takes them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from accordant.gen.printing.python_text import literal, tuple_of
from accordant.gen.printing.reasons import Reasons
from accordant.gen.python.blocks import INDENT, JOINS, block, merge_branches, otherwise, return_early
from accordant.gen.python.expressions import FALSE, TRUE, absence, both, either, membership, negate
from accordant.gen.python.leftovers import Steps, keys_left, places_left
from accordant.gen.python.locals import MARK, fetch_once, local_name, mark
from accordant.gen.python.predicates import Predicates, asserted_type, required_type
from accordant.model import constraints as R
from accordant.model.constraint_queries import selection, speaks_of
from accordant.model.constraint_text import message
from accordant.model.constraint_types import Alternative, Kinds
from accordant.model.json_equality import ATOMS, atoms

_SEVERAL: Final = R.Member | R.Item | R.Items | R.Members | R.Names | R.Has | R.All | R.When | R.Call | R.Fail | R.Pass
_NESTED: Final = R.Member | R.Item | R.Items | R.Members | R.Names | R.Has

PathExpr = tuple[str, ...]
"""A path to a value, as expressions: `('"errors"', "k0")`."""


@dataclass
class Reports:
    """Writes reports, and collects the checks that they call."""

    predicates: Predicates
    kinds: Kinds
    reported: dict[str, None] = field(default_factory=dict)
    _local_names: list[str] = field(default_factory=list)
    """The local variables in scope."""
    _reasons: Reasons = field(default_factory=Reasons)

    def lines(self, c: R.Constraint, at: PathExpr = (), known: str = "") -> list[str]:
        """Statements about ``value``; ``known`` is its type where that is certain."""
        written = [line.replace(MARK, "").replace(JOINS, "") for line in self.report(c, "value", at, known)]
        return return_early(written)

    def report(self, c: R.Constraint, v: str, at: PathExpr, known: str = "", depth: int = 0) -> Iterator[str]:
        """Statements about ``v``, with marks."""
        spoken = R.TYPE_OF.get(type(c), known)
        if known and spoken != known:
            return
        if isinstance(c, _NESTED) and spoken != known:
            yield from block(self.predicates.is_type(spoken, v), self.report(c, v, at, spoken, depth))
            return
        match c:
            case R.Pass():
                return
            case R.Fail():
                yield _failure(c, at)
            case R.All(parts):
                yield from self._all(parts, v, at, known, depth)
            case R.When():
                yield from self._when(c, v, at, known, depth)
            case R.Call():
                yield from self._call(c, v, at, known, depth)
            case R.Has():
                yield from _report_missing(c, v, at, self._reasons.of_required(v))
            case R.Not(R.Has((name,))) if known == "object":
                noted = _fail_call((*at, literal(name)), "is not allowed", c.at)
                yield from block(membership(literal(name), v), [noted])
            case R.Member():
                yield from self._member(c, v, at, depth)
            case R.Item() | R.Items() | R.Members() | R.Names():
                yield from self._loop(c, v, at, depth)
            case R.AnyOf(parts) | R.OneOf(parts) if (alternatives := self.kinds.apart(parts)) is not None:
                yield from self._by_type(c, alternatives, v, at, known, depth)
            case _:
                yield from block(negate(self.predicates.holds(c, v, known, depth)), [_failure(c, at)])

    def _by_type(
        self, c: R.Constraint, alternatives: list[Alternative], v: str, at: PathExpr, known: str, depth: int
    ) -> Iterator[str]:
        """Alternatives told apart by JSON type: reports what is wrong with the one of the value's type."""
        fitting = [alternative for alternative in alternatives if known in alternative.types]
        if known and len(fitting) == 1:
            yield from self.report(fitting[0].rest, v, at, known, depth)
            return
        head, whole = "if", list[str]()
        for alternative in alternatives:
            is_type = R.IsType(alternative.types)
            lines = list(self.report(alternative.rest, v, at, required_type(is_type), depth))
            if not lines:
                whole += alternative.types
                continue
            yield f"{head} {self.predicates.holds(is_type, v, '', depth).text}:"
            yield from (INDENT + line for line in lines)
            head = "elif"
        test = negate(self.predicates.holds(R.IsType(tuple(whole)), v, "", depth)).text if whole else ""
        yield f"{head} {test}:" if test else "else:"
        yield INDENT + _failure(
            R.IsType(tuple(type_ for alternative in alternatives for type_ in alternative.types), c.at), at
        )

    def _call(self, c: R.Call, v: str, at: PathExpr, known: str, depth: int) -> Iterator[str]:
        """The call of a check; for a small one the test is inlined, and the call made only where it fails."""
        self.reported[c.key] = None
        arguments = ", ".join([v, _path(at), "fail", *self.predicates.view(c)])
        call = f"_check_{self.predicates.function_names[c.key]}({arguments})"
        fails = negate(self.predicates.holds(c, v, known, depth)) if c.key in self.predicates.small else TRUE
        yield from block(fails, [call])

    def _member(self, c: R.Member, v: str, at: PathExpr, depth: int) -> Iterator[str]:
        key = literal(c.name)
        name = self._take_name(c.name)
        inside = list(self.report(c.then, mark(name), (*at, key), "", depth))
        self._local_names.pop()
        yield from block(membership(key, v), fetch_once(inside, name, f"{v}[{key}]"))

    def _take_name(self, wire: str) -> str:
        """The local variable for a member, in scope until it is popped."""
        self._local_names.append(local_name(wire, self._local_names))
        return self._local_names[-1]

    def _all(self, parts: tuple[R.Constraint, ...], v: str, at: PathExpr, known: str, depth: int) -> Iterator[str]:
        """Each part. Parts about one type stand under one test of it, selections by one member form a chain."""
        rest = list(parts)
        while rest:
            alike = _parts_under_type(rest, known)
            chain = _same_selector(rest) if known == "object" else []
            if len(alike) > 1:
                yield from self._all_of_type(alike, v, at, known, depth)
            elif len(chain) > 1:
                yield from self._selection_chain(chain, v, at, depth)
            else:
                alike = list(_same_type(rest, known))
                about = R.TYPE_OF.get(type(rest[0]), known)
                lines = [line for part in alike for line in self.report(part, v, at, about, depth)]
                if known and about != known:
                    lines = []
                yield from lines if about == known else block(self.predicates.is_type(about, v), lines)
            del rest[: max(len(alike), len(chain))]

    def _all_of_type(self, parts: list[R.Constraint], v: str, at: PathExpr, known: str, depth: int) -> Iterator[str]:
        """A required type, and the constraints on values of that type."""
        is_type, *others = parts
        inside = list(self._all(tuple(others), v, at, required_type(is_type), depth))
        fits = self.predicates.holds(is_type, v, known, depth)
        yield from block(negate(fits), [_failure(is_type, at)])
        if fits != FALSE:
            yield from inside if fits == TRUE else otherwise(inside)

    def _selection_chain(self, whens: list[R.When], v: str, at: PathExpr, depth: int) -> Iterator[str]:
        """Conditionals selected by the value of one member, which is read once; disjoint values form an elif chain."""
        wire = _selector(whens[0])
        name = self._take_name(wire)
        cases = [(selection(when.test)[1], self._given(when.test, when.then, v, at, "object", depth)) for when in whens]
        lines: list[str] = []
        before: frozenset[str | bool] = frozenset()
        for values, body in merge_branches(cases):
            apart = before.isdisjoint(values)
            test = self.predicates.one_of(values, mark(name), f"#/{wire}").text
            lines.append(f"{'elif' if before and apart else 'if'} {test}:")
            lines += [INDENT + line for line in body]
            before = before.union(values) if apart else frozenset(values)
        self._local_names.pop()
        yield from fetch_once(lines, name, f"{v}.get({literal(wire)})")

    def _when(self, c: R.When, v: str, at: PathExpr, known: str, depth: int) -> Iterator[str]:
        condition = self.predicates.holds(c.test, v, known, depth)
        if isinstance(c.test, R.IsClosed) and not isinstance(c.then, _SEVERAL):
            fails = negate(self.predicates.holds(c.then, v, known, depth))
            yield from block(both([condition, fails]), [_failure(c.then, at)])
            return
        then = self._given(c.test, c.then, v, at, known or asserted_type(c.test), depth)
        other = list(self.report(c.otherwise, v, at, known, depth))
        if condition in (TRUE, FALSE):
            yield from then if condition == TRUE else other
        elif not other:
            yield from block(condition, then)
        elif not then:
            yield from block(negate(condition), other)
        else:
            yield f"if {condition.text}:"
            yield from (INDENT + line for line in then)
            yield from otherwise(other)

    def _given(
        self, test: R.Constraint, c: R.Constraint, v: str, at: PathExpr, known: str, depth: int
    ) -> list[str]:  # fmt: skip
        """Statements about ``v`` where a test of it holds."""
        with self._reasons.given(test, v):
            return list(self.report(c, v, at, known, depth))

    def _loop(self, c: R.Constraint, v: str, at: PathExpr, depth: int) -> Iterator[str]:
        x, k = f"x{depth}", f"{'i' if isinstance(c, R.Items) else 'k'}{depth}"
        inner, steps = depth + 1, self._steps(c, v, k, depth + 1)
        yield from (f"{name} = {code}" for name, code in steps)
        match c:
            case R.Items(_, then) | R.Members(then) if steps:
                head = f"for {k} in {steps[-1][0]}:"
                body = list(self.report(then, f"{v}[{k}]", (*at, k), "", inner))
            case R.Item(index, then):
                head = f"if len({v}) > {index}:"
                body = list(self.report(then, f"{v}[{index}]", (*at, str(index)), "", inner))
            case R.Items(start, then, None):
                head = f"for {k}, {x} in enumerate({f'{v}[{start}:], {start}' if start else v}):"
                body = list(self.report(then, x, (*at, k), "", inner))
            case R.Items(_, then, but):
                head = f"for {k}, {x} in enumerate({v}):"
                unseen = negate(self.predicates.is_evaluated_item(but or R.Seen(), v, k, x, inner))
                body = list(block(unseen, self.report(then, x, (*at, k), "", inner)))
            case R.Names(then):
                head = f"for {k} in {v}:"
                body = list(self.report(then, k, (*at, k), "string", inner))
            case R.Members(then):
                head = f"for {k}, {x} in {v}.items():"
                body = list(self.report(then, x, (*at, k), "", inner))
                chosen = self.predicates.applies_to(c, v, k, inner)
                body = list(block(chosen, body))
            case _:
                raise TypeError(c)
        if body:
            yield head if steps or _mentions(x, body) else _without_value(c, head, v, k)
            yield from (INDENT + line for line in body)

    def _steps(self, c: R.Constraint, v: str, k: str, depth: int) -> Steps:
        """How to find what the constraint is about, where that takes more than a test for each member or item."""
        match c:
            case R.Members():
                return keys_left(self.predicates, c, v, k, depth)
            case R.Items(_, _, R.Seen() as but):
                return places_left(self.predicates, but, v, k, depth)
        return []


def _parts_under_type(parts: list[R.Constraint], known: str) -> list[R.Constraint]:
    """The first constraint, if it requires a type, and those behind it that refuse no value of another type."""
    type_ = required_type(parts[0])
    if not type_ or type_ == known:
        return []
    others = ATOMS - atoms([type_])
    return [parts[0], *takewhile(lambda part: not speaks_of(part, others), parts[1:])]


def _selector(c: R.Constraint) -> str:
    """The member whose value alone decides whether a conditional applies; else empty."""
    return selection(c.test)[0] if isinstance(c, R.When) and isinstance(c.otherwise, R.Pass) else ""


def _same_selector(parts: list[R.Constraint]) -> list[R.When]:
    """The leading conditionals that are selected by the value of the same member."""
    wire = _selector(parts[0])
    alike = takewhile(lambda part: bool(wire) and _selector(part) == wire, parts)
    return [part for part in alike if isinstance(part, R.When)]


def _same_type(parts: list[R.Constraint], known: str) -> Iterator[R.Constraint]:
    """The leading constraints about the same type, up to the next that is written in another way."""
    about = R.TYPE_OF.get(type(parts[0]), known)
    for index, part in enumerate(parts):
        rest = parts[index:]
        if index and (len(_parts_under_type(rest, known)) > 1 or (known == "object" and len(_same_selector(rest)) > 1)):
            return
        if R.TYPE_OF.get(type(part), known) != about:
            return
        yield part


def _mentions(name: str, body: list[str]) -> bool:
    """Whether some lines use a name."""
    return any(re.search(rf"\b{name}\b", line) for line in body)


def _without_value(c: R.Constraint, head: str, v: str, k: str) -> str:
    """The head of a loop whose body looks at keys only."""
    if isinstance(c, R.Items):
        return f"for {k} in range({c.start}, len({v})):" if c.but is None else f"for {k} in range(len({v})):"
    return f"for {k} in {v}:" if isinstance(c, R.Members) else head


def _report_missing(c: R.Has, v: str, at: PathExpr, words: str) -> Iterator[str]:
    """Reports missing members. More than two are tested without a loop first: usually none is missing."""
    quoted = [literal(name) for name in c.names]
    if len(quoted) <= 2:
        for name in quoted:
            yield from _report_absent(name, v, at, words, c.at)
        return
    absent = _report_absent("name", v, at, words, c.at)
    loop = [f"for name in {tuple_of(quoted)}:", *(INDENT + line for line in absent)]
    yield from block(either([absence(name, v) for name in quoted]), loop)


def _report_absent(name: str, v: str, at: PathExpr, words: str, rule: str) -> Iterator[str]:
    return block(absence(name, v), [_fail_call((*at, name), words, rule)])


def _failure(c: R.Constraint, at: PathExpr) -> str:
    return _fail_call(at, "is not allowed" if isinstance(c, R.Fail) else message(c), c.at)


def _fail_call(at: PathExpr, words: str, rule: str) -> str:
    return f"fail(({_path(at)}, {literal(words)}, {literal(rule)}))"


def _path(at: PathExpr) -> str:
    """A path as a tuple. The path that a function receives nests: cheaper than unpacking it."""
    return "at" if at == ("at",) else tuple_of(list(at)) if at else "()"

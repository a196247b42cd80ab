"""Constraints as Python statements that report what is wrong, where, and by which rule.

While lines are written they hold marks, around local variables and before tests that may join a conjunction, so that
how lines are joined never depends on the text of a schema. :meth:`Reports.lines` takes them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant.gen.printing.python_text import literal
from accordant.gen.printing.reasons import Reasons
from accordant.gen.python.blocks import INDENT, JOINS, block, merge_branches, otherwise, return_early
from accordant.gen.python.expressions import FALSE, TRUE, both, membership, negate
from accordant.gen.python.failures import PathExpr, fail_call, failure, path_text, report_missing
from accordant.gen.python.leftovers import Steps, keys_left, places_left
from accordant.gen.python.locals import MARK, fetch_once, local_name, mark
from accordant.gen.python.predicates import Predicates, asserted_type, required_type
from accordant.gen.python.report_groups import parts_under_type, same_selector, same_type, selector
from accordant.model import constraints as R
from accordant.model.constraint_queries import selection
from accordant.model.constraint_types import Alternative, Kinds

_SEVERAL: Final = R.Member | R.Item | R.Items | R.Members | R.Names | R.Has | R.All | R.When | R.Call | R.Fail | R.Pass
_NESTED: Final = R.Member | R.Item | R.Items | R.Members | R.Names | R.Has


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
                yield failure(c, at)
            case R.All(parts):
                yield from self._all(parts, v, at, known, depth)
            case R.When():
                yield from self._when(c, v, at, known, depth)
            case R.Call():
                yield from self._call(c, v, at, known, depth)
            case R.Has():
                yield from report_missing(c, v, at, self._reasons.of_required(v))
            case R.Not(R.Has((name,))) if known == "object":
                noted = fail_call((*at, literal(name)), "is not allowed", c.at)
                yield from block(membership(literal(name), v), [noted])
            case R.Member():
                yield from self._member(c, v, at, depth)
            case R.Item() | R.Items() | R.Members() | R.Names():
                yield from self._loop(c, v, at, depth)
            case R.AnyOf(parts) | R.OneOf(parts) if (alternatives := self.kinds.apart(parts)) is not None:
                yield from self._by_type(c, alternatives, v, at, known, depth)
            case _:
                yield from block(negate(self.predicates.holds(c, v, known, depth)), [failure(c, at)])

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
        yield INDENT + failure(
            R.IsType(tuple(type_ for alternative in alternatives for type_ in alternative.types), c.at), at
        )

    def _call(self, c: R.Call, v: str, at: PathExpr, known: str, depth: int) -> Iterator[str]:
        """The call of a check; for a small one the test is inlined, and the call made only where it fails."""
        self.reported[c.key] = None
        arguments = ", ".join([v, path_text(at), "fail", *self.predicates.view(c)])
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
            alike = parts_under_type(rest, known)
            chain = same_selector(rest) if known == "object" else []
            if len(alike) > 1:
                yield from self._all_of_type(alike, v, at, known, depth)
            elif len(chain) > 1:
                yield from self._selection_chain(chain, v, at, depth)
            else:
                alike = list(same_type(rest, known))
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
        yield from block(negate(fits), [failure(is_type, at)])
        if fits != FALSE:
            yield from inside if fits == TRUE else otherwise(inside)

    def _selection_chain(self, whens: list[R.When], v: str, at: PathExpr, depth: int) -> Iterator[str]:
        """Conditionals selected by the value of one member, which is read once; disjoint values form an elif chain."""
        wire = selector(whens[0])
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
            yield from block(both([condition, fails]), [failure(c.then, at)])
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


def _mentions(name: str, body: list[str]) -> bool:
    """Whether some lines use a name."""
    return any(re.search(rf"\b{name}\b", line) for line in body)


def _without_value(c: R.Constraint, head: str, v: str, k: str) -> str:
    """The head of a loop whose body looks at keys only."""
    if isinstance(c, R.Items):
        return f"for {k} in range({c.start}, len({v})):" if c.but is None else f"for {k} in range(len({v})):"
    return f"for {k} in {v}:" if isinstance(c, R.Members) else head

"""Conditions as Python statements that yield what is wrong, where, and which rule says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant.gen import rules as R
from accordant.gen.python.expressions import TRUE, Expr, both, negated
from accordant.gen.python.predicates import Predicates
from accordant.gen.python.text import literal, tuple_of
from accordant.gen.sentences import message

INDENT: Final = "    "
_SEVERAL: Final = R.Member | R.Item | R.Items | R.Members | R.Names | R.Has | R.All | R.When | R.Call | R.Fail | R.Pass
_NESTED: Final = R.Member | R.Item | R.Items | R.Members | R.Names | R.Has

Place = tuple[str, ...]
"""Where a value stands, as expressions: `('"errors"', "k0")`."""


@dataclass
class Reports:
    """Writes reports; notes which checks they call."""

    predicates: Predicates
    reported: dict[str, None] = field(default_factory=dict)

    def report(self, c: R.Condition, v: str, at: Place, known: str = "", depth: int = 0) -> Iterator[str]:
        """Statements about ``v``; ``known`` is its type where that is certain."""
        spoken = R.TYPE_OF.get(type(c), known)
        if isinstance(c, _NESTED) and spoken != known:
            yield from self._block(self.predicates.is_type(spoken, v), self.report(c, v, at, spoken, depth))
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
            case R.Call(key):
                self.reported[key] = None
                arguments = ", ".join([v, _place(at), *self.predicates.view(c)])
                yield f"yield from _check_{self.predicates.function_names[key]}({arguments})"
            case R.Has():
                yield from _missing(c, v, at)
            case R.Not(R.Has((name,))) if known == "object":
                yield f"if {literal(name)} in {v}:"
                yield f'{INDENT}yield {_place((*at, literal(name)))}, "is not allowed", {literal(c.at)}'
            case R.Member(name, then):
                key = literal(name)
                inside = self.report(then, f"{v}[{key}]", (*at, key), "", depth)
                yield from self._block(Expr(f"{key} in {v}"), inside)
            case R.Item() | R.Items() | R.Members() | R.Names():
                yield from self._loop(c, v, at, depth)
            case _:
                yield from self._block(negated(self.predicates.holds(c, v, known, depth)), [_failure(c, at)])

    def _block(self, test: Expr, body: Iterable[str]) -> Iterator[str]:
        lines = list(body)
        if lines:
            yield f"if {test.text}:"
            yield from (INDENT + line for line in lines)

    def _all(self, parts: tuple[R.Condition, ...], v: str, at: Place, known: str, depth: int) -> Iterator[str]:
        """Each part; neighbours about one type share the test for it."""
        group: list[str] = []
        about = known
        for one in parts:
            spoken = R.TYPE_OF.get(type(one), known)
            if spoken != about:
                yield from self._flushed(about, known, v, group)
                group, about = [], spoken
            group += self.report(one, v, at, spoken, depth)
        yield from self._flushed(about, known, v, group)

    def _flushed(self, about: str, known: str, v: str, group: list[str]) -> Iterator[str]:
        if about == known:
            yield from group
        else:
            yield from self._block(self.predicates.is_type(about, v), group)

    def _when(self, c: R.When, v: str, at: Place, known: str, depth: int) -> Iterator[str]:
        asked = self.predicates.holds(c.test, v, known, depth)
        if isinstance(c.test, R.IsClosed) and not isinstance(c.then, _SEVERAL):
            fails = negated(self.predicates.holds(c.then, v, known, depth))
            yield from self._block(both([asked, fails]), [_failure(c.then, at)])
            return
        then = list(self.report(c.then, v, at, known, depth))
        otherwise = list(self.report(c.otherwise, v, at, known, depth))
        if not then:
            yield from self._block(negated(asked), otherwise)
            return
        yield from self._block(asked, then)
        if otherwise:
            yield "else:"
            yield from (INDENT + line for line in otherwise)

    def _loop(self, c: R.Condition, v: str, at: Place, depth: int) -> Iterator[str]:
        x, k = f"x{depth}", f"k{depth}"
        inner = depth + 1
        match c:
            case R.Item(index, then):
                head = f"if len({v}) > {index}:"
                body = list(self.report(then, f"{v}[{index}]", (*at, str(index)), "", inner))
            case R.Items(start, then, None):
                head = f"for {k}, {x} in enumerate({f'{v}[{start}:], {start}' if start else v}):"
                body = list(self.report(then, x, (*at, k), "", inner))
            case R.Items(_, then, but):
                head = f"for {k}, {x} in enumerate({v}):"
                unseen = negated(self.predicates.seen_item(but or R.Seen(), v, k, x, inner))
                body = list(self._block(unseen, self.report(then, x, (*at, k), "", inner)))
            case R.Names(then):
                head = f"for {k} in {v}:"
                body = list(self.report(then, k, (*at, k), "string", inner))
            case R.Members(then):
                head = f"for {k}, {x} in {v}.items():"
                body = list(self.report(then, x, (*at, k), "", inner))
                chosen = self.predicates.chosen(c, v, k, inner)
                body = body if chosen == TRUE else list(self._block(chosen, body))
            case _:
                raise TypeError(c)
        if body:
            yield head if _says(x, body) else _without_value(c, head, v, k)
            yield from (INDENT + line for line in body)


def _says(name: str, body: list[str]) -> bool:
    """Whether a name occurs in some lines."""
    return any(re.search(rf"\b{name}\b", line) for line in body)


def _without_value(c: R.Condition, head: str, v: str, k: str) -> str:
    """The head of a loop whose body looks at keys only."""
    if isinstance(c, R.Items):
        return f"for {k} in range({c.start}, len({v})):" if c.but is None else f"for {k} in range(len({v})):"
    return f"for {k} in {v}:" if isinstance(c, R.Members) else head


def _missing(c: R.Has, v: str, at: Place) -> Iterator[str]:
    if len(c.names) == 1:
        name = literal(c.names[0])
        yield f"if {name} not in {v}:"
        yield f'{INDENT}yield {_place((*at, name))}, "is required", {literal(c.at)}'
        return
    yield f"for name in {tuple_of([literal(one) for one in c.names])}:"
    yield f"{INDENT}if name not in {v}:"
    yield f'{INDENT * 2}yield {_place((*at, "name"))}, "is required", {literal(c.at)}'


def _failure(c: R.Condition, at: Place) -> str:
    words = "is not allowed" if isinstance(c, R.Fail) else message(c)
    return f"yield {_place(at)}, {literal(words)}, {literal(c.at)}"


def _place(at: Place) -> str:
    return tuple_of(list(at)) if at else "()"

"""Constraints as TypeScript statements that report what is wrong, where, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from accordant.gen.printing.reasons import Reasons
from accordant.gen.typescript.facts import Facts
from accordant.gen.typescript.predicates import Predicates, both, mentions, negate, parameters
from accordant.gen.typescript.text import literal
from accordant.model import constraints as R
from accordant.model.constraint_text import message
from accordant.model.constraint_types import Alternative, Kinds

INDENT: Final = "  "
_SEVERAL: Final = R.Member | R.Item | R.Items | R.Members | R.Names | R.Has | R.All | R.When | R.Call | R.Fail | R.Pass


@dataclass
class Reports:
    """Writes reports, and collects the checks that they call."""

    predicates: Predicates
    kinds: Kinds
    reported: dict[str, None] = field(default_factory=dict)
    _reasons: Reasons = field(default_factory=Reasons)

    def whole(self, c: R.Constraint, v: str, at: str) -> Iterator[str]:
        """The statements of a check. They use the value even where the constraint accepts all values or none."""
        lines = list(self.report(c, v, at))
        if not lines:
            self.predicates.used |= {"anyValue", "report"}
            yield f"if (!anyValue({v})) report(issues, {at}, {literal('must be a value of JSON')}, {literal(c.at)});"
        elif not mentions("\n".join(lines), v):
            self.predicates.used.add("noValue")
            yield f"if (!noValue({v})) {{"
            yield from (INDENT + line for line in lines)
            yield "}"
        else:
            yield from lines

    def report(self, c: R.Constraint, v: str, at: str, depth: int = 0) -> Iterator[str]:
        """Statements about ``v`` at the path ``at``."""
        match c:
            case R.Pass():
                return
            case R.Fail():
                yield self._failure(c, at)
            case R.All(parts):
                for part in parts:
                    yield from self.report(part, v, at, depth)
            case R.When(test, then, otherwise):
                yield from self._when(test, then, otherwise, v, at, depth)
            case R.Call(key):
                self.reported[key] = None
                view = f", {self.predicates.view(c)}" if key in self.predicates.opening else ""
                yield f"check{self.predicates.guard_names[key]}({v}, {at}, issues{view});"
            case R.Has(names):
                self.predicates.used.add("reportMissing")
                words = self._reasons.of_required(v)
                why = "" if words == "is required" else f", {literal(words)}"
                yield f"reportMissing({v}, {literal(names)}, {at}, issues, {literal(c.at)}{why});"
            case R.Member() | R.Item() | R.Items() | R.Members() | R.Names():
                yield from self._inside(c, v, at, depth)
            case R.AnyOf(parts) | R.OneOf(parts) if (alternatives := self.kinds.apart(parts)) is not None:
                yield from self._by_type(c, alternatives, v, at, depth)
            case _:
                fails = negate(self.predicates.holds(c, v, depth)).text
                if fails != "false":
                    yield self._failure(c, at) if fails == "true" else f"if ({fails}) {self._failure(c, at)}"

    def _by_type(self, c: R.Constraint, alternatives: list[Alternative], v: str, at: str, depth: int) -> Iterator[str]:
        """Alternatives told apart by JSON type: reports what is wrong with the one of the value's type."""
        head, whole = "if", list[str]()
        for alternative in alternatives:
            lines = list(self.report(alternative.rest, v, at, depth))
            if not lines:
                whole += alternative.types
                continue
            yield f"{head} ({self.predicates.holds(R.IsType(alternative.types), v, depth).text}) {{"
            yield from (INDENT + line for line in lines)
            head = "} else if"
        test = negate(self.predicates.holds(R.IsType(tuple(whole)), v, depth)).text if whole else ""
        yield f"{head} ({test}) {{" if test else "} else {"
        yield INDENT + self._failure(
            R.IsType(tuple(type_ for alternative in alternatives for type_ in alternative.types), c.at), at
        )
        yield "}"

    def _when(
        self, test: R.Constraint, then: R.Constraint, otherwise: R.Constraint, v: str, at: str, depth: int
    ) -> Iterator[str]:
        condition = self.predicates.holds(test, v, depth)
        if isinstance(test, R.IsClosed) and not isinstance(then, _SEVERAL):
            fails = both([condition, negate(self.predicates.holds(then, v, depth))])
            if fails.text != "false":
                yield f"if ({fails.text}) {self._failure(then, at)}"
            return
        with self._reasons.given(test, v):
            body = list(self.report(then, v, at, depth))
        other = list(self.report(otherwise, v, at, depth))
        if not body or condition.text == "false":
            condition, body, other = negate(condition), other, []
        if condition.text == "true":
            yield from body
        elif body:
            yield f"if ({condition.text}) {{"
            yield from (INDENT + line for line in body)
            if other:
                yield "} else {"
                yield from (INDENT + line for line in other)
            yield "}"

    def _inside(self, c: R.Constraint, v: str, at: str, depth: int) -> Iterator[str]:
        x, k, p, inner = f"x{depth}", f"k{depth}", f"p{depth}", depth + 1
        facts = Facts(depth)
        match c:
            case R.Member(name, then):
                head, body = f"inMember({v}, {literal(name)}, {at}", self.report(then, x, p, inner)
                names = [x, p]
            case R.Item(index, then):
                head, body = f"inItem({v}, {index}, {at}", self.report(then, x, p, inner)
                names = [x, p]
            case R.Items(start, then, but):
                head, body = f"inItems({v}, {0 if but else start}, {at}", self.report(then, x, p, inner)
                names = [x, p, k]
                if but is not None:
                    body = self._unless(self.predicates.is_evaluated_item(but, v, k, x, inner, facts).text, body)
            case R.Names(then):
                head, body = f"inNames({v}, {at}", self.report(then, k, p, inner)
                names = [k, p]
            case R.Members(then):
                head, body = f"inMembers({v}, {at}", self.report(then, x, p, inner)
                names = [x, p, k]
                body = self._unless(self.predicates.is_skipped(c, v, k, inner, facts).text, body)
            case _:
                raise TypeError(c)
        lines = list(body)
        text = "\n".join(lines)
        if lines:
            self.predicates.used.add(head.partition("(")[0])
            yield f"{head}, ({parameters([*names, *facts.names.values()], text)}) => {{"
            yield from (INDENT + line for line in lines)
            yield f"}}{''.join(f', {code}' for code in facts.arguments)});"

    def _unless(self, seen: str, body: Iterator[str]) -> Iterator[str]:
        lines = list(body)
        if lines and seen != "true":
            if seen != "false":
                yield f"if ({seen}) return;"
            yield from lines

    def _failure(self, c: R.Constraint, at: str) -> str:
        self.predicates.used.add("report")
        words = "is not allowed" if isinstance(c, R.Fail) else message(c)
        return f"report(issues, {at}, {literal(words)}, {literal(c.at)});"

"""Expressions with their precedence, so that parentheses stand only where they are needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

TERNARY, OR, AND, NOT, COMPARE, ATOM = range(6)


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression's text and the precedence of its outermost operator."""

    text: str
    level: int = ATOM
    opposite: str = ""
    """How its negation is written, where a negation operator is not the plainest form."""
    parts: tuple[Expr, ...] = ()
    """What a conjunction or a disjunction joins."""

    def at(self, level: int) -> str:
        """The text, in parentheses where its precedence is lower than ``level``."""
        return self.text if self.level >= level else f"({self.text})"


@dataclass(frozen=True, slots=True)
class Logic:
    """The logical operators of a language, and its two constants."""

    conjunction: str
    disjunction: str
    true: Expr
    false: Expr

    def both(self, parts: Iterable[Expr]) -> Expr:
        """A conjunction of the distinct parts; the constant where they are empty or one of them is false."""
        return self._join(parts, self.conjunction, AND, neutral=self.true, absorbing=self.false)

    def either(self, parts: Iterable[Expr]) -> Expr:
        """A disjunction of the distinct parts; the constant where they are empty or one of them is true."""
        return self._join(parts, self.disjunction, OR, neutral=self.false, absorbing=self.true)

    def _join(self, parts: Iterable[Expr], word: str, level: int, *, neutral: Expr, absorbing: Expr) -> Expr:
        distinct = _distinct_parts(parts, level, neutral)
        if not distinct:
            return neutral
        if any(part.text == absorbing.text for part in distinct):
            return absorbing
        if len(distinct) == 1:
            return distinct[0]
        return Expr(f" {word} ".join(part.at(level + 1) for part in distinct), level, "", tuple(distinct))


def _distinct_parts(parts: Iterable[Expr], level: int, neutral: Expr) -> list[Expr]:
    """Each part once; nested ones of the same kind are taken apart."""
    distinct: dict[str, Expr] = {}
    for part in parts:
        for inner in part.parts if part.level == level and part.parts else (part,):
            if inner.text != neutral.text:
                distinct.setdefault(inner.text, inner)
    return list(distinct.values())

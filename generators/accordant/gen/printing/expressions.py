"""Python expressions with their binding strength, so that parentheses stand only where they are needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

TERNARY, OR, AND, NOT, COMPARE, ATOM = range(6)


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression's text and how strongly its outermost operator binds."""

    text: str
    level: int = ATOM
    opposite: str = ""
    """How its negation is written, where that is not ``not`` before it."""
    parts: tuple[Expr, ...] = ()
    """What a conjunction or a disjunction joins."""

    def at(self, level: int) -> str:
        """The text, in parentheses where it binds more weakly than ``level``."""
        return self.text if self.level >= level else f"({self.text})"


TRUE: Final = Expr("True", ATOM, "False")
FALSE: Final = Expr("False", ATOM, "True")


def either(parts: Iterable[Expr]) -> Expr:
    """A disjunction."""
    kept = _distinct(parts, OR, FALSE)
    return TRUE if TRUE in kept else _joined(kept, "or", OR) if kept else FALSE


def both(parts: Iterable[Expr]) -> Expr:
    """A conjunction."""
    kept = _distinct(parts, AND, TRUE)
    return FALSE if FALSE in kept else _joined(kept, "and", AND) if kept else TRUE


def negated(part: Expr) -> Expr:
    """A negation, in its plainest form: two cancel out, comparisons turn round, joined parts turn one by one."""
    if part.opposite:
        return Expr(part.opposite, NOT if part.opposite.startswith("not ") else COMPARE, part.text)
    if part.level == NOT and part.text.startswith("not "):
        return Expr(part.text.removeprefix("not "), COMPARE)
    if part.parts and any(one.opposite or one.level == NOT for one in part.parts):
        turned = [negated(one) for one in part.parts]
        return both(turned) if part.level == OR else either(turned)
    return Expr(f"not {part.at(COMPARE)}", NOT)


def _distinct(parts: Iterable[Expr], level: int, neutral: Expr) -> list[Expr]:
    """Each part once, nested ones of the same kind taken apart."""
    found: dict[str, Expr] = {}
    for one in parts:
        for inner in one.parts if one.level == level and one.parts else (one,):
            if inner != neutral:
                found.setdefault(inner.text, inner)
    return list(found.values())


def membership(name: str, container: str) -> Expr:
    """`name in container`, whose negation is `name not in container`."""
    return Expr(f"{name} in {container}", COMPARE, f"{name} not in {container}")


def absence(name: str, container: str) -> Expr:
    """`name not in container`, whose negation is `name in container`."""
    return Expr(f"{name} not in {container}", COMPARE, f"{name} in {container}")


def call(name: str, *arguments: str) -> Expr:
    """A call."""
    return Expr(f"{name}({', '.join(arguments)})")


def between(text: str, least: int, most: int | None) -> Expr:
    """An integer expression within bounds."""
    if most is None:
        return Expr(f"{text} >= {least}", COMPARE)
    if not least:
        return Expr(f"{text} <= {most}", COMPARE)
    if least == most:
        return equal(text, str(least))
    return Expr(f"{least} <= {text} <= {most}", COMPARE)


def equal(one: str, other: str) -> Expr:
    """`one == other`, whose negation is `one != other`."""
    return Expr(f"{one} == {other}", COMPARE, f"{one} != {other}")


def identical(one: str, other: str) -> Expr:
    """`one is other`, whose negation is `one is not other`."""
    return Expr(f"{one} is {other}", COMPARE, f"{one} is not {other}")


def _joined(parts: list[Expr], word: str, level: int) -> Expr:
    if len(parts) == 1:
        return parts[0]
    return Expr(f" {word} ".join(one.at(level + 1) for one in parts), level, "", tuple(parts))

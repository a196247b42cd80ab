"""Python's tests as expressions: constants, conjunctions, comparisons, calls, and their negations."""

from __future__ import annotations

from typing import Final

from accordant.gen.printing.expressions import ATOM, COMPARE, NOT, OR, Expr, Logic

TRUE: Final = Expr("True", ATOM, "False")
FALSE: Final = Expr("False", ATOM, "True")

_LOGIC: Final = Logic("and", "or", TRUE, FALSE)
both: Final = _LOGIC.both
either: Final = _LOGIC.either


def negate(part: Expr) -> Expr:
    """The negation in its plainest form: double negations cancel, comparisons flip, De Morgan for joined parts."""
    if part in (TRUE, FALSE):
        return FALSE if part == TRUE else TRUE
    if part.opposite:
        return Expr(part.opposite, NOT if part.opposite.startswith("not ") else COMPARE, part.text)
    if part.level == NOT and part.text.startswith("not "):
        return Expr(part.text.removeprefix("not "), COMPARE)
    if part.parts and any(inner.opposite or inner.level == NOT for inner in part.parts):
        turned = [negate(inner) for inner in part.parts]
        return both(turned) if part.level == OR else either(turned)
    return Expr(f"not {part.at(COMPARE)}", NOT)


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


def equal(left: str, right: str) -> Expr:
    """`left == right`, whose negation is `left != right`."""
    return Expr(f"{left} == {right}", COMPARE, f"{left} != {right}")


def identical(left: str, right: str) -> Expr:
    """`left is right`, whose negation is `left is not right`."""
    return Expr(f"{left} is {right}", COMPARE, f"{left} is not {right}")

"""Statements joined into blocks: under a test, in its else branch, in the body of a function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from accordant.gen.printing.expressions import AND, Expr
from accordant.gen.python.expressions import FALSE, TRUE

INDENT: Final = "    "

JOINS: Final = "\x02"
"""A mark before a test that may join a conjunction; text of a schema never contains it."""

Branch = tuple[tuple[str | bool, ...], list[str]]
"""Values of a member, and the statements for objects with one of them."""


def block(test: Expr, body: Iterable[str]) -> Iterator[str]:
    """Statements under a test; where they are one `if` themselves, the two tests are joined."""
    lines = list(body)
    if test == TRUE:
        yield from lines
    elif lines and test != FALSE:
        whole = lines[0].startswith(f"if {JOINS}") and all(line.startswith(INDENT) for line in lines[1:])
        if whole:
            inner, *rest = lines
            yield f"if {JOINS}{test.at(AND)} and {inner.removeprefix(f'if {JOINS}')}"
            yield from rest
        else:
            yield f"if {JOINS if test.level >= AND else ''}{test.text}:"
            yield from (INDENT + line for line in lines)


def merge_branches(cases: Iterable[Branch]) -> list[Branch]:
    """Branches that have statements; neighbours with the same statements are joined."""
    joined: list[Branch] = []
    for values, body in cases:
        if joined and joined[-1][1] == body and set(joined[-1][0]).isdisjoint(values):
            joined[-1] = ((*joined[-1][0], *values), body)
        elif body:
            joined.append((values, body))
    return joined


def otherwise(lines: list[str]) -> Iterator[str]:
    """The else branch of a test."""
    if not lines:
        return
    if lines[0].startswith("if ") and all(line.startswith((INDENT, "el")) for line in lines[1:]):
        yield "el" + lines[0]
        yield from lines[1:]
    else:
        yield "else:"
        yield from (INDENT + line for line in lines)


def return_early(lines: list[str]) -> list[str]:
    """The body of a function: where the rest is the `else` of its first test, that test returns early."""
    first = next((index for index, line in enumerate(lines) if index and not line.startswith(INDENT)), 0)
    if not first or lines[first] != "else:" or not all(line.startswith(INDENT) for line in lines[first + 1 :]):
        return lines
    return [*lines[:first], f"{INDENT}return", *(line.removeprefix(INDENT) for line in lines[first + 1 :])]

"""Patterns in the syntax of Python's `re` with the `ASCII` flag: for lookarounds, which pydantic's engine lacks."""

from __future__ import annotations

import re
from typing import Final

from accordant.regex.backreferences import drop_early_references
from accordant.regex.errors import NotExpressible, NotRegular
from accordant.regex.parser import Pattern
from accordant.regex.printers.literals import characters
from accordant.regex.printers.structure import Leaf, write
from accordant.regex.tree import Backreference, Characters, Choice, Edge, Group, Look, Repeat, Tree, descendants

_EDGES: Final = {"^": "^", "$": "\\Z", "b": "\\b", "B": "(?!\\b)"}
"""The edges. Up to Python 3.13 `\\B` does not match the empty text."""


def print_pattern(pattern: Pattern) -> str:
    """The pattern for `re.search` with `re.ASCII`.

    Raises:
        NotExpressible: a Unicode property, a lookbehind of changing width, a back-reference inside a lookbehind or to a
            group that is matched again and again, flags inside the pattern.
    """
    _refuse_references(pattern.tree)
    try:
        text = write(drop_early_references(pattern.tree), _leaf, names=False)
        re.compile(text, re.ASCII)
    except (NotRegular, re.error, OverflowError, RecursionError) as error:
        raise NotExpressible(str(error)) from error
    return text


def _leaf(tree: Leaf) -> str:
    match tree:
        case Characters():
            return characters(tree, properties=False)
        case Edge(kind):
            return _EDGES[kind]
        case Look(body, negative, behind):
            return _lookbehind(body, negative) if behind else f"(?{'!' if negative else '='}{_inside(body)})"
        case Backreference(numbers):
            # A reference to a group that has not matched matches the empty text; in Python it would not match.
            return f"(?({numbers[0]})\\{numbers[0]})"


def _lookbehind(body: Tree, negative: bool) -> str:
    """Each alternative looks by itself, since each must have one width."""
    sign = "!" if negative else "="
    looks = [f"(?<{sign}{_inside(option)})" for option in (body.options if isinstance(body, Choice) else (body,))]
    return "".join(looks) if negative else f"(?:{'|'.join(looks)})"


def _inside(body: Tree) -> str:
    return write(body, _leaf, names=False, depth=1)


def _refuse_references(tree: Tree) -> None:
    """Refuse the back-references that Python matches differently.

    Raises:
        NotExpressible: there is one.
    """
    referred = {number for part in descendants(tree) if isinstance(part, Backreference) for number in part.numbers}
    if not referred:
        return
    for part in descendants(tree):
        if isinstance(part, Look) and part.behind and any(isinstance(p, Backreference) for p in descendants(part)):
            raise NotExpressible("a back-reference inside a lookbehind, which is read from right to left")
        again = isinstance(part, Repeat) and part.high != 1 and part.high != 0
        if again and any(isinstance(p, Group) and p.number in referred for p in descendants(part)):
            raise NotExpressible("a back-reference to a group that each repetition forgets")

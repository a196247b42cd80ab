"""Patterns in the syntax of JavaScript engines with the `u` flag."""

from __future__ import annotations

from typing import Final

from accordant.regex.charsets import SURROGATES
from accordant.regex.errors import NotExpressible
from accordant.regex.escapes import Syntax
from accordant.regex.parser import Pattern
from accordant.regex.printers.structure import Leaf, write
from accordant.regex.tree import (
    DOT,
    Backreference,
    Characters,
    ClassEscape,
    Edge,
    Group,
    Item,
    Look,
    Modified,
    Property,
    Range,
    Tree,
    descendants,
)
from accordant.regex.unicode_properties import NEWEST_SCRIPTS

_OUTSIDE: Final = "^$\\.*+?()[]{}|"
_INSIDE: Final = "\\]^-"
_CONTROLS: Final = {9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}


def print_pattern(pattern: Pattern) -> str:
    r"""The pattern with the `u` flag; one of that syntax stays as it is written.

    >>> from accordant.regex.parser import parse
    >>> printed(parse(r"^[\w-.]+\-\d{2}{$"))
    '^[\\w\\-.]+-\\d{2}\\{$'

    Raises:
        NotExpressible: what engines in use do not accept: flags inside the pattern and two groups of one name (both
            ECMA-262 since 2025), scripts of Unicode 17.
    """
    names: list[str] = []
    for part in descendants(pattern.tree):
        if isinstance(part, Modified):
            raise NotExpressible("flags inside the pattern")
        if isinstance(part, Group) and part.name:
            names.append(part.name)
        if isinstance(part, Characters) and any(
            isinstance(i, Property) and i.value in NEWEST_SCRIPTS for i in part.items
        ):
            raise NotExpressible("a script that is newer than many engines")
    if len(set(names)) < len(names):
        raise NotExpressible("two groups of one name")
    return pattern.text if pattern.syntax is Syntax.UNICODE else print_tree(pattern.tree)


def print_tree(tree: Tree) -> str:
    """A tree as a pattern for the `u` flag."""
    return write(tree, _leaf, names=True)


def _leaf(tree: Leaf) -> str:
    match tree:
        case Characters():
            return _characters(tree)
        case Edge(kind):
            return kind if kind in "^$" else f"\\{kind}"
        case Look(body, negative, behind):
            return f"(?{'<' if behind else ''}{'!' if negative else '='}{print_tree(body)})"
        case Backreference(numbers, name):
            return f"\\k<{name}>" if name else f"\\{numbers[0]}"


def _characters(tree: Characters) -> str:
    if tree == DOT:
        return "."
    if len(tree.items) == 1 and not tree.negative:
        item = tree.items[0]
        if not isinstance(item, Range) or item.low == item.high:
            return _item(item, _OUTSIDE)
    return f"[{'^' if tree.negative else ''}{''.join(_item(item, _INSIDE) for item in tree.items)}]"


def _item(item: Item, special: str) -> str:
    match item:
        case Range(low, high):
            return _point(low, special) if low == high else f"{_point(low, special)}-{_point(high, special)}"
        case ClassEscape(letter):
            return f"\\{letter}"
        case Property(name, value, negative):
            return f"\\{'P' if negative else 'p'}{{{name}{'=' if value else ''}{value}}}"


def _point(point: int, special: str) -> str:
    character = chr(point)
    if character in special:
        return "\\" + character
    if point in _CONTROLS:
        return _CONTROLS[point]
    if 32 <= point < 127 or (point > 0xA0 and character.isprintable() and not SURROGATES[0] <= point <= SURROGATES[1]):
        return character
    if point < 256:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\u{{{point:x}}}"

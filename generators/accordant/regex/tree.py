"""The syntax tree of a pattern, independent of any engine.

Sets of characters keep their spelling (`\\d`, `\\p{Lu}`, ranges); `regular.py` turns them into sets of code points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from accordant.regex.charsets import LINE_END, Charset


@dataclass(frozen=True, slots=True)
class Range:
    """The code points from `low` to `high`, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ClassEscape:
    """`\\d`, `\\D`, `\\w`, `\\W`, `\\s` or `\\S`, by its letter."""

    letter: str


@dataclass(frozen=True, slots=True)
class Property:
    """`\\p{name}`, `\\p{name=value}` or, where negative, `\\P{...}`."""

    name: str
    value: str = ""
    negative: bool = False


Item: TypeAlias = Range | ClassEscape | Property


@dataclass(frozen=True, slots=True)
class Characters:
    """One code point that is in one of the items; where negative, one that is in none of them."""

    items: tuple[Item, ...]
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Chars:
    """One code point of a set whose spelling no longer matters; `regular.py` makes it, parsers do not."""

    charset: Charset


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts, one after the other; without parts, the empty string."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any one of the options; engines try them from left to right."""

    options: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A body, `low` to `high` times (None: without end); a lazy one tries the fewest first."""

    body: Tree
    low: int
    high: int | None
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """A lookahead, or a lookbehind."""

    body: Tree
    negative: bool
    behind: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """`^`, `$`, `b` (word boundary) or `B`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group, numbered from 1."""

    number: int
    body: Tree
    name: str = ""


@dataclass(frozen=True, slots=True)
class Backreference:
    """The text of a group again. Several numbers: groups in different alternatives that share one name."""

    numbers: tuple[int, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Modified:
    """A group with flags of its own, `(?i-s:...)`: `added` and `removed` are letters of `ims`."""

    body: Tree
    added: str
    removed: str


Tree: TypeAlias = (
    Characters | Chars | Sequence | Choice | Repeat | Look | Edge | Group | Backreference | Modified
)  # fmt: skip
EMPTY: Final = Sequence(())
DOT: Final = Characters(tuple([Range(low, high) for low, high in LINE_END]), negative=True)
"""`.` without the `s` flag."""


def single(point: int) -> Characters:
    """The tree of one character."""
    return Characters((Range(point, point),))


def children(tree: Tree) -> tuple[Tree, ...]:
    """The direct children of a tree."""
    match tree:
        case Sequence(parts) | Choice(parts):
            return parts
        case Repeat(body) | Look(body) | Modified(body) | Group(_, body):
            return (body,)
    return ()


def descendants(tree: Tree) -> Iterator[Tree]:
    """The tree itself and everything in it, in the order of the text."""
    todo = [tree]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(reversed(children(part)))


def map_children(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """The tree with each of its children changed."""
    match tree:
        case Sequence(parts):
            return Sequence(tuple([change(part) for part in parts]))
        case Choice(options):
            return Choice(tuple([change(option) for option in options]))
        case Repeat() | Look() | Group() | Modified():
            return replace(tree, body=change(tree.body))
    return tree

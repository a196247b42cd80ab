"""Patterns in the syntax of pydantic's engine, the Rust crate `regex`, which matches in linear time."""

from __future__ import annotations

from typing import Final

from accordant.regex.errors import NotExpressible
from accordant.regex.parser import Pattern
from accordant.regex.printers.literals import characters
from accordant.regex.printers.structure import Leaf, write
from accordant.regex.tree import (
    DOT,
    Backreference,
    Characters,
    ClassEscape,
    Edge,
    Look,
    Property,
    Repeat,
    Tree,
    children,
    descendants,
)
from accordant.regex.unicode_properties import NEWEST_SCRIPTS

LARGEST: Final = 60_000
"""The largest weight: the engine unrolls counted repetitions and refuses programs of more than 10 MiB."""
_CHARACTER, _CLASS, _PROPERTY = 1, 25, 600
"""Upper bounds of what the engine needs for each, in units of about 100 bytes."""
_SURROGATE_NAMES: Final = ("Cs", "Surrogate")


def print_pattern(pattern: Pattern) -> str:
    """The pattern for pydantic's engine.

    Raises:
        NotExpressible: look-around, a back-reference, flags inside the pattern, a script of Unicode 17, or counts that
            make the pattern too large.
    """
    if any(isinstance(part, Look | Backreference) for part in descendants(pattern.tree)):
        raise NotExpressible("look-around or a back-reference")
    if _weight(pattern.tree) > LARGEST:
        raise NotExpressible("a large counted repetition")
    return write(pattern.tree, _leaf, names=False)


def _leaf(tree: Leaf) -> str:
    match tree:
        case Characters(items):
            for item in items:
                if isinstance(item, Property) and (item.value or item.name) in (*_SURROGATE_NAMES, *NEWEST_SCRIPTS):
                    raise NotExpressible(f"the Unicode property {item.value or item.name}")
            return characters(tree, properties=True)
        case Edge(kind):
            return kind if kind in "^$" else f"(?-u:\\{kind})"
    raise NotExpressible("look-around or a back-reference")


def _weight(tree: Tree) -> int:
    if isinstance(tree, Characters):
        return _weight_of_characters(tree)
    inside = sum(_weight(part) for part in children(tree))
    if isinstance(tree, Repeat):
        return inside * max(1, tree.high or tree.low)
    return inside + (_CHARACTER if isinstance(tree, Edge) else 0)


def _weight_of_characters(tree: Characters) -> int:
    if tree == DOT:
        return _CHARACTER + _CLASS
    weight = _CHARACTER + (_CLASS if tree.negative else 0)
    weight += sum(_PROPERTY for item in tree.items if isinstance(item, Property))
    return weight + sum(_CLASS for item in tree.items if isinstance(item, ClassEscape))

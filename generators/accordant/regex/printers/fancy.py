"""Patterns in the syntax of `fancy-regex`, the engine of jsonschema-rs, which looks around and refers back."""

from __future__ import annotations

from typing import Final

from accordant.regex.backreferences import drop_early_references
from accordant.regex.errors import NotExpressible, NotRegular, UnknownCharacters
from accordant.regex.parser import Pattern
from accordant.regex.printers.literals import characters
from accordant.regex.printers.structure import Leaf, write
from accordant.regex.regular import to_regular
from accordant.regex.tree import (
    EMPTY,
    Backreference,
    Characters,
    Chars,
    Choice,
    Edge,
    Group,
    Look,
    Range,
    Repeat,
    Tree,
    children,
    descendants,
    map_children,
)

_WORD: Final = "[0-9A-Z_a-z]"
_EDGES: Final = {
    "^": "^",
    "$": "$",
    "b": f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    "B": f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}
"""The edges; those of words are written out, since the engine's own know the letters of all alphabets."""


def print_pattern(pattern: Pattern) -> str:
    """The pattern for jsonschema-rs.

    Raises:
        NotExpressible: flags inside the pattern, or a back-reference to a group that may not have matched.
    """
    return write(_without_empty_repetitions(_without_references(pattern.tree)), _leaf, names=False)


def _without_empty_repetitions(tree: Tree) -> Tree:
    """The tree without repetitions of what takes no character, which jsonschema-rs refuses."""
    if isinstance(tree, Repeat) and (tree.body == EMPTY or isinstance(tree.body, Look | Edge)):
        return _without_empty_repetitions(tree.body) if tree.low else EMPTY
    return map_children(tree, _without_empty_repetitions)


def _without_references(tree: Tree) -> Tree:
    """The tree without back-references where that is possible; else those that are left follow a certain match."""
    if not any(isinstance(part, Backreference) for part in descendants(tree)):
        return tree
    try:
        return _spell(to_regular(tree))
    except (NotRegular, UnknownCharacters):
        return _refuse_open_references(tree)


def _spell(tree: Tree) -> Tree:
    """A tree whose sets have a spelling again: that of their ranges."""
    if isinstance(tree, Chars):
        return Characters(tuple([Range(low, high) for low, high in tree.charset]))
    return map_children(tree, _spell)


def _refuse_open_references(tree: Tree) -> Tree:
    try:
        plain = drop_early_references(tree)
    except NotRegular as error:
        raise NotExpressible(str(error)) from error
    certain = set(_certain_groups(plain))
    for part in descendants(plain):
        if isinstance(part, Backreference) and not certain.issuperset(part.numbers):
            raise NotExpressible("a back-reference to a group that may not have matched")
    return plain


def _certain_groups(tree: Tree) -> list[int]:
    """The groups that have matched, once, wherever the whole tree has."""
    if isinstance(tree, Choice | Repeat) or (isinstance(tree, Look) and tree.negative):
        return []
    own = [tree.number] if isinstance(tree, Group) else []
    return own + [number for child in children(tree) for number in _certain_groups(child)]


def _leaf(tree: Leaf) -> str:
    match tree:
        case Characters():
            return characters(tree, properties=True)
        case Edge(kind):
            return _EDGES[kind]
        case Look(body, negative, behind):
            inside = write(body, _leaf, names=False, depth=1)
            return f"(?{'<' if behind else ''}{'!' if negative else '='}{inside})"
        case Backreference(numbers):
            return f"\\{numbers[0]}"

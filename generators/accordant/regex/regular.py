"""Patterns as regular expressions: sets of code points in place of spellings, and no back-references."""

from __future__ import annotations

from accordant.regex import charsets
from accordant.regex.backreferences import expand_backreferences
from accordant.regex.charsets import Charset
from accordant.regex.errors import NotRegular, UnknownCharacters
from accordant.regex.tree import (
    Backreference,
    Characters,
    Chars,
    ClassEscape,
    Item,
    Modified,
    Range,
    Tree,
    descendants,
    map_children,
)
from accordant.regex.unicode_sets import property_set


def to_regular(tree: Tree) -> Tree:
    """A tree of the same language whose sets are all `Chars`, and that has no back-references.

    Raises:
        NotRegular: a back-reference that no finite automaton can follow, or flags inside the pattern.
        UnknownCharacters: a Unicode property whose code points are not at hand.
    """
    plain = _resolve_characters(tree)
    if any(isinstance(part, Backreference) for part in descendants(plain)):
        return expand_backreferences(plain)
    return plain


def _resolve_characters(tree: Tree) -> Tree:
    if isinstance(tree, Characters):
        return Chars(charset_of(tree))
    if isinstance(tree, Modified):
        raise NotRegular("flags inside a pattern")
    return map_children(tree, _resolve_characters)


def charset_of(characters: Characters) -> Charset:
    """The code points that one position may have.

    Raises:
        UnknownCharacters: a Unicode property whose code points are not at hand.
    """
    charset = charsets.union(*[_item_charset(item) for item in characters.items])
    return charsets.complement(charset) if characters.negative else charset


def _item_charset(item: Item) -> Charset:
    if isinstance(item, Range):
        return ((item.low, item.high),)
    if isinstance(item, ClassEscape):
        return charsets.CLASSES[item.letter]
    charset = property_set(item.name, item.value)
    if charset is None:
        name = f"{item.name}={item.value}" if item.value else item.name
        raise UnknownCharacters(f"the code points of the Unicode property {name} are not at hand")
    return charsets.complement(charset) if item.negative else charset

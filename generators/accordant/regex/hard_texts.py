"""Texts in which an engine that backtracks may search for long: what is repeated, and then what fits nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from accordant.regex import charsets
from accordant.regex.charsets import Charset
from accordant.regex.errors import UnknownCharacters
from accordant.regex.regular import charset_of
from accordant.regex.tree import Characters, Choice, Group, Modified, Repeat, Sequence, Tree, descendants

_MOST_TEXTS: Final = 24
_MOST_WORDS: Final = 6
"""Words that are tried for a part."""
_LAST: Final = ("!", "\n", "\0", "~")
"""Characters that few patterns take."""


def hard_texts(tree: Tree, length: int) -> list[str]:
    """Some texts of about this length, without those that are alike."""
    sets = [_charset(part) for part in descendants(tree) if isinstance(part, Characters)]
    last = min(_LAST, key=lambda character: sum(charsets.contains(each, ord(character)) for each in sets))
    texts = (
        _shortest(tree, part, word * (length // len(word))) + last
        for part in descendants(tree)
        if isinstance(part, Repeat) and part.high != 1
        for word in _words(part.body, sets)
        if word
    )
    return list(islice(dict.fromkeys(texts), _MOST_TEXTS))


def _words(tree: Tree, sets: list[Charset]) -> list[str]:
    """Some words that a part matches, of different options and of characters at which sets begin."""
    return list(dict.fromkeys(islice(_find_words(tree, sets), _MOST_WORDS)))


def _find_words(tree: Tree, sets: list[Charset]) -> Iterator[str]:
    match tree:
        case Characters():
            own = _charset(tree)
            points = dict.fromkeys(low for each in (*sets, own) for low, _ in each if charsets.contains(own, low))
            yield from sorted(map(chr, points), key=lambda character: -sum(_holds(each, character) for each in sets))
        case Group(_, body) | Modified(body):
            yield from _find_words(body, sets)
        case Repeat(body, low):
            yield from (word * max(low, 1) for word in _words(body, sets))
        case Choice(options):
            of_options = [_words(option, sets) for option in options]
            yield from (words[at] for at in range(_MOST_WORDS) for words in of_options if at < len(words))
        case Sequence(parts):
            of_parts = [_words(part, sets) or [""] for part in parts]
            longest = max(map(len, of_parts), default=0)
            yield from ("".join([words[at % len(words)] for words in of_parts]) for at in range(longest))
        case _:
            yield ""


def _holds(charset: Charset, character: str) -> bool:
    return charsets.contains(charset, ord(character))


def _shortest(tree: Tree, filled: Tree, text: str) -> str:
    """A short text of a tree, but for one part that is filled with a text."""
    if tree is filled:
        return text
    match tree:
        case Characters():
            return next(map(chr, (low for low, _ in _charset(tree))), "")
        case Group(_, body) | Modified(body):
            return _shortest(body, filled, text)
        case Repeat(body, low):
            count = max(low, 1) if _has(body, filled) else low
            return _shortest(body, filled, text) * min(count, len(text))
        case Choice(options):
            return _shortest(next((option for option in options if _has(option, filled)), options[0]), filled, text)
        case Sequence(parts):
            return "".join([_shortest(part, filled, text) for part in parts])
    return ""


def _has(tree: Tree, wanted: Tree) -> bool:
    return any(part is wanted for part in descendants(tree))


def _charset(characters: Characters) -> Charset:
    """The code points of a set; nothing where they are not known."""
    try:
        return charset_of(characters)
    except UnknownCharacters:
        return charsets.EMPTY

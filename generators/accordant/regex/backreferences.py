"""Back-references that are regular after all: to groups with few texts, and to groups over one letter."""

from __future__ import annotations

from typing import Final

from accordant.regex.parser import (
    Backreference,
    Chars,
    Choice,
    Edge,
    Group,
    Look,
    Repeat,
    Sequence,
    Tree,
    UnreadablePattern,
)

_MOST_TEXTS: Final = 64


def without(tree: Tree) -> Tree:
    """The same language without back-references.

    A group with finitely many texts becomes a choice of whole patterns, one for each text. A group over a single
    letter whose reference follows at once becomes that group with every letter doubled: `(a+)\\1` is `(?:aa)+`.

    Raises:
        UnreadablePattern: neither applies, so that no finite automaton knows the language.
    """
    for number in sorted(_referenced(tree)):
        doubled = _doubled(tree, number)
        if doubled is not None:
            tree = doubled
            continue
        body = _body(tree, number)
        texts = None if body is None or _under_repeat(tree, number) else _texts(body)
        if texts is None:
            raise UnreadablePattern("a back-reference to a group with endless texts is beyond finite automata")
        tree = Choice(tuple(_with_text(tree, number, text) for text in sorted(texts)))
    return tree


def _children(tree: Tree) -> tuple[Tree, ...]:
    if isinstance(tree, Sequence):
        return tree.parts
    if isinstance(tree, Choice):
        return tree.options
    if isinstance(tree, (Repeat, Look, Group)):
        return (tree.body,)
    return ()


def _referenced(tree: Tree) -> set[int]:
    found = {tree.number} if isinstance(tree, Backreference) else set()
    for child in _children(tree):
        found |= _referenced(child)
    return found


def _body(tree: Tree, number: int) -> Tree | None:
    if isinstance(tree, Group) and tree.number == number:
        return tree.body
    for child in _children(tree):
        found = _body(child, number)
        if found is not None:
            return found
    return None


def _under_repeat(tree: Tree, number: int) -> bool:
    """Whether the group may be captured again or not at all, so that one text does not stand for all uses."""
    if isinstance(tree, (Repeat, Look, Choice)) and _body(tree, number) is not None:
        return True
    return any(_under_repeat(child, number) for child in _children(tree))


def _texts(tree: Tree) -> set[str] | None:
    """All texts of a tree, if they are few."""
    if isinstance(tree, Chars):
        size = sum(high - low + 1 for low, high in tree.charset)
        if size > _MOST_TEXTS:
            return None
        return {chr(point) for low, high in tree.charset for point in range(low, high + 1)}
    if isinstance(tree, (Edge, Look, Backreference)):
        return None
    if isinstance(tree, Group):
        return _texts(tree.body)
    if isinstance(tree, Choice):
        found: set[str] = set()
        for option in tree.options:
            texts = _texts(option)
            if texts is None:
                return None
            found |= texts
        return found if len(found) <= _MOST_TEXTS else None
    if isinstance(tree, Repeat):
        if tree.high is None or tree.high > 8:
            return None
        options = [Sequence((tree.body,) * count) for count in range(tree.low, tree.high + 1)]
        return _texts(Choice(tuple(options)))
    joined = {""}
    for part in tree.parts:
        texts = _texts(part)
        if texts is None or len(texts) * len(joined) > _MOST_TEXTS:
            return None
        joined = {left + right for left in joined for right in texts}
    return joined


def _with_text(tree: Tree, number: int, text: str) -> Tree:
    if (isinstance(tree, Group) and tree.number == number) or tree == Backreference(number):
        return Sequence(tuple(Chars(((ord(character), ord(character)),)) for character in text))
    return _mapped(tree, lambda child: _with_text(child, number, text))


def _mapped(tree: Tree, change) -> Tree:  # type: ignore[no-untyped-def]
    if isinstance(tree, Sequence):
        return Sequence(tuple(change(part) for part in tree.parts))
    if isinstance(tree, Choice):
        return Choice(tuple(change(option) for option in tree.options))
    if isinstance(tree, Repeat):
        return Repeat(change(tree.body), tree.low, tree.high)
    if isinstance(tree, Look):
        return Look(change(tree.body), tree.negative, tree.behind)
    if isinstance(tree, Group):
        return Group(tree.number, change(tree.body))
    return tree


def _doubled(tree: Tree, number: int) -> Tree | None:
    """The tree with `(X)\\n` replaced by X with doubled letters, where X is over one letter; else None."""
    if isinstance(tree, Sequence):
        for at in range(len(tree.parts) - 1):
            group, reference = tree.parts[at], tree.parts[at + 1]
            if isinstance(group, Group) and group.number == number and reference == Backreference(number):
                rest = tree.parts[:at] + tree.parts[at + 2 :]
                if len(_letters(group.body)) == 1 and not any(number in _referenced(part) for part in rest):
                    double = _double_letters(group.body)
                    return Sequence((*tree.parts[:at], double, *tree.parts[at + 2 :]))
    return None


def _letters(tree: Tree) -> set[int]:
    """The letters of a tree; a set of two where it has several, or more than letters."""
    if isinstance(tree, Chars):
        (low, high), *more = tree.charset or ((0, 1),)
        return {low, high, *(point for pair in more for point in pair)}
    if isinstance(tree, (Edge, Look, Backreference)):
        return {0, 1}
    found: set[int] = set()
    for child in _children(tree):
        found |= _letters(child)
    return found


def _double_letters(tree: Tree) -> Tree:
    if isinstance(tree, Chars):
        return Sequence((tree, tree))
    return _mapped(tree, _double_letters)

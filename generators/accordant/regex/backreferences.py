"""Back-references without back-references: to groups with few texts, and to groups over one letter."""

from __future__ import annotations

from typing import Final

from accordant.regex.errors import NotRegular
from accordant.regex.tree import (
    EMPTY,
    Backreference,
    Chars,
    Choice,
    Edge,
    Group,
    Look,
    Repeat,
    Sequence,
    Tree,
    children,
    descendants,
    map_children,
)

_MOST_TEXTS: Final = 64
"""Of all groups together: each text is a copy of the whole pattern."""


def expand_backreferences(tree: Tree) -> Tree:
    """A tree of the same language without back-references; the sets of the tree are `Chars`.

    A reference in front of its group, or inside it, matches the empty text (ECMA-262, 22.2.2.9). A group with finitely
    many texts becomes a choice of whole patterns, one for each text. A group over a single letter whose reference
    follows at once becomes that group with every letter doubled: `(a+)\\1` is `(?:aa)+`.

    Raises:
        NotRegular: none of this applies, so that no finite automaton accepts the language.
    """
    return _expand(tree, _MOST_TEXTS)


def _expand(tree: Tree, room: int) -> Tree:
    """The same language, as a choice of up to `room` patterns."""
    for number in sorted(_referenced_numbers(tree)):
        body = _body(tree, number)
        if body is None or _under_repeat(tree, number):
            raise NotRegular("a back-reference to a group that may match several times, or not at all")
        tree = _drop_early_references(tree, number)
        if number not in _referenced_numbers(tree):
            continue
        doubled = _double_group(tree, number)
        if doubled is not None:
            tree = doubled
            continue
        texts = _list_texts(body)
        if texts is None:
            raise NotRegular("a back-reference to a group with endless texts is beyond finite automata")
        if len(texts) > room:
            raise NotRegular("back-references to groups with too many texts")
        options = [_expand(_replace_with_text(tree, number, text), room // len(texts)) for text in sorted(texts)]
        return Choice(tuple(options))
    return tree


def drop_early_references(tree: Tree) -> Tree:
    """The tree without references in front of their groups, or inside them: they match the empty text."""
    for number in sorted(_referenced_numbers(tree)):
        tree = _drop_early_references(tree, number)
    return tree


def _referenced_numbers(tree: Tree) -> set[int]:
    numbers: set[int] = set()
    for part in descendants(tree):
        if isinstance(part, Backreference):
            if len(part.numbers) > 1:
                raise NotRegular("a back-reference to a name that several groups have")
            numbers.update(part.numbers)
    return numbers


def _drop_early_references(tree: Tree, number: int) -> Tree:
    """The tree without the references to a group that stand in front of its end."""
    closed = False

    def change(part: Tree) -> Tree:
        nonlocal closed
        if _refers_to(part, number):
            return part if closed else EMPTY
        changed = map_children(part, change)
        closed = closed or (isinstance(part, Group) and part.number == number)
        return changed

    return change(tree)


def _body(tree: Tree, number: int) -> Tree | None:
    if isinstance(tree, Group) and tree.number == number:
        return tree.body
    for child in children(tree):
        body = _body(child, number)
        if body is not None:
            return body
    return None


def _under_repeat(tree: Tree, number: int) -> bool:
    """Whether the group may be captured again or not at all, so that one text does not stand for all uses."""
    if isinstance(tree, (Repeat, Look, Choice)) and _body(tree, number) is not None:
        return True
    return any(_under_repeat(child, number) for child in children(tree))


def _list_texts(tree: Tree) -> set[str] | None:
    """All texts of a tree, if they are few."""
    if isinstance(tree, Chars):
        size = sum(high - low + 1 for low, high in tree.charset)
        if size > _MOST_TEXTS:
            return None
        return {chr(point) for low, high in tree.charset for point in range(low, high + 1)}
    if isinstance(tree, Edge | Look | Backreference):
        return None
    if isinstance(tree, Group):
        return _list_texts(tree.body)
    if isinstance(tree, Choice):
        union: set[str] = set()
        for option in tree.options:
            texts = _list_texts(option)
            if texts is None:
                return None
            union |= texts
        return union if len(union) <= _MOST_TEXTS else None
    if isinstance(tree, Repeat):
        if tree.high is None or tree.high > 8:
            return None
        options = [Sequence((tree.body,) * count) for count in range(tree.low, tree.high + 1)]
        return _list_texts(Choice(tuple(options)))
    joined = {""}
    for part in children(tree):
        texts = _list_texts(part)
        if texts is None or len(texts) * len(joined) > _MOST_TEXTS:
            return None
        joined = {left + right for left in joined for right in texts}
    return joined


def _replace_with_text(tree: Tree, number: int, text: str) -> Tree:
    if (isinstance(tree, Group) and tree.number == number) or _refers_to(tree, number):
        letters = tuple([Chars(((ord(character), ord(character)),)) for character in text])
        return letters[0] if len(letters) == 1 else Sequence(letters)
    return map_children(tree, lambda child: _replace_with_text(child, number, text))


def _double_group(tree: Tree, number: int) -> Tree | None:
    """The tree with `(X)\\n` replaced by X with doubled letters, where X is over one letter; else None."""
    if isinstance(tree, Sequence):
        for at in range(len(tree.parts) - 1):
            group, reference = tree.parts[at : at + 2]
            if isinstance(group, Group) and group.number == number and _refers_to(reference, number):
                rest = tree.parts[:at] + tree.parts[at + 2 :]
                is_used_again = any(number in _referenced_numbers(part) for part in rest)
                # Groups inside would match doubled texts too, so that references to them would go wrong.
                has_groups = any(isinstance(part, Group) for part in descendants(group.body))
                if len(_letters(group.body)) == 1 and not has_groups and not is_used_again:
                    double = _double_letters(group.body)
                    return Sequence((*tree.parts[:at], double, *tree.parts[at + 2 :]))
    return None


def _refers_to(tree: Tree, number: int) -> bool:
    return isinstance(tree, Backreference) and number in tree.numbers


def _letters(tree: Tree) -> set[int]:
    """The letters of a tree; at least two where it has several, or anything else than letters."""
    if isinstance(tree, Chars):
        (low, high), *more = tree.charset or ((0, 1),)
        return {low, high, *(point for pair in more for point in pair)}
    if isinstance(tree, Edge | Look | Backreference):
        return {0, 1}
    letters: set[int] = set()
    for child in children(tree):
        letters |= _letters(child)
    return letters


def _double_letters(tree: Tree) -> Tree:
    if isinstance(tree, Chars):
        return Sequence((tree, tree))
    return map_children(tree, _double_letters)

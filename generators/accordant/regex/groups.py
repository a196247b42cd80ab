"""The capturing groups of a pattern: their numbers, their names, and references to them."""

from __future__ import annotations

from accordant.regex.errors import InvalidPattern
from accordant.regex.escapes import read_unicode_escape
from accordant.regex.scanner import Scanner
from accordant.regex.tree import Backreference, Tree, map_children

Path = tuple[tuple[int, int], ...]
"""The alternatives around a group: the number of each choice, and the index of its option."""


class Groups:
    """Numbers the groups of one pattern and keeps their names."""

    def __init__(self, text: str) -> None:
        self.count, self.named = _count_groups(text)
        self._opened = 0
        self._names: dict[str, list[tuple[int, Path]]] = {}
        self._referred: list[str] = []

    def open_group(self, name: str, path: Path) -> int:
        """Register the next group and return its number.

        Raises:
            InvalidPattern: another group of the name may match together with it (ECMA-262, 22.2.1.1).
        """
        self._opened += 1
        if name:
            around = dict(path)
            for _, other in self._names.get(name, ()):
                if all(around.get(choice, option) == option for choice, option in other):
                    raise InvalidPattern(f"two groups called {name}")
            self._names.setdefault(name, []).append((self._opened, path))
        return self._opened

    def refer(self, name: str) -> Tree:
        """A reference to a name, which may come later; `resolve` replaces the name by group numbers."""
        self._referred.append(name)
        return Backreference((), name)

    def resolve(self, tree: Tree) -> Tree:
        """The whole tree with group numbers in place of names in references.

        Raises:
            InvalidPattern: a reference to a name that no group has.
        """
        for name in self._referred:
            if name not in self._names:
                raise InvalidPattern(f"\\k<{name}> refers to no group")
        return self._resolve_in(tree) if self._referred else tree

    def _resolve_in(self, tree: Tree) -> Tree:
        if isinstance(tree, Backreference) and tree.name:
            return Backreference(tuple([number for number, _ in self._names[tree.name]]), tree.name)
        return map_children(tree, self._resolve_in)


def read_group_name(scanner: Scanner) -> str:
    """Read the name before `>`, its escapes resolved.

    Raises:
        InvalidPattern: empty, not closed, or of other characters than those of identifiers.
    """
    name = ""
    while not scanner.take(">"):
        if scanner.at_end:
            raise scanner.error("a group name that is not closed")
        character = scanner.next()
        if character == "\\":
            code = read_unicode_escape(scanner, pairs=True) if scanner.take("u") else None
            character = "" if code is None else chr(code)
        if not _continues_a_name(character) or not (name or _starts_a_name(character)):
            raise scanner.error("a group name of other characters than those of identifiers")
        name += character
    if not name:
        raise scanner.error("an empty group name")
    return name


def _count_groups(text: str) -> tuple[int, bool]:
    """How many capturing groups a pattern has, and whether one of them has a name."""
    count, named, in_class, at = 0, False, False, 0
    while at < len(text):
        character = text[at]
        if character == "\\":
            at += 1
        elif character == "[":
            in_class = True
        elif character == "]":
            in_class = False
        elif character == "(" and not in_class:
            has_name = text.startswith("?<", at + 1) and text[at + 3 : at + 4] not in ("=", "!")
            count += has_name or not text.startswith("?", at + 1)
            named = named or has_name
        at += 1
    return count, named


def _starts_a_name(character: str) -> bool:
    """ID_Start, `$` or `_`. Python knows XID_Start, which lacks some twenty letters of ID_Start."""
    return character == "$" or character.isidentifier()


def _continues_a_name(character: str) -> bool:
    """ID_Continue, `$` or a joiner."""
    return character != "" and (character in "$\u200c\u200d" or f"a{character}".isidentifier())

"""How long an engine that backtracks searches for a pattern in one text: its ways are counted, not walked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from accordant.regex import charsets
from accordant.regex.errors import UnknownCharacters
from accordant.regex.regular import charset_of
from accordant.regex.tree import (
    Backreference,
    Characters,
    Chars,
    Choice,
    Edge,
    Group,
    Look,
    Modified,
    Repeat,
    Sequence,
    Tree,
)

MOST_COUNTED: Final = 100_000
"""Work for one count; where it takes more, the ways are many."""

Ends = dict[int, int]
"""Where a part may end, and on how many ways it comes there."""


class _TooMuch(Exception):
    """It takes too much work to count the ways."""


def steps_in(tree: Tree, text: str) -> int | None:
    """The steps of a search that tries all ways; None where they are too many to be counted."""
    searched = _Search(text)
    try:
        for start in range(len(text) + 1):
            searched.enter(tree, start, 1)
    except (_TooMuch, RecursionError):
        return None
    return searched.steps


def is_slow_in(tree: Tree, text: str, most: int) -> bool:
    """Whether a search takes more than so many steps and finds nothing: an engine ends where it finds something."""
    searched = _Search(text)
    try:
        for start in range(len(text) + 1):
            if searched.enter(tree, start, 1):
                return False
    except (_TooMuch, RecursionError):
        return True
    return searched.steps > most


@dataclass
class _Search:
    text: str
    steps: int = 0
    work: int = 0
    _known: dict[tuple[int, int], tuple[int, Ends]] = field(default_factory=dict)

    def enter(self, tree: Tree, start: int, ways: int) -> Ends:
        """The ends of a part that is entered at a place on so many ways."""
        known = self._known.get((id(tree), start))
        if known is None:
            before, self.steps = self.steps, 0
            ends = self._ends(tree, start)
            known = self._known[id(tree), start] = self.steps + 1, ends
            self.steps = before
        self.steps += ways * known[0]
        self.work += 1 + len(known[1])
        if self.work > MOST_COUNTED:
            raise _TooMuch
        return known[1]

    def _ends(self, tree: Tree, start: int) -> Ends:
        match tree:
            case Characters() | Chars():
                return {start + 1: 1} if start < len(self.text) and _has(tree, ord(self.text[start])) else {}
            case Group(_, body) | Modified(body):
                return self.enter(body, start, 1)
            case Sequence(parts):
                ends = {start: 1}
                for part in parts:
                    ends = self._after(ends, part)
                return ends
            case Choice(options):
                return _sum([self.enter(option, start, 1) for option in options])
            case Look(body, negative, behind):
                found = behind or bool(self.enter(body, start, 1)) is not negative
                return {start: 1} if found else {}
            case Repeat():
                return self._repeated(tree, start)
            case Edge(kind):
                stands = {"^": start == 0, "$": start == len(self.text)}.get(kind, True)
                return {start: 1} if stands else {}
            case Backreference():
                return dict.fromkeys(range(start, len(self.text) + 1), 1)

    def _after(self, ends: Ends, part: Tree) -> Ends:
        """Where a part ends that follows another one."""
        return _sum([_times(self.enter(part, at, ways), ways) for at, ways in ends.items()])

    def _repeated(self, tree: Repeat, start: int) -> Ends:
        """An engine does not repeat what matched nothing, but for the count that is asked for."""
        found = list[Ends]()
        ends, most = {start: 1}, len(self.text) + 1 + tree.low if tree.high is None else tree.high
        for count in range(most + 1):
            if count >= tree.low:
                found.append(ends)
            if count == most or not ends:
                break
            moved = list[Ends]()
            for at, ways in ends.items():
                after = self.enter(tree.body, at, ways)
                moved.append({end: ways * more for end, more in after.items() if end != at or count < tree.low})
            ends = _sum(moved)
        return _sum(found)


def _times(ends: Ends, ways: int) -> Ends:
    return ends if ways == 1 else {end: ways * more for end, more in ends.items()}


def _sum(all_ends: list[Ends]) -> Ends:
    if len(all_ends) == 1:
        return all_ends[0]
    total: Ends = defaultdict(int)
    for ends in all_ends:
        for end, ways in ends.items():
            total[end] += ways
    return total


def _has(tree: Characters | Chars, point: int) -> bool:
    if isinstance(tree, Chars):
        return charsets.contains(tree.charset, point)
    try:
        return charsets.contains(charset_of(tree), point)
    except UnknownCharacters:
        return True

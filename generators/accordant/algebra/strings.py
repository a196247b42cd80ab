"""Strings: is there a text in these languages and of this length, and which is the shortest?"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final

from accordant.algebra.budget import Meter, Spent
from accordant.algebra.model import Formula
from accordant.algebra.ops import Op
from accordant.regex import charsets
from accordant.regex.automata import Automaton, State, automaton

Signed = tuple[str, bool]
"""A pattern, and whether it must be found (True) or must not (False)."""

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-. /:@#+,;=!?()[]{}'\"&%$*<>|~^`\\"
_LONGEST: Final = 20_000
_MOST_DEEP: Final = 2_000
_LONGEST_FREE: Final = 1_000_000


def texts(patterns: frozenset[Signed], low: int, high: int | None, wanted: int, meter: Meter) -> Iterator[str]:
    """Up to `wanted` distinct texts of `low` to `high` code points that meet all patterns, shortest first.

    Ends early only when there are no more.

    Raises:
        Spent: more states or letters than the budget allows.
        UnreadablePattern: see `patterns.parse`.
    """
    if high is not None and high < low:
        return iter(())
    if not patterns and wanted == 1 and low <= _LONGEST_FREE:
        return iter((_PLAIN[0] * low,))
    if low > _LONGEST:
        raise Spent(f"a text of more than {_LONGEST} characters")
    return _Product(patterns, low, high, meter).texts(wanted)


def accepts(text: str, signed: Signed) -> bool:
    """Whether a text meets one signed pattern."""
    pattern, wanted = signed
    return automaton(pattern).accepts(text) is wanted


class _Product:
    """The lazy product of the automata of several patterns, with a window of lengths."""

    def __init__(self, patterns: frozenset[Signed], low: int, high: int | None, meter: Meter) -> None:
        ordered = sorted(patterns)
        self.parts: list[tuple[Automaton, bool]] = []
        for pattern, wanted in ordered:
            self.parts.append((automaton(pattern), wanted))
        self.low, self.high, self.meter = low, high, meter
        self.classes = self._classes()

    def _classes(self) -> list[tuple[int, ...]]:
        """The classes of characters that no pattern tells apart, each as its plainest members first."""
        edges = {0}
        for part, _ in self.parts:
            edges |= part.edges
        edges |= {charsets.SURROGATES[0], charsets.SURROGATES[1] + 1, charsets.LAST + 1}
        starts = sorted(edges)
        classes = []
        for start, end in itertools.pairwise(starts):
            if start == charsets.SURROGATES[0]:
                continue
            classes.append(tuple(_members(start, end - 1)))
        classes.sort(key=lambda members: _plainness(members[0]))
        return classes

    def _spent(self) -> Spent:
        automaton.cache_clear()  # the automata grew large, and nobody will want them again
        return Spent(f"budget of {self.meter.budget.states} automaton states spent")

    def start(self) -> tuple[State, ...]:
        return tuple([part.start for part, _ in self.parts])

    def step(self, state: tuple[State, ...], point: int) -> tuple[State, ...] | None:
        """The next state; None where no continuation can meet all patterns."""
        found = []
        for (part, wanted), now in zip(self.parts, state, strict=True):
            after = part.step(now, point)
            if after is (part.nothing if wanted else part.everything):
                return None
            found.append(after)
        return tuple(found)

    def accepting(self, state: tuple[State, ...]) -> bool:
        return all(now.nullable is wanted for (_, wanted), now in zip(self.parts, state, strict=True))

    def texts(self, wanted: int) -> Iterator[str]:
        try:
            first = self.shortest()
        except Spent:
            first = self.any_text()
            if first is None or wanted > 1:
                raise
        if first is None:
            return
        yield first
        if wanted > 1:
            given = 1
            for text in self.all_texts(wanted):
                if text != first:
                    yield text
                    given += 1
                    if given >= wanted:
                        return

    def shortest(self) -> str | None:
        """The shortest text, by breadth-first search; None where there is none."""
        start = self.start()
        for (part, wanted), now in zip(self.parts, start, strict=True):
            if now is (part.nothing if wanted else part.everything):
                return None
        level: dict[tuple[State, ...], str] = {start: ""}
        seen: set[tuple[State, ...]] = set()
        length, explored = 0, 0
        while level:
            if length >= self.low:
                for state, text in level.items():
                    if self.accepting(state):
                        return text
                seen.update(level)
            if self.high is not None and length >= self.high:
                return None
            after: dict[tuple[State, ...], str] = {}
            for state, text in level.items():
                explored += 1
                self.meter.step(len(self.classes) // 4 + 1)
                for members in self.classes:
                    reached = self.step(state, members[0])
                    if reached is not None and reached not in seen and reached not in after:
                        after[reached] = text + chr(members[0])
            if explored > self.meter.budget.states:
                raise self._spent()
            level = after
            length += 1
        return None

    def any_text(self) -> str | None:
        """Some text, by depth-first search, for languages with too many states to look at them level by level."""
        todo: list[tuple[tuple[State, ...], str]] = [(self.start(), "")]
        seen: set[tuple[State, ...]] = set()
        while todo and len(seen) < _MOST_DEEP:
            state, text = todo.pop()
            self.meter.step(len(self.classes))
            if len(text) >= self.low and self.accepting(state):
                return text
            if state in seen or (self.high is not None and len(text) >= self.high):
                continue
            if len(text) >= self.low:
                seen.add(state)
            for members in reversed(self.classes):
                reached = self.step(state, members[0])
                if reached is not None:
                    todo.append((reached, text + chr(members[0])))
        return None

    def all_texts(self, wanted: int) -> Iterator[str]:
        """Up to `wanted` texts, shortest first. From each state as many ways as are wanted suffice."""
        live = self._live()
        level: dict[tuple[State, ...], list[str]] = {self.start(): [""]} if self.start() in live else {}
        length = 0
        while level:
            if length >= self.low:
                for state, found in level.items():
                    if self.accepting(state):
                        yield from found
            if self.high is not None and length >= self.high:
                return
            after: dict[tuple[State, ...], list[str]] = {}
            for state, found in level.items():
                self.meter.step(len(self.classes))
                for members in self.classes:
                    reached = self.step(state, members[0])
                    if reached is None or reached not in live:
                        continue
                    kept = after.setdefault(reached, [])
                    for text in found:
                        if len(kept) >= wanted:
                            break
                        kept.extend([text + chr(point) for point in members[: wanted - len(kept)]])
            level = after
            length += 1

    def _live(self) -> set[tuple[State, ...]]:
        """The states from which some text is accepted (whatever its length)."""
        before: dict[tuple[State, ...], list[tuple[State, ...]]] = {}
        todo, seen = [self.start()], {self.start()}
        while todo:
            state = todo.pop()
            self.meter.step()
            if len(seen) > self.meter.budget.states:
                raise self._spent()
            for members in self.classes:
                reached = self.step(state, members[0])
                if reached is None:
                    continue
                before.setdefault(reached, []).append(state)
                if reached not in seen:
                    seen.add(reached)
                    todo.append(reached)
        live = {state for state in seen if self.accepting(state)}
        todo = list(live)
        while todo:
            for state in before.get(todo.pop(), ()):
                if state not in live:
                    live.add(state)
                    todo.append(state)
        return live


def _members(low: int, high: int) -> Iterator[int]:
    """All characters of a range (capped far above any number of texts ever wanted), plainest first."""
    if high - low > 4096:
        plain = [ord(c) for c in _PLAIN if low <= ord(c) <= high]
        yield from plain
        shown = set(plain)
        yield from (p for p in range(max(low, 33), min(high, max(low, 33) + 8192)) if p not in shown)
        return
    yield from sorted(range(low, high + 1), key=_plainness)


def _plainness(point: int) -> int:
    """Letters first, then digits and signs, then everything else by code point, control characters last."""
    at = _PLAIN.find(chr(point))
    if at >= 0:
        return at
    return point + 1000 if point >= 32 and not 127 <= point < 160 else point + 2_000_000


def texts_of(atoms: Iterable[Formula], count: int, meter: Meter) -> list[str]:
    """Up to `count` texts that satisfy all atoms about strings."""
    patterns: set[Signed] = set()
    low, high = 0, None
    chosen: frozenset[str] | None = None
    excluded: set[str] = set()
    for atom in atoms:
        op, args = atom.op, atom.args
        if op == Op.PATTERN:
            patterns.add(args)
        elif op == Op.MIN_LENGTH:
            low = max(low, args)
        elif op == Op.MAX_LENGTH:
            high = args if high is None else min(high, args)
        elif op == Op.AMONG:
            chosen = args if chosen is None else chosen & args
        elif op == Op.NOT_AMONG:
            excluded |= args
        elif op == Op.OPAQUE:
            raise Spent(atom.args[0], atom.args[1])
    if chosen is not None:
        fitting = []
        for text in sorted(chosen - excluded, key=lambda t: (len(t), t)):
            inside = len(text) >= low and (high is None or len(text) <= high)
            if inside and all(accepts(text, signed) for signed in patterns):
                fitting.append(text)
        return fitting[:count]
    found: list[str] = []
    for text in texts(frozenset(patterns), low, high, count + len(excluded), meter):
        if text not in excluded:
            found.append(text)
            if len(found) >= count:
                break
    return found

"""The shortest texts of a length that are in some regular languages and not in others."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from accordant.algebra.budget import Meter, Spent
from accordant.algebra.model import Formula
from accordant.algebra.ops import Op
from accordant.regex import charsets
from accordant.regex.automata import Automaton, State, automaton

Signed = tuple[str, bool]
"""A pattern, and whether it must match (True) or must not (False)."""

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-. /:@#+,;=!?()[]{}'\"&%$*<>|~^`\\"
"""Characters for witnesses, plainest first."""
_SPACES: Final = "\n\t\r"
_PRINTED, _SPACED, _HIDDEN = 1_000, 2_000_000, 3_000_000
"""Where characters stand in the order that print, that are white space, and that show nothing."""
_LONGEST: Final = 20_000
"""Code points of a text that patterns constrain: the search looks at each."""
_MOST_DEEP: Final = 2_000
"""States of a depth-first search; where it helps, it ends after few."""
_PARTS_A_STEP: Final = 50
"""Parts of automaton states that one step of the budget pays for."""
_LONGEST_FREE: Final = 1_000_000
"""Code points of a text without patterns, which needs no search."""


def texts(patterns: frozenset[Signed], low: int, high: int | None, count: int, meter: Meter) -> Iterator[str]:
    """Up to `count` distinct texts of `low` to `high` code points that meet all patterns, shortest first.

    Ends early only when there are no more.

    Raises:
        Spent: more states or letters than the budget allows.
        UnreadablePattern: see `regex.automata.automaton`.
    """
    if high is not None and high < low:
        return iter(())
    if not patterns and count == 1 and low <= _LONGEST_FREE:
        return iter((_PLAIN[0] * low,))
    if low > _LONGEST:
        raise Spent(f"a text of more than {_LONGEST} characters")
    return _Product(patterns, low, high, meter).texts(count)


def accepts(text: str, signed: Signed) -> bool:
    """Whether a text meets one signed pattern."""
    pattern, must_match = signed
    return automaton(pattern).accepts(text) is must_match


class _Product:
    """The lazy product of the automata of several patterns, for texts of `low` to `high` code points."""

    def __init__(self, patterns: frozenset[Signed], low: int, high: int | None, meter: Meter) -> None:
        ordered = sorted(patterns)
        self.parts: list[tuple[Automaton, bool]] = []
        for pattern, must_match in ordered:
            self.parts.append((automaton(pattern), must_match))
        self.low, self.high, self.meter = low, high, meter
        self.classes = self._classes()

    def _classes(self) -> list[tuple[int, ...]]:
        """The classes of characters that no pattern tells apart, plainest first, and so are the members of each."""
        edges = {0}
        for part, _ in self.parts:
            edges |= part.edges
        edges |= {charsets.SURROGATES[0], charsets.SURROGATES[1] + 1, charsets.LAST + 1}
        starts = sorted(edges)
        classes = []
        for start, end in itertools.pairwise(starts):
            if start == charsets.SURROGATES[0]:
                continue
            classes.append(_members(start, end - 1))
        classes.sort(key=lambda members: _plainness(members[0]))
        return classes

    def _describe_budget(self) -> Spent:
        automaton.cache_clear()  # the automata grew large
        return Spent(f"budget of {self.meter.budget.states} automaton states spent")

    def start(self) -> tuple[State, ...]:
        """The state before the first character."""
        return tuple([part.start for part, _ in self.parts])

    def step(self, state: tuple[State, ...], point: int) -> tuple[State, ...] | None:
        """The next state; None where no continuation can meet all patterns."""
        following = []
        for (part, must_match), now in zip(self.parts, state, strict=True):
            after = part.step(now, point)
            if now.costs[point] > _PARTS_A_STEP:
                self.meter.step(now.costs[point] // _PARTS_A_STEP)
            if after is (part.nothing if must_match else part.everything):
                return None
            following.append(after)
        return tuple(following)

    def is_accepting(self, state: tuple[State, ...]) -> bool:
        """Whether a text that ends in this state meets all patterns."""
        return all(now.nullable is must_match for (_, must_match), now in zip(self.parts, state, strict=True))

    def texts(self, count: int) -> Iterator[str]:
        """Up to `count` texts: the shortest first, or any one where that is too expensive."""
        try:
            first = self.shortest()
        except Spent:
            first = self.any_text()
            if first is None or count > 1:
                raise
        if first is None:
            return
        yield first
        if count > 1:
            given = 1
            for text in self.all_texts(count):
                if text != first:
                    yield text
                    given += 1
                    if given >= count:
                        return

    def shortest(self) -> str | None:
        """The shortest text, by breadth-first search; None where there is none."""
        start = self.start()
        for (part, must_match), now in zip(self.parts, start, strict=True):
            if now is (part.nothing if must_match else part.everything):
                return None
        level: dict[tuple[State, ...], str] = {start: ""}
        seen: set[tuple[State, ...]] = set()
        length, explored = 0, 0
        while level:
            if length >= self.low:
                for state, text in level.items():
                    if self.is_accepting(state):
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
                raise self._describe_budget()
            level = after
            length += 1
        return None

    def any_text(self) -> str | None:
        """Some text, by depth-first search: for languages with too many states for `shortest`."""
        todo: list[tuple[tuple[State, ...], str]] = [(self.start(), "")]
        seen: set[tuple[State, ...]] = set()
        while todo and len(seen) < _MOST_DEEP:
            state, text = todo.pop()
            self.meter.step(len(self.classes))
            if len(text) >= self.low and self.is_accepting(state):
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

    def all_texts(self, count: int) -> Iterator[str]:
        """Up to `count` texts, shortest first; no state needs more than `count` prefixes."""
        live = self._live()
        level: dict[tuple[State, ...], list[str]] = {self.start(): [""]} if self.start() in live else {}
        length = 0
        while level:
            if length >= self.low:
                for state, prefixes in level.items():
                    if self.is_accepting(state):
                        yield from prefixes
            if self.high is not None and length >= self.high:
                return
            after: dict[tuple[State, ...], list[str]] = {}
            for state, prefixes in level.items():
                self.meter.step(len(self.classes))
                for members in self.classes:
                    reached = self.step(state, members[0])
                    if reached is None or reached not in live:
                        continue
                    kept = after.setdefault(reached, [])
                    for text in prefixes:
                        if len(kept) >= count:
                            break
                        kept.extend([text + chr(point) for point in members[: count - len(kept)]])
            level = after
            length += 1

    def _live(self) -> set[tuple[State, ...]]:
        """The states from which some text of any length is accepted."""
        before: dict[tuple[State, ...], list[tuple[State, ...]]] = {}
        todo, seen = [self.start()], {self.start()}
        while todo:
            state = todo.pop()
            self.meter.step()
            if len(seen) > self.meter.budget.states:
                raise self._describe_budget()
            for members in self.classes:
                reached = self.step(state, members[0])
                if reached is None:
                    continue
                before.setdefault(reached, []).append(state)
                if reached not in seen:
                    seen.add(reached)
                    todo.append(reached)
        live = {state for state in seen if self.is_accepting(state)}
        todo = list(live)
        while todo:
            for state in before.get(todo.pop(), ()):
                if state not in live:
                    live.add(state)
                    todo.append(state)
        return live


@lru_cache(maxsize=256)
def _members(low: int, high: int) -> tuple[int, ...]:
    """The characters of a range, plainest first; of a large range some 8,000, more than any question needs."""
    if high - low <= 4096:
        return tuple(sorted(range(low, high + 1), key=_plainness))
    plain = [ord(c) for c in _PLAIN if low <= ord(c) <= high]
    seen = set(plain)
    start = max(low, 0xA1 if high > 0xA1 else 33)
    return (*plain, *(point for point in range(start, min(high, start + 8192)) if point not in seen))


def _plainness(point: int) -> int:
    """ASCII letters, digits and signs first, then what prints, then line ends and tabs, then what shows nothing."""
    character = chr(point)
    at = _PLAIN.find(character)
    if at >= 0:
        return at
    if point > 127 and character.isprintable():
        return point + _PRINTED
    at = _SPACES.find(character)
    return at + _SPACED if at >= 0 else point + _HIDDEN


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
    if chosen is not None:
        fitting = []
        for text in sorted(chosen - excluded, key=lambda t: (len(t), t)):
            inside = len(text) >= low and (high is None or len(text) <= high)
            if inside and all(accepts(text, signed) for signed in patterns):
                fitting.append(text)
        return fitting[:count]
    matches: list[str] = []
    for text in texts(frozenset(patterns), low, high, count + len(excluded), meter):
        if text not in excluded:
            matches.append(text)
            if len(matches) >= count:
                break
    return matches

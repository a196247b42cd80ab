"""The judgement between two stream grammars: is every sequence of lines that may be emitted one that readers accept?"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from accordant.compat.rules import BY_NAME
from accordant.contract import Choice, Element, Line, Sequence, Stream
from accordant.findings import Facts, Finding, Place, Witness

_MOST_STATES: Final = 20_000
_MOST_COUNTED: Final = 64
"""Repetitions are unrolled up to this number; larger finite bounds are not decided."""


def judge(old: Stream, new: Stream, *, additive: bool = True) -> list[Finding]:
    """Every break and note between two states of a stream.

    Under the additive promise, lines of types that the old grammar does not know are skipped before the grammars
    are compared; a line after a terminal one is a break all the same.
    """
    if (old.grammar, old.discriminator, old.line) == (new.grammar, new.discriminator, new.line):
        return []
    return list(_Streams(old, new, additive).findings())


class _Streams:
    def __init__(self, old: Stream, new: Stream, additive: bool) -> None:
        self.old, self.new, self.additive = old, new, additive

    def findings(self) -> Iterator[Finding]:
        for field in ("discriminator", "line"):
            before, after = getattr(self.old, field), getattr(self.new, field)
            if before != after:
                message = f"`{field}` of the stream `{self.new.name}` changed from `{before}` to `{after}`."
                yield self._say("stream-tag-changed", message, Facts(before, after), f"/{field}", f"/{field}")
        known, now = self.old.types(), self.new.types()
        gone = [one for one in known if one not in now]
        for one in gone:
            message = f"The line type `{one}` is no longer emitted."
            yield self._say("line-type-removed", message, Facts(one, None), "/grammar", known[one])
        for one in now:
            if one not in known:
                yield self._say("line-type-added", f"The line type `{one}` was added.", None, now[one], None)
        yield from self._order(set(gone))

    def _order(self, gone: set[str]) -> Iterator[Finding]:
        skipped = set(self.new.types()) - set(self.old.types()) if self.additive else set()
        try:
            after = self._after_terminal()
            if after is not None:
                last, extra = after
                message = f"`{extra}` may follow `{last}`, which the older grammar calls the last line."
                pointer = self.new.types()[extra]
                yield self._say(
                    "line-after-terminal", message, Facts(f"{last} is terminal", after), pointer, "/grammar"
                )
                skipped |= {extra}
            sequence = escaping(self.new, self.old, skipped)
        except TooManyStates as error:
            yield self._say("undecided", f"Not decided: {error}.", None, "/grammar", "/grammar")
            return
        if sequence is not None:
            lines = ", ".join(sequence) or "no line at all"
            message = f"The lines {lines} may be emitted; the older grammar does not allow them."
            if gone and escaping(self.new, self.old, skipped, optional=frozenset(gone)) is None:
                return  # the removed types have findings of their own
            evidence = Witness([{self._tag(): one} for one in sequence], "", "new", "old")
            yield self._say("line-order-changed", message, evidence, "/grammar", "/grammar")

    def _tag(self) -> str:
        return self.old.discriminator.rpartition("/")[2] or "type"

    def _after_terminal(self) -> tuple[str, str] | None:
        """A line that is terminal in the old grammar, and one that may come after it in the new."""
        terminals = {line.type for line, _ in self.old.lines() if line.terminal}
        automaton = _Automaton(self.new)
        seen = {(automaton.start, "")}
        queue = deque(seen)
        while queue:
            state, last = queue.popleft()
            for type_, following in automaton.moves(state):
                if last:
                    return last, type_
                entry = (following, type_ if type_ in terminals else "")
                if entry not in seen:
                    seen.add(entry)
                    queue.append(entry)
        return None

    def _say(self, rule: str, message: str, evidence: Facts | Witness | None, new: str, old: str | None) -> Finding:
        found = BY_NAME[rule]
        return Finding(
            found.name, found.severity, message, _place(self.new, new),
            None if old is None else _place(self.old, old), evidence,
            "" if found.severity == "note" else found.way_out,
        )  # fmt: skip


def escaping(
    writer: Stream, reader: Stream, skipped: set[str], *, optional: frozenset[str] = frozenset()
) -> tuple[str, ...] | None:
    """A shortest sequence of line types that the writer may emit and the reader does not allow, or None.

    Args:
        skipped: types that the reader skips.
        optional: types for which the reader does not wait.

    Raises:
        TooManyStates: the grammars are too large.
    """
    written, read = _Automaton(writer), _Automaton(reader, optional)
    start = (written.start, read.start)
    seen = {start}
    queue: deque[tuple[_State, _State, tuple[str, ...]]] = deque([(*start, ())])
    while queue:
        state, known, path = queue.popleft()
        if written.accepts(state) and not read.accepts(known):
            return path
        for type_, following in written.moves(state):
            then = known if type_ in skipped else read.step(known, type_)
            if (following, then) not in seen:
                seen.add((following, then))
                if len(seen) > _MOST_STATES:
                    raise TooManyStates("the grammars have too many states")
                queue.append((following, then, (*path, type_)))
    return None


def allows(stream: Stream, types: Iterable[str]) -> bool:
    """Whether a sequence of line types is one of the grammar."""
    automaton = _Automaton(stream)
    state = automaton.start
    for type_ in types:
        state = automaton.step(state, type_)
    return automaton.accepts(state)


@dataclass(eq=False)
class TooManyStates(Exception):
    """A grammar that is too large to compare."""

    reason: str

    def __str__(self) -> str:
        return self.reason


_State: TypeAlias = frozenset[int]


class _Automaton:
    """A grammar as a set of positions: Thompson's construction, run as subsets."""

    def __init__(self, stream: Stream, optional: frozenset[str] = frozenset()) -> None:
        self.edges: list[list[tuple[str, int]]] = []
        self.jumps: list[list[int]] = []
        self.optional = optional
        first = self._node()
        last = first
        for element in stream.grammar:
            last = self._element(element, last)
        self.last = last
        self.start = self._closed([first])

    def _node(self) -> int:
        if len(self.edges) > _MOST_STATES:
            raise TooManyStates("a grammar has too many states")
        self.edges.append([])
        self.jumps.append([])
        return len(self.edges) - 1

    def _element(self, element: Element, start: int) -> int:
        if max(element.least, element.most or 0) > _MOST_COUNTED:
            raise TooManyStates(f"a repetition of more than {_MOST_COUNTED} is not compared")
        here = start
        for _ in range(element.least):
            here = self._once(element, here)
        if element.most is None:
            loop = self._node()
            self.jumps[here].append(loop)
            self.jumps[self._once(element, loop)].append(loop)
            return loop
        ends = [here]
        for _ in range(element.most - element.least):
            here = self._once(element, here)
            ends.append(here)
        last = self._node()
        for one in ends:
            self.jumps[one].append(last)
        return last

    def _once(self, element: Element, start: int) -> int:
        end = self._node()
        if isinstance(element, Line):
            self.edges[start].append((element.type, end))
            if element.type in self.optional:
                self.jumps[start].append(end)
        elif isinstance(element, Sequence):
            here = start
            for one in element.elements:
                here = self._element(one, here)
            self.jumps[here].append(end)
        elif isinstance(element, Choice):
            for one in element.elements:
                begin = self._node()
                self.jumps[start].append(begin)
                self.jumps[self._element(one, begin)].append(end)
        return end

    def _closed(self, nodes: Iterable[int]) -> _State:
        found = set(nodes)
        todo = list(found)
        while todo:
            for one in self.jumps[todo.pop()]:
                if one not in found:
                    found.add(one)
                    todo.append(one)
        return frozenset(found)

    def step(self, state: _State, type_: str) -> _State:
        return self._closed(end for node in state for label, end in self.edges[node] if label == type_)

    def moves(self, state: _State) -> Iterator[tuple[str, _State]]:
        labels = dict.fromkeys(label for node in sorted(state) for label, _ in self.edges[node])
        for label in labels:
            yield label, self.step(state, label)

    def accepts(self, state: _State) -> bool:
        return self.last in state


def _place(stream: Stream, pointer: str) -> Place | None:
    return None if stream.document is None else stream.document.place(stream.base + pointer)

"""The automaton of a stream's grammar: which line types may come next, and whether the stream may end.

A state is what must still come: some series of elements, one of which the further lines have to follow. A line type
leads to the next state by Brzozowski's derivative ("Derivatives of Regular Expressions", 1964), so that a count such
as ``0..1000000`` is one number in a state, not a million states.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accordant.contract.streams import Choice, Element, Line, Stream

_Rest = tuple[Element, ...]
"""What must still come: elements one after the other."""

MOST_RESTS: Final = 5_000
"""Most series of elements in one state; only counted repetitions inside counted repetitions come to so many."""

_MOST_KEPT: Final = 1_000
"""The most states that keep their moves; with more, all are forgotten, so that long streams take no more memory."""


@dataclass(eq=False)
class TooManyStates(Exception):
    """A grammar that is too large to follow."""

    reason: str

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Misfit:
    """Where a stream leaves its grammar: ``index`` of the line, or the number of lines where it ends too early."""

    index: int
    type: str | None
    """The type of that line; None where the stream ends too early."""
    expected: tuple[str, ...]
    """The types that are allowed there."""
    may_end: bool
    """Whether the stream could also end there."""
    after_terminal: bool = False

    def __str__(self) -> str:
        could = " or ".join([*map(repr, self.expected), *(["the end"] if self.may_end else [])])
        if self.type is None:
            return f"the stream ends too early: {could} must follow"
        if self.after_terminal:
            return f"a line {self.type!r} follows the terminal line, after which nothing may come"
        return f"a line {self.type!r} is not allowed here; expected: {could or 'nothing'}"


class GrammarState:
    """What may come after the lines so far. States are equal where the same lines may come."""

    __slots__ = ("_rests", "after_terminal", "moves", "rests")

    def __init__(self, rests: Iterable[_Rest], *, after_terminal: bool = False) -> None:
        self.rests = tuple(dict.fromkeys(rests))
        """In the order of the grammar."""
        self.after_terminal = after_terminal
        """Whether the last line was a terminal one."""
        self.moves: dict[str, GrammarState] | None = None
        """The state behind every line type that may come next; None where it is not worked out."""
        self._rests = frozenset(self.rests)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, GrammarState)
            and self._rests == other._rests
            and self.after_terminal == other.after_terminal
        )

    def __hash__(self) -> int:
        return hash(self._rests)

    @property
    def is_dead(self) -> bool:
        """Whether the lines so far cannot be of the grammar, whatever follows."""
        return not self.rests

    @property
    def may_end(self) -> bool:
        """Whether the lines so far are a whole stream."""
        return any(all(_is_nullable(element) for element in rest) for rest in self.rests)


DEAD: Final = GrammarState(())
"""The state behind a line that may not come."""


class Automaton:
    """The states of a grammar, worked out as they are reached.

    Args:
        grammar: elements one after the other.
        stops: whether a terminal line ends the stream, so that what the grammar asks for after it is not waited for.
    """

    def __init__(self, grammar: Sequence[Element], *, stops: bool = True) -> None:
        self.start = GrammarState([tuple(grammar)])
        self.stops = stops
        self._known: dict[GrammarState, GrammarState] = {self.start: self.start}

    def expected(self, state: GrammarState) -> tuple[str, ...]:
        """The line types that may come next, in the order of the grammar. Raises as ``moves``."""
        return tuple(self.moves(state))

    def step(self, state: GrammarState, type_: str) -> GrammarState:
        """The state after a line of that type; ``DEAD`` where none may come. Raises as ``moves``."""
        return self.moves(state).get(type_, DEAD)

    def moves(self, state: GrammarState) -> dict[str, GrammarState]:
        """The state behind every line type that may come next, in the order of the grammar.

        Raises:
            TooManyStates: more than ``MOST_RESTS`` series of elements.
        """
        if state.moves is None:
            if len(self._known) > _MOST_KEPT:
                self._forget()
            state.moves = {type_: self._share(after) for type_, after in self._derive(state).items()}
        return state.moves

    def _derive(self, state: GrammarState) -> dict[str, GrammarState]:
        rests: dict[str, list[_Rest]] = {}
        terminal: set[str] = set()
        for line, rest in _next_lines(state.rests):
            ends = self.stops and line.terminal
            rests.setdefault(line.type, []).append(() if ends else rest)
            if ends:
                terminal.add(line.type)
        return {type_: GrammarState(after, after_terminal=type_ in terminal) for type_, after in rests.items()}

    def _share(self, state: GrammarState) -> GrammarState:
        return self._known.setdefault(state, state)

    def _forget(self) -> None:
        for state in self._known:
            state.moves = None
        self._known.clear()


class Run:
    """A stream on its way through a grammar: fed one line type after the other, in constant memory."""

    def __init__(self, stream: Stream) -> None:
        self._automaton = Automaton(stream.grammar)
        self._state = self._automaton.start
        self.lines = 0
        """How many lines the grammar has admitted."""

    @property
    def expected(self) -> tuple[str, ...]:
        """The line types that may come next."""
        return self._automaton.expected(self._state)

    @property
    def may_end(self) -> bool:
        """Whether the lines so far are a whole stream."""
        return self._state.may_end

    @property
    def is_over(self) -> bool:
        """Whether the last line was a terminal one: no release of the version lets anything follow it."""
        return self._state.after_terminal and not self.expected

    def feed(self, type_: str) -> Misfit | None:
        """Admit a line of that type; where the grammar does not, say so and stay.

        Raises:
            TooManyStates: the grammar is too large to follow.
        """
        after = self._automaton.step(self._state, type_)
        if after.is_dead:
            return Misfit(self.lines, type_, self.expected, self.may_end, self.is_over)
        self._state = after
        self.lines += 1
        return None

    def feed_all(self, types: Sequence[str]) -> bool:
        """Admit lines of these types where the grammar admits all of them, else none. Raises as ``feed``."""
        state = self._state
        for type_ in types:
            moves = state.moves
            after = (self._automaton.moves(state) if moves is None else moves).get(type_)
            if after is None:
                return False
            state = after
        self._state = state
        self.lines += len(types)
        return True

    def pass_unknown(self) -> None:
        """Pass a line whose type cannot be read: it may have been any line that is allowed here, or none."""
        moves = self._automaton.moves(self._state)
        rests = [*self._state.rests, *(rest for after in moves.values() for rest in after.rests)]
        self._state = GrammarState(rests, after_terminal=self._state.after_terminal)

    def missing(self) -> tuple[str, ...]:
        """The shortest series of line types with which the stream could end; empty where it may end already."""
        seen = {self._state}
        todo: deque[tuple[GrammarState, tuple[str, ...]]] = deque([(self._state, ())])
        while todo and len(seen) < MOST_RESTS:
            state, path = todo.popleft()
            if state.may_end:
                return path
            for type_, after in self._automaton.moves(state).items():
                if after not in seen:
                    seen.add(after)
                    todo.append((after, (*path, type_)))
        return self.expected

    def end(self) -> Misfit | None:
        """What is missing where the stream ends here; None where it may end. Raises as ``feed``."""
        return None if self.may_end else Misfit(self.lines, None, self.expected, False)


def misfit(stream: Stream, types: Iterable[str]) -> Misfit | None:
    """The first line that the grammar does not admit, or None where ``types`` is a whole stream. Raises as ``feed``."""
    run = Run(stream)
    for type_ in types:
        refused = run.feed(type_)
        if refused is not None:
            return refused
    return run.end()


def _next_lines(rests: Sequence[_Rest]) -> Iterator[tuple[Line, _Rest]]:
    """Every line that can come next, with what must come after it, in the order of the grammar."""
    todo = list(reversed(rests))
    seen = set(todo)
    while todo:
        rest = todo.pop()
        if not rest:
            continue
        first, after = rest[0], rest[1:]
        ways: list[_Rest] = []
        if first.most is None or first.most > 0:
            again = _once_less(first)
            if isinstance(first, Line):
                yield first, (*again, *after)
            elif isinstance(first, Choice):
                ways += [(element, *again, *after) for element in first.elements]
            else:
                ways.append((*first.elements, *again, *after))
        if _is_nullable(first):
            ways.append(after)
        fresh = [way for way in dict.fromkeys(ways) if way not in seen]
        seen.update(fresh)
        if len(seen) > MOST_RESTS:
            raise TooManyStates("the grammar has too many states")
        todo += reversed(fresh)


def _once_less(element: Element) -> _Rest:
    """What is left of an element after one of its turns."""
    if element.most is not None and element.most <= 1:
        return ()
    most = None if element.most is None else element.most - 1
    return (replace(element, least=max(0, element.least - 1), most=most),)


def _is_nullable(element: Element) -> bool:
    """Whether an element may be absent."""
    if element.least == 0:
        return True
    if isinstance(element, Line):
        return False
    if isinstance(element, Choice):
        return any(_is_nullable(part) for part in element.elements)
    return all(_is_nullable(part) for part in element.elements)

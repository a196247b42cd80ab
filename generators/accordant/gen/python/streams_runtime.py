"""Streams of JSON Lines: typed readers that name the end."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from pydantic import MISSING, TypeAdapter, ValidationError

from accordant.gen.python.reading_runtime import follow, validated
from accordant.schema.strict_lines import is_cut, lines_on, parse_line

L = TypeVar("L")

Text: TypeAlias = bytes | str
End: TypeAlias = Literal["complete", "failed", "interrupted", "cut", "malformed"]

MOST_FAULTS: Final = 100
"""The most faults that are kept; all are counted."""
_MARK: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Grammar:
    """Which line types may come when. State 0 is the first."""

    name: str
    discriminator: str
    """Where a line says its type (JSON Pointer)."""
    states: tuple[Mapping[str, int], ...]
    """The state behind every line type that may come."""
    ends: frozenset[int]
    """The states in which the stream may end."""
    terminal: frozenset[str]
    """The line types after which nothing may follow."""
    repeated: frozenset[str]
    """The line types that say how far the program is."""
    failure: tuple[Mapping[str, Any], ...]
    """What the last line holds where the program failed: all values of one of these, by their JSON Pointers."""
    means: Mapping[str, str]
    """What it means that a line type is missing at the end."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that is wrong: its number, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class StreamEnd(Generic[L]):
    """How a stream ended."""

    state: End
    """`complete`: whole. `failed`: whole, and the program failed. `interrupted`: right so far. `cut`: right but for the
    last line, which was cut. `malformed`: something is wrong, and `faults` says what."""
    lines: int
    """Lines that hold a value."""
    missing: tuple[str, ...]
    """The line types that must still come, the shortest way."""
    means: tuple[str, ...]
    """What the contract says of that."""
    progress: L | None
    """The last good line that says how far the program is."""
    progress_line: int
    """Its number; 0 without one."""
    result: L | None
    """The terminal line."""
    faults: tuple[Fault, ...]
    """The first faults."""
    fault_count: int


class StreamError(ValueError):
    """A line that the grammar, its schema or readers would refuse, or an end that comes too early."""


class Position:
    """Where a stream is in its grammar. An unreadable line may have been any, so that it is in several states."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.states = [0]
        self.is_closed = False
        """Whether a line came behind the terminal one."""
        self._last = ""

    def feed(self, type_: str) -> bool:
        """Take a line; False where none of that type may come."""
        moves = [self.grammar.states[state] for state in self.states]
        after = list(dict.fromkeys(move[type_] for move in moves if type_ in move))
        if not after:
            self.is_closed = self.is_over
            return False
        self.states, self._last = after, type_
        return True

    @property
    def is_over(self) -> bool:
        """Whether the last line was a terminal one: nothing follows it, of whatever type."""
        return self._last in self.grammar.terminal and not any(self.grammar.states[state] for state in self.states)

    def admits(self, type_: str) -> bool:
        """Whether a line of that type may come here."""
        return any(type_ in self.grammar.states[state] for state in self.states)

    def pass_unknown(self) -> None:
        """Take a line whose type is not known, or none."""
        reached = [after for state in self.states for after in self.grammar.states[state].values()]
        self.states = list(dict.fromkeys([*self.states, *reached]))

    def refusal(self, type_: object) -> str:
        """What is wrong with a line of that type here, as a sentence."""
        if self.is_over:
            return f"a line {type_!r} follows the terminal line, after which nothing may come"
        types = dict.fromkeys(type_ for state in self.states for type_ in self.grammar.states[state])
        may_end = any(state in self.grammar.ends for state in self.states)
        expected = " or ".join([*map(repr, types), *(["the end"] if may_end else [])]) or "nothing"
        return f"a line {type_!r} is not allowed here; expected: {expected}"

    def missing(self) -> tuple[str, ...]:
        """The shortest series of line types that ends the stream."""
        todo: list[tuple[int, tuple[str, ...]]] = [(state, ()) for state in self.states]
        seen = set(self.states)
        for state, path in todo:  # grows
            if state in self.grammar.ends:
                return path
            for type_, after in self.grammar.states[state].items():
                if after not in seen:
                    seen.add(after)
                    todo.append((after, (*path, type_)))
        return ()


@dataclass
class _Reading(Generic[L]):
    """A stream that is being read, line by line."""

    grammar: Grammar
    adapter: TypeAdapter[L]
    number: int = 0
    lines: int = 0
    faults: list[Fault] = field(default_factory=list[Fault])
    fault_count: int = 0
    cut: str = ""
    """Why the last line cannot be read, where it looks cut and had no LF."""
    progress: L | None = None
    progress_line: int = 0
    result: L | None = None
    is_failure: bool = False

    def __post_init__(self) -> None:
        self.position = Position(self.grammar)
        self.types = frozenset(type_ for moves in self.grammar.states for type_ in moves)
        self.is_lost = False
        """Whether a line came that may not, so that the order is not followed further."""

    def take(self, text: Text) -> L | None:
        """The line as its type; None for one that is blank or wrong."""
        self._settle()
        self.number += 1
        try:
            data, ends = _bytes(text)
        except UnicodeEncodeError:
            self._unreadable("half of a surrogate pair")
            return None
        data = data.removeprefix(_MARK) if self.number == 1 else data
        if not data.strip(b" \t\r"):
            return None
        try:
            value = parse_line(data)
        except ValueError as error:
            if not ends and is_cut(data):
                self.cut = str(error)
            else:
                self._unreadable(str(error), lines_on(data))
            return None
        return self._typed(value, data)

    def _typed(self, value: Any, data: bytes) -> L | None:
        self.lines += 1
        type_ = follow(value, self.grammar.discriminator)
        line: L | None = None
        try:
            line = validated(self.adapter, data.strip(b" \t\r"))
        except ValidationError as error:
            self.add_fault(str(error))
        if type_ in (MISSING, ""):
            self.position.pass_unknown()
        elif isinstance(type_, str) and self._is_judged(type_) and not self.position.feed(type_):
            self.is_lost = True
            self.add_fault(self.position.refusal(type_))
        if line is not None:
            self._note(line, type_ if isinstance(type_, str) else "", value)
        return line

    def _is_judged(self, type_: str) -> bool:
        """Whether the grammar says if a line may come here; a later release may have types that it does not know."""
        return not self.is_lost and (type_ in self.types or self.position.is_over)

    def _note(self, line: L, type_: str, value: Any) -> None:
        if type_ in self.grammar.repeated and not self.position.is_closed:
            self.progress, self.progress_line = line, self.number
        if type_ in self.grammar.terminal:
            self.result = line
            self.is_failure = any(
                all(is_same(follow(value, at), wanted) for at, wanted in marks.items())
                for marks in self.grammar.failure
            )

    def _unreadable(self, reason: str, lost: Sequence[Any] = ()) -> None:
        """A line is wrong; of lines whose line feeds were lost it is known where in the stream they stand."""
        self.add_fault(reason)
        for value in lost or (None,):
            type_ = follow(value, self.grammar.discriminator)
            if not (isinstance(type_, str) and self.position.admits(type_) and self.position.feed(type_)):
                self.position.pass_unknown()

    def _settle(self) -> None:
        """A line that looked cut and is not the last one was wrong."""
        if self.cut:
            reason, self.cut = self.cut, ""
            self._unreadable(reason)

    def add_fault(self, reason: str) -> None:
        """Keep a fault, or count it."""
        self.fault_count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(self.number, reason))

    def end(self) -> StreamEnd[L]:
        """How the stream ended."""
        missing = () if self.is_lost else self.position.missing()
        means = tuple(said for type_, said in self.grammar.means.items() if type_ in missing)
        return StreamEnd(
            self._state(missing), self.lines, missing, means, self.progress, self.progress_line, self.result,
            tuple(self.faults), self.fault_count,
        )  # fmt: skip

    def _state(self, missing: tuple[str, ...]) -> End:
        if self.fault_count:
            return "malformed"
        if self.cut:
            return "cut"
        if missing:
            return "interrupted"
        return "failed" if self.is_failure else "complete"


class _Reader(Generic[L]):
    _reading: _Reading[L]

    @property
    def end(self) -> StreamEnd[L]:
        """How the stream ended; before the last line is read, how it would if it ended here."""
        return self._reading.end()


class StreamReader(_Reader[L]):
    """Yields the lines of a stream as their types, as they come. What is wrong is left out, and `end` says it."""

    def __init__(self, grammar: Grammar, adapter: TypeAdapter[L], lines: Iterable[Text]) -> None:
        self._reading = _Reading(grammar, adapter)
        self._lines = iter(lines)

    def __iter__(self) -> Iterator[L]:
        for text in self._lines:
            line = self._reading.take(text)
            if line is not None:
                yield line


class AsyncStreamReader(_Reader[L]):
    """The same for lines that are waited for."""

    def __init__(self, grammar: Grammar, adapter: TypeAdapter[L], lines: AsyncIterable[Text]) -> None:
        self._reading = _Reading(grammar, adapter)
        self._lines = aiter(lines)

    async def __aiter__(self) -> AsyncIterator[L]:
        async for text in self._lines:
            line = self._reading.take(text)
            if line is not None:
                yield line


def _bytes(text: Text) -> tuple[bytes, bool]:
    """The bytes of a line without its LF, and whether there was one."""
    data = text.encode() if isinstance(text, str) else text
    return data.removesuffix(b"\n"), data.endswith(b"\n")


def is_same(value: Any, wanted: Any) -> bool:
    """Whether a value is another one, and of its type."""
    return type(value) is type(wanted) and bool(value == wanted)

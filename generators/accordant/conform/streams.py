"""Judges a stream as it comes: bytes, schema and grammar of each line, then its end. Only the last progress is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Final, TypeVar

from accordant.conform import quick
from accordant.conform.batches import Batch
from accordant.conform.ends import RULE_OF, End, StreamEnd
from accordant.conform.judge import Judge, line_places
from accordant.conform.lines import RawLine, ReadLine, read_line
from accordant.conform.rules import STREAM_ORDER
from accordant.conform.severities import Grades
from accordant.conform.stream_rules import StreamRules
from accordant.contract import Stream
from accordant.contract.grammar import Misfit, Run, TooManyStates
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Severity
from accordant.schema import pointers
from accordant.schema.documents import Document
from accordant.schema.vocabulary import format_value

_SMALL: Final = 4
"""A batch of at most this many lines is not divided further to find the unusual one."""

T = TypeVar("T")


@dataclass
class StreamJudge:
    """One stream as it comes: give it batch after batch, then ask for the end."""

    judge: Judge
    stream: Stream
    path: str
    tolerated: frozenset[str] = frozenset()
    """Ends that count for nothing: ``interrupted``, ``cut``."""
    refused: frozenset[str] = frozenset()
    """Ends that are errors: ``failed``."""
    grades: Grades = field(default_factory=Grades)
    is_free: bool = False
    """Whether lines come in any order: each is a document of the schema, and there is no grammar."""
    lines: int = 0
    """Lines that hold a value."""
    last_line: int = 0
    current: RawLine | None = None
    """The line that was judged last by itself; those that are right are judged together."""
    is_cut: bool = False
    result: JsonValue = None
    """The last line of the grammar, once it has come."""
    is_failure: bool = False
    """Whether the last line of the grammar says that the program failed."""

    def __post_init__(self) -> None:
        self._run = Run(self.stream)
        self._rules = StreamRules(self.judge, self.stream)
        self._repeated = self.stream.repeated()
        self._types = frozenset(self.stream.types())
        self._terminal = frozenset(line.type for line, _ in self.stream.lines() if line.terminal)
        self._discriminator = pointers.split(self.stream.discriminator)
        self._misfit_at = 0
        self._is_closed = False
        self._has_error = self._is_unread = False
        self._progress: tuple[int, JsonValue] = (0, None)

    @property
    def is_over(self) -> bool:
        """Whether the last line of the grammar has come, so that nothing may follow."""
        return self._run.may_end and not self._run.expected

    def take(self, batch: Batch) -> Iterator[Finding]:
        """What is wrong with the lines of a batch.

        Raises:
            InputError: the line schema or the grammar cannot be used.
        """
        if not batch.lines:
            return
        if batch.ends and self._take_quickly(batch):
            return
        if len(batch.lines) <= _SMALL:
            for number, data in enumerate(batch.lines, start=batch.first):
                ends = batch.ends or number < batch.first + len(batch.lines) - 1
                yield from self._take_line(RawLine(self.path, number, data, ends))
            return
        half = len(batch.lines) // 2
        yield from self.take(Batch(batch.first, batch.lines[:half]))
        yield from self.take(Batch(batch.first + half, batch.lines[half:], batch.ends))

    def _take_quickly(self, batch: Batch) -> bool:
        """Take lines that are right, all at once; where one may be wrong, none is taken."""
        if not self.judge.schema_decides(self.stream.line):
            return False
        values = quick.read_lines(batch.lines)
        if values is None or not self.judge.accepts_all(self.stream.line, values):
            return False
        types = [self._type(value) for value in values]
        earlier = self._rules.after(values, types)
        if earlier is None or not self._admits(types):
            return False
        self._rules.go_on(earlier)
        self._count(batch.first, values, types)
        return True

    def _admits(self, types: list[str]) -> bool:
        """Let the grammar admit all lines, or none of them."""
        if self.is_free or self._misfit_at:
            return True
        known = [type_ for type_ in types if type_ in self._types] if self._skips else types
        may_be_over = self._run.is_over or not self._terminal.isdisjoint(known)
        if may_be_over and len(known) < len(types):
            return False  # a line may stand after the last one
        return self._follow(lambda: self._run.feed_all(known))

    def _count(self, first: int, values: list[JsonValue], types: list[str]) -> None:
        """Keep what is needed at the end: how many lines, the last progress, whether the program failed."""
        self.lines += len(values)
        self.last_line = first + len(values) - 1
        of_progress = (index for index in reversed(range(len(types))) if types[index] in self._repeated)
        for index in islice(of_progress, 0 if self._is_closed else 1):
            self._progress = (first + index, values[index])
        if types[-1] in self._terminal:
            self.result = values[-1]
            self.is_failure = _holds_all(values[-1], self.stream)

    def _take_line(self, raw: RawLine) -> Iterator[Finding]:
        self.last_line, self.current = raw.number, raw
        line = read_line(raw, self.grades)
        self.is_cut = line.is_cut
        for finding in [*line.findings, *self._judge_line(raw.number, line)]:
            self._has_error = self._has_error or finding.severity == Severity.ERROR
            yield finding

    def _judge_line(self, number: int, line: ReadLine) -> Iterator[Finding]:
        if line.document is None:
            self._pass_unread(line)
            return
        value = line.document.value
        places = line_places(line.document, number)
        refusals = list(self.judge.document(self.stream.line, value, places))
        type_ = self._type(value)
        if refusals and type_ not in self._types and not self._skips and not self.is_over:
            yield from refusals
            self._pass_unknown()
            self.lines += 1
            return
        refusals += self._rules.of_line(value, places)
        yield from refusals
        yield from self._judge_order(number, type_)
        if refusals:
            self.lines += 1
        else:
            self._count(number, [value], [type_])

    def _pass_unread(self, line: ReadLine) -> None:
        """A line came that cannot be read."""
        if not line.is_blank and not line.is_cut:
            self._is_unread = True
            self._pass_lost(line.lost) if line.lost else self._pass_unknown()

    def _pass_lost(self, values: list[JsonValue]) -> None:
        """Lines came whose line feeds were lost: they count for nothing, but what must still come is known."""
        self._rules.pass_unknown()
        for type_ in map(self._type, [] if self.is_free else values):
            if type_ not in self._types or self._follow(partial(self._run.feed, type_)) is not None:
                self._follow(self._run.pass_unknown)

    def _pass_unknown(self) -> None:
        """A line came that cannot be read, or has no known type: it may have been any; order and counts go on."""
        self._rules.pass_unknown()
        if not self.is_free:
            self._follow(self._run.pass_unknown)

    def _judge_order(self, number: int, type_: str) -> Iterator[Finding]:
        """What is wrong with the line by the grammar; only the first line out of order is reported."""
        if self.is_free:
            return
        if not type_:
            self._follow(self._run.pass_unknown)
        elif not self._misfit_at and not self._passes(type_):
            misfit = self._follow(lambda: self._run.feed(type_))
            if misfit is not None:
                self._misfit_at = number
                self._is_closed = misfit.after_terminal
                yield self._order_finding(misfit, number)

    def _passes(self, type_: str) -> bool:
        """Whether a line is passed over: its type is not known, and a later release may have it here."""
        return self._skips and type_ not in self._types and not self._run.is_over

    @property
    def _skips(self) -> bool:
        """Whether lines of unknown types are passed over."""
        return self.judge.as_ == "consumer"

    def _type(self, value: JsonValue) -> str:
        """The type of a line; empty where it has none."""
        for token in self._discriminator:
            if not isinstance(value, dict) or token not in value:
                return ""
            value = value[token]
        return value if isinstance(value, str) else format_value(value)

    def end(self) -> tuple[StreamEnd, list[Finding]]:
        """How the stream ended, and what is to be said of it. Raises as :meth:`take`."""
        missing = () if self._misfit_at or self.is_free else self._follow(self._run.missing)
        end = self._name_end(self._state(missing), missing)
        also = "cut" if self.is_cut else "interrupted" if missing else ""
        rule = RULE_OF.get(also if end.state == "malformed" else end.state)
        if rule is None:
            return end, []
        place = Place(self.path, self.last_line, 1 if self.last_line else 0)
        return end, [self._weigh(end, rule.finding(self._sentence(end), place, subject=self._subject))]

    def _state(self, missing: tuple[str, ...]) -> End:
        if self._has_error:
            return "malformed"
        if self.is_cut:
            return "cut"
        if missing:
            return "interrupted"
        return "failed" if self.is_failure else "complete"

    def _name_end(self, state: End, missing: tuple[str, ...]) -> StreamEnd:
        said = [part for part in self.stream.partial if isinstance(part, dict) and part.get("missing") in missing]
        means = tuple(str(part["means"]) for part in said if part.get("means"))
        line, progress = self._progress
        return StreamEnd(state, self.stream.name, self.lines, missing, means, progress, line)

    def _weigh(self, end: StreamEnd, finding: Finding) -> Finding:
        if end.state in self.tolerated:
            return replace(finding, severity=Severity.NOTE, way_out="")  # that it may pass is asked for already
        return replace(finding, severity=Severity.ERROR) if end.state in self.refused else finding

    def _sentence(self, end: StreamEnd) -> str:
        if end.state == "failed":
            return "the stream is whole, and its last line says that the program failed"
        early = "the stream ends too early" if self.lines or self._is_unread else "the stream is empty"
        what = "the last line is cut" if self.is_cut else early
        names = ", ".join(map(repr, end.missing))
        missing = f": {names} must {'follow' if self.lines or self._is_unread else 'come'}" if names else ""
        means = f" ({' '.join(end.means)})" if end.means else ""
        progress = f"; line {end.progress_line} is the last progress" if end.progress_line else ""
        return f"{what}{missing}{means}{progress}"

    @property
    def _subject(self) -> str:
        return self.judge.subject(self.stream.name)

    def _order_finding(self, misfit: Misfit, number: int) -> Finding:
        place = Place(self.path, number, 1, self.stream.discriminator)
        at = self.stream.document.place("/grammar") if self.stream.document else None
        return STREAM_ORDER.finding(str(misfit), place, subject=self._subject, schema_place=at)

    def _follow(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except TooManyStates as error:
            document: Document | None = self.stream.document
            place = document.place("/grammar") if document else Place(self.stream.name)
            next_step = "give a repetition inside another repetition no bound, or a small one"
            raise InputError(error.reason, place, next_step=next_step, rule="schema-unusable") from error


def _holds_all(value: JsonValue, stream: Stream) -> bool:
    """Whether a line holds everything of what marks a failure."""
    return any(all(_holds(value, at, wanted) for at, wanted in marks.items()) for marks in stream.failure)


def _holds(value: JsonValue, at: str, wanted: JsonValue) -> bool:
    try:
        part = pointers.follow(value, at)
    except LookupError:
        return False
    return type(part) is type(wanted) and bool(part == wanted)

"""Judges one document or stream after the other by a contract, and remembers how each of them ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from accordant.conform import quick
from accordant.conform.batches import Batch, ByteSource, read_batches
from accordant.conform.byte_rules import NUMBER_OUT_OF_RANGE
from accordant.conform.ends import StreamEnd
from accordant.conform.judge import Judge, Locate, line_places
from accordant.conform.judges import Judges
from accordant.conform.lines import RawLine, read_huge, read_line, unreadable
from accordant.conform.rules import STREAM_END
from accordant.conform.severities import Grades
from accordant.contract import ContractState, Stream, version_field
from accordant.errors import InputError
from accordant.findings import Finding, JsonValue, Place, Severity
from accordant.schema import documents as files
from accordant.schema.documents import Document
from accordant.schema.json_places import JsonPlaces

if TYPE_CHECKING:
    from accordant.conform.streams import StreamJudge

MOST_HELD: Final = 1_000
"""The most lines of a stream that wait for one that names its version; after them it is the current version."""
MOST_BYTES: Final = 256 * 1024 * 1024
"""Larger documents are refused whole; a stream may be of any length."""
_LARGE: Final = 64 * 1024
"""Smaller documents are read strictly at once: that takes no time."""

Data: TypeAlias = bytes | ByteSource | Iterable[bytes]
"""What there is to judge: the bytes of a document or stream, or a stream as it comes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a document or stream is, now that it is judged."""

    path: str
    valid: bool
    end: StreamEnd | None = None
    """How the stream ended; None for a document."""
    lines: int | None = None
    """How many lines were judged, each as a document by itself; None for a document and for a stream."""


@dataclass
class Session:
    """Judges documents by one contract; validators are kept from one to the next."""

    judges: Judges
    tolerated: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    exit_code: int | None = None
    """The exit code of the program whose output is judged; None where it is not known."""
    expected: str = ""
    """The end that each stream has to have; empty for any."""
    outcomes: list[Outcome] = field(default_factory=list)
    """One for each document, in order, once its findings are taken."""
    live: StreamJudge | None = None
    """The stream that is being judged."""
    _end: StreamEnd | None = None
    _lines: int | None = None

    def document(self, path: str, data: bytes) -> Iterator[Finding]:
        """What is wrong with one document. Raises as :meth:`stream`."""
        return self._note(path, self._document(path, data))

    def stream(self, path: str, data: Data) -> Iterator[Finding]:
        """What is wrong with a stream; where a schema is named or there is no stream, each line is a document.

        Raises:
            InputError: the contract has no such version, schema or stream, or a schema of it is unusable.
        """
        return self._note(path, self._stream(path, data))

    def _note(self, path: str, findings: Iterator[Finding]) -> Iterator[Finding]:
        valid = True
        self._end = self._lines = None
        for finding in findings:
            valid = valid and finding.severity not in (Severity.ERROR, Severity.UNDECIDED)
            yield finding
        self.outcomes.append(Outcome(path, valid, self._end, self._lines))

    def _judge_end(self, end: str, place: Place) -> Iterator[Finding]:
        """The finding about an end that is not the expected one; what makes a stream malformed is reported already."""
        if self.expected and end not in (self.expected, "malformed"):
            yield STREAM_END.finding(f"this is {end}; --expect asks for a stream that is {self.expected}", place)

    def _document(self, path: str, data: bytes) -> Iterator[Finding]:
        yield from self._judge_end("a document", Place(path))
        grades = Grades(self.judges.as_)
        try:
            value, locate = _read(data, path)
        except InputError as error:
            huge = read_huge(error, data, path, grades, MOST_BYTES)
            if huge is None:
                yield unreadable(error)
                return
            yield error.finding(NUMBER_OUT_OF_RANGE)
            value, locate = huge.value, huge.place
        judge = self.judges.judge_of(value)
        if isinstance(judge, str):
            yield self.judges.unknown_version(judge, locate(self.judges.contract.carrier))
        else:
            schema = self.judges.schema_name(judge.state)
            yield from judge.document(schema, value, locate)
            if not path.endswith((".yaml", ".yml", ".toml")):
                yield from judge.text(schema, data, locate)
            yield from self._judge_exit_code(judge, {schema}, value, locate)

    def _judge_exit_code(self, judge: Judge, schemas: set[str], value: JsonValue, locate: Locate) -> Iterator[Finding]:
        version = self.judges.contract.version(judge.state.version)
        if self.exit_code is None or version is None:
            return
        from accordant.conform.exit_codes import judge_agreement, judge_exit_code

        yield from judge_exit_code(version, self.exit_code, locate("").path)
        if value is not None:
            by_rules = judge.rules is not None
            yield from judge_agreement(version, schemas, self.exit_code, value, locate, by_rules=by_rules)

    def _stream(self, path: str, data: Data) -> Iterator[Finding]:
        batches = read_batches(data)
        held, versioned = self._until_version(path, batches)
        judge = self.judges.judge_of(versioned.value if versioned else None)
        if isinstance(judge, str):
            assert versioned is not None
            yield self.judges.unknown_version(judge, versioned.place(self.judges.contract.carrier))
            return
        name = self.judges.stream_name(judge.state)
        batches = chain(held, batches)
        if name and not self.judges.schema:
            first = next(batches, None)
            batches = chain([first], batches) if first else batches
            name = None if first and self._is_document(path, first, judge.state.streams[name], judge.state) else name
        if name is None and self.judges.asks_for_version and not self.judges.schema:
            yield from self._documents_on_lines(judge, path, batches)
            return
        taker = self._open_stream(judge, path, name)
        for batch in batches:
            yield from taker.take(batch)
        yield from self._end_stream(taker)

    def _documents_on_lines(self, first: Judge, path: str, batches: Iterator[Batch]) -> Iterator[Finding]:
        """What is wrong with lines of which each states its own version."""
        taker = self._open_stream(first, path, None)
        takers = {first.state.version: taker}
        for raw in _raw_lines(path, batches):
            line = read_line(raw, Grades()).document
            judge = self.judges.judge_of(line.value if line else None)
            if line is not None and isinstance(judge, str):
                yield self.judges.unknown_version(judge, line_places(line, raw.number)(self.judges.contract.carrier))
            elif isinstance(judge, Judge):
                version = judge.state.version
                self.live = taker = takers[version] = takers.get(version) or self._open_stream(judge, path, None)
                yield from taker.take(Batch(raw.number, [raw.data], raw.ends))
        yield from self._end_stream(taker)
        self._lines = sum(taker.lines for taker in takers.values())

    def _open_stream(self, judge: Judge, path: str, name: str | None) -> StreamJudge:
        """The judge of the lines: by the stream, or without a name each as a document by itself."""
        from accordant.conform.streams import StreamJudge

        grades = Grades(self.judges.as_, self._serialisation(judge.state))
        schema = self.judges.schema_name(judge.state) if name is None else ""
        stream = judge.state.streams[name] if name else Stream(schema, line=schema)
        tolerated = self.tolerated | {self.expected}
        self.live = StreamJudge(judge, stream, path, tolerated, self.refused, grades, is_free=not name)
        return self.live

    def _end_stream(self, taker: StreamJudge) -> Iterator[Finding]:
        """What is to be said of the end."""
        end, findings = taker.end()
        yield from findings
        if taker.is_free:
            self._lines = taker.lines
        else:
            self._end = end
        place = partial(Place, taker.path, taker.last_line, 1)
        yield from self._judge_end("no stream with a grammar" if taker.is_free else end.state, place())
        yield from self._judge_exit_code(taker.judge, {taker.stream.line}, taker.result, place)

    def _until_version(self, path: str, batches: Iterator[Batch]) -> tuple[list[Batch], Document | None]:
        """The batches up to the first line that names its version, and that line; none where nobody asks for one."""
        held: list[Batch] = []
        count = 0
        for batch in batches if self.judges.asks_for_version else ():
            held.append(batch)
            for number, data in enumerate(batch.lines, start=batch.first):
                line = read_line(RawLine(path, number, data), Grades()).document
                if line is not None and self.judges.carries(line.value):
                    return held, line
            count += len(batch.lines)
            if count >= MOST_HELD:
                break
        return held, None

    def _is_document(self, path: str, batch: Batch, stream: Stream, state: ContractState) -> bool:
        """Whether the first line is a whole document of the default schema: with its version, and no type of line."""
        version = self.judges.contract.version(state.version)
        line = read_line(RawLine(path, batch.first, batch.lines[0]), Grades()).document if batch.lines else None
        if line is None or version is None or version.default_schema in ("", stream.line):
            return False
        says_type, _ = version_field.read(line.value, stream.discriminator)
        return self.judges.carries(line.value) and not says_type

    def _serialisation(self, state: ContractState) -> Mapping[str, JsonValue]:
        version = self.judges.contract.version(state.version)
        return version.behaviour.serialisation if version else {}


def _raw_lines(path: str, batches: Iterator[Batch]) -> Iterator[RawLine]:
    for batch in batches:
        last = batch.first + len(batch.lines) - 1
        for number, data in enumerate(batch.lines, start=batch.first):
            yield RawLine(path, number, data, batch.ends or number < last)


def _read(data: bytes, path: str) -> tuple[JsonValue, Locate]:
    """The value of a document and the places in it, which are looked for only when one is asked for."""
    if len(data) > _LARGE and not path.endswith((".yaml", ".yml", ".toml")):
        try:
            return quick.read_document(data), _places(data, path)
        except LookupError:
            pass
    document = files.parse(data, path, most=MOST_BYTES)
    return document.value, document.place


def _places(data: bytes, path: str) -> Locate:
    """The places in a large document, each looked for when it is asked for."""
    positions = JsonPlaces(data)
    return lambda pointer: Place(path, *positions.place(pointer), pointer)

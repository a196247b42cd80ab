"""Generated readers say of a stream what validate says, and writers write nothing that it refuses."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from accordant.conform import Session, open_session
from accordant.contract import Contract
from accordant.contract.canonical import write_stream_line
from tests.conftest import PROJECT
from tests.gen.conftest import Package
from tests.gen.stream_mutations import mutated

EXAMPLES = PROJECT / "registry/cobre/v1/examples"
VALID = sorted((EXAMPLES / "valid/run").glob("*.jsonl"))
INVALID = sorted((EXAMPLES / "invalid/run").glob("*.jsonl"))
STREAMS = [path.read_bytes() for path in VALID]
Verdict = tuple[str, int, tuple[str, ...], tuple[str, ...], int]


@pytest.fixture(scope="module")
def cobre() -> Contract:
    from accordant.registry.load import load

    contract = load(PROJECT / "registry", only="cobre").contract("cobre")
    assert contract is not None
    return contract


@pytest.fixture(scope="module")
def streams(package: Package, cobre: Contract) -> ModuleType:
    """The generated module of the streams of cobre."""
    module = package.module(cobre.versions[0])
    return __import__(f"{module.__name__}_streams", fromlist=["read_stream"])


@pytest.fixture(scope="module")
def session(cobre: Contract) -> Session:
    """Judges streams of cobre as a consumer's, and keeps the validators."""
    return open_session(cobre, version="v1", schema="run", as_="consumer")


def judged(session: Session, data: bytes) -> Verdict:
    """What validate says."""
    list(session.stream("run.jsonl", data))
    end = session.outcomes[-1].end
    assert end is not None
    return end.state, end.lines, end.missing, end.means, end.progress_line


def read(streams: ModuleType, data: bytes) -> Verdict:
    """What the generated reader says."""
    reader = streams.read_stream(io.BytesIO(data))
    for _ in reader:
        pass
    end = reader.end
    return end.state, end.lines, end.missing, end.means, end.progress_line


@pytest.mark.parametrize("path", [*VALID, *INVALID], ids=lambda path: path.stem)
def test_the_reader_agrees_with_validate_on_every_example(path: Path, session: Session, streams: ModuleType) -> None:
    assert read(streams, path.read_bytes()) == judged(session, path.read_bytes())


def test_the_reader_agrees_with_validate_on_a_thousand_mutated_streams(session: Session, streams: ModuleType) -> None:
    states = set()
    for data in mutated(STREAMS, 1_000):
        verdict = judged(session, data)
        assert read(streams, data) == verdict, data
        states.add(verdict[0])
    assert states == {"complete", "failed", "interrupted", "cut", "malformed"}


LATE = STREAMS[-2].rstrip(b"\n") + b'\n{"type": "heartbeat"}\n'
"""A line of a type that a later release may have, behind the last one."""


def test_nothing_follows_the_last_line_of_whatever_type(session: Session, streams: ModuleType) -> None:
    assert read(streams, LATE) == judged(session, LATE)
    assert read(streams, LATE)[0] == "malformed"


def test_lines_come_typed_and_at_once(streams: ModuleType, package: Package, cobre: Contract) -> None:
    v1 = package.module(cobre.versions[0])
    taken: list[bytes] = []

    def lines() -> Iterator[bytes]:
        for line in STREAMS[-2].splitlines(keepends=True):
            taken.append(line)
            yield line

    reader = streams.read_stream(lines())
    first = next(iter(reader))
    assert (type(first), len(taken)) == (v1.LineStartedLine, 1)
    assert reader.end.state == "interrupted"
    assert reader.end.missing == ("terminated", "result")


def test_a_fault_is_told_by_its_line_and_the_rest_is_read(streams: ModuleType) -> None:
    lines = STREAMS[-2].decode().splitlines()
    lines.insert(1, "# text")
    reader = streams.read_stream(lines)
    assert len(list(reader)) == len(lines) - 1
    [fault] = reader.end.faults
    assert (fault.line, reader.end.state, reader.end.result.type) == (2, "malformed", "result")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"a": 1}{"b": 2}\n', "not JSON: the document has ended before this text"),
        ("done\n", "not JSON: a value is expected here"),
        ("{a: 1}\n", "not JSON: a key in double quotes is expected here"),
        ('{"a": 1, "a": 2}\n', "a key occurs twice in one object"),
    ],
)
def test_a_fault_is_told_in_plain_words_without_a_place_inside_the_line(
    line: str, reason: str, streams: ModuleType
) -> None:
    reader = streams.read_stream([line])
    assert list(reader) == []
    assert (reader.end.faults[0].line, reader.end.faults[0].reason) == (1, reason)


def test_waiting_for_lines_gives_the_same(streams: ModuleType) -> None:
    async def lines() -> AsyncIterator[bytes]:
        for line in STREAMS[0].splitlines(keepends=True):
            await asyncio.sleep(0)
            yield line

    async def main() -> tuple[int, Any]:
        reader = streams.read_stream_async(lines())
        return len([line async for line in reader]), reader.end

    count, end = asyncio.run(main())
    assert (count, end.state) == (len(STREAMS[0].splitlines()), read(streams, STREAMS[0])[0])


def values(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.splitlines()]


@pytest.mark.parametrize("data", STREAMS, ids=[path.stem for path in VALID])
def test_what_is_written_is_what_validate_accepts(data: bytes, session: Session, streams: ModuleType) -> None:
    file = io.StringIO()
    *lines, result = streams.read_stream(io.BytesIO(data))
    writer = streams.StreamWriter(file)
    for line in lines:
        writer.write(line)
    writer.close(result)
    written = file.getvalue().encode()
    assert values(written) == values(data)
    assert file.getvalue() == "".join(write_stream_line(value, "/type") for value in values(written))  # as format does
    assert all(line.startswith(b'{"type":') for line in written.splitlines())
    assert judged(session, written)[0] in ("complete", "failed")


def test_each_line_is_flushed_with_its_type_first(streams: ModuleType) -> None:
    class File(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    file = File()
    started = values(STREAMS[0])[0]
    streams.StreamWriter(file).write(dict(reversed(started.items())))
    assert (file.flushed, file.getvalue().partition(",")[0]) == (1, '{"type":"started"')


def test_a_writer_refuses_what_the_grammar_forbids_and_writes_nothing_of_it(streams: ModuleType) -> None:
    started, *_, terminated, result = [line for line in values(STREAMS[-1]) if line["type"] != "progress"]
    file = io.StringIO()
    writer = streams.StreamWriter(file)
    with pytest.raises(streams.StreamError, match="'result' is not allowed here; expected: 'started'"):
        writer.write(result)
    writer.write(started)
    with pytest.raises(streams.StreamError, match="the stream ends too early: 'terminated', 'result' must follow"):
        writer.close()
    with pytest.raises(streams.StreamError, match=r"^/iterations: "):
        writer.write({**terminated, "iterations": "many"})
    writer.write(terminated)
    writer.close(result)
    with pytest.raises(
        streams.StreamError, match="'terminated' follows the terminal line, after which nothing may come"
    ):
        writer.write(terminated)
    assert [line["type"] for line in values(file.getvalue().encode())] == ["started", "terminated", "result"]


def test_a_writer_as_context_asks_for_the_end_unless_an_error_passes(streams: ModuleType) -> None:
    with pytest.raises(streams.StreamError, match="too early"), streams.StreamWriter(io.StringIO()):
        pass
    with pytest.raises(ZeroDivisionError), streams.StreamWriter(io.StringIO()):
        raise ZeroDivisionError


def test_a_writer_that_waits_writes_the_same(streams: ModuleType) -> None:
    sent: list[str] = []

    async def send(text: str) -> None:
        await asyncio.sleep(0)
        sent.append(text)

    async def main() -> None:
        async with streams.AsyncStreamWriter(send) as writer:
            for value in values(STREAMS[-1]):
                await writer.write(value)

    asyncio.run(main())
    assert values("".join(sent).encode()) == values(STREAMS[-1])


def test_memory_does_not_grow_with_the_lines(streams: ModuleType) -> None:
    import tracemalloc

    started, progress = STREAMS[-2].splitlines(keepends=True)[:2]

    def peak(count: int) -> int:
        tracemalloc.start()
        for _ in streams.read_stream(line for part in ([started], [progress] * 1) for line in part * count):
            pass
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(10)
    assert peak(2_000) < peak(100) + 200_000

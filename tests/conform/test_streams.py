"""Streams: each line by the line schema, then their order by the grammar, with line numbers."""

from __future__ import annotations

import resource
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

import pytest

from accordant.conform import validate
from accordant.conform.judge import Judge
from accordant.contract import Contract, ContractState, Line, Schema, Stream, Version
from accordant.errors import InputError
from accordant.schema import documents
from accordant.schema.documents import Document

LINE = {
    "$id": "urn:acme:line:v1",
    "oneOf": [
        {"properties": {"type": {"const": "start"}, "version": {"const": "1"}}, "required": ["type", "version"]},
        {"properties": {"type": {"const": "step"}, "n": {"type": "integer"}}, "required": ["type", "n"]},
        {"properties": {"type": {"const": "end"}}, "required": ["type"]},
    ],
}
GRAMMAR = (Line("start"), Line("step", 0, None), Line("end", terminal=True))
STREAM = Stream("run", line="line", grammar=GRAMMAR, partial=({"missing": "end", "means": "the process died"},))
STATE = ContractState("acme", "v1", schemas={"line": Schema("line", "urn:acme:line:v1", LINE)}, streams={"run": STREAM})
CONTRACT = Contract("acme", versions=(Version("acme", "v1", STATE, default_schema="line"),))

START, STEP, END = b'{"type": "start", "version": "1"}', b'{"type": "step", "n": 1}', b'{"type": "end"}'


def triples(*lines: bytes, **options: Any) -> list[tuple[str, str, str]]:
    findings = validate(CONTRACT, [("out.jsonl", b"\n".join(lines) + b"\n")], **options)
    return [(finding.rule, str(finding.place), finding.message) for finding in findings]


def test_a_whole_stream_has_no_findings() -> None:
    assert triples(START, STEP, b"", STEP, END) == []


def test_a_bad_line_is_found_at_its_own_line_and_column() -> None:
    assert triples(START, b'{"type": "step", "n": "x"}', END) == [
        ("refused-by-schema", "out.jsonl:2:18", '"x" is a string, not an integer')
    ]


def test_a_line_that_is_no_json_is_found_and_the_order_is_not_guessed() -> None:
    assert triples(START, b"{oops", END) == [
        ("not-json", "out.jsonl:2:2", "not JSON: a key in double quotes is expected here")
    ]


def test_a_line_out_of_order_is_found_where_it_stands() -> None:
    assert triples(START, START, END) == [
        ("stream-order", "out.jsonl:2:1", "a line 'start' is not allowed here; expected: 'step' or 'end'")
    ]


def test_a_line_after_the_terminal_one_is_found() -> None:
    assert triples(START, END, STEP) == [
        ("stream-order", "out.jsonl:3:1", "a line 'step' follows the terminal line; nothing may")
    ]


def test_a_stream_that_ends_too_early_says_what_that_means() -> None:
    [(rule, place, message)] = triples(START, STEP)
    assert (rule, place) == ("stream-order", "out.jsonl:2:1")
    assert message == "the stream ends too early: 'step' or 'end' must follow (the process died)"


def test_an_empty_stream_ends_too_early() -> None:
    assert [finding[0] for finding in triples(b"")] == ["stream-order"]


def test_a_consumer_passes_over_lines_of_unknown_types() -> None:
    beat = b'{"type": "heartbeat"}'
    assert triples(START, beat, END, as_="consumer") == []
    assert triples(START, beat, END) != []


def test_a_schema_that_is_named_judges_each_line_alone() -> None:
    assert triples(END, START, schema="line") == []


def test_a_stream_that_is_named_reads_any_file_as_lines() -> None:
    data = b"\n".join([START, END])
    assert list(validate(CONTRACT, [("stdin", data)], schema="run")) == []


def test_several_streams_ask_which_one_is_meant() -> None:
    state = replace(STATE, streams={"run": STREAM, "walk": replace(STREAM, name="walk")})
    contract = Contract("acme", versions=(Version("acme", "v1", state),))
    with pytest.raises(InputError, match="no stream is named"):
        list(validate(contract, [("out.jsonl", START)]))


def test_a_stream_whose_line_schema_is_missing_is_an_error_of_input() -> None:
    state = replace(STATE, streams={"run": replace(STREAM, line="lines")})
    contract = Contract("acme", versions=(Version("acme", "v1", state),))
    with pytest.raises(InputError, match="no schema 'lines'"):
        list(validate(contract, [("out.jsonl", START)]))


def test_lines_are_judged_as_they_come() -> None:
    taken: list[bytes] = []

    def lines() -> Iterator[bytes]:
        for line in (START, b'{"type": "step", "n": "x"}', END):
            taken.append(line)
            yield line

    findings = validate(CONTRACT, [("stdin", lines())])
    assert next(findings).message == '"x" is a string, not an integer'
    assert len(taken) == 2
    assert list(findings) == []


def test_lines_and_bytes_get_the_same_findings() -> None:
    for lines in ([START, STEP], [STEP, END], [START, b"x", END], [START, END, STEP], [b"", START, b"", END]):
        as_lines = list(validate(CONTRACT, [("out.jsonl", iter(lines))]))
        assert as_lines == list(validate(CONTRACT, [("out.jsonl", b"\n".join(lines))]))


def test_a_stream_says_its_version_in_a_later_line_too() -> None:
    later = replace(STATE, version="v2", schemas={"line": Schema("line", "urn:acme:line:v2", {"required": ["w"]})})
    versions = (Version("acme", "v1", STATE), Version("acme", "v2", later))
    contract = Contract("acme", carrier="/version", versions=versions)
    findings = list(validate(contract, [("out.jsonl", iter([STEP, START]))]))
    assert {finding.subject.rpartition("/")[0] for finding in findings} == {"acme/v1"}  # not the current one


def numbered(steps: int) -> Iterator[tuple[int, Document]]:
    start, step, last = (documents.parse(line, "stdin") for line in (START, STEP, END))
    return enumerate(chain([start], repeat(step, steps), [last, step]), start=1)


def judged(lines: int) -> None:
    (finding,) = Judge(STATE).stream("run", numbered(lines), "stdin")
    assert finding.place is not None
    assert (finding.rule, finding.place.line) == ("stream-order", lines + 3)


def test_a_million_lines_are_judged_in_constant_memory() -> None:
    judged(1_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    judged(1_000_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000  # kB; a kept line takes a kB


def test_what_a_judge_keeps_does_not_grow_with_the_lines() -> None:
    def peak(lines: int) -> int:
        tracemalloc.start()
        try:
            judged(lines)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    judged(10)  # what is loaded once is not counted
    assert peak(20_000) < peak(100) + 10_000

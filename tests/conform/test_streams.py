"""Streams: each line by the line schema, then their order by the grammar, with line numbers."""

from __future__ import annotations

import json
import random
import resource
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat
from typing import Any, get_args

import pytest

from accordant.conform import Role, StreamEnd, open_session, quick, validate
from accordant.conform.byte_rules import EXTRA_DATA
from accordant.contract import Behaviour, Contract, ContractState, Line, Schema, Stream, Version
from accordant.errors import InputError
from accordant.schema import documents

LINE = {
    "$id": "urn:acme:line:v1",
    "oneOf": [
        {"properties": {"type": {"const": "start"}, "version": {"const": "1"}}, "required": ["type", "version"]},
        {"properties": {"type": {"const": "step"}, "n": {"type": "integer"}}, "required": ["type", "n"]},
        {"properties": {"type": {"const": "end"}}, "required": ["type"]},
    ],
}
FAILED = b'{"type": "end", "ok": false}'
GRAMMAR = (Line("start"), Line("step", 0, None), Line("end", terminal=True))
STREAM = Stream(
    "run",
    line="line",
    grammar=GRAMMAR,
    partial=({"missing": "end", "means": "the process died"},),
    failure=({"/ok": False},),
)
STATE = ContractState("acme", "v1", schemas={"line": Schema("line", "urn:acme:line:v1", LINE)}, streams={"run": STREAM})
CONTRACT = Contract("acme", versions=(Version("acme", "v1", STATE, default_schema="line"),))

START, STEP, END = b'{"type": "start", "version": "1"}', b'{"type": "step", "n": 1}', b'{"type": "end"}'


def triples(*lines: bytes, **options: Any) -> list[tuple[str, str, str]]:
    findings = validate(CONTRACT, [("out.jsonl", b"\n".join(lines) + b"\n")], **options)
    return [(finding.rule, str(finding.place), finding.message) for finding in findings]


def rules(*lines: bytes, **options: Any) -> list[str]:
    return [rule for rule, _, _ in triples(*lines, **options)]


def ended(data: bytes, **options: Any) -> StreamEnd:
    session = open_session(CONTRACT, **options)
    list(session.stream("out.jsonl", data))
    end = session.outcomes[0].end
    assert end is not None
    return end


def whole(*lines: bytes) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def test_a_whole_stream_has_no_findings() -> None:
    assert triples(START, STEP, STEP, END) == []


def test_a_bad_line_is_found_at_its_own_line_and_column() -> None:
    assert triples(START, b'{"type": "step", "n": "x"}', END) == [
        ("refused-by-schema", "out.jsonl:2:18", '"x" is a string, not an integer')
    ]


def test_a_line_that_is_no_json_is_one_finding_and_the_order_is_still_judged() -> None:
    assert triples(START, b"{oops", END) == [
        ("not-json", "out.jsonl:2:2", 'not JSON: a key in double quotes is expected here: "{oops"')
    ]
    assert rules(START, b"{oops", START, END) == ["not-json", "stream-order"]
    assert rules(b"{oops", STEP) == ["not-json", "stream-interrupted"]


def test_the_line_that_cannot_be_read_may_have_been_any_that_is_allowed_there() -> None:
    assert rules(b"oops", STEP, END) == ["not-json"]  # it may have been the start
    assert rules(START, STEP, b"oops") == ["not-json"]  # it may have been the end


def test_a_line_out_of_order_is_found_where_it_stands() -> None:
    assert triples(START, START, END) == [
        ("stream-order", "out.jsonl:2:1", "a line 'start' is not allowed here; expected: 'step' or 'end'")
    ]


def test_a_line_after_the_terminal_one_is_found() -> None:
    assert triples(START, END, STEP) == [
        ("stream-order", "out.jsonl:3:1", "a line 'step' follows the terminal line, after which nothing may come")
    ]


def test_a_stream_that_ends_too_early_says_what_that_means() -> None:
    [(rule, place, message)] = triples(START, STEP)
    assert (rule, place) == ("stream-interrupted", "out.jsonl:2:1")
    assert message == "the stream ends too early: 'end' must follow (the process died); line 2 is the last progress"


def test_an_empty_stream_ends_too_early() -> None:
    (found,) = validate(CONTRACT, [("out.jsonl", b"")])
    assert found.message.startswith("the stream is empty: 'start', 'end' must come")
    end = ended(b"")
    assert (end.state, end.missing, end.lines) == ("interrupted", ("start", "end"), 0)


@pytest.mark.parametrize(
    ("data", "state", "missing", "progress"),
    [
        (whole(START, STEP, END), "complete", (), 2),
        (whole(START, STEP, FAILED), "failed", (), 2),
        (whole(START, STEP, STEP), "interrupted", ("end",), 3),
        (whole(START, STEP) + STEP[:9], "cut", ("end",), 2),
        (whole(START, STEP) + b'{"type": "end", "name": "Z\xc3', "cut", ("end",), 2),
        (whole(START, STEP) + b'{"type": "end", "n": tru', "cut", ("end",), 2),
        (whole(START, STEP) + b"Killed", "malformed", (), 2),
        (whole(START, b"Killed", STEP) + STEP[:9], "malformed", ("end",), 3),
        (whole(START, END, STEP), "malformed", (), 0),
    ],
)
def test_the_end_has_a_name(data: bytes, state: str, missing: tuple[str, ...], progress: int) -> None:
    end = ended(data)
    assert (end.state, end.missing, end.progress_line) == (state, missing, progress)
    assert end.progress == (json.loads(STEP) if progress else None)


def severities(data: bytes, **options: Any) -> list[tuple[str, str]]:
    session = open_session(CONTRACT, **options)
    return [(finding.rule, str(finding.severity)) for finding in session.stream("out.jsonl", data)]


def test_an_end_is_tolerated_or_refused_as_asked() -> None:
    assert severities(whole(START)) == [("stream-interrupted", "undecided")]
    assert severities(whole(START), tolerated=["interrupted"]) == [("stream-interrupted", "note")]
    assert severities(whole(START) + b'{"type', tolerated=["interrupted"]) == [("stream-cut", "undecided")]
    assert severities(whole(START, FAILED)) == [("stream-failed", "note")]
    assert severities(whole(START, FAILED), refused=["failed"]) == [("stream-failed", "error")]


BYTES = [
    ("crlf", whole(START + b"\r", END), 1, ("warning", "error", "note")),
    ("blank-line", whole(START, b" \t", END), 2, ("warning", "error", "note")),
    ("byte-order-mark", b"\xef\xbb\xbf" + whole(START, END), 1, ("error", "error", "warning")),
    ("no-final-newline", whole(START) + END, 2, ("note", "error", "note")),
    (
        "number-out-of-range",
        whole(START, b'{"type": "step", "n": 1, "v": 1e999}', END),
        2,
        ("warning", "error", "error", "error"),
    ),
    ("not-json", whole(START, b"# demo", END), 2, ("error", "error", "error")),
    ("extra-data", whole(START, STEP + STEP, END), 2, ("error", "error", "error")),
    ("extra-data", whole(START, STEP + b" done", END), 2, ("error", "error", "error")),
    ("glued-output", whole(START, b"50 %" + STEP, END), 2, ("error", "error", "error")),
    ("not-a-number", whole(START, b'{"type": "step", "n": NaN}', END), 2, ("error", "error", "error")),
    ("not-a-number", whole(START, b'{"type": "step", "n": -Infinity}', END), 2, ("error", "error", "error")),
    ("duplicate-key", whole(START, b'{"type": "step", "n": 1, "\\u006e": 2}', END), 2, ("error", "error", "error")),
    ("lone-surrogate", whole(START, b'{"type": "step", "n": 1, "v": "\\ud83d"}', END), 2, ("error", "error", "error")),
    ("encoding-wrong", whole(START, b'{"type": "step", "n": 1, "v": "\xfc"}', END), 2, ("error", "error", "error")),
    ("too-deep", whole(START, b"[" * 129 + b"]" * 129, END), 2, ("error", "error", "error")),
    ("too-large", whole(START, b'"' + b"x" * documents.MAX_BYTES + b'"', END), 2, ("error", "error", "error")),
]


@pytest.mark.parametrize(("rule", "data", "line", "graded"), BYTES, ids=[case[0] for case in BYTES])
def test_each_fault_of_bytes_is_a_rule_of_its_own(rule: str, data: bytes, line: int, graded: tuple[str, ...]) -> None:
    schema, contract, producer, consumer = graded if len(graded) == 4 else (graded[0], *graded)
    roles: dict[Role, str] = {"schema": schema, "contract": contract, "producer": producer, "consumer": consumer}
    assert set(roles) == set(get_args(Role))
    for role, severity in roles.items():
        found = list(open_session(CONTRACT, as_=role).stream("out.jsonl", data))
        of_bytes = [finding for finding in found if finding.rule not in ("field-unknown", "refused-by-schema")]
        assert [(finding.rule, str(finding.severity)) for finding in of_bytes] == [(rule, severity)]
        assert of_bytes[0].place is not None
        assert of_bytes[0].place.line == line


def test_a_stream_without_line_feeds_is_told_as_that_and_not_called_empty() -> None:
    [finding] = validate(CONTRACT, [("out.jsonl", START + STEP + END)])
    assert (finding.rule, str(finding.place)) == ("extra-data", "out.jsonl:1:34")
    what = "3 values stand on one line, without line feeds between them"
    assert finding.message == f"{what}; the line counts for nothing"
    assert finding.way_out == EXTRA_DATA.way_out


EARLY = "the stream ends too early: 'end' must follow (the process died)"


@pytest.mark.parametrize(
    ("data", "early"),
    [
        (START + STEP + b" " + STEP, [EARLY]),
        (START + STEP + b"\n" + STEP + STEP + END, []),
        (START + STEP + b"\n" + STEP + STEP, [EARLY]),
        (START + STEP + b'{"type": "later"}' + END, []),
        (START + STEP + STEP[:8], []),  # the rest may have been the last line
        (START + STEP + b'{"type": "end", "type": "end"}' + STEP, []),  # so may one that readers differ about
    ],
)
def test_a_stream_that_lost_line_feeds_is_too_short_only_where_it_is(data: bytes, early: list[str]) -> None:
    first, *others = validate(CONTRACT, [("out.jsonl", data)])
    assert first.rule in ("extra-data", "duplicate-key")
    assert [finding.message for finding in others if finding.rule == "stream-interrupted"] == early


@pytest.mark.parametrize(
    ("data", "what"),
    [(START + b"\n" + END, "another value"), (START + END, "another value"), (START + b"\ndone", "text")],
)
def test_what_follows_a_document_is_told_by_what_it_is(data: bytes, what: str) -> None:
    [finding] = open_session(CONTRACT).document("out.json", data)
    assert (finding.rule, finding.message) == (
        "extra-data",
        f"{what} follows the document, which has ended before it",
    )
    assert finding.way_out.startswith("print one document and nothing else")


def test_only_lf_ends_a_line() -> None:
    line = '{"type": "step", "n": 1, "v": "a\u2028b\u2029c\u0085d\x7f"}'.encode()
    assert triples(START, line, END) == []


def test_what_a_contract_says_of_the_last_line_end_decides() -> None:
    def severity(**serialisation: str) -> str:
        [first] = CONTRACT.versions
        version = replace(first, state=replace(first.state, behaviour=Behaviour(serialisation=serialisation)))
        session = open_session(replace(CONTRACT, versions=(version,)), as_="schema")
        [finding] = session.stream("out.jsonl", whole(START) + END)
        return str(finding.severity)

    assert severity(**{"trailing-newline": "required"}) == "error"
    assert severity(**{"trailing-newline": "optional"}) == "note"


class Pieces:
    """A pipe that gives a text in pieces of the sizes that it is told."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data = data
        self.size = size

    def read1(self, size: int = -1, /) -> bytes:
        piece, self.data = self.data[: self.size], self.data[self.size :]
        return piece


@pytest.mark.parametrize("size", [1, 2, 7, 64, 100_000])
def test_the_pieces_in_which_bytes_come_change_nothing(size: int) -> None:
    data = whole(START, STEP, b"{oops", STEP + STEP, STEP) + STEP[:5]
    session, at_once = open_session(CONTRACT), open_session(CONTRACT)
    assert list(session.stream("out.jsonl", Pieces(data, size))) == list(at_once.stream("out.jsonl", data))
    assert session.outcomes == at_once.outcomes


def spelt(value: Any) -> list[bytes]:
    """A value in spellings that all are the same JSON."""
    compact = json.dumps(value, separators=(",", ":")).encode()
    return [
        compact,
        json.dumps(value).encode(),
        b" " + compact.replace(b":", b" : "),
        json.dumps(value, indent=0).replace("\n", "").encode(),
    ]


def test_the_quick_reader_and_the_strict_one_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = [b'{"type":"start","version":"1"}', *spelt({"type": "start", "version": "1"})]
    steps = [
        *(
            line
            for value in (1, 2.0, 1e30, True, None, "\u00e9", [1, {"a": {}}])
            for line in spelt({"type": "step", "n": value})
        ),
        b'{"type":"step","n":1,"n":1}',
        b'{"type":"step","n":1, "n":1}',
        b'{"type": "step","n":"x","n":1}',
        b'{"type":"step","n":18446744073709551616}',
        b'{"type":"step","n":1,"v":1E5}',
        b'{"type":"step","n":1},{"type":"step","n":1}',
        b'{"type":"step","n":[1',
        b"2]}",
        b"",
        b"[]",
        b'{"type":"step","n":1}\r',
    ]
    generator = random.Random(16)
    for _ in range(200):
        lines = [generator.choice(starts), *generator.choices(steps, k=generator.randrange(12)), END]
        quickly = open_session(CONTRACT)
        findings = list(quickly.stream("out.jsonl", whole(*lines)))
        with monkeypatch.context() as patched:
            patched.setattr(quick, "read_lines", lambda lines: None)
            strictly = open_session(CONTRACT)
            assert list(strictly.stream("out.jsonl", whole(*lines))) == findings
        assert strictly.outcomes == quickly.outcomes


def test_a_consumer_passes_over_lines_of_unknown_types() -> None:
    beat = b'{"type": "heartbeat"}'
    assert triples(START, beat, END, as_="consumer") == []
    assert triples(START, beat, END) != []


def test_nothing_follows_the_last_line_for_a_consumer_either() -> None:
    assert rules(START, END, b'{"type": "heartbeat"}', as_="consumer") == ["stream-order"]


def test_a_schema_that_is_named_judges_each_line_alone() -> None:
    assert triples(END, START, schema="line") == []


def test_a_stream_that_is_named_reads_any_file_as_lines() -> None:
    data = whole(START, END)
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
        assert as_lines == list(validate(CONTRACT, [("out.jsonl", whole(*lines))]))


def test_a_stream_says_its_version_in_a_later_line_too() -> None:
    later = replace(STATE, version="v2", schemas={"line": Schema("line", "urn:acme:line:v2", {"required": ["w"]})})
    versions = (Version("acme", "v1", STATE), Version("acme", "v2", later))
    contract = Contract("acme", carrier="/version", versions=versions)
    findings = list(validate(contract, [("out.jsonl", iter([STEP, START]))]))
    assert {finding.subject.rpartition("/")[0] for finding in findings} == {"acme/v1"}  # not the current one


class Repeated:
    """A stream of so many steps, and one line too many, which nobody ever holds as a whole."""

    def __init__(self, steps: int) -> None:
        self.pieces = chain([whole(START)], repeat(whole(STEP) * 1000, steps // 1000), [whole(END, STEP)])

    def read1(self, size: int = -1, /) -> bytes:
        return next(self.pieces, b"")


def judged(lines: int) -> None:
    (finding,) = open_session(CONTRACT).stream("stdin", Repeated(lines))
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

    judged(1_000)  # what is loaded once is not counted
    assert peak(50_000) < peak(2_000) + 50_000


def test_a_line_without_an_end_is_refused_without_being_held() -> None:
    class Endless:
        def __init__(self) -> None:
            self.pieces = chain([b'{"type": "step", "v": "'], repeat(b"x" * 65536, 1000), [b'"}\n'], [whole(END)])

        def read1(self, size: int = -1, /) -> bytes:
            return next(self.pieces, b"")

    tracemalloc.start()
    found = [finding.rule for finding in open_session(CONTRACT).stream("stdin", Endless())]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == ["too-large"]  # it may have been the start
    assert peak < 6 * documents.MAX_BYTES

"""Generated TypeScript reads and writes streams as validate judges them."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from accordant.conform import Session
from tests.gen.conftest import Built
from tests.gen.stream_mutations import mutated
from tests.gen.test_streams import INVALID, LATE, STREAMS, VALID, cobre, judged, read, session, streams, values
from tests.staying import staying

__all__ = ["cobre", "session", "streams"]

NUMBERS = [
    ("1e308", True),
    ("9" * 308, True),
    ("1e-400", True),
    ("1e400", False),
    ("-1e400", False),
    ("1e999999", False),
    ("1" + "0" * 309, False),
    ("9" * 5000, False),
    ("-" + "9" * 5000 + ".5", False),
]
"""Numbers of JSON, and whether a double holds them."""


def asked(built: Built, **question: Any) -> Any:
    module = str(built.folder / "dist/cobre/v1-streams.js")
    return staying(built.node, Path(__file__).with_name("streams.mjs")).ask({"module": module, **question})


def test_readers_agree_with_validate_on_examples_and_a_thousand_mutated_streams(built: Built, session: Session) -> None:
    streams = [*(path.read_bytes() for path in [*VALID, *INVALID]), LATE, *mutated(STREAMS, 1_000)]
    verdicts = asked(built, streams=[base64.b64encode(data).decode() for data in streams])["verdicts"]
    for data, (at_once, waited_for) in zip(streams, verdicts, strict=True):
        state, lines, missing, means, progress = judged(session, data)
        expected = [state, lines, list(missing), list(means), progress]
        assert at_once == expected, data
        assert waited_for == expected, data


@pytest.mark.parametrize("field", ["gap", "x"])
def test_a_number_is_within_the_range_of_a_double_or_a_fault_for_all_three(
    field: str, built: Built, session: Session, streams: ModuleType
) -> None:
    first, *rest = STREAMS[-2].splitlines(keepends=True)
    sound = json.loads(rest[0])
    for number, is_read in NUMBERS:
        line = json.dumps({**sound, field: "NUMBER"}).replace('"NUMBER"', number).encode() + b"\n"
        data = b"".join([first, line, *rest])
        expected = judged(session, data)
        assert read(streams, data) == expected
        [[in_typescript, _]] = asked(built, streams=[base64.b64encode(data).decode()])["verdicts"]
        assert in_typescript == json.loads(json.dumps(expected))
        assert expected[1] == len(rest) + 1 + is_read


def test_a_line_nested_ever_so_deep_is_a_fault_as_for_validate(built: Built, session: Session) -> None:
    first, *rest = STREAMS[-1].splitlines(keepends=True)
    deep = [
        b'{"type": "progress", "x": ' + before * levels + b"1" + after * levels + b"}\n"
        for levels in (120, 130, 6_000, 100_000)
        for before, after in ((b"[", b"]"), (b'{"a":', b"}"), (b"[", b""))
    ]
    streams = [b"".join([first, line, *rest]) for line in deep]
    verdicts = asked(built, streams=[base64.b64encode(data).decode() for data in streams])["verdicts"]
    for data, (at_once, waited_for) in zip(streams, verdicts, strict=True):
        state, lines, missing, means, progress = judged(session, data)
        assert at_once == waited_for == [state, lines, list(missing), list(means), progress], data[:80]


def test_writers_write_the_type_first_and_refuse_what_the_grammar_forbids(built: Built) -> None:
    lines = values(STREAMS[-1])
    shuffled = [dict(reversed(line.items())) for line in lines]
    bad = {**lines[-2], "iterations": "many"}
    whole, wrong = asked(built, written=[shuffled, [lines[-1], lines[0], bad]])["texts"]
    half = len(whole["sent"]) // 2
    assert whole["refused"] == []
    assert whole["sent"][:half] == whole["sent"][half:]
    assert [json.loads(text) for text in whole["sent"][:half]] == lines
    assert all(text.startswith('{"type":') and text.endswith("}\n") for text in whole["sent"])
    assert [json.loads(text)["type"] for text in wrong["sent"]] == ["started", "started"]
    first, second, third = wrong["refused"]
    assert first == "StreamError: a line 'result' is not allowed here; expected: 'started'"
    assert second == "StreamError: /iterations: must be an integer"
    assert third == "StreamError: the stream ends too early: 'terminated', 'result' must follow"

"""format writes the form that the serialisation rules of a contract state, and changes no value."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from accordant.conform.sniffing import stream_of
from accordant.contract import Line, Stream
from accordant.contract.canonical import write_canonical, write_canonical_line, write_stream_line
from tests.conftest import Run

RULES = """
[versions.v1.serialisation]
single-line = true
trailing-newline = "required"
key-order = ["code", "ok"]
[[versions.v1.serialisation.sort]]
list = "/found/*/lines"
keys = ["path", "line"]
missing = "last"
"""


@pytest.fixture
def ruled(small: Path) -> Path:
    """The small registry, with serialisation rules."""
    with (small / "order/contract.toml").open("a") as file:
        file.write(RULES)
    return small


def test_a_document_is_written_in_its_canonical_form(ruled: Path, run: Run) -> None:
    lines = [{"path": "b"}, {"line": 1, "path": "b"}, {"path": "a", "line": 10}, {"path": "a", "line": 9.5}]
    value = {"ok": True, "x": "\u2028é", "found": [{"lines": lines}], "code": "NONE"}
    Path("out.json").write_text(json.dumps(value, indent=4))
    outcome = run("format", "order", "out.json")
    assert (outcome.code, outcome.out) == (0, "1 of 1 changed\n")
    assert Path("out.json").read_text("utf-8") == (
        '{"code":"NONE","ok":true,"x":"\u2028é","found":[{"lines":[{"path":"a","line":9.5},'
        '{"path":"a","line":10},{"line":1,"path":"b"},{"path":"b"}]}]}\n'
    )
    assert run("format", "order", "out.json").out == "0 of 1 changed\n"


def test_stdin_is_written_to_stdout_in_its_canonical_form(
    ruled: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def piped(text: str, *more: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        outcome = run("format", "order", "-", *more)
        return outcome.code, outcome.out

    assert piped('{"ok": true,\n "x": "\u2028\\u001bé", "code": "NONE"}') == (
        0, '{"code":"NONE","ok":true,"x":"\u2028\\u001bé"}\n',
    )  # fmt: skip
    lines = '{"type":"started","ok":1,"code":"NONE"}\n{"type":"result"}\n'
    assert piped('{"ok": 1, "code": "NONE", "type": "started"}\n{"type": "result"}') == (0, lines)
    code, out = piped('{"ok": true}', "--check")
    assert (code, "stdin:1:1: error format-differs" in out) == (1, True)
    assert piped(lines, "--check")[0] == 0
    assert piped("{")[0] == 2
    assert piped(lines, "--format", "json")[0] == 2
    assert piped(lines, "other.json")[0] == 2


def test_check_writes_nothing_and_finds_the_first_line_that_differs(ruled: Path, run: Run) -> None:
    text = '{"code":"NONE","ok":true}\n\n'
    Path("out.json").write_text(text)
    Path("good.json").write_text('{"code":"NONE","ok":true}\n')
    outcome = run("format", "order/v1", "good.json", "out.json", "--check", "--format", "json")
    report = json.loads(outcome.out)
    [finding] = report["findings"]
    assert (outcome.code, finding["rule"], finding["place"]["line"]) == (1, "format-differs", 2)
    assert [file["changed"] for file in report["data"]["files"]] == [False, True]
    assert Path("out.json").read_text() == text


def test_the_lines_of_a_stream_are_written_one_by_one(ruled: Path, run: Run) -> None:
    Path("run.jsonl").write_text('{"ok": 1, "code": 2}\n\n{"a": [1, 2]}')
    assert run("format", "order", "run.jsonl").code == 0
    assert Path("run.jsonl").read_text() == '{"code":2,"ok":1}\n{"a":[1,2]}\n'
    Path("run.jsonl").write_text('{"ok": 1}\n{"ok": 1, "ok": 2}\n')
    outcome = run("format", "order", "run.jsonl")
    assert outcome.code == 2
    assert "run.jsonl:2:11" in outcome.err


def test_a_line_of_a_stream_has_its_type_first_and_a_document_on_a_line_its_key_order(run: Run) -> None:
    line, envelope = '{"scenario":"a","type":"started"}\n', '{"ok":true,"code":"NONE","type":9}\n'
    stream = Stream("run", grammar=(Line("started"),))
    assert stream_of(json.loads(line), [stream]) is stream
    assert stream_of(json.loads(envelope), [stream]) is None
    assert write_stream_line(json.loads(line), stream.discriminator) == '{"type":"started","scenario":"a"}\n'
    assert write_canonical_line(json.loads(envelope), {"key-order": ["code"]}) == '{"code":"NONE","ok":true,"type":9}\n'


@pytest.mark.parametrize(
    ("serialisation", "text"),
    [
        ({}, '{\n  "b": 1,\n  "a": []\n}\n'),
        ({"trailing-newline": "forbidden", "single-line": True}, '{"b":1,"a":[]}'),
        ({"key-order": ["a"], "single-line": True}, '{"a":[],"b":1}\n'),
        ({"sort": [{"list": "/b"}], "single-line": True}, '{"b":1,"a":[]}\n'),
    ],
)
def test_each_rule_by_itself(serialisation: dict[str, Any], text: str) -> None:
    assert write_canonical({"b": 1, "a": []}, serialisation) == text


def test_what_cannot_be_read_is_refused(ruled: Path, run: Run) -> None:
    Path("out.yaml").write_text("ok: true\n")
    Path("bad.json").write_text("{")
    for file in ("out.yaml", "bad.json", "nowhere.json"):
        assert run("format", "order", file).code == 2
    assert run("format", "order/v1/answer", "bad.json").code == 2

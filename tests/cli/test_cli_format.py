"""format writes the form that the serialisation rules of a contract state, and changes no value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accordant.conform.canonical import write_canonical
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

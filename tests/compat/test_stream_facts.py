"""What a stream says beside its grammar is part of the release too: no edit of it is silent."""

from __future__ import annotations

from typing import Any

import pytest

from accordant.compat import streams
from accordant.contract import parse
from accordant.findings import Finding
from accordant.schema.documents import Document

STREAM: dict[str, Any] = {
    "title": "Run", "line": "line", "commands": ["run", "test"], "failure": [{"/ok": False}, {"/code": 1, "/a": 2}],
    "grammar": [{"line": "started"}, {"line": "result", "terminal": True}],
    "partial": [{"missing": "result", "means": "It was killed."}],
}  # fmt: skip


def judge(old: dict[str, Any], new: dict[str, Any], direction: str = "output") -> list[Finding]:
    old_stream, new_stream = (parse.stream("run", value, Document("run.stream.json", value)) for value in (old, new))
    return streams.judge(old_stream, new_stream, direction)


@pytest.mark.parametrize(
    ("edit", "rule"),
    [
        ({"failure": [{"/ok": False}]}, "stream-end-changed"),
        ({"failure": [*STREAM["failure"], {"/code": 2}]}, "stream-end-changed"),
        ({"failure": [{"/ok": 0}, {"/code": 1, "/a": 2}]}, "stream-end-changed"),
        ({"failure": []}, "stream-end-changed"),
        ({"commands": ["run"]}, "stream-removed"),
        ({"title": "A run"}, "text-changed"),
        ({"description": "More."}, "text-changed"),
        ({"partial": []}, "text-changed"),
    ],
)
def test_an_edit_beside_the_grammar_is_told_once_at_its_place(edit: dict[str, Any], rule: str) -> None:
    (finding,) = judge(STREAM, {**STREAM, **edit})
    (field,) = edit
    assert finding.rule == rule
    assert finding.place is not None
    assert finding.place.pointer == f"/{field}"


@pytest.mark.parametrize(
    "edit", [{"failure": [{"/a": 2, "/code": 1}, {"/ok": False}]}, {"commands": ["test", "run"]}, {"source": "here"}]
)
def test_order_says_nothing(edit: dict[str, Any]) -> None:
    assert judge(STREAM, {**STREAM, **edit}) == []


def test_a_command_more_is_no_break() -> None:
    assert judge(STREAM, {**STREAM, "commands": ["run", "test", "check"]}) == []


def test_a_stream_of_every_command_that_becomes_one_of_some_breaks() -> None:
    everywhere = {key: value for key, value in STREAM.items() if key != "commands"}
    assert [finding.rule for finding in judge(everywhere, STREAM)] == ["stream-removed"]


def test_the_first_mark_of_failed_runs_is_an_addition() -> None:
    unmarked = {key: value for key, value in STREAM.items() if key != "failure"}
    assert [finding.rule for finding in judge(unmarked, STREAM)] == ["added"]


START, RESULT = {"line": "started"}, {"line": "result", "terminal": True}
ANY: dict[str, Any] = {"line": "progress", "min": 0, "max": None}
ORDER, LATE, REMOVED, ADDED = "line-order-changed", "line-after-terminal", "line-type-removed", "line-type-added"
EDITS: dict[str, tuple[list[Any], list[str], list[str]]] = {
    "a line more often": ([START, {**ANY, "min": 1}, RESULT], [], [ORDER]),
    "a line less often": ([START, {**ANY, "max": 1}, RESULT], [], [ORDER]),
    "a line that may be missing": ([{**START, "min": 0}, ANY, RESULT], [ORDER], []),
    "a new line that has to come": ([{"line": "auth"}, START, ANY, RESULT], [ADDED], [ADDED, ORDER]),
    "a new line that may come": ([{"line": "auth", "min": 0}, START, ANY, RESULT], [ADDED], [ADDED]),
    "another order": ([ANY, START, RESULT], [ORDER], [ORDER]),
    "a line that is gone": ([START, RESULT], [REMOVED], [REMOVED]),
    "a line that comes no time": ([START, {**ANY, "max": 0}, RESULT], [REMOVED], [REMOVED]),
    "a line after the last": ([START, ANY, RESULT, {"line": "footer", "min": 0}], [ADDED, LATE], [ADDED]),
    "an earlier end": ([{**START, "terminal": True}, ANY, RESULT], [], [LATE]),
}


@pytest.mark.parametrize("edit", EDITS)
def test_who_writes_the_lines_is_who_is_asked_for_less(edit: str) -> None:
    grammar, output, input_ = EDITS[edit]
    old, new = ({**STREAM, "grammar": lines} for lines in ([START, ANY, RESULT], grammar))
    rules = {way: [finding.rule for finding in judge(old, new, way)] for way in ("output", "input", "full")}
    assert rules["output"] == output
    assert rules["input"] == input_
    assert {*rules["full"]} == {*output, *input_}

"""validate reads streams of any length, live, to their last byte, and names how they ended."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

STARTED, RESULT = '{"type": "started"}', '{"type": "result"}'
STEP = '{"type": "step"}'


@pytest.fixture
def steps(small: Path) -> Path:
    """The small registry, whose stream has steps in between."""
    stream = json.loads((small / "order/v1/run.stream.json").read_text())
    stream["grammar"].insert(1, {"line": "step", "min": 0, "max": None})
    stream["failure"] = {"/ok": False}
    stream["partial"] = [{"missing": "result", "means": "It crashed."}]
    (small / "order/v1/run.stream.json").write_text(json.dumps(stream))
    line: dict[str, Any] = {"$id": "urn:order:line:v1", "type": "object", "required": ["type"]}
    line["properties"] = {"type": {"enum": ["started", "step", "result"]}}
    (small / "order/v1/line.schema.json").write_text(json.dumps(line))
    return small


def write(name: str, *lines: str, end: str = "\n") -> None:
    Path(name).write_text("\n".join(lines) + end, "utf-8")


def report(outcome: Any) -> dict[str, Any]:
    return dict(json.loads(outcome.out))


def test_nothing_of_a_stream_is_hidden_behind_four_mebibytes(steps: Path, run: Run) -> None:
    count = 5 * 1024 * 1024 // len(STEP)
    write("big.jsonl", STARTED, *[STEP] * count, RESULT)
    assert run("validate", "order", "big.jsonl").out == (
        f"big.jsonl: complete, {count + 2:,} lines\n1 of 1 valid against order\n"
    )
    write("rubbish.jsonl", STARTED, *[STEP] * count, "rubbish", RESULT)
    outcome = run("validate", "order", "rubbish.jsonl")
    assert outcome.code == 1
    assert outcome.out.startswith(f"rubbish.jsonl:{count + 2}:1: error not-json\n")


def test_a_document_behind_four_mebibytes_is_judged_whole(steps: Path, run: Run) -> None:
    Path("big.json").write_text(json.dumps({"ok": True, "code": "NONE", "more": ["x" * 1000] * 5000}))
    assert run("validate", "order", "big.json").code == 0
    Path("bad.json").write_text(json.dumps({"more": ["x" * 1000] * 5000, "ok": True, "code": 1}))
    outcome = run("validate", "order", "bad.json")
    assert (outcome.code, outcome.out.partition("\n")[0]) == (1, "bad.json:1:5020024: error refused-by-schema")


def test_of_a_document_that_is_too_large_to_list_its_faults_it_is_said_that_it_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, project: Path
) -> None:
    monkeypatch.setattr("accordant.schema.validation.MOST_PLACES", 50)
    error = {"kind": "MissingFile", "message": "m", "severity": "error", "context": {"file": 1}}
    Path("out.json").write_text(json.dumps({"$schema": "urn:cobre:response:v1", "errors": [error] * 500}))
    outcome = run("validate", "cobre", "out.json", "--registry", "bundled", "--as", "schema")
    assert outcome.code == 1
    assert "out.json:1:1: error refused-by-schema" in outcome.out
    assert "it is too large, or its alternatives too many, to list the reasons" in outcome.out


ENDS = [
    ("complete", [STARTED, STEP, RESULT], "\n", 0),
    ("failed", [STARTED, STEP, '{"type": "result", "ok": false}'], "\n", 0),
    ("interrupted", [STARTED, STEP], "\n", 3),
    ("cut", [STARTED, STEP, '{"type": "res'], "", 3),
    ("malformed", [STEP, RESULT], "\n", 1),
]


@pytest.mark.parametrize(("state", "lines", "end", "code"), ENDS, ids=[case[0] for case in ENDS])
def test_the_end_is_named_in_text_json_and_exit_code(
    state: str, lines: list[str], end: str, code: int, steps: Path, run: Run
) -> None:
    write("run.jsonl", *lines, end=end)
    outcome = run("validate", "order", "run.jsonl")
    assert outcome.code == code
    assert f"run.jsonl: {state}, " in outcome.out
    outcome = run("validate", "order", "run.jsonl", "--format", "json")
    [document] = report(outcome)["data"]["documents"]
    assert document["end"]["state"] == state
    assert document["valid"] is (code == 0)
    assert report(outcome)["exit_code"] == outcome.code == code


def test_an_interruption_names_what_is_missing_and_the_last_progress(steps: Path, run: Run) -> None:
    write("run.jsonl", STARTED, STEP, '{"type": "step", "n": 2}')
    [document] = report(run("validate", "order", "run.jsonl", "--format", "json"))["data"]["documents"]
    assert document["end"] == {
        "state": "interrupted",
        "stream": "run",
        "lines": 3,
        "missing": ["result"],
        "means": ["It crashed."],
        "progress": {"line": 3, "value": {"type": "step", "n": 2}},
    }


def test_a_reader_tolerates_what_it_names(steps: Path, run: Run) -> None:
    write("interrupted.jsonl", STARTED)
    write("cut.jsonl", STARTED, '{"ty', end="")
    write("failed.jsonl", STARTED, '{"type": "result", "ok": false}')
    allowed = ("--allow", "interrupted")
    assert run("validate", "order", "interrupted.jsonl", *allowed).code == 0
    assert run("validate", "order", "cut.jsonl", *allowed).code == 3
    assert run("validate", "order", "cut.jsonl", *allowed, "--allow", "cut").code == 0
    assert run("validate", "order", "failed.jsonl", "--fail-on", "failed").code == 1


@pytest.mark.parametrize("expected", [case[0] for case in ENDS if case[0] != "malformed"])
@pytest.mark.parametrize(("state", "lines", "end", "code"), ENDS, ids=[case[0] for case in ENDS])
def test_a_script_asks_for_an_end_and_the_exit_code_answers(
    state: str, lines: list[str], end: str, code: int, expected: str, steps: Path, run: Run
) -> None:
    write("run.jsonl", *lines, end=end)
    outcome = run("validate", "order", "run.jsonl", "--expect", expected)
    assert outcome.code == (0 if state == expected else 1)
    assert ("stream-end-unexpected" in outcome.out) is (state not in (expected, "malformed"))


def test_a_document_has_no_end_that_is_expected(steps: Path, run: Run) -> None:
    Path("out.json").write_text('{"ok": true, "code": "NONE"}')
    assert run("validate", "order", "out.json").code == 0
    outcome = run("validate", "order", "out.json", "--expect", "complete")
    assert (outcome.code, "this is a document" in outcome.out) == (1, True)


def of_stdin(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


FIRST_BYTES = [
    (f"{STARTED}\n{RESULT}\n", "lines"),
    (f"{STARTED}\n", "lines"),
    (f"Loading ...\n{STARTED}\n{RESULT}\n", "lines"),
    ('{"ok": true}\n{"ok": true}\n', "lines"),
    ('{"ok": true, "code": "NONE"}\n', "document"),
    ('{"ok": true, "code": "NONE"}', "document"),
    ('{\n  "ok": true,\n  "code": "NONE"\n}\n', "document"),
    ("Loading ...\n", "document"),
    ("", "document"),
]


@pytest.mark.parametrize(("text", "kind"), FIRST_BYTES)
def test_the_first_bytes_of_stdin_tell_whether_it_is_a_stream(
    text: str, kind: str, steps: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_stdin(monkeypatch, text)
    [document] = report(run("validate", "order", "-", "--format", "json"))["data"]["documents"]
    assert ("lines" if document["end"] else "document") == kind


def test_a_stream_that_is_named_decides_over_the_first_bytes(
    steps: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_stdin(monkeypatch, "")
    assert "interrupted, 0 lines" in run("validate", "order", "-", "--stream", "run").out
    assert "is not a stream" in run("validate", "order", "-", "--stream", "answer").err
    assert run("validate", "order/v1/answer", "-", "--stream", "run").code == 2


def test_several_files_have_a_line_each_and_quiet_leaves_findings_only(steps: Path, run: Run) -> None:
    write("a.jsonl", STARTED, RESULT)
    write("b.json", '{"ok": true, "code": "NONE"}')
    write("c.json", '{"ok": 1, "code": "NONE"}')
    outcome = run("validate", "order", "a.jsonl", "b.json", "c.json")
    assert outcome.out.split("\n\n")[-2:] == [
        "a.jsonl: complete, 2 lines\nb.json: valid\nc.json: not valid\n2 of 3 valid against order",
        "validate: 1 error\n",
    ]
    assert run("validate", "order", "a.jsonl", "b.json", "--quiet").out == ""
    quiet = run("validate", "order", "a.jsonl", "c.json", "--quiet")
    assert quiet.out.startswith("c.json:1:2: error refused-by-schema\n")
    assert "valid against" not in quiet.out


def test_further_findings_are_counted_where_a_report_is_one_document(
    steps: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accordant.cli.live.MOST_KEPT", 3)
    write("bad.jsonl", *["oops"] * 10)
    whole = report(run("validate", "order", "bad.jsonl", "--format", "json"))
    assert (len(whole["findings"]), whole["data"]["omitted"], whole["exit_code"]) == (3, 7, 1)
    lines = run("validate", "order", "bad.jsonl", "--format", "jsonl").out.splitlines()
    assert [json.loads(line)["type"] for line in lines] == ["finding"] * 10 + ["report"]


COMMAND = [sys.executable, "-c", "from accordant.cli import main; raise SystemExit(main())"]


def start(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )


def test_findings_are_shown_while_the_program_still_writes(steps: Path) -> None:
    with start("validate", "order", "-", "--format", "jsonl") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{STARTED}\noops\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["rule"] == "not-json"  # the pipe is still open
        process.stdin.write(f"{RESULT}\n")
        process.stdin.close()
        assert json.loads(process.stdout.readline())["data"]["documents"][0]["end"]["lines"] == 2
        assert process.wait() == 1


def test_a_reader_that_goes_away_changes_nothing_but_what_is_shown(steps: Path) -> None:
    write("bad.jsonl", STARTED, *["oops"] * 5_000)
    with start("validate", "order", "bad.jsonl") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        assert process.stdout.readline() == "bad.jsonl:2:1: error not-json\n"
        process.stdout.close()
        assert process.wait(timeout=60) == 1


def test_a_file_that_grows_is_followed_to_its_last_line(steps: Path, run: Run) -> None:
    write("run.jsonl", STARTED)

    def grow() -> None:
        for text in (STEP[:5], STEP[5:] + "\n", "oops\n", RESULT + "\n"):
            time.sleep(0.1)
            with Path("run.jsonl").open("a") as file:
                file.write(text)

    writer = threading.Thread(target=grow)
    writer.start()
    outcome = run("validate", "order", "run.jsonl", "--follow")
    writer.join()
    assert outcome.code == 1
    assert outcome.out.startswith("run.jsonl:3:1: error not-json\n")
    assert "run.jsonl: malformed, 3 lines\n" in outcome.out
    assert run("validate", "order", "-", "--follow").code == 2


def test_the_text_of_a_line_is_shown_where_no_file_holds_it(
    steps: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_stdin(monkeypatch, f"{STARTED}\n# demo\n{RESULT}\n")
    assert "  2 | # demo\n" in run("validate", "order", "-").out

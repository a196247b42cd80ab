"""`registry enforce`: real programs as agents, the same session for the second prompt, events, failures, exit codes."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Outcome

AGENT = str(Path(__file__).parent / "programs" / "agent.py")
Run = Callable[..., Outcome]
SCHEMA = {
    "type": "object",
    "required": ["files"],
    "properties": {"files": {"type": "integer"}, "severity": {"enum": ["low", "high"]}},
}
PROMPT = ("--prompt", "Count the files")
GOOD = {"files": 3, "severity": "high"}


@pytest.fixture
def schema(tmp_path: Path) -> str:
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(SCHEMA), "utf-8")
    return str(path)


@pytest.fixture
def blueprint(tmp_path: Path) -> Callable[..., str]:
    def write(**more: Any) -> str:
        path = tmp_path / "blueprint.json"
        path.write_text(json.dumps({"name": "counter", "output_schema": SCHEMA, **more}, indent=2), "utf-8")
        return str(path)

    return write


def saying(*answers: str) -> tuple[str, ...]:
    """A program that says the first text at first, and the last one when it is shown an error."""
    source = (
        f"import sys; t = sys.stdin.read(); a = {answers!r}; print(a[-1] if 'output-validation-error' in t else a[0])"
    )
    return (sys.executable, "-c", source)


def data_of(outcome: Outcome) -> dict[str, Any]:
    report = json.loads(outcome.out)
    assert report["error"] is None, report["error"]
    data: dict[str, Any] = report["data"]
    return data


def test_a_program_that_stays_knows_the_first_prompt_at_the_second(schema: str, run: Run) -> None:
    outcome = run(
        "enforce", "--schema", schema, *PROMPT, "--stays", "--format", "json", "--", sys.executable, AGENT, "stays"
    )
    data = data_of(outcome)
    assert (outcome.code, data["retries"], data["event"]["result_data"]) == (0, 1, GOOD)


def test_a_program_that_is_told_the_session_knows_the_first_prompt_at_the_second(
    schema: str, run: Run, tmp_path: Path
) -> None:
    words = (sys.executable, AGENT, "session", "{session_id}", str(tmp_path))
    data = data_of(run("enforce", "--schema", schema, *PROMPT, "--format", "json", "--", *words))
    assert (data["retries"], data["event"]["result_data"]) == (1, GOOD)
    seen = json.loads((tmp_path / f"{data['session_id']}.json").read_text("utf-8"))
    assert [text.startswith("Count the files") for text in seen] == [True, False]


def test_the_second_call_may_have_other_arguments(schema: str, run: Run, tmp_path: Path) -> None:
    again = shlex.join([sys.executable, AGENT, "session", "{session_id}", str(tmp_path)])
    words = (sys.executable, AGENT, "session", "{session_id}", str(tmp_path))
    options = ("--schema", schema, *PROMPT, "--session-id", "mine", "--retry-with", again, "--format", "json")
    assert data_of(run("enforce", *options, "--", *words))["session_id"] == "mine"


def test_a_program_without_a_session_gets_the_whole_exchange(schema: str, run: Run) -> None:
    data = data_of(
        run("enforce", "--schema", schema, *PROMPT, "--format", "json", "--", sys.executable, AGENT, "alone")
    )
    assert (data["retries"], data["event"]["result_data"]) == (1, GOOD)


def test_the_section_on_the_output_is_the_last_one_of_the_text(schema: str, run: Run, tmp_path: Path) -> None:
    source = f"import sys; open({str(tmp_path / 'seen')!r}, 'w').write(sys.stdin.read()); print('{{\"files\": 1}}')"
    assert run("enforce", "--schema", schema, *PROMPT, "--", sys.executable, "-c", source).code == 0
    seen = (tmp_path / "seen").read_text("utf-8")
    assert seen.startswith("Count the files\n\n## Required Output Format")
    assert seen.count("\n## ") == 1


def test_a_blueprint_run_fails_with_every_error_after_exactly_one_retry(
    blueprint: Callable[..., str], run: Run, tmp_path: Path
) -> None:
    options = ("--blueprint", blueprint(), *PROMPT)
    outcome = run("enforce", *options, "--", *saying('{"files": "many", "severity": 7}'))
    assert outcome.code == 1
    for line in (
        "Agent: counter", "Status: failed", "Output schema: failed", "Retries: 1 of 1, exhausted",
        '  - $.files: "many" is a string, not an integer',
    ):  # fmt: skip
        assert line in outcome.out.splitlines()
    assert "Result:" not in outcome.out
    assert outcome.out.count('$.files: "many"') == 1
    assert outcome.out.partition("Refused answer:\n")[2] == '{"files": "many", "severity": 7}\n\nenforce: 2 errors\n'
    report = json.loads(run("enforce", *options, "--format", "json", "--", *saying("{}")).out)
    assert [finding["rule"] for finding in report["findings"]] == ["answer-refused"]


def test_the_view_of_a_result(blueprint: Callable[..., str], run: Run) -> None:
    options = ("--blueprint", blueprint(), *PROMPT, "--session-id", "ses_1")
    outcome = run("enforce", *options, "--", *saying("Sorry, I do not know.", '{"files": 3}'))
    assert outcome.out.splitlines()[:5] == [
        "Session: ses_1", "Agent: counter", "Status: completed", "Output schema: valid", "Retries: 1 of 1",
    ]  # fmt: skip
    assert json.loads(outcome.out.partition("Result:\n")[2].partition("\n\n")[0]) == {"files": 3}


def test_it_is_said_where_the_json_was_taken_from(schema: str, run: Run) -> None:
    answer = saying('Here:\n```json\n{"files": 3}\n```')
    assert "JSON taken from: the fenced block" in run("enforce", "--schema", schema, *PROMPT, "--", *answer).out
    data = data_of(run("enforce", "--schema", schema, *PROMPT, "--format", "json", "--", *answer))
    assert data["taken_from"] == "the fenced block"


def test_the_bare_event_and_the_bare_failure_keep_the_contract(
    blueprint: Callable[..., str], run: Run, tmp_path: Path
) -> None:
    for answer, code, name in (('{"files": 3}', 0, "result-event"), ("{}", 1, "run-failure")):
        outcome = run(
            "enforce", "--blueprint", blueprint(), *PROMPT, "--event", "--run-id", "run_1", "--", *saying(answer)
        )
        assert outcome.code == code
        (tmp_path / "event.json").write_text(outcome.out, "utf-8")
        judged = run("validate", f"agent-output/v1/{name}", str(tmp_path / "event.json"), "--registry", "bundled")
        assert judged.code == 0, judged.out


def test_a_blueprint_without_schema_gives_text_and_no_view_of_a_schema(blueprint: Callable[..., str], run: Run) -> None:
    outcome = run("enforce", "--blueprint", blueprint(output_schema=None), *PROMPT, "--", *saying("Three."))
    assert "Output schema" not in outcome.out
    assert "Retries: 0 of 0\nResult:\nThree.\n" in outcome.out


def test_a_cut_answer_of_a_program_that_stays_is_said(schema: str, run: Run) -> None:
    answer = json.dumps({"text": '{"files": 1', "finish_reason": "length"})
    source = f"for _ in open(0): print({answer!r}, flush=True)"
    options = ("--schema", schema, *PROMPT, "--stays", "--format", "json")
    outcome = run("enforce", *options, "--", sys.executable, "-c", source)
    assert (data_of(outcome)["truncated"], data_of(outcome)["retries"]) == (True, 0)
    assert [finding["rule"] for finding in json.loads(outcome.out)["findings"]] == ["answer-cut"]


@pytest.mark.parametrize(
    ("more", "options", "pointer"),
    [
        ({"output_schema": {"type": "objekt"}}, PROMPT, "/output_schema/type"),
        (
            {"parameters_schema": {"properties": {"a": {"pattern": "("}}}},
            PROMPT,
            "/parameters_schema/properties/a/pattern",
        ),
        ({"type": "other"}, PROMPT, "/type"),
    ],
)
def test_a_blueprint_that_cannot_be_used_is_refused_with_its_place(
    more: dict[str, Any], options: tuple[str, ...], pointer: str, blueprint: Callable[..., str], run: Run
) -> None:
    outcome = run("enforce", "--blueprint", blueprint(**more), *options, "--format", "json", "--", *saying("{}"))
    error = json.loads(outcome.out)["error"]
    assert (outcome.code, error["pointer"]) == (2, pointer)
    assert error["line"] > 0


def test_parameters_that_the_blueprint_refuses_are_an_error(
    blueprint: Callable[..., str], run: Run, tmp_path: Path
) -> None:
    file = blueprint(parameters_schema={"type": "object", "required": ["url"], "additionalProperties": False})
    (tmp_path / "input.json").write_text('{"uri": 1}', "utf-8")
    options = ("--blueprint", file, "--parameters", str(tmp_path / "input.json"), "--format", "json")
    outcome = run("enforce", *options, "--", *saying("{}"))
    assert (outcome.code, json.loads(outcome.out)["error"]["code"]) == (2, "parameters-refused")


@pytest.mark.parametrize("stays", [(), ("--stays",)])
def test_an_agent_that_is_killed_is_told_by_its_signal(stays: tuple[str, ...], schema: str, run: Run) -> None:
    source = "import os, sys; sys.stdin.readline(); os.kill(os.getpid(), 9)"
    outcome = run("enforce", "--schema", schema, *PROMPT, *stays, "--", sys.executable, "-c", source)
    assert outcome.code == 2
    assert "the program was ended by SIGKILL" in outcome.err


@pytest.mark.parametrize(
    "source",
    [
        "import sys; sys.exit('no key')",
        "import time; time.sleep(60)",
        "import sys; sys.stdout.buffer.write(b'\\xff')",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "while True: print('x' * 10000)",
    ],
)
@pytest.mark.parametrize("stays", [(), ("--stays",)])
def test_an_agent_that_fails_is_no_answer(source: str, stays: tuple[str, ...], schema: str, run: Run) -> None:
    options = ("--schema", schema, *PROMPT, *stays, "--seconds", "1", "--max-output", "1", "--format", "json")
    outcome = run("enforce", *options, "--", sys.executable, "-c", source)
    assert (outcome.code, json.loads(outcome.out)["error"]["code"]) == (2, "program-failed")


@pytest.mark.parametrize(
    "words",
    [
        ("--", "true"), ("--schema", "SCHEMA", "--", "true"), ("--schema", "SCHEMA", *PROMPT),
        ("--schema", "SCHEMA", "--blueprint", "SCHEMA", *PROMPT, "--", "true"),
        ("--schema", "SCHEMA", "--parameters", "SCHEMA", "--", "true"),
        ("--schema", "nowhere.json", *PROMPT, "--", "true"), ("--schema", "SCHEMA", *PROMPT, "--", "./nowhere"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(words: tuple[str, ...], schema: str, run: Run) -> None:
    assert run("enforce", *(schema if word == "SCHEMA" else word for word in words)).code == 2

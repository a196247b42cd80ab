"""validate: documents, lines and stdin against a contract."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

VERSIONED = """title = "Orders"
carrier = "/form"
[versions.v1]
status = "legacy"
default-schema = "answer"
[versions.v2]
status = "current"
default-schema = "answer"
"""


def test_a_valid_document_passes_and_an_invalid_one_is_placed(small: Path, run: Run) -> None:
    Path("good.json").write_text('{"ok": true, "code": "NONE"}')
    Path("bad.json").write_text('{\n  "ok": "yes",\n  "code": "NONE"\n}')
    assert run("validate", "order", "good.json").code == 0
    outcome = run("validate", "order/v1/answer", "good.json", "bad.json")
    assert outcome.code == 1
    assert outcome.out.startswith("bad.json:2:3: error refused-by-schema\n")
    assert '  2 |   "ok": "yes",\n    |   ^\n' in outcome.out
    assert "registry/order/v1/answer.schema.json:" in outcome.out
    report = json.loads(run("validate", "order", "good.json", "bad.json", "--format", "json").out)
    assert [document["valid"] for document in report["data"]["documents"]] == [True, False]


def test_what_is_wrong_is_told_from_the_first_line_to_the_last(small: Path, run: Run) -> None:
    """Whether a schema refuses a field, misses one or knows none of that name."""
    Path("bad.json").write_text('{\n  "code": 1,\n  "zz": 2,\n  "ok": "yes"\n}')
    findings = json.loads(run("validate", "order/v1/answer", "bad.json", "--format", "json").out)["findings"]
    lines = [finding["place"]["line"] for finding in findings]
    assert (lines, len(set(lines)) > 1) == (sorted(lines), True)
    Path("bad.json").write_text('{\n  "ok": "yes",\n  "zz": 2,\n  "code": 1\n}')
    again = json.loads(run("validate", "order/v1/answer", "bad.json", "--format", "json").out)["findings"]
    assert [finding["message"] for finding in again] != [finding["message"] for finding in findings]


def test_stdin_is_a_document(small: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"ok": 1}')))
    outcome = run("validate", "order/v1", "-")
    assert outcome.code == 1
    assert outcome.out.startswith("stdin:1:")


def test_what_is_no_json_is_a_finding_and_what_is_no_file_is_not(small: Path, run: Run) -> None:
    Path("torn.json").write_text('{"ok": tru')
    assert run("validate", "order", "torn.json").code == 1
    assert run("validate", "order", "nowhere.json").code == 2


def test_lines_are_judged_by_their_stream(small: Path, run: Run) -> None:
    Path("run.jsonl").write_text('{"type": "started"}\n{"type": "result"}\n')
    assert run("validate", "order", "run.jsonl").code == 0
    Path("late.jsonl").write_text('{"type": "result"}\n{"type": "started"}\n')
    outcome = run("validate", "order/v1/run", "late.jsonl")
    assert outcome.code == 1
    assert outcome.out.startswith("late.jsonl:1:1: error stream-order\n")


def test_lines_are_documents_of_a_contract_without_a_stream(small: Path, run: Run) -> None:
    for file in ("line.schema.json", "run.stream.json"):
        Path(f"registry/order/v1/{file}").unlink()
    Path("all.jsonl").write_text('{"ok": true, "code": "NONE"}\n{"ok": 1, "code": "NONE"}\n')
    outcome = run("validate", "order", "all.jsonl")
    assert outcome.code == 1
    assert outcome.out.startswith("all.jsonl:2:2: error refused-by-schema\n")
    assert "all.jsonl: not valid, 2 lines\n" in outcome.out


def test_each_line_is_read_by_the_version_that_it_says(small: Path, run: Run) -> None:
    folder = Path("registry/order")
    for file in ("line.schema.json", "run.stream.json"):
        (folder / "v1" / file).unlink()
    shutil.copytree(folder / "v1", folder / "v2")
    (folder / "contract.toml").write_text(VERSIONED)
    for version, required in (("v1", "ok"), ("v2", "at")):
        (folder / version / "answer.schema.json").write_text(
            json.dumps(
                {
                    "$id": f"urn:order:answer:{version}",
                    "required": ["form", required],
                    "properties": {"form": {"const": version}},
                }
            )
        )
    Path("all.jsonl").write_text(
        '{"form": "v1", "ok": 1}\n{"form": "v2", "at": 1}\n{"form": "v2", "ok": 1}\n{"form": "v3"}\n'
    )
    found = json.loads(run("validate", "order", "all.jsonl", "--format", "json").out)
    assert [(finding["rule"], finding["place"]["line"]) for finding in found["findings"]] == [
        ("refused-by-schema", 3),
        ("version-unknown", 4),
    ]
    assert found["data"]["documents"] == [{"path": "all.jsonl", "valid": False, "end": None, "lines": 3}]


def test_a_producer_is_held_to_what_is_declared(small: Path, run: Run) -> None:
    Path("more.json").write_text('{"ok": true, "code": "NONE", "oka": 1}')
    assert run("validate", "order", "more.json").code == 0
    assert run("validate", "order", "more.json", "--as", "consumer").code == 0
    outcome = run("validate", "order", "more.json", "--as", "producer")
    assert outcome.code == 1
    assert "field-unknown" in outcome.out


def test_a_consumer_reads_codes_that_it_does_not_know(small: Path, run: Run) -> None:
    Path("new.json").write_text('{"ok": true, "code": "BRAND_NEW"}')
    assert run("validate", "order", "new.json").code == 1
    assert run("validate", "order", "new.json", "--as", "consumer").code == 0


@pytest.mark.parametrize(
    "draft", ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"]
)
def test_a_consumer_is_told_the_place_in_the_file_that_everybody_is_told(draft: str, small: Path, run: Run) -> None:
    part = {"type": "object", "properties": {"n": {"minimum": 1}}, "required": ["n"]}
    schema = {
        "$schema": draft,
        "properties": {"part": {"allOf": [{"$ref": "#/definitions/part"}]}},
        "definitions": {"part": part},
    }
    (small / "order/v1/thing.schema.json").write_text(json.dumps(schema, indent=2))
    Path("low.json").write_text('{"part": {"n": 0}}')

    def schema_lines(as_: str) -> list[str]:
        out = run("validate", "order/v1/thing", "low.json", "--as", as_).out
        return [line for line in out.splitlines() if "thing.schema.json" in line]

    assert (
        "registry/order/v1/thing.schema.json:17:11 at /definitions/part/properties/n/minimum"
        in schema_lines("consumer")[0]
    )
    assert schema_lines("consumer") == schema_lines("producer") == schema_lines("schema")


def test_what_does_not_exist_is_suggested(small: Path, run: Run) -> None:
    Path("good.json").write_text("{}")
    assert "did you mean order" in run("validate", "ordre", "good.json").err
    assert run("validate", "order/v9", "good.json").code == 2
    assert run("validate", "order/v1/nothing", "good.json").code == 2

"""A generic contract with its type parameter bound on the command line, in validate and gen."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import Run

DATA = {"title": "Deployment", "type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}


@pytest.fixture
def files(project: Path) -> Path:
    meta = {"duration_ms": 3}
    answer: dict[str, Any] = {"ok": True, "error": None, "warnings": [], "meta": meta}
    for name, value in {
        "data": DATA,
        "good": {**answer, "data": {"id": 7}},
        "bad": {**answer, "data": {"id": "seven"}},
        "odd": {**answer, "data": {"id": 7}, "more": 1},
    }.items():
        (project / f"{name}.json").write_text(json.dumps(value))
    return project


def exit_code_of(run: Run, file: str, *more: str) -> int:
    code: int = run("--registry", "bundled", "validate", "response-envelope", file, *more).code
    return code


@pytest.mark.parametrize("as_", ["schema", "producer", "consumer"])
def test_a_bound_parameter_judges_the_data_in_every_reading(files: Path, run: Run, as_: str) -> None:
    for binding in ("data.json", "T=data.json"):
        bound = ["--data-schema", binding, "--as", as_]
        assert exit_code_of(run, "good.json", *bound) == 0
        assert exit_code_of(run, "bad.json", *bound) == 1
    assert exit_code_of(run, "bad.json", "--as", as_) == 0, "without a binding any data will do"


def test_a_consumer_passes_over_fields_that_it_does_not_know(files: Path, run: Run) -> None:
    assert exit_code_of(run, "odd.json", "--as", "producer") == 1
    assert exit_code_of(run, "odd.json", "--as", "consumer") == 0


def test_a_parameter_that_is_none_is_refused(files: Path, run: Run) -> None:
    assert exit_code_of(run, "good.json", "--data-schema", "U=data.json") == 2
    assert exit_code_of(run, "good.json", "--data-schema", "nothing.json") == 2
    (files / "data.json").write_text("[1]")
    assert exit_code_of(run, "good.json", "--data-schema", "data.json") == 2


def generate(run: Run, target: str, *more: str) -> int:
    bound = ["--schema", "response-envelope/v1", "--data-schema", "data.json", "--out", "made", *more]
    code: int = run("--registry", "bundled", "gen", target, *bound).code
    return code


def module(path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("bound_model", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, loaded)
    spec.loader.exec_module(loaded)
    return loaded


def test_generated_python_knows_the_type_of_the_data(files: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert generate(run, "python") == 0
    model = module(files / "made/model.py", monkeypatch).ResponseEnvelope
    assert model.model_validate_json((files / "good.json").read_text()).data.id == 7
    with pytest.raises(ValueError, match="data"):
        model.model_validate_json((files / "bad.json").read_text())
    assert generate(run, "python", "--check") == 0


def test_generated_typescript_knows_the_type_of_the_data(files: Path, run: Run) -> None:
    assert generate(run, "ts") == 0
    text = (files / "made/types.ts").read_text()
    assert "data: Deployment | null;" in text or "data: ResponseEnvelopeData" in text
    assert "data: T" not in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["python", "--schema", "response-envelope", "--out", "made"],
        ["python", "--data-schema", "data.json", "--out", "made"],
        ["python", "--schema", "response-envelope", "--data-schema", "data.json"],
        ["--schema", "response-envelope", "--data-schema", "data.json", "--out", "made"],
        ["python", "--schema", "response-envelope/v1/exit-codes", "--data-schema", "data.json", "--out", "made"],
        ["python", "--schema", "response-envelope", "--data-schema", "U=data.json", "--out", "made"],
    ],
)
def test_half_a_binding_is_refused_and_writes_nothing(files: Path, run: Run, arguments: list[str]) -> None:
    assert run("--registry", "bundled", "gen", *arguments).code == 2
    assert not (files / "made").exists()


def test_data_is_read_in_the_draft_that_the_contract_declares(files: Path, run: Run) -> None:
    """In draft-07 nothing beside a $ref counts."""
    count = {"$ref": "#/definitions/count", "minimum": 10}
    schema = {"title": "Result", "properties": {"n": count}, "definitions": {"count": {"type": "integer"}}}
    event = {"event_type": "result", "session_id": "s", "result_text": None, "result_data": {"n": 3}}
    (files / "data.json").write_text(json.dumps(schema))
    (files / "event.json").write_text(json.dumps(event))
    path = "agent-output/v1/result-event"
    assert run("--registry", "bundled", "validate", path, "event.json", "--data-schema", "data.json").code == 0
    bound = ["--schema", path, "--data-schema", "data.json", "--out", "made"]
    assert run("--registry", "bundled", "gen", "python", *bound).code == 0
    text = (files / "made/model.py").read_text()
    assert "int" in text
    assert "ge=10" not in text
    (files / "data.json").write_text(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}))
    assert run("--registry", "bundled", "validate", path, "event.json", "--data-schema", "data.json").code == 1
    assert run("--registry", "bundled", "gen", "python", *bound).code == 0
    assert "ge=10" in (files / "made/model.py").read_text()


def test_an_unusable_schema_of_data_is_refused_at_its_place(files: Path, run: Run) -> None:
    (files / "data.json").write_text(json.dumps({"properties": {"id": {"$ref": "#/$defs/id"}}}))
    outcome = run("--registry", "bundled", "validate", "response-envelope", "good.json", "--data-schema", "data.json")
    assert outcome.code == 2
    assert "data.json:1:" in outcome.err
    assert "the reference '#/$defs/id' leads nowhere" in outcome.err

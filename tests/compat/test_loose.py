"""Two loose files, and two agent blueprints, without any registry."""

from __future__ import annotations

import gc
import json
import re
from pathlib import Path
from typing import Any

import pytest

from accordant import compare
from accordant.cli import main


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)

    def write(old: Any, new: Any) -> list[str]:
        Path("old.json").write_text(json.dumps(old), "utf-8")
        Path("new.json").write_text(json.dumps(new), "utf-8")
        return ["check-compat", "--old", "old.json", "--new", "new.json"]

    return write


A = {"type": "object", "properties": {"a": {"type": "string"}}}
AB: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--direction", "input"], 1),
        (["--direction", "full"], 1),
        (["--direction", "input", "--promise", "additive"], 0),
        (["--direction", "full", "--promise", "additive"], 0),
    ],
)
def test_an_added_typed_field_is_judged_by_direction_and_promise(pair: Any, arguments: list[str], code: int) -> None:
    assert main(pair(A, AB) + arguments) == code


def test_the_report_says_both_readings_and_shows_the_document(pair: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*pair(A, AB), "--direction", "input", "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["verdict"] == "breaking"
    assert report["data"]["comparisons"][0]["strict"] == "breaking"
    evidence = report["findings"][0]["evidence"]
    assert evidence["kind"] == "witness"
    assert not isinstance(evidence["document"]["b"], int)


PROMPT = {"type": "object", "properties": {"prompt": {"type": "string"}, "depth": {"type": "integer"}}}


def blueprint(parameters: Any = None, output: Any = None) -> dict[str, Any]:
    return {"name": "agent", "parameters_schema": parameters, "output_schema": output}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        # New parameters may be asked for only optionally; output may grow but not lose.
        (blueprint({**A, "required": []}), blueprint({**A, "required": ["a"]}), 1),
        (blueprint({**A, "required": ["a"]}), blueprint({**A, "required": []}), 0),
        (blueprint(output={**A, "required": []}), blueprint(output={**A, "required": ["a"]}), 0),
        (blueprint(output={**A, "required": ["a"]}), blueprint(output={**A, "required": []}), 1),
        (blueprint(None, {}), blueprint({}, None), 0),
        (blueprint(output=A), blueprint(output=None), 1),
        (blueprint(parameters=None), blueprint(parameters={"type": "object", "required": ["a"]}), 1),
        # draft-07 where nothing is declared: a sibling of $ref means nothing.
        (
            blueprint(output={"$ref": "#/definitions/x", "definitions": {"x": {"type": "object"}}, "minProperties": 3}),
            blueprint(output={"$ref": "#/definitions/x", "definitions": {"x": {"type": "object"}}}),
            0,
        ),
        # Without an output_schema the result is text, without a parameters_schema the input is a prompt.
        (blueprint(output=None), blueprint(output=A), 1),
        (blueprint(output={}), blueprint(output=A), 1),
        (blueprint(parameters=A), blueprint(parameters=None), 1),
        (blueprint(parameters=A), blueprint(parameters={}), 1),
        (blueprint(parameters=None), blueprint(parameters=PROMPT), 0),
        (blueprint(parameters=PROMPT), blueprint(parameters=None), 1),
        # A procedural agent without schemas takes and gives objects.
        ({"type": "procedural"}, {"type": "procedural", "output_schema": A}, 0),
        ({"type": "procedural", "parameters_schema": A}, {"type": "procedural"}, 0),
    ],
)
def test_a_blueprint_takes_parameters_as_input_and_output_as_output(pair: Any, old: Any, new: Any, code: int) -> None:
    assert main([*pair(old, new), "--blueprint"]) == code


@pytest.mark.parametrize(
    ("old", "new", "arguments"),
    [
        ([], A, []),
        (A, "x", []),
        (A, A, ["--against", "main"]),
        ([], {}, ["--blueprint"]),
        ({"output_schema": 3}, {}, ["--blueprint"]),
        ({"output_schema": {"type": "array"}}, {}, ["--blueprint"]),
        ({"parameters_schema": {"enum": ["a"]}}, {}, ["--blueprint"]),
        ({}, {"output_schema": {"properties": {"id": {"pattern": "("}}}}, ["--blueprint"]),
        ({}, {"output_schema": {"properties": {"id": {"$ref": "#/definitions/id"}}}}, ["--blueprint"]),
        ({}, {"output_schema": {"properties": {"id": {"$ref": "https://example.com/id.json"}}}}, ["--blueprint"]),
        ({}, {"output_schema": {"type": "objekt"}}, ["--blueprint"]),
        ({}, {}, ["--blueprint", "--direction", "input"]),
    ],
)
def test_what_cannot_be_compared_is_unusable(
    pair: Any, old: Any, new: Any, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(pair(old, new) + arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


CLOSED = {**AB, "additionalProperties": False}


@pytest.mark.parametrize(
    "schema",
    [
        lambda inner: inner,
        lambda inner: {"type": "object", "properties": {"part": inner}},
        lambda inner: {"type": "array", "items": inner},
    ],
    ids=["root", "member", "item"],
)
def test_a_field_taken_from_an_object_that_was_closed_all_along_is_one_finding(
    pair: Any, capsys: pytest.CaptureFixture[str], schema: Any
) -> None:
    without = {**CLOSED, "properties": {"a": {"type": "string"}}}
    assert main([*pair(schema(CLOSED), schema(without)), "--promise", "additive", "--format", "json"]) == 1
    assert [finding["rule"] for finding in json.loads(capsys.readouterr().out)["findings"]] == ["field-removed"]


@pytest.mark.parametrize("never", [False, {"not": {}}, {"not": True}, {"enum": []}, {"allOf": [False]}])
def test_a_field_that_can_have_no_value_any_more_is_gone_however_that_is_spelt(
    pair: Any, capsys: pytest.CaptureFixture[str], never: Any
) -> None:
    new = {**AB, "properties": {**AB["properties"], "b": never}}
    assert main([*pair(AB, new), "--promise", "additive", "--format", "json"]) == 1
    assert [finding["rule"] for finding in json.loads(capsys.readouterr().out)["findings"]] == ["field-removed"]


def test_an_object_that_is_opened_for_any_key_is_one_break(pair: Any, capsys: pytest.CaptureFixture[str]) -> None:
    closed = {"type": "object", "patternProperties": {".": {"type": "string"}}, "additionalProperties": False}
    opened = {"type": "object", "patternProperties": {".": {"type": "string"}}}
    assert main([*pair(closed, opened), "--format", "json"]) == 1
    assert [finding["rule"] for finding in json.loads(capsys.readouterr().out)["findings"]] == ["closed-object-opened"]


def test_what_is_no_schema_is_refused_and_an_unknown_draft_is_remarked(
    pair: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(pair({"identifier": "code", "entries": []}, {"identifier": "code", "entries": []})) == 2
    assert "a code list" in capsys.readouterr().err
    assert main(pair({"$schema": "https://example.org/mine", **A}, {**A, "title": "t"})) == 0
    assert "read as 2020-12" in capsys.readouterr().out


def test_all_lists_what_an_edit_leads_to_and_without_it_the_edit_is_one_finding(
    pair: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = []
    for more in ([], ["--all"]):
        assert main([*pair(A, {"type": "object"}), "--format", "json", *more]) == 1
        counts.append(len(json.loads(capsys.readouterr().out)["findings"]))
    assert counts[0] == 1
    assert counts[1] > 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            {"enum": ["x", "y"]},
            {"type": ["string", "null"], "enum": ["x", "y", None]},
            "may be null; the reader refuses it.",
        ),
        ({"maximum": 3}, {"type": ["number", "string"], "maximum": 3}, "is always a number or a string now."),
    ],
)
def test_a_type_that_the_release_did_not_say_is_told_in_words(old: Any, new: Any, sentence: str) -> None:
    before, after = ({"properties": {"a": value}} for value in (old, new))
    messages = [finding.message for finding in compare(before, after, promise="additive").findings]
    assert messages == [f"`/a` {sentence}"]


def test_a_judgement_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold()
    compare({"type": "string"}, {"type": "integer"})
    with pytest.raises(ValueError, match="direction"):
        compare({}, {}, direction="sideways")
    assert gc.get_threshold() == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ({}, [], "the newer schema is not a schema: it is an array"),
        (1, {}, "the older schema is not a schema: 1 is an integer"),
        ({"patternProperties": None, "additionalProperties": {"type": "string"}},
         {"patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": {}},
         "the older schema is not a schema: at /patternProperties: it is null"),
    ],
)  # fmt: skip
def test_a_value_that_is_no_schema_is_refused_with_its_place(old: Any, new: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        compare(old, new, promise="additive")


def test_a_malformed_resource_is_refused_with_its_place() -> None:
    with pytest.raises(ValueError, match="the newer schema is not a schema"):
        compare({}, {"$ref": "http://acme.example/a"}, new_resources={"http://acme.example/a": [1]})

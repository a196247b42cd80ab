"""gen --schema FILE: types for one schema, with no registry anywhere, and nothing fetched."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run, copy_registry

ORDER: dict[str, Any] = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "price": {"$ref": "https://example.org/common/money.json#/$defs/Amount"},
    },
}
MONEY: dict[str, Any] = {
    "$id": "https://example.org/common/money.json",
    "$defs": {"Amount": {"type": "object", "required": ["unit"], "properties": {"unit": {"$ref": "unit"}}}},
}
UNIT: dict[str, Any] = {"enum": ["EUR", "USD"]}
FILES = pytest.mark.parametrize(
    ("target", "file"),
    [("python", "model.py"), ("ts", "types.ts"), ("model", "model.json"), ("typeddict", "model.py")],
)


def put(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1))


@pytest.fixture
def files(project: Path) -> Path:
    put(project / "order.json", ORDER)
    put(project / "vendored/example.org/common/money.json", MONEY)
    put(project / "vendored/example.org/common/unit.json", UNIT)
    return project


OPTIONS = ("--schema", "order.json", "--root", "Order", "--resources", "vendored", "--out", "made")


@FILES
def test_a_loose_file_gives_one_file_with_the_root_type_under_its_name(
    files: Path, run: Run, target: str, file: str
) -> None:
    assert run("gen", target, *OPTIONS).code == 0
    assert [path.name for path in sorted((files / "made").iterdir()) if path.name[0] != "."] == [file]
    text = (files / "made" / file).read_text()
    assert "Order" in text
    assert "EUR" in text
    assert str(files) not in text
    assert run("gen", target, *OPTIONS, "--check").code == 0


def test_the_loose_models_judge_as_the_schema_does(files: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("gen", "python", *OPTIONS)
    module = types.ModuleType("loose_model")
    monkeypatch.setitem(sys.modules, "loose_model", module)
    exec(compile((files / "made/model.py").read_text(), "model.py", "exec"), module.__dict__)
    order = module.Order
    assert order.model_validate_json('{"id": 1, "price": {"unit": "EUR"}}').price.unit == "EUR"
    for wrong in ('{"id": 0}', '{"id": 1, "price": {"unit": "XXX"}}', '{"id": 1, "price": {}}'):
        with pytest.raises(ValueError, match="validation error"):
            order.model_validate_json(wrong)


def test_two_targets_may_share_a_folder(files: Path, run: Run) -> None:
    run("gen", "python", *OPTIONS)
    run("gen", "ts", *OPTIONS)
    assert {"model.py", "types.ts"} <= {path.name for path in (files / "made").iterdir()}
    assert run("gen", "python", *OPTIONS, "--check").code == 0
    (files / "made/model.py").write_text("edited")
    assert run("gen", "ts", *OPTIONS, "--check").code == 0
    assert run("gen", "python", *OPTIONS, "--check").code == 1
    assert run("gen", "python", *OPTIONS).code == 0
    assert run("gen", "python", *OPTIONS, "--check").code == 0


def test_the_title_names_the_root_where_nothing_else_does(project: Path, run: Run) -> None:
    put(project / "a.json", {"title": "shipping note", "type": "object"})
    run("gen", "ts", "--schema", "a.json", "--out", "made")
    assert "ShippingNote" in (project / "made/types.ts").read_text()


def test_a_reference_that_no_folder_serves_is_refused(files: Path, run: Run) -> None:
    outcome = run("gen", "python", "--schema", "order.json", "--out", "made")
    assert outcome.code == 2
    assert "nothing is fetched" in outcome.err
    assert not (files / "made").exists()


@pytest.mark.parametrize(
    "ref",
    [
        "https://example.org/../../secret.json",
        "https://example.org/%2e%2e/%2e%2e/secret.json",
        "https://example.org/..%2f..%2fsecret.json",
        "https://../secret.json",
        "https://example.org/..%5c..%5csecret.json",
        "https://example.org/link/secret.json",
        "https://example.org/linked.json",
    ],
)
def test_what_leads_out_of_the_folder_is_never_read(project: Path, run: Run, ref: str) -> None:
    put(project / "secret.json", {"const": "the secret"})
    put(project / "vendored/example.org/fine.json", {})
    (project / "vendored/example.org/link").symlink_to(project)
    (project / "vendored/example.org/linked.json").symlink_to(project / "secret.json")
    put(project / "a.json", {"properties": {"a": {"$ref": ref}}})
    outcome = run("gen", "python", "--schema", "a.json", "--resources", "vendored", "--out", "made")
    assert outcome.code == 2
    assert "the secret" not in outcome.err
    assert not (project / "made").exists()


@pytest.mark.parametrize("ref", ["file:///etc/passwd", "secrets.json", "/secret.json", "ftp://example.org", "http://["])
def test_other_references_lead_nowhere(project: Path, run: Run, ref: str) -> None:
    put(project / "secret.json", {"const": "the secret"})
    put(project / "a.json", {"properties": {"a": {"$ref": ref}}})
    outcome = run("gen", "python", "--schema", "a.json", "--resources", ".", "--out", "made")
    assert outcome.code == 2
    assert not (project / "made").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("python", "--schema", "none.json", "--out", "made"), "there is no such file"),
        (("python", "--schema", "order.json"), "--out DIR"),
        (("--schema", "order.json", "--out", "made"), "--out needs the target"),
        (("python", "--schema", "order.json", "--out", "-"), "--out takes a folder"),
        (("cobol", "--schema", "order.json", "--out", "made"), "no target"),
        (("python", "--root", "A", "--out", "made"), "--schema FILE"),
        (("python", "--schema", "bad.json", "--out", "made"), "not a schema"),
        (("python", "--schema", "order.json", "--resources", "none", "--out", "made"), "is not a folder"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_way_out(
    files: Path, run: Run, arguments: tuple[str, ...], says: str
) -> None:
    put(files / "bad.json", {"type": "strang"})
    outcome = run("gen", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert says in outcome.err
    assert not (files / "made").exists()


def test_strict_fails_on_a_keyword_that_the_target_does_not_honour_and_says_where(files: Path, run: Run) -> None:
    relaxed = run("gen", "typeddict", *OPTIONS, "--format", "json")
    assert relaxed.code == 0
    findings = json.loads(relaxed.out)["findings"]
    assert [(finding["rule"], finding["severity"], finding["place"]["pointer"]) for finding in findings] == [
        ("keyword-not-honoured", "warning", "/properties/id/minimum")
    ]
    assert findings[0]["place"]["line"] > 1
    assert run("gen", "typeddict", *OPTIONS, "--strict").code == 1
    assert run("gen", "python", *OPTIONS, "--strict").code == 0


def test_strict_fails_on_a_pattern_that_no_engine_of_python_takes(project: Path, run: Run) -> None:
    put(project / "a.json", {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(?<=a+)b$"}}})
    outcome = run("gen", "python", "--schema", "a.json", "--out", "made", "--strict")
    assert outcome.code == 1
    assert "a.json" in outcome.out
    assert "pattern" in outcome.out


def test_strict_looks_at_a_whole_registry_too(project: Path, run: Run) -> None:
    copy_registry(project, ("cobre", "meminit"))
    assert run("gen", "python", "--out", "made", "--strict").code == 0
    outcome = run("gen", "dataclass", "--out", "others", "--strict", "--format", "json")
    assert outcome.code == 1
    places = {(finding["subject"], finding["place"]["pointer"]) for finding in json.loads(outcome.out)["findings"]}
    assert ("meminit/v2", "/allOf/0/if") in places


def test_one_schema_never_takes_the_file_of_another(project: Path, run: Run) -> None:
    Path("a.json").write_text('{"title": "A", "type": "object"}', "utf-8")
    Path("b.json").write_text('{"title": "B", "type": "object"}', "utf-8")
    for target in ("python", "ts"):
        assert run("gen", target, "--schema", "a.json", "--out", "src").code == 0
        refused = run("gen", target, "--schema", "b.json", "--out", "src")
        assert refused.code == 2
        assert "was generated from a.json" in refused.err
        assert run("gen", target, "--schema", "a.json", "--out", "src").code == 0


def test_a_schema_without_an_end_is_said_to_have_none(project: Path, run: Run) -> None:
    schema = {
        "dependentSchemas": {"b": {"oneOf": [{"if": {}, "else": {"anyOf": [{"$ref": "#/$defs/A"}]}}]}},
        "$defs": {"A": {"oneOf": [{"unevaluatedProperties": {}, "oneOf": [{"$ref": "#/$defs/A"}]}]}},
    }
    Path("x.json").write_text(json.dumps(schema), "utf-8")
    refused = run("gen", "python", "--schema", "x.json", "--out", "src")
    assert refused.code == 2
    assert "refers to itself" in refused.err


@FILES
def test_definitions_that_nothing_refers_to_are_generated_on_request(
    project: Path, run: Run, target: str, file: str
) -> None:
    put(project / "number.json", {"type": "number", "definitions": {"Thing": {"type": "object"}}})
    command = ("gen", target, "--schema", "number.json", "--out", "made")
    assert run(*command).code == 0
    assert "Thing" not in (project / "made" / file).read_text()
    assert run(*command, "--definitions", "all").code == 0
    assert "Thing" in (project / "made" / file).read_text()
    assert run(*command, "--definitions", "all", "--check").code == 0
    assert run(*command, "--check").code == 1


def test_a_definition_that_gives_its_name_up_is_told(project: Path, run: Run) -> None:
    thing = {"type": "object", "properties": {"x": {"type": "string"}}}
    put(project / "thing.json", {"properties": {"r": {"$ref": "#/$defs/Thing"}}, "$defs": {"Thing": thing}})
    told = run("gen", "python", "--schema", "thing.json", "--root", "Thing", "--out", "made")
    assert told.code == 0
    assert "#/$defs/Thing is called ThingDefinition: Thing is the type of the whole document" in told.out
    assert "is called" not in run("gen", "python", "--schema", "thing.json", "--root", "Other", "--out", "made").out


def test_a_file_among_the_resources_never_stands_for_the_schema_itself(project: Path, run: Run) -> None:
    put(project / "own.json", {"$id": "https://example.org/own", "properties": {"a": {"$ref": "own"}}})
    put(project / "vendored/example.org/own", {"enum": ["another"]})
    assert run("gen", "ts", "--schema", "own.json", "--resources", "vendored", "--out", "made").code == 0
    assert "another" not in (project / "made/types.ts").read_text()


def test_a_word_of_openapi_that_json_schema_does_not_know_is_told(project: Path, run: Run) -> None:
    text = {"type": "string", "nullable": True}
    put(project / "n.json", {"properties": {"a": text, "nullable": {"type": "boolean"}}, "default": {"nullable": True}})
    told = run("gen", "python", "--schema", "n.json", "--out", "made", "--format", "json")
    assert told.code == 0
    (finding,) = json.loads(told.out)["findings"]
    assert (finding["rule"], finding["place"]["pointer"]) == ("keyword-unknown", "/properties/a/nullable")
    assert "null is refused" in finding["message"]


def test_a_strict_schema_is_made_of_one_that_the_registry_has(project: Path, run: Run) -> None:
    put(project / "n.json", {"type": "object"})
    refused = run("gen", "llm-schema", "--schema", "n.json", "--provider", "openai", "--out", "made")
    assert refused.code == 2
    assert "llm-schema takes no --schema FILE" in refused.err
    assert "CONTRACT[/VERSION[/SCHEMA]]" in refused.err


def test_an_unknown_target_is_answered_with_all_words_that_may_stand_there(project: Path, run: Run) -> None:
    put(project / "n.json", {"type": "object"})
    refused = run("gen", "java", "--schema", "n.json", "--out", "made")
    assert (refused.code, "msgspec, llm-schema, conformance" in refused.err) == (2, True)

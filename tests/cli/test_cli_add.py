"""add: each part of a registry in one command, with examples, and nothing that lint or check-compat is against."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from accordant.disk import writing
from accordant.errors import InputError
from tests.conftest import Run

V1 = Path("registry/output/v1")


@pytest.fixture
def begun(project: Path, run: Run) -> Path:
    assert run("init").code == 0
    return project


def assert_clean(run: Run) -> None:
    assert run("lint").out == "lint: nothing to report\n"
    assert run("check-compat").code == 0


def files(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "arguments",
    [
        ("contract", "parcel"),
        ("version", "output"),
        ("version", "output/v2"),
        ("schema", "parcel"),
        ("schema", "output/parcel", "--direction", "input"),
        ("codes", "reasons"),
        ("codes", "output/v1/reasons", "--field", "result/reason_code"),
        ("codes", "reasons", "--no-field"),
        ("codes", "exit-codes"),
        ("codes", "commands"),
        ("stream", "events"),
        ("example", "result/small"),
        ("example", "output/result/refused", "--invalid"),
    ],
    ids=" ".join,
)
def test_what_is_added_is_clean_at_once(begun: Path, run: Run, arguments: tuple[str, ...]) -> None:
    before = files(begun)
    outcome = run("add", *arguments, "--format", "json")
    assert outcome.code == 0, outcome.err
    data = json.loads(outcome.out)["data"]
    made = {name for name in files(begun) if name not in before}
    assert made == set(data["files"]) != set()
    changed = {name for name, text in files(begun).items() if name in before and text != before[name]}
    assert changed == set(data["changed"])
    assert_clean(run)


def test_every_part_of_a_new_contract_can_be_added_and_released(begun: Path, run: Run) -> None:
    for arguments in (
        ("contract", "parcel"), ("schema", "parcel/item"), ("codes", "parcel/reasons"), ("stream", "parcel/events"),
    ):  # fmt: skip
        assert run("add", *arguments).code == 0
        assert_clean(run)
    assert run("release").code == 0
    assert run("add", "codes", "parcel/kinds", "--field", "item/kind").code == 0
    assert_clean(run)
    assert run("gen").code == 0


def test_a_dry_run_shows_the_files_and_writes_none(begun: Path, run: Run) -> None:
    before = files(begun)
    outcome = run("add", "codes", "reasons", "--dry-run")
    assert "would make registry/output/v1/reasons.codes.json" in outcome.out
    assert "would change registry/output/v1/result.schema.json" in outcome.out
    assert files(begun) == before


def test_the_enum_of_a_field_becomes_the_list(begun: Path, run: Run) -> None:
    assert run("add", "codes", "severities", "--field", "severity").code == 0
    codes = json.loads((V1 / "severities.codes.json").read_text())
    assert [entry["id"] for entry in codes["entries"]] == ["none", "warning", "error"]
    schema = (V1 / "result.schema.json").read_text()
    assert (
        '"severity": {"description": "The worst that was found.", "type": "string", "x-codes": "severities"}' in schema
    )
    assert run("lint").code == 0
    assert "breaks" in run("check-compat").out
    assert "0 breaks" in run("check-compat").out


def test_a_second_schema_names_the_first_as_the_default_and_keeps_comments(begun: Path, run: Run) -> None:
    toml = Path("registry/output/contract.toml")
    text = toml.read_text().replace('default-schema = "result"\n', "# one schema\n")
    toml.write_text("# ours\n" + text)
    assert run("add", "schema", "parcel", "--direction", "input").code == 0
    changed = toml.read_text()
    assert changed.startswith("# ours\n")
    assert "# one schema" in changed
    assert 'default-schema = "result"' in changed
    assert '[schemas.parcel]\ndirection = "input"\n\n[versions.v1]' in changed
    assert_clean(run)


def test_a_version_in_yaml_gets_yaml_and_its_own_kind_of_addresses(project: Path, run: Run) -> None:
    Path("status.yaml").write_text(
        "# what we print\n$schema: http://json-schema.org/draft-07/schema#\n$id: https://acme.org/v1/status.yaml\n"
        "type: object\nrequired: [ok]\nproperties:\n  ok: {type: boolean}  # yes or no\n"
    )
    assert run("init", "--from", "status.yaml").code == 0
    for arguments in (("schema", "parcel"), ("codes", "reasons"), ("stream", "events")):
        outcome = run("add", *arguments)
        assert outcome.code == 0, outcome.err
        assert_clean(run)
    base = Path("registry/status/v1")
    assert "$id: https://acme.org/v1/parcel.yaml" in (base / "parcel.schema.yaml").read_text()
    status = (base / "status.schema.yaml").read_text()
    reason = 'reason: {description: "One of the reasons.", type: string, x-codes: reasons}'
    assert f"ok: {{type: boolean}}  # yes or no\n  {reason}" in status
    assert not list(base.glob("*.json"))


def test_a_contract_and_a_schema_are_built_from_files(begun: Path, run: Run) -> None:
    Path("s/defs").mkdir(parents=True)
    Path("s/Parcel.json").write_text('{"properties": {"size": {"$ref": "defs/Size.json"}, "n": {"type": "integer"}}}')
    Path("s/defs/Size.json").write_text('{"type": "number", "minimum": 0}')
    assert run("add", "contract", "parcel", "--from", "s").code == 0
    assert_clean(run)
    outcome = run("add", "schema", "output/box", "--from", "s/Parcel.json", "--direction", "input")
    assert outcome.code == 0, outcome.err
    assert_clean(run)
    box = json.loads((V1 / "box.schema.json").read_text())
    assert (box["$id"], box["properties"]["size"]["$ref"]) == ("urn:output:box:v1", "size.schema.json")
    assert (V1 / "examples/invalid/size/refused-by.toml").is_file()
    assert "already" in run("add", "schema", "output/box2", "--from", "s/Parcel.json").err
    Path("s/bad.json").write_text('{\n  "type": "objct"\n}')
    outcome = run("add", "schema", "output/bad", "--from", "s/bad.json")
    assert "s/bad.json:2:3 at /type" in outcome.err


def test_an_example_goes_where_its_document_belongs(begun: Path, run: Run) -> None:
    Path("good.json").write_text('{"ok": true, "severity": "none", "duration": 1}')
    Path("bad.json").write_text('{"ok": true, "severity": "none", "duration": "1"}')
    Path("lines.jsonl").write_text('{"type": "result", "ok": true}\n')
    assert run("add", "stream", "events").code == 0
    assert "name it: registry add example output/result/NAME" in run("add", "example", "output/result").err
    assert run("add", "example", "result/good", "--from", "good.json").code == 0
    assert run("add", "example", "result/bad", "--from", "bad.json").code == 0
    assert run("add", "example", "events/no-start", "--from", "lines.jsonl").code == 0
    refused = (V1 / "examples/invalid/result/refused-by.toml").read_text()
    assert 'bad = "/properties/duration/type"' in refused
    assert 'negative-duration = "/properties/duration/minimum"' in refused
    assert 'no-start = "grammar"' in (V1 / "examples/invalid/events/refused-by.toml").read_text()
    assert (V1 / "examples/valid/result/good.json").is_file()
    assert_clean(run)
    assert "is valid" in run("add", "example", "result/other", "--from", "good.json", "--invalid").err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("schema", "OrderStatus"), "for example: order-status"),
        (("schema", "result"), "already"),
        (("codes", "problems"), "already"),
        (("codes", "things", "--field", "result/duration"), "no enum"),
        (("codes", "problem-kinds", "--field", "nothing/kind"), "no schema 'nothing'"),
        (("schema", "outptu/x"), "did you mean output"),
        (("schema", "output/v7/x"), "there is no version 'v7'"),
        (("version", "output/v5"), "the next version is v2"),
        (("example", "resutl/x"), "did you mean result"),
        (("example", "x"), "names no schema"),
        (("contract", "output"), "exists already"),
        (("shcema", "x"), "schema"),
        (("schema", "x", "--field", "y"), "--field is for codes"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_added_is_said_and_changes_nothing(
    begun: Path, run: Run, arguments: tuple[str, ...], says: str
) -> None:
    before = files(begun)
    outcome = run("add", *arguments)
    assert outcome.code == 2
    assert says in outcome.err
    assert files(begun) == before


def test_what_would_break_a_promise_is_not_written(begun: Path, run: Run) -> None:
    schema = V1 / "result.schema.json"
    Path("registry/registry.toml").write_text('name = "acme"\npromise = "strict"\n')
    schema.write_text(
        schema.read_text().replace('"type": "object",\n', '"type": "object", "additionalProperties": false,\n')
    )
    assert run("add", "contract", "closed").code == 0
    closed = Path("registry/closed/v1/result.schema.json")
    closed.write_text(
        closed.read_text().replace('"type": "object",\n', '"type": "object", "additionalProperties": false,\n')
    )
    assert run("release", "closed/v1").code == 0
    before = files(begun)
    outcome = run("add", "codes", "closed/reasons")
    assert outcome.code == 2
    assert "nothing was changed" in outcome.err
    assert files(begun) == before
    assert run("add", "codes", "closed/reasons", "--no-field").code == 0


@pytest.mark.parametrize("number", range(5))
def test_a_fault_leaves_everything_as_it_was(
    begun: Path, run: Run, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    before = files(begun)
    folders = {path for path in begun.rglob("*") if path.is_dir()}
    write, calls = writing.write_file, []

    def fail_later(folder: Path, relative: str, text: str) -> None:
        calls.append(relative)
        if len(calls) == number + 1:
            raise InputError("the disk is full", next_step="make room")
        write(folder, relative, text)

    monkeypatch.setattr("accordant.registry.changed_files.write_file", fail_later)
    assert run("add", "codes", "reasons").code == 2
    assert files(begun) == before
    assert {path for path in begun.rglob("*") if path.is_dir()} == folders
    assert_clean(run)


def order_keys_of_results(names: str) -> None:
    toml = Path("registry/output/contract.toml")
    toml.write_text(toml.read_text() + f"\n[versions.v1.serialisation]\nkey-order = {names}\n")


def test_a_given_example_keeps_the_order_of_its_keys(begun: Path, run: Run) -> None:
    text = '{"severity":"none","ok":true,"files":["b","a"],"duration":1}\n'
    Path("good.json").write_text(text)
    order_keys_of_results('["severity", "ok"]')
    for example in V1.glob("examples/valid/result/*.json"):
        example.unlink()
    assert run("add", "example", "result/good", "--from", "good.json").code == 0
    assert (V1 / "examples/valid/result/good.json").read_text() == text
    Path("bad.json").write_text('{"ok":true,"severity":"none","duration":1}')
    outcome = run("add", "example", "result/bad", "--from", "bad.json")
    assert "The keys stand in this order: severity, ok" in outcome.err


def test_examples_that_are_made_follow_the_order_of_the_contract_else_of_the_schema(begun: Path, run: Run) -> None:
    order_keys_of_results('["severity", "ok"]')
    for example in V1.glob("examples/valid/result/*.json"):
        example.unlink()
    for arguments in (("example", "result/small"), ("codes", "reasons")):
        outcome = run("add", *arguments)
        assert outcome.code == 0, outcome.err
    small = json.loads((V1 / "examples/valid/result/small.json").read_text())
    assert list(small) == ["severity", "ok", "duration"]
    reason = json.loads((V1 / "examples/valid/result/reason-input-missing.json").read_text())
    assert list(reason) == ["severity", "ok", "duration", "reason"]


def test_examples_that_init_makes_have_the_order_of_the_schema_at_every_depth(project: Path, run: Run) -> None:
    Path("answer.json").write_text(
        '{"type": "object", "required": ["a", "z", "m"], "properties": {"z": {"type": "string"}, "m": {"type": "array",'
        '"minItems": 1, "items": {"$ref": "#/$defs/Item"}}, "a": {"type": "integer"}}, "$defs": {"Item": {"type":'
        '"object", "required": ["b", "y"], "properties": {"y": {"type": "null"}, "b": {"type": "null"}}}}}'
    )
    assert run("init", "--from", "answer.json").code == 0
    (text,) = [path.read_text() for path in Path("registry").rglob("valid/answer/*.json")]
    assert text == '{"z":"","m":[{"y":null,"b":null}],"a":0}\n'


NESTED = """{
  "type": "object",
  "required": ["errors"],
  "properties": {
    "errors": {"type": "array", "items": {"$ref": "#/$defs/Problem"}},
    "worst": {"$ref": "#/$defs/Problem"},
    "level": {"type": "array", "items": {"type": "object", "properties": {"n": {"enum": [1, 2]}}}}
  },
  "$defs": {
    "Problem": {
      "type": "object",
      "required": ["code"],
      "properties": {
        "code": {"enum": ["gone", "full"]}
      }
    }
  }
}
"""


@pytest.fixture
def nested(project: Path, run: Run) -> Path:
    Path("reply.json").write_text(NESTED)
    Path("full.json").write_text('{"errors":[{"code":"full"}]}')
    assert run("init", "--from", "reply.json").code == 0
    assert run("add", "example", "reply/full", "--from", "full.json").code == 0
    return project / "registry/reply/v1"


@pytest.mark.parametrize("field", ["/errors/*/code", "/worst/code", "reply/errors/*/code"])
def test_a_field_inside_another_is_named_by_its_place_in_documents(nested: Path, run: Run, field: str) -> None:
    outcome = run("add", "codes", "problems", "--field", field)
    assert outcome.code == 0, outcome.err
    assert "field bound: /" in outcome.out
    schema = (nested / "reply.schema.json").read_text()
    assert '"code": {"type": "string", "x-codes": "problems"}' in schema
    assert [entry["id"] for entry in json.loads((nested / "problems.codes.json").read_text())["entries"]] == [
        "gone", "full",
    ]  # fmt: skip
    assert run("lint").code == 0
    if field != "/worst/code":
        assert (nested / "examples/invalid/reply/unlisted-code.json").read_text() == (
            '{"errors":[{"code":"unheard-of"}]}\n'
        )


def test_a_field_with_numbers_is_bound_as_one_of_integers(nested: Path, run: Run) -> None:
    assert run("add", "codes", "levels", "--field", "/level/*/n").code == 0
    assert '"n": {"type": "integer", "x-codes": "levels"}' in (nested / "reply.schema.json").read_text()


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ("code", "the root of reply has no field 'code'; there is one at /worst/code, /errors/*/code"),
        ("errors.code", "'errors.code' is not a field of reply, and cannot name a new one"),
        ("errors/code", "name the place: --field 'reply/worst/code' or --field 'reply/errors/*/code'"),
        ("/errors/code", "documents of reply have no field at /errors/code"),
        ("/$defs/Problem/properties/code", "name the place: --field 'reply/worst/code'"),
        ("/errors/*/level", "documents of reply have no field at /errors/*/level"),
        ("/errors", "no enum of strings or integers"),
        ("a b", "'a b' is not a field of reply"),
    ],
)
def test_no_field_is_invented_for_a_place_that_is_written_wrongly(
    nested: Path, run: Run, field: str, says: str
) -> None:
    before = files(nested)
    outcome = run("add", "codes", "problems", "--field", field)
    assert (outcome.code, files(nested)) == (2, before)
    assert says in outcome.err


def test_a_new_field_has_a_type_and_is_said_to_be_new(nested: Path, run: Run) -> None:
    outcome = run("add", "codes", "problems", "--field", "/code")
    assert "field added: /code in documents of reply\n" in outcome.out
    assert '"type": "string", "x-codes": "problems"}\n  },' in (nested / "reply.schema.json").read_text()
    assert run("lint").code == 0

"""bump: the next major version, carriers and addresses moved, nothing released."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from accordant.contract.next_version import move_value
from accordant.errors import InputError
from accordant.lint import lint
from accordant.registry.bump import bump
from accordant.registry.layout import find_bundled_registry
from accordant.registry.load import load, loader
from accordant.registry.release import freeze


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "registry"
    shutil.copytree(find_bundled_registry(), target)
    return target


@pytest.mark.parametrize(
    ("value", "old", "new", "then"),
    [
        ("urn:x:response:v1", 1, 2, "urn:x:response:v2"),
        ("urn:x:response:v10", 1, 2, "urn:x:response:v10"),
        ("https://x.org/v1/answer.json", 1, 2, "https://x.org/v2/answer.json"),
        ("2.0", 2, 3, "3.0"),
        ("2", 2, 3, "3"),
        ("12.0", 2, 3, "12.0"),
        (1, 1, 2, 2),
        (True, 1, 2, True),
        ("urn:rev1:x", 1, 2, "urn:rev1:x"),
        ("urn:c:error-v1:v1", 1, 2, "urn:c:error-v1:v2"),
        ("https://x.org/v1/error-v1.json", 1, 2, "https://x.org/v2/error-v1.json"),
        ("report-v1", 1, 2, "report-v2"),
    ],
)
def test_only_the_version_in_a_value_moves(value: object, old: int, new: int, then: object) -> None:
    assert move_value(value, old, new) == then
    assert type(move_value(value, old, new)) is type(then)


@pytest.mark.parametrize(
    "contract", [path.parent.name for path in sorted(find_bundled_registry().glob("*/contract.toml"))]
)
def test_the_copy_of_every_bundled_contract_follows_all_rules(folder: Path, contract: str) -> None:
    old, new = bump(folder, contract)
    problems: list[InputError] = []
    reading = loader(folder, problems=problems, only=contract)
    registry = reading.registry()
    bumped = registry.contract(contract)
    assert bumped is not None
    version, before = bumped.version(new), bumped.version(old)
    assert version is not None
    assert before is not None
    assert problems == []
    assert version.status == "draft"
    assert version.releases == ()
    assert len(version.examples) == len(before.examples)
    assert not set(version.state.resources) & set(before.state.resources)
    findings = lint(loader(folder, problems=[], only=contract))
    assert [finding for finding in findings if finding.severity == "error"] == []


def test_carriers_move_in_schemas_and_examples(folder: Path) -> None:
    bump(folder, "cobre")
    schema = json.loads((folder / "cobre/v2/response.schema.json").read_text("utf-8"))
    assert schema["$id"] == schema["properties"]["$schema"]["const"] == "urn:cobre:response:v2"
    for path in (folder / "cobre/v2/examples/valid/response").glob("*.json"):
        assert json.loads(path.read_text("utf-8"))["$schema"] == "urn:cobre:response:v2"


def test_a_version_without_a_release_is_edited_and_not_copied(folder: Path) -> None:
    assert bump(folder, "cobre") == ("v1", "v2")
    with pytest.raises(InputError, match="has no release") as caught:
        bump(folder, "cobre")
    assert caught.value.place.path == "cobre/v2"
    assert "registry release cobre/v2" in caught.value.next_step
    assert not (folder / "cobre/v3").exists()


def test_what_is_in_the_way_is_left_alone(folder: Path) -> None:
    (folder / "cobre/v2").mkdir()
    with pytest.raises(InputError):
        bump(folder, "cobre")
    assert list((folder / "cobre/v2").iterdir()) == []
    with pytest.raises(InputError, match="no contract"):
        bump(folder, "nothing")


def test_a_release_is_written_once_and_locked(folder: Path) -> None:
    assert freeze(folder, "cobre", "v1") is None
    bump(folder, "cobre")
    assert freeze(folder, "cobre", "v2") == "2.0"
    assert freeze(folder, "cobre", "v2") is None
    path = folder / "cobre/v2/response.schema.json"
    path.write_text(path.read_text("utf-8").replace('"title": "ResponseEnvelope"', '"title": "Answer"'), "utf-8")
    assert freeze(folder, "cobre", "v2") == "2.1"
    registry = load(folder)
    assert {"cobre/v2/releases/2.0.json", "cobre/v2/releases/2.1.json"} <= set(registry.lock)


@pytest.mark.parametrize(
    ("name", "address", "then"),
    [
        ("error-v1", "urn:c:error-v1:v1", "urn:c:error-v1:v2"),
        ("error-v1", "https://ex.org/error-v1.json", "https://ex.org/v2/error-v1.json"),
        ("error", "https://ex.org/error-v1.json", "https://ex.org/error-v2.json"),
    ],
)
def test_the_name_of_a_schema_stays_as_it_is_in_its_address(tmp_path: Path, name: str, address: str, then: str) -> None:
    folder = tmp_path / "registry"
    (folder / "c/v1").mkdir(parents=True)
    (folder / "registry.toml").write_text('name = "r"\n', "utf-8")
    table = 'title = "C"\ndescription = "C."\nowner = "o"\ncarrier = "/kind"\n[versions.v1]\nstatus = "current"\n'
    (folder / "c/contract.toml").write_text(table, "utf-8")
    schema = {"$id": address, "type": "object", "properties": {"kind": {"const": address}}}
    (folder / f"c/v1/{name}.schema.json").write_text(json.dumps(schema), "utf-8")
    freeze(folder, "c", "v1")
    bump(folder, "c")
    copied = json.loads((folder / f"c/v2/{name}.schema.json").read_text("utf-8"))
    assert copied["$id"] == copied["properties"]["kind"]["const"] == then


def test_addresses_without_a_version_get_one_and_references_follow(tmp_path: Path) -> None:
    folder = tmp_path / "registry"
    files = {
        "registry.toml": 'name = "r"\nbase-uri = "https://ex.org"\n',
        "w/contract.toml": 'title = "W"\ndescription = "W."\nowner = "o"\n[versions.v1]\nstatus = "current"\n',
        "w/v1/a.schema.json": '{"$id": "https://ex.org/a.json", "properties": {"b": {"$ref": "b.json"}}}',
        "w/v1/b.schema.json": '{"$id": "https://ex.org/b.json", "type": "string"}',
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    freeze(folder, "w", "v1")
    bump(folder, "w")
    assert '"$id": "https://ex.org/v2/a.json"' in (folder / "w/v2/a.schema.json").read_text("utf-8")
    rules = {finding.rule for finding in lint(loader(folder, problems=[]))}
    assert not rules & {"id-duplicate", "reference-unresolved"}


def test_yaml_schemas_and_examples_move_too(tmp_path: Path) -> None:
    folder = tmp_path / "registry"
    files = {
        "registry.toml": 'name = "r"\n',
        "w/contract.toml": 'title = "W"\nowner = "o"\ncarrier = "/version"\n[versions.v1]\nstatus = "current"\n',
        "w/v1/a.schema.yaml": (
            "$id: urn:w:a:v1\ntype: object\nproperties:\n  version:\n    const: 'w/v1'  # says which\n"
            "  b: {$ref: 'urn:w:b:v1#/$defs/c'}\n"
        ),
        "w/v1/b.schema.json": '{"$id": "urn:w:b:v1", "$defs": {"c": {"const": "urn:w:a:v1"}}}',
        "w/v1/examples/valid/a/one.yaml": "version: w/v1\n",
        "w/v1/examples/invalid/a/next.yaml": 'version: "w/v2"\n',
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    freeze(folder, "w", "v1")
    bump(folder, "w")
    schema = (folder / "w/v2/a.schema.yaml").read_text("utf-8")
    assert schema == files["w/v1/a.schema.yaml"].replace("'w/v1'", "'w/v2'").replace(
        "'urn:w:b:v1#/$defs/c'", "'urn:w:b:v2#/$defs/c'"
    ).replace("$id: urn:w:a:v1", "$id: urn:w:a:v2")
    assert '"const": "urn:w:a:v2"' in (folder / "w/v2/b.schema.json").read_text("utf-8")
    assert (folder / "w/v2/examples/valid/a/one.yaml").read_text("utf-8") == "version: w/v2\n"
    assert (folder / "w/v2/examples/invalid/a/next.yaml").read_text("utf-8") == 'version: "w/v1"\n'


def test_only_the_status_of_the_version_itself_becomes_draft(tmp_path: Path) -> None:
    folder = tmp_path / "registry"
    tables = """[versions.v1]
description = "The first."
sources = [
  "one",
  "two"
]
status = "current"  # since 2026

[[versions.v1.scenarios]]
id = "busy"

[versions.v1.scenarios.expect]
status = "waiting"

[versions.v1.serialisation]
key-order = [
  "status"
]
"""
    (folder / "w").mkdir(parents=True)
    (folder / "registry.toml").write_text('name = "r"\n', "utf-8")
    (folder / "w/contract.toml").write_text('title = "W"\n\n' + tables, "utf-8")
    (folder / "w/v1").mkdir()
    (folder / "w/v1/a.schema.json").write_text('{"$id": "urn:w:a:v1"}', "utf-8")
    freeze(folder, "w", "v1")
    bump(folder, "w")
    contract = tomllib.loads((folder / "w/contract.toml").read_text("utf-8"))
    before = tomllib.loads(tables)["versions"]["v1"]
    assert contract["versions"] == {"v1": before, "v2": {**before, "status": "draft"}}

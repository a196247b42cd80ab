"""The gate over a registry: what guards releases, promises, versions and the lock."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from accordant.compat import check
from accordant.findings import Severity
from accordant.lint import lint
from accordant.registry.load import load, loader
from accordant.registry.release import freeze

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:t:answer:v1",
    "type": "object",
    "required": ["v", "s"],
    "properties": {"v": {"const": "1"}, "s": {"enum": ["a", "b"]}},
}
CONTRACT = 'title = "T"\npromise = "strict"\nenums = "marked"\ncarrier = "/v"\n\n[versions.v1]\nstatus = "current"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "registry"
    version = root / "t" / "v1"
    version.mkdir(parents=True)
    (root / "registry.toml").write_text('name = "t"\n', "utf-8")
    (root / "t" / "contract.toml").write_text(CONTRACT, "utf-8")
    (version / "answer.schema.json").write_text(json.dumps(SCHEMA), "utf-8")
    (version / "codes.codes.json").write_text('{"entries": [{"id": "A", "meaning": "One."}]}', "utf-8")
    (version / "run.stream.json").write_text(
        '{"line": "answer", "discriminator": "/s", "grammar": [{"line": "a"}]}', "utf-8"
    )
    freeze(root, "t", "v1")
    return root


def rules(folder: Path, base: Path | None = None) -> set[str]:
    before = load(base) if base else None
    return {finding.rule for finding in check(load(folder), before, "base").findings}


def test_an_unedited_registry_is_silent(folder: Path) -> None:
    assert rules(folder) == set()


@pytest.mark.parametrize(
    ("file", "rule"),
    [
        ("answer.schema.json", "schema-removed"),
        ("codes.codes.json", "code-list-removed"),
        ("run.stream.json", "stream-removed"),
    ],
)
def test_a_vanished_file_is_a_break_and_a_new_one_a_note(folder: Path, file: str, rule: str) -> None:
    stem, _, rest = file.partition(".")
    shutil.copy(folder / "t/v1" / file, folder / "t/v1" / f"{stem}-two.{rest}")
    text = (folder / "t/v1" / f"{stem}-two.{rest}").read_text("utf-8").replace("urn:t:answer", "urn:t:answer-two")
    (folder / "t/v1" / f"{stem}-two.{rest}").write_text(text, "utf-8")
    no_default = {"behaviour-changed"} if rule == "schema-removed" else set()  # of two schemas none is
    assert rules(folder) == {"added"} | no_default
    (folder / "t/v1" / f"{stem}-two.{rest}").unlink()
    (folder / "t/v1" / file).unlink()
    assert rule in rules(folder)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('promise = "strict"', 'promise = "additive"', "promise-weakened"),
        ('enums = "marked"', 'enums = "open"', "promise-weakened"),
        ("[versions.v1]", '[schemas.answer]\ndirection = "input"\n\n[versions.v1]', "promise-weakened"),
        ("[versions.v1]", '[schemas.answer]\ndirection = "full"\n\n[versions.v1]', "promise-strengthened"),
        ('carrier = "/v"', 'carrier = "/s"', "carrier-changed"),
    ],
)
def test_the_promise_that_a_release_froze_cannot_be_weakened(folder: Path, old: str, new: str, rule: str) -> None:
    (folder / "t/contract.toml").write_text(CONTRACT.replace(old, new), "utf-8")
    assert rules(folder) == {rule}
    finding = check(load(folder)).findings[0]
    assert finding.place is not None
    assert finding.place.path.endswith(".toml") or finding.place.path.endswith(".json")


def test_a_carrier_that_changes_inside_a_version_is_named_as_such(folder: Path) -> None:
    (folder / "t/contract.toml").write_text(CONTRACT.replace("strict", "additive"), "utf-8")
    shutil.rmtree(folder / "t/v1/releases")
    (folder / "registry.lock").unlink()
    freeze(folder, "t", "v1")
    edited = json.dumps(SCHEMA).replace('"const": "1"', '"const": "1.1"')
    (folder / "t/v1/answer.schema.json").write_text(edited, "utf-8")
    assert rules(folder) == {"carrier-changed"}


def test_releases_and_lock_guard_each_other(folder: Path) -> None:
    release, lock = folder / "t/v1/releases/1.0.json", folder / "registry.lock"
    text, line = release.read_text("utf-8"), lock.read_text("utf-8")
    release.write_text(text + "\n", "utf-8")
    assert rules(folder) == {"release-edited"}
    release.write_text(text, "utf-8")
    lock.write_text("", "utf-8")
    assert rules(folder) == {"release-unlocked"}
    lock.write_text(line, "utf-8")
    release.unlink()
    assert "release-missing" in rules(folder)


def test_against_a_base_neither_lock_lines_nor_versions_can_vanish(folder: Path, tmp_path: Path) -> None:
    base = tmp_path / "base"
    shutil.copytree(folder, base)
    (folder / "registry.lock").write_text("", "utf-8")
    shutil.rmtree(folder / "t/v1/releases")
    assert "lock-changed" in rules(folder, base)
    shutil.rmtree(folder / "t/v1")
    (folder / "t/contract.toml").write_text('title = "T"\n', "utf-8")
    assert {"lock-changed", "version-removed"} <= rules(folder, base)


def test_a_version_or_contract_that_the_lock_names_cannot_be_deleted(folder: Path) -> None:
    shutil.rmtree(folder / "t/v1")
    assert rules(folder) == {"version-removed"}
    shutil.rmtree(folder / "t")
    assert rules(folder) == {"contract-removed"}


def test_a_version_that_the_base_calls_retired_may_go(folder: Path, tmp_path: Path) -> None:
    supported, base = tmp_path / "supported", tmp_path / "base"
    shutil.copytree(folder, supported)
    (folder / "t/contract.toml").write_text(CONTRACT.replace("current", "retired"), "utf-8")
    shutil.copytree(folder, base)
    shutil.rmtree(folder / "t/v1")
    assert rules(folder) == set()
    (error,) = check(load(folder), load(supported), "supported").findings
    assert (error.rule, error.severity, error.subject) == ("version-removed", Severity.ERROR, "t/v1")
    assert not [finding for finding in lint(loader(folder, problems=[])) if finding.severity is Severity.ERROR]
    (note,) = check(load(folder), load(base), "base").findings
    assert (note.rule, note.severity, note.subject) == ("version-removed", Severity.NOTE, "t/v1")
    assert note.message == "v1 of t, which is retired, is gone."


def test_a_version_without_release_is_said_to_be_unreleased(folder: Path) -> None:
    shutil.copytree(folder / "t/v1", folder / "t/v2", ignore=shutil.ignore_patterns("releases"))
    edited = json.dumps(SCHEMA).replace(":v1", ":v2")
    (folder / "t/v2/answer.schema.json").write_text(edited, "utf-8")
    (folder / "t/contract.toml").write_text(CONTRACT + '\n[versions.v2]\nstatus = "draft"\n', "utf-8")
    findings = check(load(folder)).findings
    assert [(finding.rule, finding.severity) for finding in findings] == [("unreleased", Severity.NOTE)]


def test_what_no_rule_names_is_still_a_break(folder: Path) -> None:
    from accordant.compat import judgement
    from accordant.compat.blame import Blame
    from accordant.compat.located import Break
    from accordant.compat.sides import Exchange, Side, pointer_places
    from accordant.schema.references import Resources

    side = Side(Resources.of(True), "a schema", pointer_places("x"))
    refusal = Break(Exchange(side, side, newer_reads=False), 1, Blame("", "", "x-unknown", 1))
    assert judgement.of_break(refusal, "").rule.name == "reader-refuses"


def test_what_was_added_and_released_is_not_said_again(folder: Path) -> None:
    path = folder / "t/v1/codes.codes.json"
    path.write_text('{"entries": [{"id": "A", "meaning": "One."}, {"id": "B", "meaning": "Two."}]}', "utf-8")
    assert rules(folder) == {"code-added"}
    freeze(folder, "t", "v1")
    assert rules(folder) == set()


def test_a_context_field_whose_values_change_is_a_changed_fact(folder: Path) -> None:
    path = folder / "t/v1/codes.codes.json"

    def write(schema: dict[str, str]) -> None:
        entry = {"id": "A", "meaning": "One.", "context": {"file": {"schema": schema, "always": True}}}
        path.write_text(json.dumps({"entries": [entry]}), "utf-8")

    write({"type": "string"})
    freeze(folder, "t", "v1")
    write({"type": "integer"})
    assert rules(folder) == {"code-fact-changed"}


def test_a_reference_that_lost_its_file_is_reported_where_it_stands(folder: Path) -> None:
    other = folder / "t/v1/part.schema.json"
    other.write_text('{"$id": "urn:t:part:v1", "type": "object"}', "utf-8")
    whole = {**SCHEMA, "properties": {**SCHEMA["properties"], "p": {"$ref": "part.schema.json"}}}
    (folder / "t/v1/answer.schema.json").write_text(json.dumps(whole), "utf-8")
    freeze(folder, "t", "v1")
    other.unlink()
    places = [finding.place for finding in check(load(folder)).findings if finding.rule == "undecided"]
    assert places
    assert all(place is not None and place.path == "t/v1/answer.schema.json" for place in places)


def test_a_released_address_stays(folder: Path) -> None:
    path = folder / "t/v1/answer.schema.json"
    path.write_text(json.dumps({**SCHEMA, "$id": "urn:t:other:v1"}), "utf-8")
    assert "address-changed" in rules(folder)


def test_a_binding_that_takes_fewer_identifiers_refuses_what_old_writers_send(folder: Path) -> None:
    (folder / "t/contract.toml").write_text(
        CONTRACT.replace("strict", "additive").replace("marked", "open") + '\n[schemas.ask]\ndirection = "input"\n',
        "utf-8",
    )
    entries: list[Any] = [{"id": "A", "meaning": "One.", "severity": ["error"]}, {"id": "B", "meaning": "Two."}]
    codes, ask = folder / "t/v1/codes.codes.json", folder / "t/v1/ask.schema.json"

    def write(binding: object) -> None:
        field = {"type": "string", "x-codes": binding}
        ask.write_text(json.dumps({"$id": "urn:t:ask:v1", "type": "object", "properties": {"code": field}}), "utf-8")

    codes.write_text(json.dumps({"entries": entries}), "utf-8")
    write("codes")
    freeze(folder, "t", "v1")
    write({"list": "codes", "where": {"severity": "error"}})
    assert "enum-value-removed" in rules(folder)
    write("codes")
    codes.write_text(json.dumps({"entries": [entries[0], {**entries[1], "retired": "1.1"}]}), "utf-8")
    assert "enum-value-removed" in rules(folder)


def test_a_file_of_definitions_is_guarded_in_a_registry(folder: Path) -> None:
    file = folder / "t/v1/common.schema.json"
    schema = {"$id": "urn:t:common:v1", "$defs": {"Money": {"type": "integer"}, "Name": {"type": "string"}}}
    file.write_text(json.dumps(schema), "utf-8")
    freeze(folder, "t", "v1")
    assert rules(folder) == set()
    file.write_text(json.dumps({**schema, "$defs": {"Money": {"type": ["integer", "null"]}}}), "utf-8")
    found = check(load(folder)).findings
    assert [(finding.rule, finding.subject) for finding in found if finding.severity is Severity.ERROR] == [
        ("null-added", "t/v1/common"), ("definition-removed", "t/v1/common"),
    ]  # fmt: skip

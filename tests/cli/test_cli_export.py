"""export writes files that stand alone, prints one, and says what it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run


def test_one_schema_is_printed(bundled_copy: Path, run: Run) -> None:
    outcome = run("export", "meminit/v2", "--schema", "envelope", "--draft", "draft-07", "--plain")
    value = json.loads(outcome.out)
    assert outcome.code == 0
    assert value["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert "x-" not in json.dumps(list(value))


def test_the_files_of_a_release_stand_below_its_name_and_address(bundled_copy: Path, run: Run) -> None:
    config = bundled_copy / "registry.toml"
    config.write_text('base-uri = "https://example.org/s"\n' + config.read_text())
    assert run("export", "cobre/v1@1.0", "--out", "made").code == 0
    outcome = run("export", "meminit", "--out", "made")
    assert outcome.code == 0, outcome.err
    value = json.loads(Path("made/cobre/1.0/response.schema.json").read_text())
    assert value["$id"] == "https://example.org/s/cobre/1.0/response.schema.json"
    assert Path("made/meminit/v3/envelope.schema.json").exists()
    again = run("export", "meminit", "--out", "made")
    assert "6 schemas in made, 0 changed" in again.out


def test_what_cannot_be_said_fails_only_where_it_shall(short_copy: Path, run: Run) -> None:
    loose = run("export", "agent-output", "--out", "made")
    strict = run("export", "agent-output", "--out", "made", "--strict")
    assert (loose.code, strict.code) == (0, 1)
    assert "blueprint-schema.schema.json:6:3: warning keyword-not-exported" in loose.out


def test_a_schema_is_alone_on_stdout_and_what_it_loses_stands_on_stderr(short_copy: Path, run: Run) -> None:
    outcome = run("export", "agent-output", "--schema", "blueprint-schema", "--strict")
    assert outcome.code == 1
    assert json.loads(outcome.out)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "error keyword-not-exported" in outcome.err
    assert "keyword-not-exported" in run("export", "agent-output", "--out", "made").out


@pytest.mark.parametrize("spelling", ["07", "draft-07", "draft07", "Draft-07"])
def test_a_draft_is_taken_in_each_spelling_and_shown_in_one(short_copy: Path, run: Run, spelling: str) -> None:
    outcome = run("export", "cobre", "--draft", spelling, "--out", "made", "--format", "json")
    assert json.loads(outcome.out)["data"]["draft"] == "draft-07"
    Path("list.json").write_text('{"items": [true], "additionalItems": false}')
    Path("two.json").write_text("[1, 2]")
    assert run("validate", "list.json", "two.json", "--draft", spelling).code == 1, "read as draft-07"


def test_a_draft_that_is_none_is_refused_with_those_that_are(short_copy: Path, run: Run) -> None:
    outcome = run("export", "cobre", "--draft", "draft-04")
    assert outcome.code == 2
    assert "'draft-04' is not one of 'draft-07', '2020-12'" in outcome.err


def test_several_schemas_need_a_folder(short_copy: Path, run: Run) -> None:
    outcome = run("export", "cobre")
    assert outcome.code == 2
    assert "give --out DIR" in outcome.err


def test_a_file_of_other_people_is_not_overwritten(bundled_copy: Path, run: Run) -> None:
    Path("made/meminit/v3").mkdir(parents=True)
    Path("made/meminit/v3/envelope.schema.json").write_text("mine")
    assert run("export", "meminit", "--out", "made").code == 2
    assert Path("made/meminit/v3/envelope.schema.json").read_text() == "mine"


def test_a_base_address_that_is_none_is_refused(short_copy: Path, run: Run) -> None:
    config = short_copy / "registry.toml"
    config.write_text('base-uri = "schemas"\n' + config.read_text())
    outcome = run("export", "cobre", "--out", "made")
    assert outcome.code == 2
    assert "registry/registry.toml:1:" in outcome.err

"""init, release and bump: a registry from nothing, its releases, its next major version."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

SCHEMA = Path("registry/output/v1/result.schema.json")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_init_makes_a_registry_that_follows_its_rules(project: Path, run: Run) -> None:
    outcome = run("init")
    assert outcome.code == 0
    assert "registry check-compat" in outcome.out
    for name in ("valid/result/done.json", "invalid/result/negative-duration.json"):
        assert (project / "registry/output/v1/examples" / name).is_file()
    assert (project / "registry/output/v1/releases/1.0.json").is_file()
    assert run("lint").out == "lint: nothing to report\n"
    assert run("check-compat").code == 0
    assert not [path for path in project.iterdir() if path.name != "registry"]


@pytest.mark.parametrize("folder", ["2026 reports", "9lives", "Naïve", "class"])
def test_a_registry_in_a_folder_of_any_name_has_packages(
    folder: str, project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / folder).mkdir()
    monkeypatch.chdir(project / folder)
    assert run("init").code == 0
    assert run("lint").code == 0
    assert run("gen", "--check").code == 1, "the packages are missing, and can be made"
    assert run("gen").code == 0


def test_init_overwrites_nothing(project: Path, run: Run) -> None:
    run("init")
    SCHEMA.write_text("mine")
    again = run("init")
    assert (again.code, again.out) == (2, "")
    assert "registry.toml" in again.err
    assert SCHEMA.read_text() == "mine"
    (project / "other").mkdir()
    (project / "other/notes.txt").write_text("mine")
    assert run("init", "--registry", "other").code == 2
    assert [path.name for path in (project / "other").iterdir()] == ["notes.txt"]
    (project / "link").symlink_to(project / "elsewhere")
    assert run("init", "--registry", "link").code == 2
    assert not (project / "elsewhere").exists()


def test_init_makes_a_contract_of_schemas_at_hand(project: Path, run: Run) -> None:
    Path("Answer.json").write_text(
        '{"type": "object", "required": ["item"], "properties": {"item": {"$ref": "part.json"}}}'
    )
    Path("part.json").write_text('{"type": "string", "pattern": "^a+$", "examples": ["aa"]}')
    outcome = run("init", "--contract", "orders", "--from", "Answer.json", "part.json")
    assert outcome.code == 0, outcome.err
    base = project / "registry/orders/v1"
    answer = json.loads((base / "answer.schema.json").read_text())
    assert answer["$id"] == "urn:orders:answer:v1"
    assert answer["properties"]["item"]["$ref"] == "part.schema.json"
    assert json.loads((base / "examples/valid/part/1.json").read_text()) == "aa"
    assert json.loads((base / "examples/valid/answer/smallest.json").read_text()) == {"item": "a"}
    assert run("lint").out == "lint: nothing to report\n"


def test_init_keeps_yaml_as_it_is(project: Path, run: Run) -> None:
    Path("status.yaml").write_text(
        "# what we print\ntype: object\nrequired: [ok]\nproperties:\n  ok: {type: boolean}\n"
    )
    assert run("init", "--from", "status.yaml").code == 0
    text = (project / "registry/status/v1/status.schema.yaml").read_text()
    assert "# what we print" in text
    assert "$id: urn:status:status:v1" in text
    assert run("lint").code == 0


@pytest.mark.parametrize("text", ['{"type": ', '{"$ref": "../../secret.json"}', '{"type": "objct"}', "[]"])
def test_a_source_that_is_no_schema_leaves_nothing_behind(project: Path, run: Run, text: str) -> None:
    Path("bad.json").write_text(text)
    outcome = run("init", "--from", "bad.json")
    assert outcome.code == 2, outcome
    assert outcome.err.startswith("registry: ")
    assert sorted(path.name for path in project.iterdir()) == ["bad.json"]


def test_a_name_that_is_none_is_refused(project: Path, run: Run) -> None:
    assert run("init", "--contract", "../x").code == 2
    assert run("init", "stray.json").code == 2
    assert list(project.iterdir()) == []


def test_a_lost_lock_is_written_anew_only_for_releases_that_nobody_edited(project: Path, run: Run) -> None:
    run("init")
    lock = Path("registry/registry.lock")
    text = lock.read_text()
    lock.unlink()
    assert run("release").code == 0
    assert lock.read_text() == text
    lock.unlink()
    release = Path("registry/output/v1/releases/1.0.json")
    release.write_text(release.read_text().replace('"title": "Result"', '"title": "Results"'))
    outcome = run("release")
    assert outcome.code == 1
    assert "release-unlocked" in outcome.out
    assert not lock.exists()


def test_a_draft_without_a_release_is_not_copied(project: Path, run: Run) -> None:
    run("init")
    assert run("bump", "output").code == 0
    outcome = run("bump", "output")
    assert outcome.code == 2
    assert "output/v2 has no release" in outcome.err
    assert "registry release output/v2" in outcome.err


def test_release_freezes_what_was_added_and_then_has_nothing_to_do(project: Path, run: Run) -> None:
    run("init")
    assert run("release").out.startswith("nothing to release")
    edit(SCHEMA, '"files": {', '"note": {"type": "string"}, "files": {')
    dry = run("release", "--dry-run")
    assert dry.out == "would freeze output/v1 as 1.1: 1 schema, 6 fields\n"
    assert not Path("registry/output/v1/releases/1.1.json").exists()
    report = json.loads(run("release", "output/v1", "--format", "json").out)
    guarded = {"schemas": 1, "fields": 6, "accept_everything": []}
    released = {"version": "output/v1", "release": "1.1", "date": "2026-11-29", "frozen": True, "guarded": guarded}
    assert report["data"]["releases"] == [released]
    assert Path("registry/registry.lock").read_text().count("output/v1/releases/") == 2
    assert run("release").out.startswith("nothing to release")
    assert run("check-compat").code == 0


def test_another_spelling_of_a_schema_is_no_release_and_stays_as_it_was_written(project: Path, run: Run) -> None:
    run("init")
    schema = json.loads(Path(SCHEMA).read_text("utf-8"))
    schema["required"].reverse()
    spelt = json.dumps(dict(reversed(schema.items())), indent=7).replace("\n", "\r\n").encode()
    Path(SCHEMA).write_bytes(spelt)
    assert run("check-compat", "--format", "jsonl").code == 0
    assert run("release").out.startswith("nothing to release")
    assert Path(SCHEMA).read_bytes() == spelt


def test_the_order_of_items_is_no_spelling(project: Path, run: Run) -> None:
    run("init")
    edit(SCHEMA, '"files": {', '"at": {"prefixItems": [{"type": "string"}, {"type": "integer"}]}, "files": {')
    assert run("release").out.startswith("froze")
    edit(SCHEMA, '[{"type": "string"}, {"type": "integer"}]', '[{"type": "integer"}, {"type": "string"}]')
    assert run("check-compat").code == 1


def test_release_refuses_a_break_and_writes_nothing(project: Path, run: Run) -> None:
    run("init")
    edit(SCHEMA, '"duration"]', '"duration", "files"]')
    edit(SCHEMA, '"severity": {', '"level": {')
    edit(SCHEMA, '"severity", ', "")
    before = Path("registry/registry.lock").read_text()
    outcome = run("release")
    assert outcome.code == 1
    assert "severity" in outcome.out
    assert Path("registry/registry.lock").read_text() == before
    assert [path.name for path in Path("registry/output/v1/releases").iterdir()] == ["1.0.json"]


def test_release_refuses_what_breaks_the_rules_of_the_registry(project: Path, run: Run) -> None:
    run("init")
    edit(SCHEMA, '"files": {', '"note": {"$ref": "nowhere.schema.json"}, "files": {')
    assert run("release").code in (1, 2)
    assert not Path("registry/output/v1/releases/1.1.json").exists()


def test_a_released_draft_says_what_is_left_to_do(project: Path, run: Run) -> None:
    run("init")
    run("bump", "output")
    assert 'set status = "current" in [versions.v2]' in run("release", "output/v2").out
    assert run("release").out == "nothing to release in any version that is neither a draft nor retired\n"


def test_documents_are_read_as_before_while_a_new_version_is_a_draft(project: Path, run: Run) -> None:
    run("init")
    Path("good.json").write_text(next(Path("registry/output/v1/examples").glob("valid/*/*.json")).read_text())
    before = run("validate", "output", "good.json")
    step = run("bump", "output").out.splitlines()[-1]
    after = run("validate", "output", "good.json")
    assert (before.code, after.code, after.out) == (0, 0, before.out)
    assert 'default-version = "v1"' in step
    edit(Path("registry/output/contract.toml"), 'status = "draft"', 'status = "current"')
    assert run("validate", "output", "good.json").code == 2


def test_bump_begins_a_version_in_which_everything_may_change(project: Path, run: Run) -> None:
    run("init")
    report = json.loads(run("bump", "output", "--format", "json").out)
    assert (report["data"]["from"], report["data"]["to"]) == ("v1", "v2")
    assert "registry/output/v2/result.schema.json" in report["data"]["files"]
    new = Path("registry/output/v2/result.schema.json")
    assert "urn:output:result:v2" in new.read_text()
    edit(new, '"type": "integer"', '"type": "string"')
    edit(new, '"minimum": 0, ', "")
    outcome = run("check-compat")
    assert outcome.code == 0
    assert "unreleased" in outcome.out
    assert "output/v2 is a draft and was left out: registry release output/v2" in run("release").out
    assert "near" not in run("bump", "outptu").err
    assert run("bump", "outptu").code == 2


def test_a_broken_off_init_leaves_no_half_registry(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from accordant.registry import release

    def interrupt(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(release, "freeze", interrupt)
    assert run("init").code == 130
    assert list(project.iterdir()) == []


def test_a_break_is_caught_from_nothing_in_three_commands(project: Path) -> None:
    registry = [sys.executable, "-c", "import sys; from accordant.cli import main; sys.exit(main())"]
    subprocess.run([*registry, "init"], check=True, capture_output=True)
    edit(SCHEMA, '"integer", "minimum": 0, "x-unit": "ms"', '"integer", "minimum": 0, "x-unit": "s"')
    done = subprocess.run([*registry, "check-compat"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "unit" in done.stdout
    assert done.stdout.startswith("registry/output/v1/result.schema.json:")


@pytest.mark.parametrize(
    "schema",
    [
        {"dependentRequired": {"a": ["b"]}},
        {"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"a": ["b"]}},
        {"type": "object", "patternProperties": {"^a/b%": {"type": "string"}}},
        {"type": "object", "properties": {"ä": {"type": "string"}}, "required": ["ä"]},
        {"propertyNames": {"pattern": "^x"}, "minProperties": 1},
        {"type": "object", "properties": {"k": {"type": "integer", "enum": [1, 2]}}},
        {"type": "object", "properties": {"l": {"type": "string", "pattern": "^[a-z]+$", "minLength": 1}}},
        {"allOf": [{"type": "integer"}, {"enum": [1, 2]}]},
        {"$ref": "#/$defs/x", "$defs": {"x": {"type": "integer"}}},
    ],
)
def test_init_takes_any_schema_and_makes_a_registry_that_follows_its_rules(
    project: Path, run: Run, schema: dict[str, object]
) -> None:
    Path("mine.json").write_text(json.dumps(schema))
    assert run("init", "--from", "mine.json").code == 0
    assert run("lint").code == 0


def test_init_makes_the_whole_document_the_default(project: Path, run: Run) -> None:
    Path("error.json").write_text('{"type": "object"}')
    Path("report.json").write_text('{"properties": {"error": {"$ref": "error.json"}}}')
    assert run("init", "--from", "error.json", "report.json", "--contract", "ship").code == 0
    assert 'default-schema = "report"' in Path("registry/ship/contract.toml").read_text()
    assert "eol=lf" in Path("registry/.gitattributes").read_text()


def test_a_release_of_a_contract_names_its_versions(project: Path, run: Run) -> None:
    assert run("init", "--contract", "shop").code == 0
    assert run("bump", "shop").code == 0
    outcome = run("release", "shop")
    assert outcome.code == 2
    assert "name a version: shop/v1, shop/v2" in outcome.err
    assert "there is no contract 'shpo'" in run("release", "shpo").err

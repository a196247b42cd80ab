"""diff between any two states, and the changelog of a contract."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from accordant.compat.diff import KINDS
from accordant.registry.release import freeze
from tests.conftest import Run

SCHEMA = Path("registry/order/v1/answer.schema.json")
CODES = Path("registry/order/v1/codes.codes.json")
RESULT = Path("registry/output/v1/result.schema.json")


def edit(path: Path, change: Any) -> None:
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value, indent=2))


@pytest.fixture
def history(small: Path, run: Run) -> Path:
    """order/v1 with the releases 1.0 and 1.1, an unreleased edit, and a v2 that breaks; 1.0 is in git, too."""
    for command in (["init", "-q", "-b", "main", "."], ["add", "-A"]):
        subprocess.run(["git", *command], check=True)
    assert run("release", "order/v1").code == 0
    subprocess.run(["git", "add", "-A"], check=True)
    author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *author, "commit", "-q", "-m", "1.0"], check=True)
    edit(SCHEMA, lambda value: value["properties"].update(note={"type": "string", "description": "More."}))
    assert run("release", "order/v1").code == 0
    edit(CODES, lambda value: value["entries"].append({"id": "BUSY", "meaning": "Later.", "action": "Wait."}))
    edit(CODES, lambda value: value["entries"][1].update(deprecated={"since": "1.2", "use": "BUSY"}))
    assert run("bump", "order").code == 0
    edit(Path("registry/order/v2/answer.schema.json"), lambda value: value["properties"].pop("ok"))
    return small


def changes(run: Run, *arguments: str) -> list[tuple[str, str]]:
    outcome = run("diff", *arguments, "--format", "json")
    assert outcome.code == 0, outcome.err
    return [(change["kind"], change["rule"]) for change in json.loads(outcome.out)["data"]["changes"]]


ADDED = [("addition", "field-added")]
LATER = [("addition", "code-added"), ("deprecation", "code-withdrawn")]


def test_any_two_states_of_a_version_are_compared(history: Path, run: Run) -> None:
    assert changes(run, "order/v1@1.0", "order/v1@1.1") == ADDED
    assert changes(run, "order/v1@1.1", "order/v1") == LATER
    both = changes(run, "order/v1@1.0", "order/v1")
    assert sorted(both) == sorted(ADDED + LATER)
    assert changes(run, "order/v1", "order/v1") == []


def test_two_versions_are_compared_across_the_major_step(history: Path, run: Run) -> None:
    assert ("break", "field-removed") in changes(run, "order/v1", "order/v2")


def test_a_version_that_was_only_copied_breaks_nothing(small: Path, run: Run) -> None:
    assert run("release", "order/v1").code == 0
    assert run("bump", "order").code == 0
    copied = run("diff", "order/v1", "order/v2")
    assert copied.out.startswith("order/v1 -> order/v2: 1 note\n")
    assert "  order/v2: The addresses of `answer` and `line` name v2: " in copied.out


def test_an_address_that_changed_beside_its_version_is_a_break(small: Path, run: Run) -> None:
    assert run("release", "order/v1").code == 0
    assert run("bump", "order").code == 0
    edit(Path("registry/order/v2/answer.schema.json"), lambda value: value.update({"$id": "urn:order:reply:v2"}))
    assert ("break", "address-changed") in changes(run, "order/v1", "order/v2")


def test_a_break_says_its_place_on_both_sides(history: Path, run: Run) -> None:
    lines = run("diff", "order/v1@1.0", "order/v2").out.splitlines()
    after = lines[lines.index("  order/v2/answer: The field `/ok` is gone. (field-removed)") + 1 :]
    assert after[0].startswith("    old registry/order/v1/releases/1.0.json:")
    assert after[1].startswith("    new registry/order/v2/answer.schema.json:")


def test_git_refs_folders_and_archives_are_compared_with_the_working_registry(history: Path, run: Run) -> None:
    shutil.copytree("registry", "elsewhere/registry", ignore=shutil.ignore_patterns("v2"))
    edit(Path("elsewhere/registry/order/v1/answer.schema.json"), lambda value: value["properties"].pop("note"))
    with zipfile.ZipFile("old.zip", "w") as archive:
        for path in Path("elsewhere").rglob("*"):
            archive.write(path)
    assert sorted(changes(run, "HEAD")) == sorted([*ADDED, *LATER, ("addition", "added")])
    for place in ("./elsewhere", "old.zip"):
        assert changes(run, place) == [*ADDED, ("addition", "added")]
        assert changes(run, place, "order/v1") == ADDED
        assert changes(run, f"{place}:order/v1", "order/v1") == ADDED
        assert changes(run, "order/v1", place)[0] == ("break", "field-removed")
    assert changes(run, "./elsewhere", "old.zip") == []


def test_states_elsewhere_need_no_registry_at_hand(history: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.move("registry", "a")
    shutil.copytree("a", "b")
    edit(Path("b/order/v1/answer.schema.json"), lambda value: value["properties"].pop("note"))
    assert changes(run, "./b", "./a") == ADDED
    assert changes(run, "./b/order/v1/answer.schema.json", "./a/order/v1/answer.schema.json") == ADDED


def test_a_contract_that_is_gone_is_a_break_and_a_new_one_an_addition(history: Path, run: Run) -> None:
    shutil.copytree("registry", "elsewhere")
    shutil.move("elsewhere/order", "elsewhere/bill")
    assert changes(run, "./elsewhere") == [("break", "contract-removed"), ("addition", "added")]


def test_changes_are_shown_breaks_first_with_text_for_people(history: Path, run: Run) -> None:
    out = run("diff", "order/v1@1.0", "order/v2").out
    titles = [line for line in out.splitlines() if line.endswith(":")]
    assert titles == sorted(titles, key=["Breaks:", "Undecided:", "Additions:", "Deprecations:", "Notes:"].index)
    assert "order/v2/answer: The field `/ok` is gone. (field-removed)" in out
    kinds = [kind for kind, _ in changes(run, "order/v1@1.0", "order/v2")]
    assert kinds == sorted(kinds, key=KINDS.index)


@pytest.mark.parametrize(
    "word", ["order/v1@9.9", "order/v9", "nowhere", "./nowhere", "HEAD:order/v9", "./registry:order/v9"]
)
def test_a_state_that_is_not_there_is_refused_with_a_next_step(history: Path, run: Run, word: str) -> None:
    outcome = run("diff", word)
    assert outcome.code == 2
    assert "next:" in outcome.err


def test_the_changelog_goes_from_the_newest_step_to_the_first_release(history: Path, run: Run) -> None:
    data = json.loads(run("changelog", "order", "--format", "json").out)["data"]
    steps = [(step["version"], step["from"], step["to"]) for step in data["steps"]]
    assert steps == [
        ("v2", "unreleased", "unreleased"),
        ("v1", "1.1", "unreleased"),
        ("v1", "1.0", "1.1"),
        ("v1", "", "1.0"),
    ]
    assert [(step["kind"], step["rule"]) for step in data["steps"][1]["changes"]] == LATER
    assert [(step["kind"], step["rule"]) for step in data["steps"][2]["changes"]] == ADDED


@pytest.mark.parametrize(
    ("path", "range_", "steps"),
    [
        ("order/v1", "1.0..1.1", ["1.1"]),
        ("order/v1", "1.0..", ["unreleased", "1.1"]),
        ("order/v1", "..1.1", ["1.1", "1.0"]),
        ("order/v1", "1.1..", ["unreleased"]),
        ("order/v1", "1.1..1.1", []),
    ],
)
def test_a_range_takes_a_part_of_the_changelog(
    history: Path, run: Run, path: str, range_: str, steps: list[str]
) -> None:
    data = json.loads(run("changelog", path, range_, "--format", "json").out)["data"]
    assert [step["to"] for step in data["steps"]] == steps


def test_a_range_that_runs_backwards_says_how_to_write_it(history: Path, run: Run) -> None:
    outcome = run("changelog", "order/v1", "1.1..1.0")
    assert outcome.code == 2
    assert "write 1.0..1.1" in outcome.err


def test_the_changelog_in_markdown_is_headings_and_lists(history: Path, run: Run) -> None:
    lines = run("changelog", "order", "--format", "markdown").out.splitlines()
    assert lines[0] == "# Changes of Orders"
    assert "## order/v1 1.1, 2026-11-29" in lines
    assert "### Additions" in lines
    assert "- `order/v1/answer`: The field `/note` was added. (`field-added`)" in lines


def test_no_name_in_a_registry_becomes_markdown(history: Path, run: Run) -> None:
    name = "<b>*x*`](javascript:1)"
    edit(SCHEMA, lambda value: value["properties"].update({name: {"type": "string"}}))
    out = run("changelog", "order", "1.1..", "--format", "markdown").out
    assert "<b>" not in out.replace("`/<b>*x*`", "")
    (line,) = [line for line in out.splitlines() if "field-added" in line]
    assert "](" not in line


def test_an_accepted_break_stays_a_break_with_its_reason(history: Path, run: Run) -> None:
    edit(SCHEMA, lambda value: value["properties"].pop("note"))
    mark = run("check-compat").out.partition("registry ack add ")[2].split()[0]
    assert run("ack", "add", mark, "--reason", "Nobody *ever* took it.").code == 0
    assert run("release", "order/v1").code == 0
    for command in (["diff", "order/v1@1.1", "order/v1"], ["changelog", "order/v1", "1.1..1.2"]):
        assert "acknowledged: Nobody *ever* took it." in run(*command).out
        assert "Acknowledged: Nobody &#42;ever&#42; took it." in run(*command, "--format", "markdown").out


@pytest.fixture
def accepted(small: Path, run: Run) -> Path:
    """order/v1 whose release 1.1 has an accepted break."""
    assert run("release", "order/v1").code == 0
    edit(SCHEMA, lambda value: value["properties"].pop("code"))
    mark = re.findall("ack add ([0-9a-f]+)", run("check-compat").out)[0]
    assert run("ack", "add", mark, "--reason", "No reader takes it.", "--by", "us").code == 0
    assert run("release", "order/v1").code == 0
    return small


def test_a_release_keeps_the_reasons_that_it_was_accepted_with(accepted: Path, run: Run) -> None:
    before = run("changelog", "order").out
    assert "acknowledged: No reader takes it." in before
    (accepted / "acknowledgements.toml").unlink()
    assert run("changelog", "order").out == before
    (kept,) = json.loads((accepted / "order/v1/releases/1.1.json").read_text())["accepted"]
    assert (kept["rule"], kept["reason"], kept["by"]) == ("field-removed", "No reader takes it.", "us")


def test_a_diff_of_releases_tells_the_reasons_that_they_were_accepted_with(accepted: Path, run: Run) -> None:
    file = accepted / "acknowledgements.toml"
    file.write_text(file.read_text().replace("No reader takes it.", "Of today."))
    edit(SCHEMA, lambda value: value["properties"].update(note={"type": "string"}))
    assert run("release", "order/v1").code == 0
    for states in (["order/v1@1.0", "order/v1@1.1"], ["order/v1@1.0", "order/v1@1.2"], ["order/v1@1.0", "order/v1"]):
        assert "acknowledged: No reader takes it." in run("diff", *states).out
    file.unlink()
    assert "acknowledged: No reader takes it." in run("diff", "order/v1@1.0", "order/v1@1.1").out


def test_a_diff_of_registries_says_what_a_diff_of_their_versions_says(small: Path, run: Run) -> None:
    event = {"$id": "urn:order:answer-event:v1", "properties": {"payload": {"$ref": "urn:order:answer:v1"}}}
    SCHEMA.with_name("answer-event.schema.json").write_text(json.dumps(event))
    edit(SCHEMA, lambda value: value.update({"$id": "urn:order:answer:v1"}))
    edit(SCHEMA, lambda value: value["properties"].update(sku={"type": "string", "pattern": "^[A-Z]{4}$"}))
    freeze(small, "order", "v1")
    before = shutil.copytree(small, small.parent / "before")
    edit(SCHEMA, lambda value: value["properties"]["sku"].update(pattern="^[A-Z]{3}$"))
    edit(SCHEMA, lambda value: value["properties"].update(note={"type": "string"}))
    for mark in re.findall("ack add ([0-9a-f]+)", run("check-compat").out):
        assert run("ack", "add", mark, "--reason", "Nobody reads it.").code == 0
    freeze(small, "order", "v1")

    def said(*states: str) -> list[tuple[str, ...]]:
        listed = json.loads(run("diff", *states, "--format", "json").out)["data"]["changes"]
        return sorted(
            (change["rule"], change["subject"], change["message"], change.get("acknowledged", "")) for change in listed
        )

    versions = said("order/v1@1.0", "order/v1@1.1")
    assert said(f"folder:{before}", f"folder:{small}") == versions
    assert {row[1] for row in versions} == {"order/v1/answer"}
    assert [row[3] for row in versions if row[0] == "pattern-loosened"] == ["Nobody reads it."]


def test_many_breaks_that_are_accepted_at_once_are_shown_and_counted_as_such_everywhere(small: Path, run: Run) -> None:
    names = [f"f{number}" for number in range(5)]
    edit(SCHEMA, lambda value: value["properties"].update({name: {"type": "string"} for name in names}))
    assert run("release", "order/v1").code == 0
    edit(SCHEMA, lambda value: [value["properties"].pop(name) for name in names])
    broken = run("check-compat").out
    assert (": 5 breaks, 0 undecided" in broken, "breaking (5 errors)" in broken) == (True, True)
    mark = re.findall("ack add ([0-9a-f]+)", broken)[0]
    assert run("ack", "add", mark, "--reason", "Nobody takes them.").code == 0
    accepted = run("check-compat").out
    assert (accepted.count("Nobody takes them."), ": 0 breaks, 0 undecided, 5 acknowledged" in accepted) == (1, True)
    assert run("release", "order/v1").code == 0
    for command in (["diff", "order/v1@1.0", "order/v1"], ["changelog", "order", "1.0..1.1"]):
        out = run(*command).out
        assert (out.count("acknowledged: Nobody takes them."), "5 breaks" in out) == (1, True)


def test_a_release_keeps_only_what_it_was_itself_accepted_with(accepted: Path, run: Run) -> None:
    edit(SCHEMA, lambda value: value["properties"].update(note={"type": "string"}))
    assert run("release", "order/v1").code == 0
    assert "accepted" not in json.loads((accepted / "order/v1/releases/1.2.json").read_text())
    assert "accepted" not in json.loads((accepted / "order/v1/releases/1.0.json").read_text())


def test_a_release_that_keeps_no_reasons_is_told_with_those_of_today(accepted: Path, run: Run) -> None:
    path = accepted / "order/v1/releases/1.1.json"
    value = json.loads(path.read_text())
    del value["accepted"]
    path.write_text(json.dumps(value))
    assert "acknowledged: No reader takes it." in run("changelog", "order").out


def test_a_release_that_was_broken_off_before_its_lock_is_finished_with_its_reasons(accepted: Path, run: Run) -> None:
    lock = accepted / "registry.lock"
    whole = lock.read_text()
    lock.write_text("".join(line for line in whole.splitlines(keepends=True) if "1.1.json" not in line))
    assert run("release", "order/v1").code == 0
    assert lock.read_text() == whole


def test_reasons_that_cannot_be_read_are_refused_with_their_place(accepted: Path, run: Run) -> None:
    path = accepted / "order/v1/releases/1.1.json"
    value = json.loads(path.read_text())
    value["accepted"][0]["reason"] = 7
    path.write_text(json.dumps(value, indent=2))
    refused = run("changelog", "order")
    assert (refused.code, "releases/1.1.json:" in refused.err) == (2, True)


@pytest.fixture
def grown(project: Path, run: Run) -> Path:
    """A registry whose working state has a field that release 1.0 lacks."""
    assert run("init").code == 0
    RESULT.write_text(RESULT.read_text().replace('"files": {', '"note": {"type": "string"}, "files": {'))
    return project


@pytest.mark.parametrize("arguments", [("diff", "output/v1@1.0", "output/v1"), ("changelog", "output")])
def test_an_added_field_is_named(grown: Path, run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert outcome.code == 0, outcome.err
    assert "note" in outcome.out


@pytest.mark.parametrize(
    "arguments", [("diff", "output/v9@1.0"), ("changelog", "outptu"), ("changelog", "output", "7..8")]
)
def test_a_state_that_does_not_exist_is_refused(grown: Path, run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert "next:" in outcome.err


def test_a_file_that_is_missing_is_named_and_no_registry_is_looked_for(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.json").write_text("{}", "utf-8")
    outcome = run("diff", "old.json", "missing.json")
    assert outcome.code == 2
    assert outcome.err.startswith("registry: missing.json: there is no such file\n  next: ")


def test_a_changelog_says_the_day_of_each_release_that_records_one(history: Path, run: Run) -> None:
    edit(SCHEMA, lambda value: value["properties"].update(extra={"type": "string", "description": "Later."}))
    assert run("release", "order/v1", "--date", "2027-01-31").code == 0
    data = json.loads(run("changelog", "order/v1", "--format", "json").out)["data"]
    assert [step["date"] for step in data["steps"]] == ["2027-01-31", "2026-11-29", "2026-11-29"]
    assert "## order/v1 1.2, 2027-01-31\n" in run("changelog", "order/v1", "--format", "markdown").out
    assert "order/v1 1.1, 2026-11-29\n" in run("changelog", "order/v1").out
    assert "unreleased\n" in run("changelog", "order").out, "a working state has no day"


def add_field(version: str, name: str) -> None:
    path = Path(f"registry/order/{version}/answer.schema.json")
    edit(path, lambda value: value["properties"].update({name: {"type": "string", "description": "Later."}}))


def of_release(run: Run, name: str) -> Any:
    steps = json.loads(run("changelog", "order", "--format", "json").out)["data"]["steps"]
    return next(step for step in steps if step["to"] == name)


def test_the_changelog_of_a_release_stays_when_the_older_version_goes_on(history: Path, run: Run) -> None:
    assert run("release", "order/v2").code == 0
    before = of_release(run, "2.0")
    assert before["from"] == "1.1", "the unreleased edit of v1 is no release"
    assert ("break", "field-removed") in [(change["kind"], change["rule"]) for change in before["changes"]]
    add_field("v1", "late")
    assert of_release(run, "2.0") == before
    assert run("release", "order/v1").code == 0
    assert of_release(run, "2.0") == before
    assert of_release(run, "1.2")["from"] == "1.1"


@pytest.mark.parametrize(
    ("days", "start"),
    [
        (["2026-01-01", "2026-02-01", "2026-03-01"], "1.1"),
        (["2026-01-01", "2026-02-01", "2026-02-01"], "1.1"),
        (["", "2026-03-01", "2026-02-01"], "1.0"),
        (["2026-03-01", "2026-03-02", "2026-02-01"], "1.0"),
        (["", "", ""], "1.1"),
        (["", "2026-02-01", ""], "1.0"),
    ],
)
def test_without_the_name_of_the_release_before_the_days_tell_it(
    small: Path, run: Run, days: list[str], start: str
) -> None:
    assert freeze(small, "order", "v1", date=days[0])
    assert run("bump", "order").code == 0
    add_field("v1", "late")
    edit(Path("registry/order/v2/answer.schema.json"), lambda value: value["properties"].pop("code"))
    assert freeze(small, "order", "v1", date=days[1])
    assert freeze(small, "order", "v2", date=days[2])
    path = Path("registry/order/v2/releases/2.0.json")
    value = json.loads(path.read_text())
    assert value.pop("follows") == "1.1"
    path.write_text(json.dumps(value))
    assert of_release(run, "2.0")["from"] == start


def test_a_release_without_a_date_is_shown_without(small: Path, run: Run) -> None:
    freeze(small, "order", "v1")
    assert "date" not in json.loads(Path("registry/order/v1/releases/1.0.json").read_text())
    assert run("changelog", "order/v1").out.splitlines()[0] == "order/v1 1.0"
    assert run("check-compat").code == 0


@pytest.mark.parametrize("given", ["2026-13-01", "yesterday", "20261129", "2026-02-30"])
def test_what_is_no_date_releases_nothing(given: str, small: Path, run: Run) -> None:
    outcome = run("release", "order/v1", "--date", given)
    assert (outcome.code, "is not a date" in outcome.err) == (2, True)
    assert not Path("registry/order/v1/releases").exists()


@pytest.mark.parametrize("given", ["now", "-1", "1e9", "253402300800", "9" * 5_000, "١٢"])
def test_a_moment_that_is_none_releases_nothing(
    given: str, small: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    outcome = run("release", "order/v1")
    assert (outcome.code, "SOURCE_DATE_EPOCH is not a number of seconds" in outcome.err) == (2, True)
    assert not Path("registry/order/v1/releases").exists()


def test_a_day_that_is_none_in_a_release_is_refused_with_its_place(small: Path, run: Run) -> None:
    assert run("release", "order/v1").code == 0
    release = Path("registry/order/v1/releases/1.0.json")
    release.write_text(release.read_text().replace("2026-11-29", "29 November"))
    outcome = run("changelog", "order/v1")
    assert (outcome.code, "1.0.json:4:3" in outcome.err, "is not a date such as" in outcome.err) == (2, True, True)


def test_the_day_of_a_release_is_part_of_what_its_digest_guards(small: Path, run: Run) -> None:
    assert run("release", "order/v1").code == 0
    release = Path("registry/order/v1/releases/1.0.json")
    release.write_text(release.read_text().replace("2026-11-29", "2026-11-28"))
    assert "release-edited" in run("check-compat").out

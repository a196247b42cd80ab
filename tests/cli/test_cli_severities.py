"""A team sets severities where that is safe: any for what only informs, none for what guards releases."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Outcome

Run = Callable[..., Outcome]
CONFIG = Path("registry/registry.toml")
SCHEMA = Path("registry/acme/v1/result.schema.json")


@pytest.fixture
def acme(project: Path, run: Run) -> Path:
    assert run("init", "--contract", "acme").code == 0
    return project


def configure(text: str) -> None:
    CONFIG.write_text(CONFIG.read_text() + "\n" + text)


def edit(change: Callable[[dict[str, Any]], Any], version: str = "v1") -> None:
    path = SCHEMA.parents[1] / version / SCHEMA.name
    schema = json.loads(path.read_text())
    change(schema)
    path.write_text(json.dumps(schema, indent=2))


def rules(outcome: Outcome) -> dict[str, str]:
    """The severities of the findings by rule."""
    return {found["rule"]: found["severity"] for found in json.loads(outcome.out)["findings"]}


@pytest.mark.parametrize(
    ("setting", "severity", "code"),
    [
        ("", "warning", 0),
        ('rules = {keyword-unknown = "error"}', "error", 1),
        ('rules = {keyword-unknown = "note"}', "note", 0),
        ('rules = {keyword-unknown = "off"}', None, 0),
        ('contracts.acme.rules = {keyword-unknown = "off"}', None, 0),
        ('contracts.other.rules = {keyword-unknown = "off"}', "warning", 0),
        ('rules = {keyword-unknown = "error"}\ncontracts.acme.rules = {keyword-unknown = "note"}', "note", 0),
        ('keywords = ["discriminator"]', None, 0),
        ('contracts.acme.keywords = ["discriminator"]', None, 0),
    ],
)
def test_lint_takes_the_severity_that_is_set(
    acme: Path, run: Run, setting: str, severity: str | None, code: int
) -> None:
    assert run("add", "contract", "other").code == 0
    configure(f"[lint]\n{setting}\n")
    edit(lambda schema: schema.update(discriminator={"propertyName": "status"}))
    outcome = run("lint", "--format", "json")
    assert rules(outcome).get("keyword-unknown") == severity
    assert outcome.code == code


@pytest.mark.parametrize(
    ("rule", "severity", "schema"),
    [
        ("value-refused", "warning", {"type": "string", "default": 1}),
        ("never-valid", "warning", {"type": "integer", "minimum": 5, "maximum": 3}),
        ("keyword-ignored", "warning", {"then": {"type": "string"}}),
        ("format-unknown", "note", {"format": "datetime"}),
        ("condition-open", "note", {"if": {"properties": {"k": {"const": 1}}}, "then": {"minProperties": 2}}),
    ],
)
def test_what_lint_says_about_meaning_is_for_a_team_to_weigh(
    acme: Path, run: Run, rule: str, severity: str, schema: dict[str, Any]
) -> None:
    assert run("add", "contract", "other").code == 0
    edit(lambda whole: whole["properties"].update(more=schema))
    assert rules(run("lint", "--format", "json")) == {rule: severity}
    configure(f'[lint]\nrules = {{{rule} = "error"}}\ncontracts.other.rules = {{{rule} = "off"}}\n')
    outcome = run("lint", "--format", "json")
    assert (rules(outcome), outcome.code) == ({rule: "error"}, 1)
    CONFIG.write_text(CONFIG.read_text().replace("contracts.other", "contracts.acme"))
    outcome = run("lint", "--format", "json")
    assert (rules(outcome), outcome.code) == ({}, 0)


def test_what_guards_releases_stays_an_error(acme: Path, run: Run) -> None:
    configure('[lint]\nrules = {release-changed = "off"}\ncontracts.acme.rules = {release-changed = "note"}\n')
    release = Path("registry/acme/v1/releases/1.0.json")
    release.write_text(release.read_text() + "\n")
    outcome = run("lint", "--format", "json")
    found = json.loads(outcome.out)["findings"]
    assert outcome.code == 1
    assert rules(outcome)["release-changed"] == "error"
    assert [entry["message"] for entry in found if entry["rule"] == "format"] == [
        "release-changed guards what is released, and stays an error"
    ] * 2


@pytest.mark.parametrize(
    "setting", ['rules = {keyword-unknwon = "off"}', 'rules = {keyword-unknown = "loud"}', "rule = 1"]
)
def test_a_setting_without_effect_is_a_finding(acme: Path, run: Run, setting: str) -> None:
    configure(f"[lint]\n{setting}\n")
    outcome = run("lint", "--format", "json")
    assert outcome.code == 1
    assert set(rules(outcome)) == {"format"}


def test_check_compat_is_made_stricter(acme: Path, run: Run) -> None:
    edit(lambda schema: schema["properties"].update(more={"type": "string"}))
    assert run("check-compat").code == 0
    configure('[check-compat]\nrules = {field-added = "error"}\n')
    outcome = run("check-compat", "--format", "json")
    assert outcome.code == 1
    assert rules(outcome)["field-added"] == "error"


@pytest.mark.parametrize("setting", ['field-removed = "warning"', 'field-remvoed = "error"'])
def test_check_compat_is_never_made_weaker(acme: Path, run: Run, setting: str) -> None:
    configure(f"[check-compat]\nrules = {{{setting}}}\n")
    outcome = run("check-compat")
    assert outcome.code == 2
    assert "registry/registry.toml:" in outcome.err


def test_bump_suggests_the_least_step(acme: Path, run: Run) -> None:
    def suggestion() -> str:
        outcome = run("bump", "acme", "--suggest")
        assert outcome.code == 0, outcome.err
        return outcome.out.strip()

    assert suggestion() == "acme/v1: nothing to release"
    edit(lambda schema: schema.update(description="In other words."))
    assert suggestion() == "acme/v1: words were corrected; a release is enough: registry release acme/v1"
    edit(lambda schema: schema.update(additionalProperties=False))
    assert suggestion() == "acme/v1: more than words changed; a release is enough: registry release acme/v1"
    edit(lambda schema: schema["properties"].update(more={"type": "string"}))
    assert suggestion() == "acme/v1: something was added; a release is enough: registry release acme/v1"
    edit(lambda schema: schema["properties"].pop(next(iter(schema["properties"]))))
    assert suggestion() == "acme/v1: a reader breaks, so a new version is needed: registry bump acme"
    assert not Path("registry/acme/v2").exists()
    assert "in a new major version: registry bump acme" in run("check-compat").out


def test_a_copy_without_a_release_wants_its_first_one(acme: Path, run: Run) -> None:
    assert run("bump", "acme").code == 0
    (_, step) = run("bump", "acme", "--suggest").out.splitlines()
    assert step == "acme/v2: it has no release yet; when it is ready, freeze the first one: registry release acme/v2"


@pytest.mark.parametrize("is_released", [False, True])
def test_a_break_belongs_into_the_newer_version_that_is_there(acme: Path, run: Run, is_released: bool) -> None:
    assert run("bump", "acme").code == 0
    if is_released:
        assert run("release", "acme/v2").code == 0
    edit(lambda schema: schema["properties"].pop(next(iter(schema["properties"]))))
    suggested = run("bump", "acme", "--suggest").out.splitlines()
    assert suggested[0] == "acme/v1: a reader breaks; make the edit in acme/v2, which is there already"
    (step, _) = json.loads(run("bump", "acme", "--suggest", "--format", "json").out)["data"]["steps"]
    assert step == {"version": "v1", "step": "major", "command": ""}
    checked = run("check-compat").out
    assert "make the edit in acme/v2, which is there already" in checked
    assert "registry bump" not in checked


def test_a_break_of_the_newest_version_needs_one_more(acme: Path, run: Run) -> None:
    assert run("bump", "acme").code == 0
    assert run("release", "acme/v2").code == 0
    edit(lambda schema: schema["properties"].pop(next(iter(schema["properties"]))), "v2")
    assert run("bump", "acme", "--suggest").out.endswith(
        "acme/v2: a reader breaks, so a new version is needed: registry bump acme\n"
    )

"""list, show and explain say what the registry holds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.conftest import Run


def test_list_names_versions_releases_and_counts(small: Path, run: Run) -> None:
    outcome = run("list")
    assert outcome.code == 0
    head, row = outcome.out.splitlines()
    assert head.split() == ["contract", "status", "release", "schemas", "codes", "title"]
    assert row.split() == ["order/v1", "current", "unreleased", "2", "2", "Orders"]
    (contract,) = json.loads(run("list", "--format", "json").out)["data"]["contracts"]
    assert contract["versions"][0]["schemas"] == ["answer", "line"]


def test_a_registry_is_found_upward_and_given_before_or_after_the_command(
    small: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small / "order" / "v1")
    assert "order/v1" in run("list").out
    monkeypatch.chdir("/")
    assert "order/v1" in run("--registry", str(small), "list").out
    assert "order/v1" in run("list", "--registry", str(small)).out
    assert "order/v1" in run("--registry", "nowhere", "list", "--registry", str(small / "registry.toml")).out


def test_the_bundled_registry_needs_no_folder_of_ones_own(project: Path, run: Run) -> None:
    assert "cobre/v1" in run("--registry", "bundled", "list").out


def test_show_goes_down_to_one_code(small: Path, run: Run) -> None:
    assert "urn:order:answer:v1 (output, default)" in run("show", "order").out
    assert "lines started, result" in run("show", "order/v1").out
    schema = json.loads(run("show", "order/v1/answer").out)
    assert schema["properties"]["code"]["enum"] == ["NONE", "DISK_FULL"]
    assert json.loads(run("show", "order/v1/run").out)["line"] == "line"
    assert "There is no room left." in run("show", "order/v1/codes").out
    code = run("show", "order/v1/codes/DISK_FULL").out
    assert "Make room." in code
    assert "path: Where." in code
    facts = json.loads(run("show", "order/v1/codes/DISK_FULL", "--format", "json").out)["data"]["value"]
    assert facts["exit-code"] == 3
    assert facts["retryable"] == "after-fix"


def test_names_near_to_a_wrong_one_are_suggested(small: Path, run: Run) -> None:
    for path, near in [
        ("oder", "order"),
        ("order/v2", "v1"),
        ("order/v1/anser", "answer"),
        ("order/v1/codes/DISK_FUL", "DISK_FULL"),
    ]:
        outcome = run("show", path)
        assert outcome.code == 2
        assert near in outcome.err.split("next:")[1], path


def test_paths_that_are_none_are_refused(small: Path, run: Run) -> None:
    assert run("show", "order//answer").code == 2
    assert run("show", "order/v1/codes/NONE/more").code == 2
    assert run("show", "order/v1/answer/NONE").code == 2


def test_explain_knows_codes_and_the_names_they_replace(small: Path, run: Run) -> None:
    outcome = run("explain", "DISK_FULL")
    assert outcome.code == 0
    assert outcome.out.startswith("order/v1/codes\n")
    assert "There is no room left." in outcome.out
    assert "There is no room left." in run("explain", "NO_SPACE").out
    (code,) = json.loads(run("explain", "DISK_FULL", "--format", "json").out)["data"]["codes"]
    assert code["where"] == "order/v1/codes"


def test_explain_takes_the_path_that_show_takes(small: Path, run: Run) -> None:
    whole = run("explain", "DISK_FULL").out
    assert [
        run("explain", f"{place}/DISK_FULL").out
        for place in ("order/v1/codes", "v1/codes", "codes", "order", "order/v1")
    ] == [whole] * 5
    assert run("explain", "other/DISK_FULL").code == 2
    assert run("explain", "/DISK_FULL").code == 2


def test_show_and_explain_write_attributes_as_people_read_them(project: Path, run: Run) -> None:
    for command in (("show", "meminit/v3/error-codes/CONFIG_MISSING"), ("explain", "meminit/v3/CONFIG_MISSING")):
        told = run("--registry", "bundled", *command).out
        assert re.search("automatable +yes\nrelevant-commands +init\n", told), told


def test_explain_knows_rules_without_any_registry(project: Path, run: Run) -> None:
    outcome = run("explain", "field-removed")
    assert outcome.code == 0
    for word in ("check-compat", "finds", "matters", "next step"):
        assert word in outcome.out
    near = run("explain", "field-remvoed")
    assert near.code == 2
    assert near.err.count(" field-removed ") == 1


def test_explain_knows_the_codes_of_the_tool_itself(project: Path, run: Run) -> None:
    outcome = run("explain", "baseline-missing")
    assert outcome.code == 0
    assert outcome.out.startswith("accordant/v1/")
    assert "baseline-missing" in outcome.out


def test_explain_tells_every_rule(project: Path, run: Run) -> None:
    outcome = run("explain", "--all", "--format", "json")
    names = [rule["name"] for rule in json.loads(outcome.out)["data"]["rules"]]
    assert {"field-removed", "refused-by-schema", "generated-modified", "code-reused"} <= set(names)
    assert run("explain").code == 2
    assert run("explain", "--all", "field-removed").code == 2


def test_show_and_explain_know_behaviour(project: Path, run: Run) -> None:
    bundled = ("--registry", "bundled")
    assert "type is the first key" in run(*bundled, "show", "cobre/v1/rules/type-comes-first").out
    shown = json.loads(run(*bundled, "show", "meminit/v2/serialisation", "--format", "json").out)["data"]
    assert (shown["kind"], shown["value"]["single-line"]) == ("behaviour", True)
    assert "the number of warnings" in run(*bundled, "show", "meminit/v2/derived/warnings_count").out
    assert "rules" in run(*bundled, "show", "meminit/v2/ruls").err
    assert "rules" in run(*bundled, "show", "cobre/v1").out
    explained = json.loads(run(*bundled, "explain", "type-comes-first", "--format", "json").out)["data"]
    assert [found["where"] for found in explained["behaviour"]] == ["cobre/v1/rules"]
    assert run(*bundled, "explain", "type-comes-frist").code == 2


@pytest.mark.parametrize("rule", ["key-order", "single-line", "trailing-newline", "sort/found"])
def test_what_the_next_step_names_is_known_to_explain(rule: str, small: Path, run: Run) -> None:
    with (small / "order/contract.toml").open("a") as file:
        file.write("""
[versions.v1.serialisation]
single-line = true
trailing-newline = "required"
key-order = ["ok", "code"]
[[versions.v1.serialisation.sort]]
list = "/found"
""")
    Path("out.json").write_text('{"code": "NONE",\n "ok": true, "found": ["b", "a"]}')
    said = run("validate", "order", "out.json").out + run("validate", "order", "out.json", "--as", "producer").out
    assert f"registry explain {rule}\n" in said
    explained = run("explain", rule)
    assert (explained.code, explained.out.startswith("order/v1/serialisation\n")) == (0, True)

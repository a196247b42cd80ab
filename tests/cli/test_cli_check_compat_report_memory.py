"""check-compat tells the report on an unchanged registry again, and judges once anything differs."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.cli import remembered_report
from accordant.cli.open_registry import Opened
from accordant.compat import gate
from accordant.contract.registries import ACKNOWLEDGEMENTS
from accordant.findings import Finding, Report, Severity
from accordant.outputs import verdict_memory
from accordant.registry import begun_additions
from accordant.report import FORMATS
from tests.conftest import Run

REGISTRY = Path("registry")


@pytest.fixture
def checks(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The prefixes of the registries that were judged since; one with a break that is accepted was judged before."""
    assert run("init").code == 0
    edit(lambda schema: schema["properties"].update(added={"type": "string"}, other={"type": "string"}))
    assert run("release", f"{version().parent.name}/v1").code == 0
    edit(lambda schema: schema["properties"].pop("other"))
    (mark,) = set(re.findall("ack add ([0-9a-f]+)", run("check-compat").out))
    assert run("ack", "add", mark, "--reason", "Nobody reads it.", "--expires", "2026-12-31").code == 0
    edit(lambda schema: schema["properties"].pop("added"))
    config = REGISTRY / "registry.toml"
    config.write_text(f'docs = "https://docs.example.org/"\n{config.read_text("utf-8")}', "utf-8")
    assert run("check-compat").code == 1
    seen: list[str] = []
    check = gate.check

    def record(registry: Any, base: Any, base_name: str, prefix: str, **more: Any) -> Any:
        seen.append(prefix)
        return check(registry, base, base_name, prefix, **more)

    monkeypatch.setattr("accordant.compat.check", record)
    return seen


def version() -> Path:
    return next(iter(sorted(REGISTRY.glob("*/v1/*.schema.json")))).parent


def schema_file() -> Path:
    return next(iter(sorted(version().glob("*.schema.json"))))


def edit(change: Callable[[Any], Any]) -> None:
    value = json.loads(schema_file().read_text("utf-8"))
    change(value)
    schema_file().write_text(json.dumps(value, indent=2) + "\n", "utf-8")


def append(path: Path, text: str = "\n") -> None:
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def cache() -> Path:
    return Path(os.environ["XDG_CACHE_HOME"]) / "accordant"


def answer() -> Path:
    (file,) = (cache() / "answers").iterdir()
    return file


@pytest.mark.parametrize("name", [form.name for form in FORMATS])
def test_a_report_is_told_again_in_the_same_bytes_without_a_judgement(name: str, checks: list[str], run: Run) -> None:
    told = run("check-compat", "--format", name)
    assert checks == []
    shutil.rmtree(cache())
    assert run("check-compat", "--format", name) == told
    assert checks == ["registry/"]
    assert told.code == 1


def settle(folder: Path) -> None:
    """Leave an addition behind that was interrupted after its first file."""
    begun_additions.note(folder, {"late/contract.toml": 'title = "Late"\n'}, {}, {})
    (folder / "late").mkdir()
    (folder / "late/contract.toml").write_text('title = "Late"\n', "utf-8")


CHANGES: dict[str, Callable[[], object]] = {
    "an edited schema": lambda: edit(lambda schema: schema["properties"].pop("data", None)),
    "a blank line in a schema": lambda: schema_file().write_text("\n" + schema_file().read_text("utf-8"), "utf-8"),
    "a schema more": lambda: shutil.copy(schema_file(), version() / "another.schema.json"),
    "a schema gone": lambda: schema_file().unlink(),
    "an edited release": lambda: append(version() / "releases/1.0.json"),
    "a release gone": lambda: (version() / "releases/1.1.json").unlink(),
    "a line of the lock gone": lambda: (REGISTRY / "registry.lock").write_text("", "utf-8"),
    "another promise": lambda: append(version().parent / "contract.toml", '\n[versions.v1.odd]\nword = "x"\n'),
    "a comment in registry.toml": lambda: append(REGISTRY / "registry.toml", "# a comment\n"),
    "no acknowledgements": lambda: (REGISTRY / ACKNOWLEDGEMENTS).unlink(),
    "an empty folder of a version": lambda: (version().parent / "v9").mkdir(),
    "an empty folder of releases": lambda: (version().parent / "v9/releases").mkdir(parents=True),
    "a folder that is no contract": lambda: (REGISTRY / "notes").mkdir(),
    "a second name of a release": lambda: os.link(version() / "releases/1.0.json", "elsewhere.json"),
    "a link in place of a schema": lambda: schema_file().symlink_to(schema_file().rename("moved.json").resolve()),
    "an addition that was interrupted": lambda: settle(REGISTRY),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_report_on_a_changed_registry_is_that_of_a_machine_that_remembers_nothing(
    change: Callable[[], object], checks: list[str], run: Run
) -> None:
    assert run("check-compat").code == 1
    change()
    told = run("check-compat", "--format", "json")
    for folder in cache().iterdir():
        if folder.name != "begun":  # which notes are one's own is no memory of answers
            shutil.rmtree(folder)
    assert run("check-compat", "--format", "json") == told


@pytest.mark.parametrize("options", [["--all"], ["--fail-on", "breaking"], ["--seconds", "9"]])
def test_another_question_has_an_answer_of_its_own(options: list[str], checks: list[str], run: Run) -> None:
    run("check-compat", *options)
    assert checks == ["registry/"]
    run("check-compat", *options)
    run("check-compat")
    assert checks == ["registry/"]


def test_places_are_those_of_the_folder_in_which_one_stands(
    checks: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(version())
    told = run("check-compat")
    assert checks == ["../../"]
    assert schema_file_from_here() in told.out


def schema_file_from_here() -> str:
    return f"../../{Path.cwd().parent.name}/v1/"


def test_acknowledgements_are_asked_again_on_another_day(
    checks: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remembered_report, "_day", lambda: "2027-01-01")
    run("check-compat")
    assert checks == ["registry/"]


def test_without_acknowledgements_a_day_changes_nothing(
    checks: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (REGISTRY / ACKNOWLEDGEMENTS).unlink()
    run("check-compat")
    checks.clear()
    monkeypatch.setattr(remembered_report, "_day", lambda: "2027-01-01")
    run("check-compat")
    assert checks == []


def test_another_state_of_the_tool_judges_anew(checks: list[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict_memory, "tool_digest", lambda room: "another")
    run("check-compat")
    assert checks == ["registry/"]


def test_a_comparison_with_another_state_is_made_each_time(checks: list[str], run: Run) -> None:
    shutil.copytree(REGISTRY, "before")
    for _ in range(2):
        run("check-compat", "--against-folder", "before")
    assert checks == ["registry/", "registry/"]


def test_an_edit_while_a_check_works_is_seen_by_the_next(
    checks: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(schema_file())
    lock = gate._Gate.lock

    def edit_and_go_on(self: Any) -> Any:
        edit(lambda schema: schema["properties"].update(late={"type": "string"}))
        return lock(self)

    with monkeypatch.context() as patch:
        patch.setattr(gate._Gate, "lock", edit_and_go_on)
        assert "late" not in run("check-compat").out
    assert "late" in run("check-compat").out


def test_what_is_undecided_is_asked_again(checks: list[str], run: Run) -> None:
    made: list[Report] = []

    def make(opened: Opened) -> Report:
        opened.load()
        made.append(Report("check-compat", 3, (Finding("undecided", Severity.UNDECIDED, "Perhaps."),)))
        return made[-1]

    for _ in range(2):
        remembered_report.remember(Opened(REGISTRY, ""), ["perhaps"], make)
    assert len(made) == 2


@pytest.mark.parametrize("place", [0, 30, 64, 65, 100, -2, -40])
def test_a_damaged_answer_is_none(place: int, checks: list[str], run: Run) -> None:
    whole = answer().read_bytes()
    damaged = bytearray(whole)
    damaged[place] ^= 1
    answer().write_bytes(damaged)
    told = run("check-compat")
    assert checks == ["registry/"]
    assert answer().read_bytes() == whole
    assert run("check-compat") == told


@pytest.mark.parametrize("text", [b"", b"\n", b"\xff\n{}", b"[]", b'{"a": ' * 5000])
def test_what_is_no_answer_at_all_is_none(text: bytes, checks: list[str], run: Run) -> None:
    answer().write_bytes(text)
    assert run("check-compat").code == 1
    assert checks == ["registry/"]


@pytest.mark.parametrize(
    "kept",
    ["[]", '{"files": {}, "folders": {}}', '{"files": 7, "folders": {}, "answer": []}']
    + [
        json.dumps({"files": {}, "folders": {}, "answer": odd})
        for odd in (7, [], ["", "", "check-compat", 0, [{"rule": 7}], {}, ""], ["", "", "check-compat", 0, 7, {}, ""])
    ],
)
def test_an_odd_answer_with_the_right_digest_is_none(kept: str, checks: list[str], run: Run) -> None:
    answer().write_text(f"{hashlib.sha256(kept.encode()).hexdigest()}\n{kept}", "utf-8")
    assert run("check-compat").code == 1
    assert checks == ["registry/"]


def test_without_a_cache_folder_each_run_judges(checks: list[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = Path("blocked")
    blocked.write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked.resolve()))
    assert [run("check-compat").code for _ in range(2)] == [1, 1]
    assert checks == ["registry/", "registry/"]

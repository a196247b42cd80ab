"""What killed commands leave in a registry: removed where it is provably theirs, named where it is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accordant.contract import releases
from accordant.disk.writing import write_file
from accordant.registry import begun_additions, remains
from accordant.registry.load import load

OURS = ".accordant-0123456789abcdef"
SCHEMA = Path("registry/output/v1/result.schema.json")
LOCK = Path("registry/registry.lock")


@pytest.fixture
def begun(project: Path, run: Callable[..., Any]) -> Path:
    """A registry in which a bump was killed before it wrote the table of the new version."""
    run("init")
    table = Path("registry/output/contract.toml").read_text("utf-8")
    assert run("bump", "output").code == 0
    Path("registry/output/contract.toml").write_text(table, "utf-8")
    folder = project / "registry/output/v2"
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.*")}
    remains.mark(folder, texts)
    return folder


def test_a_begun_version_is_read_by_nobody_and_made_anew(begun: Path, run: Callable[..., Any]) -> None:
    assert run("check-compat").code == 0
    assert "v2" not in run("list").out
    outcome = run("bump", "output")
    assert (outcome.code, "begun by a bump that was interrupted" in outcome.err) == (0, True)
    assert not (begun / remains.MARK).exists()
    assert run("check-compat").code == 0


@pytest.mark.parametrize("edit", ["changed", "added", "removed", "mark"])
def test_a_begun_version_that_was_edited_is_kept_and_named(begun: Path, run: Callable[..., Any], edit: str) -> None:
    file = begun / "result.schema.json"
    if edit == "changed":
        file.write_text(file.read_text("utf-8").replace("Result", "Mine"), "utf-8")
    elif edit == "added":
        (begun / "mine.schema.json").write_text("{}", "utf-8")
    elif edit == "removed":
        file.unlink()
    else:
        (begun / remains.MARK).write_text("[]", "utf-8")
    before = sorted(begun.rglob("*"))
    for command in (["bump", "output"], ["release"]):
        outcome = run(*command)
        assert outcome.code == 2
        assert "registry/output/v2: was begun" in outcome.err
        assert "remove the folder" in outcome.err
    assert sorted(begun.rglob("*")) == before


def test_only_what_has_our_name_and_kind_is_removed(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    (project / "elsewhere").mkdir()
    (project / "elsewhere/keep.txt").write_text("mine", "utf-8")
    base = project / "registry/output"
    (base / f"{OURS}.tmp").write_text("half", "utf-8")
    (base / f"{OURS}.new").mkdir()
    (base / f"{OURS}.new/link").symlink_to(project / "elsewhere")
    others = [base / "v1" / f"{OURS}.new", base / ".accordant-notes.tmp", base / f"{OURS}.tmp.txt"]
    others[0].symlink_to(project / "elsewhere")
    for path in others[1:]:
        path.write_text("mine", "utf-8")
    outcome = run("release")
    assert outcome.code == 0
    assert outcome.err.count("left by a command that was interrupted") == 2
    assert [path.exists() for path in others] == [True, True, True]
    assert not (base / f"{OURS}.tmp").exists()
    assert not (base / f"{OURS}.new").exists()
    assert (project / "elsewhere/keep.txt").exists()


def test_nothing_is_removed_through_a_link(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    outside = Path(project / "registry/output/v1/releases").rename(project / "elsewhere")
    (project / "registry/output/v1/releases").symlink_to(outside)
    (outside / f"{OURS}.tmp").write_text("half", "utf-8")
    (outside / f"{OURS}.new").mkdir()
    before = sorted(outside.rglob("*"))
    assert run("release").code == 2
    assert sorted(outside.rglob("*")) == before


def unlock(run: Callable[..., Any]) -> None:
    """A release of which an earlier run wrote the file and not the line."""
    text = SCHEMA.read_text("utf-8")
    SCHEMA.write_text(text.replace('"files": {', '"note": {"type": "string"}, "files": {'), "utf-8")
    before = LOCK.read_text("utf-8")
    assert run("release").code == 0
    LOCK.write_text(before, "utf-8")


def test_a_release_without_its_line_is_completed(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    unlock(run)
    assert "release-unlocked" in run("check-compat").out
    assert run("release").out == "froze output/v1 as 1.1: 1 schema, 6 fields\n"
    assert LOCK.read_text("utf-8").count("1.1.json") == 1
    assert run("check-compat").code == 0


@pytest.mark.parametrize("edit", ["working state", "release", "break"])
def test_a_release_that_is_not_what_would_be_written_gets_no_line(
    project: Path, run: Callable[..., Any], edit: str
) -> None:
    run("init")
    unlock(run)
    release = project / "registry/output/v1/releases/1.1.json"
    if edit == "release":
        release.write_text(release.read_text("utf-8").replace("How long", "How very long"), "utf-8")
    else:
        put = '"other": {}, "files": {' if edit == "working state" else '"files2": {'
        SCHEMA.write_text(SCHEMA.read_text("utf-8").replace('"files": {', put), "utf-8")
    run("release")
    assert "1.1.json" not in LOCK.read_text("utf-8")
    assert "release-unlocked" in run("check-compat").out


def test_a_break_is_judged_before_an_unlocked_release_of_it_is_locked(project: Path, run: Callable[..., Any]) -> None:
    """Somebody puts a release file of a broken state beside the working state: bytes alone are no permission."""
    run("init")
    SCHEMA.write_text(SCHEMA.read_text("utf-8").replace('"severity", ', ""), "utf-8")
    state = load(project / "registry").contracts[0].versions[0].state
    write_file(project / "registry", "output/v1/releases/1.1.json", releases.render(state, "1.1"))
    outcome = run("release")
    assert (outcome.code, "1.1.json" in LOCK.read_text("utf-8")) == (1, False)
    assert "severity" in outcome.out


@pytest.fixture
def begun_addition(project: Path, run: Callable[..., Any]) -> Path:
    """A registry in which adding a code list was killed before its last file was written."""
    run("init")
    folder = project / "registry"
    file = folder / "output/v1/result.schema.json"
    before = file.read_text("utf-8")
    assert run("add", "codes", "states", "--field", "severity").code == 0
    made = {path: (folder / path).read_text("utf-8") for path in ("output/v1/states.codes.json",)}
    changed = {"output/v1/result.schema.json": file.read_text("utf-8")}
    begun_additions.note(folder, made, changed, {"output/v1/result.schema.json": before})
    (folder / "output/v1/examples/invalid/result/unlisted-severity.json").unlink()
    refusals = folder / "output/v1/examples/invalid/result/refused-by.toml"
    refusals.write_text("".join(line for line in refusals.open() if "unlisted" not in line), "utf-8")
    return folder


def test_a_begun_addition_is_read_by_nobody_and_taken_back(begun_addition: Path, run: Callable[..., Any]) -> None:
    for command in ("lint", "check-compat"):
        assert run(command).code == 0
    assert run("show", "output/v1/states").code == 2
    outcome = run("add", "codes", "states", "--field", "severity")
    assert (outcome.code, "interrupted" in outcome.err) == (0, True)
    assert not (begun_addition / begun_additions.NOTE).exists()
    assert run("show", "output/v1/states").code == 0


def test_a_begun_addition_that_was_edited_is_kept_and_named(begun_addition: Path, run: Callable[..., Any]) -> None:
    file = begun_addition / "output/v1/states.codes.json"
    file.write_text(file.read_text("utf-8").replace("none", "nothing"), "utf-8")
    outcome = run("release")
    assert outcome.code == 2
    assert "registry/output/v1/states.codes.json: belongs to an addition that was interrupted" in outcome.err
    (begun_addition / begun_additions.NOTE).unlink()
    assert run("show", "output/v1/states").code == 0


@pytest.mark.parametrize(
    "text", ["", "[]", '{"made": {"../outside": ""}, "changed": {}}', '{"made": 1, "changed": {}}']
)
def test_a_note_that_is_none_of_ours_is_not_followed(project: Path, run: Callable[..., Any], text: str) -> None:
    run("init")
    (project / "outside").write_text("")
    Path("registry", begun_additions.NOTE).write_text(text, "utf-8")
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    for command in (["lint"], ["check-compat"], ["release"], ["add", "codes", "states", "--no-field"]):
        outcome = run(*command)
        assert (outcome.code, "registry/.accordant-begun: is a note" in outcome.err) == (2, True)
    assert before == {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}

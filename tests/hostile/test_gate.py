"""The gate cannot be talked round: what a change brings is never taken for the state that it is compared with."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from accordant.outputs import digest
from accordant.registry import begun_additions

from .conftest import SCHEMA, git


def lookalike(project: Path, place: str) -> None:
    """The broken registry once more, at a path that is spelt as a ref is."""
    shutil.copytree(project / "registry", project / place)
    git("add", "-A", cwd=project)


def test_a_break_against_a_ref_is_found(broken: Path, run: Callable[..., Any]) -> None:
    for words in (["--against", "origin/main"], ["--against-ref", "origin/main"], ["--against", "ref:origin/main"]):
        outcome = run("check-compat", *words)
        assert (outcome.code, "origin/main" in outcome.out, "ref:" in outcome.out) == (1, True, False), words


@pytest.mark.parametrize("place", ["origin/main", "origin/main/registry"])
def test_a_folder_called_as_a_branch_is_never_compared_with_unsaid(
    broken: Path, run: Callable[..., Any], place: str
) -> None:
    lookalike(broken, place)
    assert run("check-compat", "--against-ref", "origin/main").code == 1
    assert run("check-compat", "--against", "ref:origin/main").code == 1
    assert run("check-compat", "--against-folder", "origin/main").code == 0
    assert run("check-compat", "--against", "folder:origin/main").code == 0
    both = run("check-compat", "--against", "origin/main")
    assert both.code == 2
    assert "--against-ref" in both.err
    assert "folder:origin/main" in both.err


def test_a_note_about_an_addition_hides_no_change(broken: Path, run: Callable[..., Any]) -> None:
    """The note says of each file what was there before, so that whoever believes it sees no change at all."""
    base = Path("registry")
    before = subprocess.run(
        ["git", "show", f"HEAD:registry/{SCHEMA}"], capture_output=True, text=True, check=True
    ).stdout
    changed = {SCHEMA: [digest((base / SCHEMA).read_text("utf-8")), before]}
    (base / begun_additions.NOTE).write_text(json.dumps({"made": {}, "changed": changed}), "utf-8")
    for command in (["check-compat", "--against-ref", "origin/main"], ["lint"], ["gen", "python"], ["release"]):
        outcome = run(*command)
        assert (outcome.code, f"registry/{begun_additions.NOTE}" in outcome.err) == (2, True), command
    (base / begun_additions.NOTE).unlink()
    assert run("check-compat", "--against-ref", "origin/main").code == 1


def test_a_mark_in_the_folder_of_a_version_lets_no_command_remove_it(broken: Path, run: Callable[..., Any]) -> None:
    version = Path("registry", SCHEMA).parent
    other = version.with_name("v9")
    shutil.copytree(version, other)
    files = [path for path in other.rglob("*") if path.is_file()]
    digests = {path.relative_to(other).as_posix(): digest(path.read_text("utf-8")) for path in files}
    (other / begun_additions.NOTE).write_text(json.dumps({"files": digests}), "utf-8")
    assert "has no table" in run("lint").out
    assert run("release").code == 2
    assert all(path.is_file() for path in files)


@pytest.mark.parametrize("ref", ["origin/other", "refs/heads/gone", "release/1.4"])
def test_a_ref_that_has_not_been_fetched_is_no_folder_either(broken: Path, run: Callable[..., Any], ref: str) -> None:
    lookalike(broken, ref)
    git("remote", "add", "release", "https://example.org/x")
    assert run("check-compat", "--against", ref).code == 2
    assert run("check-compat", "--against-ref", ref).code == 2


def test_an_archive_called_as_a_tag_is_refused_unsaid(broken: Path, run: Callable[..., Any]) -> None:
    git("tag", "1.4.zip")
    with zipfile.ZipFile("1.4.zip", "w") as archive:
        for path in Path("registry").rglob("*"):
            archive.write(path)
    assert run("check-compat", "--against", "1.4.zip").code == 2
    assert run("check-compat", "--against-ref", "1.4.zip").code == 1
    assert run("check-compat", "--against-folder", "1.4.zip").code == 0


def test_a_word_that_is_one_thing_needs_no_prefix(broken: Path, run: Callable[..., Any]) -> None:
    shutil.copytree("registry", "old/registry")
    assert run("check-compat", "--against", "old/registry").code == 0
    assert run("check-compat", "--against", "./old").code == 0
    assert run("check-compat", "--against", "HEAD").code == 1
    shutil.copytree("registry", "main")
    assert run("check-compat", "--against", "main").code == 1


def test_the_forms_exclude_each_other(broken: Path, run: Callable[..., Any]) -> None:
    outcome = run("check-compat", "--against", "HEAD", "--against-folder", "./old")
    assert (outcome.code, "exclude each other" in outcome.err) == (2, True)


def test_a_tag_called_as_a_branch_of_a_remote_is_refused(broken: Path, run: Callable[..., Any]) -> None:
    git("add", "-A")
    git("commit", "-q", "-m", "break")
    git("tag", "origin/main")
    outcome = run("check-compat", "--against-ref", "origin/main")
    assert outcome.code == 2
    assert "refs/remotes/origin/main" in outcome.err
    assert run("check-compat", "--against-ref", "refs/remotes/origin/main").code == 1
    assert run("check-compat", "--against-ref", "refs/tags/origin/main").code == 0


@pytest.mark.parametrize("word", ["origin/main", "origin/main:acme/v1", "acme/v1"])
def test_diff_names_both_where_a_word_is_two_things(broken: Path, run: Callable[..., Any], word: str) -> None:
    if word == "acme/v1":
        git("branch", "acme/v1")
    else:
        lookalike(broken, "origin/main")
    assert run("diff", word).code == 2
    prefixes = ("ref:", "version:") if word == "acme/v1" else ("ref:", "folder:")
    assert [run("diff", prefix + word).code for prefix in prefixes] == [0, 0]


def test_a_file_called_as_a_state_elsewhere_is_not_that_state(broken: Path, run: Callable[..., Any]) -> None:
    Path("HEAD:acme").mkdir()
    Path("HEAD:acme/v1").write_text("{}", "utf-8")
    assert "field-removed" in run("diff", "HEAD:acme/v1", "acme/v1").out
    Path("origin").mkdir()
    Path("origin/main").write_text("{}", "utf-8")
    assert run("diff", "origin/main", "origin/main").code == 2


def recipes() -> Iterator[tuple[str, str]]:
    """Every line of ours that people or machines copy into a pipeline."""
    root = Path(__file__).resolve().parents[2]
    files = [
        *root.glob("*.md"),
        *root.glob(".*.yaml"),
        *(root / ".github").rglob("*.yml"),
        *root.glob("site/guides/*.md"),
    ]
    for path in files:
        for line in path.read_text("utf-8").splitlines():
            yield path.name, line


def test_no_recipe_uses_the_form_that_a_change_can_bend() -> None:
    bent = [
        (name, line)
        for name, line in recipes()
        if "check-compat --against " in line and "--against oci://" not in line  # an address is never a folder
    ]
    assert bent == []
    assert any("check-compat --against-ref " in line for _, line in recipes())

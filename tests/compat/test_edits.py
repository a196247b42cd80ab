"""Each edit of the evolution table, on a copy of the bundled registry: exit code and whole report."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from accordant.cli import main
from accordant.registry.release import freeze
from tests.compat.edits import BREAKING, PASSING, Copy, edit_a_release_and_its_lock_line
from tests.conftest import copy_registry, settle

GOLDENS = Path(__file__).parent / "goldens"
Golden = Callable[[Path, str], None]

ANSWER = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["level"],
    "properties": {
        "level": {"type": "string", "enum": ["info", "warning"], "x-closed": True, "description": "How bad."},
    },
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``whole``: cobre and meminit as bundled, two small contracts for what neither of them has.

    Beside them is the memory of a run that judged them unedited, so that a test judges what it edits.
    """
    base = tmp_path_factory.mktemp("judged")
    project = base / "acme"
    project.mkdir()
    folder = copy_registry(project, ("cobre", "meminit"))
    for examples in [*folder.glob("*/v*/examples")]:
        shutil.rmtree(examples)  # nothing here asks for them, and they are most of the files
    _add(folder, "closed", "strict")
    _add(folder, "shut", "additive")
    settle(project, "check-compat", cache=base / "cache", whole=base / "whole")
    return base


@pytest.fixture
def copy(judged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """This registry, to be edited."""
    project = Path(shutil.copytree(judged / "whole", judged / "acme"))  # memory goes by the folder of the registry
    monkeypatch.chdir(project)
    shutil.copytree(judged / "cache", tmp_path / "cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield Copy(project / "registry")
    shutil.rmtree(project)


def _add(folder: Path, name: str, promise: str) -> None:
    version = folder / name / "v1"
    version.mkdir(parents=True)
    (version / "answer.schema.json").write_text(
        json.dumps({"$id": f"urn:{name}:answer:v1", **ANSWER}, indent=2), "utf-8"
    )
    table = f'title = "{name}"\npromise = "{promise}"\n\n[versions.v1]\nstatus = "current"\n'
    (folder / name / "contract.toml").write_text(table, "utf-8")
    freeze(folder, name, "v1")


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["check-compat", *arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return code, captured.out + captured.err


@pytest.mark.parametrize("name", BREAKING)
def test_a_breaking_edit_is_caught_and_shown(
    name: str, copy: Copy, golden: Golden, capsys: pytest.CaptureFixture[str]
) -> None:
    BREAKING[name](copy)
    code, text = report(capsys)
    assert code == 1, text
    golden(GOLDENS / f"{name}.txt", text)


@pytest.mark.parametrize("name", PASSING)
def test_a_promised_edit_passes(name: str, copy: Copy, golden: Golden, capsys: pytest.CaptureFixture[str]) -> None:
    PASSING[name](copy)
    code, text = report(capsys)
    assert code == 0, text
    golden(GOLDENS / f"{name}.txt", text)


def test_the_unedited_copy_is_clean(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = report(capsys)
    assert code == 0, text
    assert "0 breaks, 0 undecided" in text


def git(folder: Path, *arguments: str) -> None:
    name = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True)


def test_an_edited_release_with_an_edited_lock_line_is_caught_against_a_ref(
    copy: Copy, golden: Golden, capsys: pytest.CaptureFixture[str]
) -> None:
    project = copy.folder.parent
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "base")
    edit_a_release_and_its_lock_line(copy)
    assert report(capsys)[0] == 0
    code, text = report(capsys, "--against", "main")
    assert code == 1, text
    golden(GOLDENS / "edit-a-release-and-its-lock-line.txt", text)


def test_the_same_is_caught_against_a_folder(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(copy.folder, copy.folder.parent / "before" / "registry")
    edit_a_release_and_its_lock_line(copy)
    assert report(capsys, "--against", "./before/registry")[0] == 1
    assert report(capsys, "--against", "./before")[0] == 1

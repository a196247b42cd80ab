"""Every command of the tool, run as a process, keeps the tool's own contract: judged by `registry conform`."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from accordant.cli import COMMANDS
from tests.conftest import PROJECT, Outcome
from tests.own_contract.test_reports import BAD, GOOD, Case, small

__all__ = ["small"]

FOLDERS = {"": "small", "empty": "without"}
"""The folders in which cases without a longer preparation run."""
GOOD_CASES, BAD_CASES = 1, 1
"""Of each command."""


def chosen() -> list[tuple[Case, str]]:
    """Some cases of each command, with the format of their report; the first good one in both formats for programs."""
    cases: list[tuple[Case, str]] = []
    for table, most in ((GOOD, GOOD_CASES), (BAD, BAD_CASES)):
        for listed in table.values():
            able = [case for case in listed if case.prepare in FOLDERS and "MARK" not in case.arguments]
            cases += [(case, "json") for case in able[:most]]
            cases += [(case, "jsonl") for case in able[:1] if table is GOOD]
    return cases


def written(case: Case, form: str) -> str:
    """A case of the suite."""
    command, dashes, program = case.arguments.replace("PYTHON", sys.executable).partition(" -- ")
    words = [*command.split(), "--format", form, *(["--", *program.split()] if dashes else [])]
    return "\n".join(
        [
            "[[cases]]",
            f"name = {json.dumps(f'{form}: {case.arguments} ({case.prepare})')}",
            f"arguments = {json.dumps(words)}",
            f"folder = {json.dumps(FOLDERS[case.prepare])}",
            f"expect = {{ exit-code = {case.code} }}",
            "",
        ]
    )


@pytest.fixture
def suite(small: Path, tmp_path: Path) -> Path:
    shutil.copytree(small, tmp_path / "small")
    shutil.copytree(small, tmp_path / "without", ignore=shutil.ignore_patterns("registry"))
    path = tmp_path / "suite.toml"
    path.write_text("\n".join(['contract = "accordant/v1"', *(written(*case) for case in chosen())]), "utf-8")
    return path


def test_every_command_is_among_the_cases() -> None:
    assert {case.arguments.split()[0] for case, _ in chosen()} == {command.name for command in COMMANDS}


@pytest.mark.slow
def test_every_command_keeps_the_contract(
    suite: Path, run: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT / "generators"))
    words = ("conform", "--suite", str(suite), "--registry", str(PROJECT / "registry"))
    outcome = run(*words, "--", sys.executable, "-m", "accordant")
    count = len(chosen())
    assert outcome.code == 0, outcome.out
    assert outcome.out.splitlines()[-1] == f"{count} of {count} cases keep accordant/v1"

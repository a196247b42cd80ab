"""The program that scripts of tests call is the command line: by what it reads, prints and ends with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import started_before
from tests.ci.test_ci_files import base_environment


@pytest.mark.parametrize(
    ("words", "code"),
    [(["--version"], 0), (["lint"], 2), (["validate", "schema.json", "-", "--format", "json"], 1), (["nothing"], 2)],
)
def test_a_call_is_answered_as_by_a_process_of_its_own(words: list[str], code: int, tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text('{"type": "string"}', "utf-8")
    (tmp_path / "registry").write_text(started_before.registry(), "utf-8")
    programs = (["sh", str(tmp_path / "registry")], [sys.executable, "-m", "accordant"])
    environment = base_environment(tmp_path)
    before, anew = (
        subprocess.run([*program, *words], cwd=tmp_path, env=environment, input=b"5", capture_output=True, check=False)
        for program in programs
    )
    assert (before.returncode, before.stdout, before.stderr) == (anew.returncode, anew.stdout, anew.stderr)
    assert anew.returncode == code, anew.stderr

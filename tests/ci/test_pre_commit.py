"""The hooks run through the real pre-commit, from a clone of this repository that it installs by itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.ci.test_ci_files import GIT, drop_the_released, edit, git
from tests.conftest import PROJECT, Outcome, cannot_run

Run = Callable[..., Outcome]
TryRepo = Callable[..., tuple[int, dict[str, str], str]]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture
def checkout(project: Path, run: Run) -> Path:
    """A repository with a registry, clean and committed."""
    assert run("init", "--contract", "acme").code == 0
    assert run("gen").code == 0
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "begin")
    return project


@pytest.fixture
def try_repo(checkout: Path, tmp_path: Path, needs: Callable[[str], str]) -> TryRepo:
    """``try_repo(words)``: the exit code of ``pre-commit try-repo``, what it says of each hook, and all it says.

    No network: what the tool needs is taken from the environment of the tests, and the tool alone is installed.
    """
    program = needs("pre-commit")
    if not (PROJECT / ".git").exists():
        cannot_run("this is no clone, and pre-commit clones")
    packages = str(Path(yaml.__file__).parent.parent)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PRE_COMMIT"))}
    environment |= GIT | {
        "PYTHONPATH": packages, "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0",
        "PRE_COMMIT_HOME": str(tmp_path / "store"), "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip

    def call(*words: str) -> tuple[int, dict[str, str], str]:
        command = [program, "try-repo", str(PROJECT), "--verbose", "--color", "never", *words]
        done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        results = re.findall(r"^(registry [a-z-]+(?: --check)?)\.*.*?(Passed|Failed|Skipped)$", said, re.MULTILINE)
        return done.returncode, dict(results), said

    return call


def test_the_hooks_stop_a_break_and_files_that_are_out_of_date(checkout: Path, try_repo: TryRepo) -> None:
    edit(checkout, drop_the_released)
    code, results, said = try_repo("--all-files")
    assert code == 1
    assert results == {
        "registry lint": "Passed",
        "registry check-compat": "Failed",
        "registry gen --check": "Failed",
    }, said
    assert "field-removed" in said


def test_the_hooks_pass_a_clean_registry_and_run_where_an_acknowledgement_is_all_that_changed(
    checkout: Path, try_repo: TryRepo
) -> None:
    (checkout / "registry/acknowledgements.toml").write_text("# Nothing yet.\n")
    git(checkout, "add", "-A")
    names = ["registry lint", "registry check-compat", "registry gen --check"]
    code, results, said = try_repo("--files", "registry/acknowledgements.toml")
    assert (code, results) == (0, dict.fromkeys(names, "Passed")), said

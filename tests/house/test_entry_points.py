"""The command line starts as `registry` and as `python -m accordant`."""

from __future__ import annotations

import subprocess
import sys

import accordant
from accordant.cli import exits


def run_module(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "accordant", *arguments], capture_output=True, text=True, check=False)


def test_the_package_runs_as_a_module() -> None:
    run = run_module("--version")
    assert run.returncode == exits.FINE
    assert accordant.__version__ in run.stdout


def test_the_module_ends_with_the_exit_code_of_the_command() -> None:
    assert run_module("no-such-command").returncode == exits.UNUSABLE

"""What `make test` leaves out, CI runs: no test is left out of what decides whether a change lands."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

from tests.conftest import PROJECT


def pytest_line(make: str, target: str) -> str:
    """How a target of the Makefile calls pytest."""
    command = [make, "--dry-run", "--always-make", "--no-print-directory", target]
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "PYTEST"))}
    printed = subprocess.run(command, cwd=PROJECT, env=plain, capture_output=True, text=True, check=True).stdout
    (line,) = (line for line in printed.splitlines() if "/pytest " in line)
    return line


def test_ci_and_the_readme_run_every_test(needs: Callable[[str], str]) -> None:
    assert (PROJECT / ".ci/run").read_text("utf-8").splitlines()[-1] == "exec make test-all"
    assert "    make test-all " in (PROJECT / "README.md").read_text("utf-8")
    whole, quick = (pytest_line(needs("make"), target).split() for target in ("test-all", "test"))
    assert quick == [*whole, "-m", '"not', 'slow"']
    assert "-m" not in whole
    assert "-k" not in whole

"""What ``make dist`` builds, part by part, for tests that install it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from accordant import __version__
from tests.conftest import PROJECT, cannot_run


def build(folder: Path, *parts: str) -> dict[str, Path]:
    """What ``.ci/dist`` builds, by file name; ``make dist`` calls it with all parts."""
    if "npm" in parts and not (PROJECT / "tests/typescript/node_modules/.bin/tsc").exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    environment = {**os.environ, "PYTHON": sys.executable}
    command = [str(PROJECT / ".ci/dist"), str(folder), *parts]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=500, check=False)
    if "No module named hatchling" in done.stderr:
        cannot_run("hatchling is not installed")
    assert done.returncode == 0, done.stderr
    return {path.name: path for path in folder.iterdir()}


def names_of(*parts: str) -> list[str]:
    """The names of the files that the parts have now."""
    packages = json.loads((PROJECT / "generated/typescript/version.lock.json").read_text("utf-8"))["version"]
    python = json.loads((PROJECT / "generated/python/version.lock.json").read_text("utf-8"))["version"]
    files = {
        "tool": [f"accordant-{__version__}-py3-none-any.whl", f"accordant-{__version__}.tar.gz"],
        "contracts": [f"accordant_contracts-{python}-py3-none-any.whl", f"accordant_contracts-{python}.tar.gz"],
        "npm": [f"accordant-contracts-{packages}.tgz"],
        "site": [f"accordant-site-{__version__}.tar.gz"],
    }
    return sorted(name for part in parts for name in files[part])

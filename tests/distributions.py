"""What ``make dist`` builds, part by part, for tests that install it; each part is built once in a run."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from accordant import __version__
from tests.conftest import PROJECT, cannot_run


def built(factory: pytest.TempPathFactory, *parts: str) -> dict[str, Path]:
    """What ``.ci/dist`` builds, by file name; the workers of a run share it."""
    base = factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    return {path.name: path for part in parts for path in _built_once(shared / f"dist-{part}", part).iterdir()}


def _built_once(folder: Path, part: str) -> Path:
    """The folder of a part; who comes second waits for the first."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            begun = folder.with_suffix(".begun")
            _build(begun, part)
            begun.rename(folder)
    return folder


def _build(folder: Path, part: str) -> None:
    if part == "npm" and not (PROJECT / "tests/typescript/node_modules/typescript-7/bin/tsc").exists():
        cannot_run("TypeScript is not installed (npm --prefix tests/typescript ci)")
    environment = {**os.environ, "PYTHON": sys.executable}
    command = [str(PROJECT / ".ci/dist"), str(folder), part]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=500, check=False)
    if "No module named hatchling" in done.stderr:
        cannot_run("hatchling is not installed")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


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

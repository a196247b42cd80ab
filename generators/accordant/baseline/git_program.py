"""The program git: run so that nothing in the checked-out tree, the environment or the settings influences it.

The repository is named, never searched by git (a folder of the tree may look like a bare one); no checkout, hook,
filter, alias or network is involved, and git itself is not a program of the tree.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from accordant.errors import InputError
from accordant.findings import Place

_SECONDS = 60
"""For one call of git; a repository on a slow disk needs some seconds."""
_SAFE = (
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false",
    "-c", "safe.bareRepository=explicit", "--no-pager", "--literal-pathspecs",
)  # fmt: skip
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ALLOW_PROTOCOL": "none",  # unlike protocol.allow, no setting of the repository overrules it
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
_INHERITED = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What git needs of the environment to start; all else could change what it does."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A work tree and the folder or file that stands for its repository."""

    top: Path
    directory: Path


class _SaysNo(InputError):
    """git ended with 1: to a question, the answer is no."""


def try_git(repository: Repository, *arguments: str) -> bytes | None:
    """The output of git; None where its answer is no (exit code 1).

    Raises:
        InputError: git fails, which is not an answer.
    """
    try:
        return run_git(repository, *arguments)
    except _SaysNo:
        return None


def run_git(repository: Repository, *arguments: str, stdin: bytes = b"") -> bytes:
    """The output of git for this repository, without hooks, network, prompts or settings from the environment.

    Raises:
        InputError: git is missing, fails, or takes too long.
    """
    path = _absolute_path()
    program = shutil.which("git", path=path)
    if program is None:
        raise InputError("git is not installed", next_step="install git, or give a folder: --against-folder PATH")
    where = (f"--git-dir={repository.directory}", f"--work-tree={repository.top}")
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    try:
        process = subprocess.run(
            [program, *where, *_SAFE, *arguments], cwd=repository.top, input=stdin, capture_output=True,
            env={**inherited, "PATH": path, **_ENVIRONMENT}, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(
            f"git could not be run: {error}",
            Place(str(repository.top)),
            next_step="try again, or give a folder: --against-folder PATH",
        ) from error
    if process.returncode != 0:
        lines = process.stderr.decode("utf-8", "replace").strip().splitlines()
        kind = _SaysNo if process.returncode == 1 else InputError
        raise kind(
            f"git failed: {lines[0][:200] if lines else 'it gave no reason'}", Place(str(repository.top)),
            next_step="correct what git names, or give a folder instead: --against-folder PATH",
            rule="baseline-missing",
        )  # fmt: skip
    return process.stdout


def _absolute_path() -> str:
    """The search path for programs without relative folders: with ``.`` in it a tree could bring its own git."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())

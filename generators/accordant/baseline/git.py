"""Files of a commit, read through git without a checkout, a hook, a filter or a network.

A ref is resolved once to a commit's number and never used again, so that it cannot be taken for an option; blobs are
read in one ``cat-file --batch`` (SECURITY: argument and configuration injection).
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from accordant.errors import InputError
from accordant.findings import Place

MERGE_BASE = "merge-base"
"""As a ref: the commit where this branch left the default branch."""
_SECONDS = 60
"""For one call of git; a repository on a slow disk needs some seconds."""
_LARGEST = 4 * 1024 * 1024
"""Bytes of a file, as in archives."""
_HEX = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_SAFE = (
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never",
    "-c", "core.quotePath=false", "-c", "safe.directory=*", "--no-pager", "--literal-pathspecs",
)  # fmt: skip


def read_files(folder: Path, ref: str) -> dict[str, bytes]:
    """The files below ``folder`` as the commit of ``ref`` has them, by path relative to the folder.

    Symbolic links and submodules are left out, and so are files larger than 4 MiB.

    Args:
        folder: a folder inside a work tree; it need not exist at that commit.
        ref: a branch, tag or commit, or ``merge-base`` for where this branch left the default branch.

    Raises:
        InputError: no git, no repository, or no such commit; the message says what to fetch.
    """
    top, prefix = _locate(folder)
    commit = _find_merge_base(top) if ref == MERGE_BASE else _resolve_commit(top, ref)
    listing = _run_git(top, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", prefix or ".")
    entries: list[tuple[str, str]] = []
    for entry in listing.split(b"\0"):
        head, _, path = entry.partition(b"\t")
        parts = head.split()
        if len(parts) == 4 and parts[1] == b"blob" and parts[0] != b"120000" and int(parts[3]) <= _LARGEST:
            entries.append((os.fsdecode(path), parts[2].decode()))
    blobs = _read_blobs(top, [blob for _, blob in entries])
    start = len(prefix) + 1 if prefix else 0
    return {path[start:].replace(os.sep, "/"): blobs[blob] for path, blob in entries}


def _locate(folder: Path) -> tuple[Path, str]:
    """The top of the work tree, and the path of the folder in it."""
    here = folder.resolve()
    try:
        top = Path(os.fsdecode(_run_git(here, "rev-parse", "--show-toplevel").strip())).resolve()
    except InputError as error:
        raise InputError(
            "not inside a git repository, so there is no ref to compare with",
            Place(str(folder)),
            next_step="give a folder instead: --against ./PATH",
        ) from error
    relative = here.relative_to(top).as_posix()
    return top, "" if relative == "." else relative


def _resolve_commit(top: Path, ref: str) -> str:
    if not ref or "\0" in ref:
        raise InputError("an empty ref", next_step="name a branch, a tag or a commit")
    answer = _try_git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    commit = (answer or b"").strip().decode("ascii", "replace")
    if not _HEX.fullmatch(commit):
        raise InputError(
            f"git knows no commit {ref!r} here", rule="baseline-missing", next_step=_fetch_command(top, ref)
        )
    return commit


def _fetch_command(top: Path, ref: str) -> str:
    """The next step that would bring a missing ref."""
    remotes = (_try_git(top, "remote") or b"").decode("utf-8", "replace").split()
    if re.fullmatch(r"[0-9]+\.[0-9]+", ref):
        return f"a release is named with its version: CONTRACT/v{ref.partition('.')[0]}@{ref}"
    remote, _, branch = ref.partition("/")
    if remote in remotes and re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_./-]*", branch):
        return f"git fetch --no-tags --depth=1 {remote} +refs/heads/{branch}:refs/remotes/{remote}/{branch}"
    if remotes and re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_./-]*", ref):
        return f"git fetch --no-tags --depth=1 {remotes[0]} {ref} && use --against FETCH_HEAD"
    return "name a branch, a tag or a commit that this clone has (a folder contains / or starts with .)"


def _find_merge_base(top: Path) -> str:
    for candidate in ("origin/HEAD", "origin/main", "origin/master", "main", "master"):
        commit = _try_git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{candidate}^{{commit}}")
        if not commit:
            continue
        base = _try_git(top, "merge-base", "HEAD", commit.strip().decode("ascii"))
        if base and _HEX.fullmatch(base.strip().decode("ascii", "replace")):
            return base.strip().decode("ascii")
        raise InputError(
            f"this clone does not hold the commit where this branch left {candidate}", rule="baseline-missing",
            next_step="git fetch --no-tags --unshallow origin, or give --against origin/main",
        )  # fmt: skip
    raise InputError(
        "no default branch is known here (origin/HEAD, main, master)", rule="baseline-missing",
        next_step="git fetch --no-tags --depth=1 origin +refs/heads/main:refs/remotes/origin/main",
    )  # fmt: skip


def _read_blobs(top: Path, names: list[str]) -> dict[str, bytes]:
    """The contents of blobs, by their object names, in one call of git."""
    unique = list(dict.fromkeys(names))
    if not unique:
        return {}
    output = _run_git(top, "cat-file", "--batch", stdin="".join(f"{name}\n" for name in unique).encode())
    blobs: dict[str, bytes] = {}
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        head = output[at:end].split()
        if len(head) != 3:
            raise InputError(
                f"git cannot read {os.fsdecode(output[at:end])}", rule="baseline-missing",
                next_step="this clone leaves blobs out; fetch them with: git fetch --refetch",
            )  # fmt: skip
        size = int(head[2])
        blobs[head[0].decode()] = output[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
    return blobs


def _try_git(top: Path, *arguments: str) -> bytes | None:
    """The output of git; None where it fails."""
    try:
        return _run_git(top, *arguments)
    except InputError:
        return None


def _run_git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    """The output of git, without hooks, network, prompts or settings from the environment.

    Raises:
        InputError: git is missing, fails, or takes too long.
    """
    environment = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("GIT_") or key in ("GIT_DIR", "GIT_WORK_TREE")
    }
    environment |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "LC_ALL": "C",
    }
    try:
        process = subprocess.run(
            ["git", *_SAFE, *arguments], cwd=folder, input=stdin, capture_output=True, env=environment,
            timeout=_SECONDS, check=False,
        )  # fmt: skip
    except FileNotFoundError as error:
        raise InputError("git is not installed", next_step="install git, or give a folder: --against ./PATH") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(
            f"git could not be run: {error}",
            Place(str(folder)),
            next_step="try again, or give a folder: --against ./PATH",
        ) from error
    if process.returncode != 0:
        lines = process.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InputError(
            f"git failed: {lines[0][:200] if lines else 'it gave no reason'}", Place(str(folder)),
            next_step="give a folder instead: --against ./PATH", rule="baseline-missing",
        )  # fmt: skip
    return process.stdout

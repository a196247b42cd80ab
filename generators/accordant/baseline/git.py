"""Files of a commit, read through git so that nothing of the checked-out tree is run or believed.

The repository is named, never searched by git (a folder of the tree may look like a bare one); no checkout, hook,
filter, alias or network has a part, and git itself is no program of the tree. A ref is resolved once to a commit's
number and never used again, so that it cannot be taken for an option; blobs are read in one ``cat-file --batch``.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
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
_REF_FOLDERS = ("refs/tags/", "refs/heads/", "refs/remotes/")


@dataclass(frozen=True, slots=True)
class _Repository:
    """A work tree and the folder or file that stands for its repository."""

    top: Path
    directory: Path


class _SaysNo(InputError):
    """git ended with 1: where it was asked something, the answer is no."""


def read_files(folder: Path, ref: str) -> dict[str, bytes]:
    """The files below ``folder`` as the commit of ``ref`` has them, by path relative to the folder.

    Symbolic links and submodules are left out, and so are files larger than 4 MiB.

    Args:
        folder: a folder inside a work tree; it need not exist at that commit.
        ref: a branch, tag or commit, or ``merge-base`` for where this branch left the default branch.

    Raises:
        InputError: no git, no repository, or no such commit; the message says what to fetch.
    """
    repository = _locate(folder)
    prefix = folder.resolve().relative_to(repository.top).as_posix()
    prefix = "" if prefix == "." else prefix
    commit = _commit_of(repository, ref)
    listing = _run_git(repository, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", prefix or ".")
    entries: list[tuple[str, str]] = []
    for entry in listing.split(b"\0"):
        head, _, path = entry.partition(b"\t")
        parts = head.split()
        if len(parts) == 4 and parts[1] == b"blob" and parts[0] != b"120000" and int(parts[3]) <= _LARGEST:
            entries.append((os.fsdecode(path), parts[2].decode()))
    blobs = _read_blobs(repository, [blob for _, blob in entries])
    start = len(prefix) + 1 if prefix else 0
    return {path[start:].replace(os.sep, "/"): blobs[blob] for path, blob in entries}


def find_folders(folder: Path, ref: str, name: str) -> tuple[Path, list[str]]:
    """The top of the work tree, and the folders of the whole commit that hold ``name``, by path from there.

    Raises:
        InputError: no git, no repository, or no such commit.
    """
    repository = _locate(folder)
    commit = _commit_of(repository, ref)
    listing = _run_git(repository, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
    paths = (Path(os.fsdecode(path)) for path in listing.split(b"\0") if path)
    return repository.top, sorted(path.parent.as_posix() for path in paths if path.name == name)


def may_name(folder: Path, word: str) -> bool:
    """Whether a word is a ref in the repository of a folder, or would be one after a fetch (``origin/main``)."""
    try:
        repository = _locate(folder)
        if word == MERGE_BASE or word.partition("/")[0] in {"origin", "refs", *_remotes(repository)}:
            return True
        return _commit(repository, word) is not None
    except InputError:
        return False


def _locate(folder: Path) -> _Repository:
    """The repository of a folder.

    Raises:
        InputError: there is none, or it lies inside the one in which the command runs: as a submodule, a change could
            bring a repository whose refs say what it likes.
    """
    found, outer = _nearest(folder.resolve()), _nearest(Path.cwd())
    if found is None:
        raise InputError(
            "not inside a git repository, so there is no ref to compare with",
            Place(str(folder)),
            next_step="give a folder instead: --against-folder PATH",
        )
    if outer is not None and found != outer and found.top.is_relative_to(outer.top):
        raise InputError(
            "lies in a repository inside of this one (a submodule), so a change to this one chooses its refs",
            Place(str(folder)),
            next_step="run the command inside of that repository, or give --against-folder PATH",
        )
    return found


def _nearest(folder: Path) -> _Repository | None:
    """The nearest repository upward: only what is called ``.git`` is one, and git lets no tree hold that."""
    for top in (folder, *folder.parents):
        if (top / ".git").is_file() or (top / ".git" / "HEAD").exists():
            return _Repository(top, top / ".git")
    return None


def _commit_of(repository: _Repository, ref: str) -> str:
    return _find_merge_base(repository) if ref == MERGE_BASE else _resolve_commit(repository, ref)


def _resolve_commit(repository: _Repository, ref: str) -> str:
    if not ref or "\0" in ref:
        raise InputError("an empty ref", next_step="name a branch, a tag or a commit")
    _require_one(repository, ref)
    commit = _commit(repository, ref)
    if commit is None:
        raise InputError(
            f"git knows no commit {ref!r} here", rule="baseline-missing", next_step=_fetch_command(repository, ref)
        )
    return commit


def _commit(repository: _Repository, ref: str) -> str | None:
    """The number of a ref's commit; None where git knows none.

    Raises:
        InputError: git cannot say, and why.
    """
    if not ref or "\0" in ref:
        return None
    answer = _try_git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    commit = (answer or b"").strip().decode("ascii", "replace")
    return commit if _HEX.fullmatch(commit) else None


def _require_one(repository: _Repository, ref: str) -> None:
    """Require that a name is one of a tag, a branch and a branch of a remote: git would take the tag unseen."""
    name = re.split(r"[~^:]|@\{", ref)[0]
    if not re.fullmatch(r"[A-Za-z0-9_][^\s*?\[\\]*", name):
        return
    paths = [f"{folder}{name}" for folder in _REF_FOLDERS]
    listing = _try_git(repository, "for-each-ref", "--format=%(refname) %(objectname)", *paths) or b""
    known = dict(line.rsplit(" ", 1) for line in listing.decode("utf-8", "replace").splitlines())
    found = {path: known[path] for path in paths if path in known}
    if len(set(found.values())) > 1:
        raise InputError(f"{name!r} names several refs", next_step=f"write one of them in full: {', '.join(found)}")


def _remotes(repository: _Repository) -> list[str]:
    return (_try_git(repository, "remote") or b"").decode("utf-8", "replace").split()


def _is_shallow(repository: _Repository) -> bool:
    return (_try_git(repository, "rev-parse", "--is-shallow-repository") or b"").strip() == b"true"


def _fetch_command(repository: _Repository, ref: str) -> str:
    """The next step that would bring a missing ref."""
    remotes = _remotes(repository)
    if re.fullmatch(r"[0-9]+\.[0-9]+", ref):
        return f"a release is named with its version: CONTRACT/v{ref.partition('.')[0]}@{ref}"
    ancestor = re.fullmatch(r"([A-Za-z0-9_][A-Za-z0-9_./-]*)((?:[~^][0-9]{0,4})+)", ref)
    if remotes and ancestor and _commit(repository, ancestor[1]) and _is_shallow(repository):
        steps = re.findall(r"([~^])([0-9]*)", ancestor[2])
        return f"git fetch --deepen={sum(int(count or 1) if sign == '~' else 1 for sign, count in steps)}"
    remote, _, branch = ref.partition("/")
    if remote in remotes and re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_./-]*", branch):
        return f"git fetch --no-tags --depth=1 {remote} +refs/heads/{branch}:refs/remotes/{remote}/{branch}"
    if remotes and re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_./-]*", ref):
        return f"git fetch --no-tags --depth=1 {remotes[0]} {ref} && use --against-ref FETCH_HEAD"
    return "name a branch, a tag or a commit that this clone has (a folder contains / or starts with .)"


def _find_merge_base(repository: _Repository) -> str:
    for candidate in (
        "remotes/origin/HEAD",
        "remotes/origin/main",
        "remotes/origin/master",
        "heads/main",
        "heads/master",
    ):
        commit = _commit(repository, f"refs/{candidate}")
        if not commit:
            continue
        base = _try_git(repository, "merge-base", "HEAD", commit)
        if base and _HEX.fullmatch(base.strip().decode("ascii", "replace")):
            return base.strip().decode("ascii")
        raise InputError(
            f"this clone does not hold the commit where this branch left {candidate.partition('/')[2]}",
            rule="baseline-missing",
            next_step="git fetch --no-tags --unshallow origin, or give --against-ref origin/main",
        )
    raise InputError(
        "no default branch is known here (origin/HEAD, main, master)", rule="baseline-missing",
        next_step="git fetch --no-tags --depth=1 origin +refs/heads/main:refs/remotes/origin/main",
    )  # fmt: skip


def _read_blobs(repository: _Repository, names: list[str]) -> dict[str, bytes]:
    """The contents of blobs, by their object names, in one call of git."""
    unique = list(dict.fromkeys(names))
    if not unique:
        return {}
    output = _run_git(repository, "cat-file", "--batch", stdin="".join(f"{name}\n" for name in unique).encode())
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


def _try_git(repository: _Repository, *arguments: str) -> bytes | None:
    """The output of git; None where its answer is no (exit code 1).

    Raises:
        InputError: git fails, which is no answer.
    """
    try:
        return _run_git(repository, *arguments)
    except _SaysNo:
        return None


def _run_git(repository: _Repository, *arguments: str, stdin: bytes = b"") -> bytes:
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

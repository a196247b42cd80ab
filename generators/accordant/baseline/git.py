"""Files of a commit, read through git so that nothing of the checked-out tree is run or believed.

A ref is resolved once to a commit's number and never used again, so that it cannot be taken for an option; blobs are
read in one ``cat-file --batch``.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from accordant.baseline.git_program import Repository, run_git, try_git
from accordant.errors import InputError
from accordant.findings import Place

MERGE_BASE = "merge-base"
"""As a ref: the commit where this branch left the default branch."""
_LARGEST = 4 * 1024 * 1024
"""Bytes of a file, as in archives."""
_HEX = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_REF_FOLDERS = ("refs/tags/", "refs/heads/", "refs/remotes/")


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
    listing = run_git(repository, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--", prefix or ".")
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
    listing = run_git(repository, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
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


def _locate(folder: Path) -> Repository:
    """The repository of a folder.

    Raises:
        InputError: there is none, or it lies inside the one in which the command runs: as a submodule, a change could
            bring a repository whose refs say what it likes.
    """
    repository, outer = _nearest(folder.resolve()), _nearest(Path.cwd())
    if repository is None:
        raise InputError(
            "not inside a git repository, so there is no ref to compare with",
            Place(str(folder)),
            next_step="compare with a folder instead, written with a slash: ./PATH",
        )
    if outer is not None and repository != outer and repository.top.is_relative_to(outer.top):
        raise InputError(
            "lies in a repository inside of this one (a submodule), so a change to this one chooses its refs",
            Place(str(folder)),
            next_step="run the command inside of that repository, or give --against-folder PATH",
        )
    return repository


def _nearest(folder: Path) -> Repository | None:
    """The nearest repository upward: only what is called ``.git`` is one, and git lets no tree hold that."""
    for top in (folder, *folder.parents):
        if (top / ".git").is_file() or (top / ".git" / "HEAD").exists():
            return Repository(top, top / ".git")
    return None


def _commit_of(repository: Repository, ref: str) -> str:
    return _find_merge_base(repository) if ref == MERGE_BASE else _resolve_commit(repository, ref)


def _resolve_commit(repository: Repository, ref: str) -> str:
    if not ref or "\0" in ref:
        raise InputError("an empty ref", next_step="name a branch, a tag or a commit")
    _require_one(repository, ref)
    commit = _commit(repository, ref)
    if commit is None:
        raise InputError(
            f"git knows no commit {ref!r} here", rule="baseline-missing", next_step=_fetch_command(repository, ref)
        )
    return commit


def _commit(repository: Repository, ref: str) -> str | None:
    """The number of a ref's commit; None where git knows none.

    Raises:
        InputError: git cannot say, and why.
    """
    if not ref or "\0" in ref:
        return None
    answer = try_git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    commit = (answer or b"").strip().decode("ascii", "replace")
    return commit if _HEX.fullmatch(commit) else None


def _require_one(repository: Repository, ref: str) -> None:
    """Require that a name means only one of a tag, a branch and a remote branch: git would silently take the tag."""
    name = re.split(r"[~^:]|@\{", ref)[0]
    if not re.fullmatch(r"[A-Za-z0-9_][^\s*?\[\\]*", name):
        return
    paths = [f"{folder}{name}" for folder in _REF_FOLDERS]
    listing = try_git(repository, "for-each-ref", "--format=%(refname) %(objectname)", *paths) or b""
    known = dict(line.rsplit(" ", 1) for line in listing.decode("utf-8", "replace").splitlines())
    refs = {path: known[path] for path in paths if path in known}
    if len(set(refs.values())) > 1:
        raise InputError(f"{name!r} names several refs", next_step=f"write one of them in full: {', '.join(refs)}")


def _remotes(repository: Repository) -> list[str]:
    return (try_git(repository, "remote") or b"").decode("utf-8", "replace").split()


def _is_shallow(repository: Repository) -> bool:
    return (try_git(repository, "rev-parse", "--is-shallow-repository") or b"").strip() == b"true"


def _fetch_command(repository: Repository, ref: str) -> str:
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


def _find_merge_base(repository: Repository) -> str:
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
        base = try_git(repository, "merge-base", "HEAD", commit)
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


def _read_blobs(repository: Repository, names: list[str]) -> dict[str, bytes]:
    """The contents of blobs, by their object names, in one call of git."""
    unique = list(dict.fromkeys(names))
    if not unique:
        return {}
    output = run_git(repository, "cat-file", "--batch", stdin="".join(f"{name}\n" for name in unique).encode())
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

"""git reads blobs and does nothing else: no file, setting or variable of a hostile tree runs or bends anything."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from .conftest import REQUIRED, SCHEMA, git, replace_in

Plant = Callable[[Path, str], None]
"""Puts a trap into a project; the text is a command that leaves a mark."""


def bare_repository(below: str) -> Plant:
    def plant(project: Path, command: str) -> None:
        folder = project / below
        for name in ("objects", "refs"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
        settings = ["bare = false", f'worktree = "{folder}"', f'fsmonitor = "{command}"', f'pager = "{command}"']
        (folder / "config").write_text("[core]\n" + "\n".join(settings) + "\n", "utf-8")

    return plant


def setting(*settings: str) -> Plant:
    def plant(project: Path, command: str) -> None:
        for key in settings:
            git("config", key, command, cwd=project)

    return plant


def attributes(project: Path, command: str) -> None:
    (project / ".gitattributes").write_text("* filter=trap diff=trap merge=trap\n", "utf-8")
    (project / "registry/.gitattributes").write_text("* filter=trap diff=trap\n", "utf-8")
    setting("filter.trap.smudge", "filter.trap.clean", "filter.trap.process", "diff.trap.textconv")(project, command)
    setting("diff.trap.command", "merge.trap.driver", "diff.external")(project, command)


def hooks(project: Path, command: str) -> None:
    folder = project / "registry/hooks"
    folder.mkdir()
    for name in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
        (folder / name).write_text(f"#!/bin/sh\n{command}\n", "utf-8")
        (folder / name).chmod(0o755)
    git("config", "core.hooksPath", str(folder), cwd=project)


def missing_blobs(project: Path, command: str) -> None:
    """A partial clone: git would fetch what is missing, from an address that is a program."""
    for key, value in {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::sh -c {command.replace(' ', '% ')}", "protocol.ext.allow": "always",
        "protocol.allow": "always",
    }.items():  # fmt: skip
        git("config", key, value, cwd=project)
    for path in list((project / ".git/objects").glob("??/*"))[::2]:
        path.unlink()


def included_settings(project: Path, command: str) -> None:
    (project / "registry/more.config").write_text(f'[core]\nfsmonitor = "{command}"\n[alias]\nls-tree = "!{command}"\n')
    git("config", "include.path", "../registry/more.config", cwd=project)


TRAPS: dict[str, Plant] = {
    "a bare repository beside the registry": bare_repository("."),
    "a bare repository that is the registry": bare_repository("registry"),
    "a bare repository in the registry": bare_repository("registry/acme"),
    "core.fsmonitor": setting("core.fsmonitor"),
    "aliases": setting(*(f"alias.{name}" for name in ("rev-parse", "ls-tree", "cat-file", "remote", "for-each-ref"))),
    "programs in settings": setting("core.pager", "core.editor", "core.sshCommand", "credential.helper", "gpg.program"),
    "core.hooksPath": hooks,
    "filters and textconv": attributes,
    "blobs to be fetched": missing_blobs,
    "settings that are included": included_settings,
}


@pytest.mark.parametrize("trap", TRAPS)
def test_nothing_of_a_tree_or_its_settings_is_run(
    broken: Path, run: Callable[..., Any], tmp_path: Path, trap: str
) -> None:
    mark = tmp_path / "mark"
    TRAPS[trap](broken, f"touch {mark}")
    for words in (["--against-ref", "HEAD"], ["--against", "merge-base"], ["--against", "origin/main"]):
        outcome = run("check-compat", *words)
        assert not mark.exists(), words
        assert outcome.code == (2 if trap == "blobs to be fetched" else 1), outcome


def test_a_trap_that_is_no_trap_would_be_seen(broken: Path, tmp_path: Path) -> None:
    """git itself, asked without care, runs what these traps hold."""
    mark = tmp_path / "mark"
    TRAPS["core.fsmonitor"](broken, f"touch {mark}")
    git("status", cwd=broken)
    assert mark.exists()


VARIABLES: dict[str, Callable[[Path, Path], str]] = {
    "GIT_DIR": lambda other, mark: str(other / ".git"),
    "GIT_WORK_TREE": lambda other, mark: str(other),
    "GIT_OBJECT_DIRECTORY": lambda other, mark: str(other / ".git/objects"),
    "GIT_COMMON_DIR": lambda other, mark: str(other / ".git"),
    "GIT_NAMESPACE": lambda other, mark: "other",
    "GIT_CEILING_DIRECTORIES": lambda other, mark: str(other.parent),
    "GIT_EXTERNAL_DIFF": lambda other, mark: f"touch {mark}",
    "GIT_SSH_COMMAND": lambda other, mark: f"touch {mark}",
    "GIT_TRACE": lambda other, mark: str(mark),
    "GIT_TRACE2_EVENT": lambda other, mark: str(mark),
    "GIT_EXEC_PATH": lambda other, mark: str(other),
    "GIT_CONFIG_GLOBAL": lambda other, mark: str(other / ".git/config"),
    "GIT_CONFIG_PARAMETERS": lambda other, mark: f"'core.fsmonitor'='touch {mark}'",
    "GIT_REPLACE_REF_BASE": lambda other, mark: "refs/other/",
    "HOME": lambda other, mark: str(other),
    "XDG_CONFIG_HOME": lambda other, mark: str(other),
}


@pytest.mark.parametrize("name", VARIABLES)
def test_no_variable_of_the_environment_leads_git_elsewhere(
    broken: Path, run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    other, mark = tmp_path / "other", tmp_path / "mark"
    shutil.copytree(broken / "registry", other / "registry")
    git("init", "-q", "-b", "main", cwd=other)
    git("add", "-A", cwd=other)
    git("commit", "-q", "-m", "the broken state", cwd=other)
    (other / ".gitconfig").write_text(f'[core]\nfsmonitor = "touch {mark}"\n', "utf-8")
    monkeypatch.setenv(name, VARIABLES[name](other, mark))
    assert run("check-compat", "--against-ref", "main").code == 1
    assert not mark.exists()


@pytest.mark.parametrize("path", [(".",), ("",), ("registry", "."), ("./registry",)])
def test_a_program_in_the_tree_is_not_git(
    broken: Path, run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: Sequence[str]
) -> None:
    mark = tmp_path / "mark"
    for folder in (broken, broken / "registry"):
        (folder / "git").write_text(f"#!/bin/sh\ntouch {mark}\n", "utf-8")
        (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([*path, os.environ["PATH"]]))
    assert run("check-compat", "--against-ref", "main").code == 1
    assert not mark.exists()


def test_a_replaced_commit_is_read_as_it_was(broken: Path, run: Callable[..., Any]) -> None:
    git("checkout", "-q", "-b", "other")
    git("commit", "-q", "-a", "-m", "the broken state")
    git("replace", "main", "other")
    assert run("check-compat", "--against-ref", "main").code == 1


def test_a_linked_work_tree_has_its_repository(broken: Path, run: Callable[..., Any]) -> None:
    git("worktree", "add", "-q", "--detach", "../linked", "main")
    replace_in(broken.parent / "linked/registry" / SCHEMA, REQUIRED, '"required": ["ok"]')
    assert run("check-compat", "--registry", "../linked/registry", "--against-ref", "main").code == 1


def test_a_submodule_that_holds_the_registry_does_not_choose_the_base(
    broken: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    git("init", "-q", "-b", "main", cwd=broken / "registry")
    git("add", "-A", cwd=broken / "registry")
    git("commit", "-q", "-m", "the broken state", cwd=broken / "registry")
    outcome = run("check-compat", "--against-ref", "main")
    assert (outcome.code, "submodule" in outcome.err) == (2, True)
    assert run("check-compat", "--against", "main").code == 2
    monkeypatch.chdir(broken / "registry")
    assert run("check-compat", "--against-ref", "main").code == 0


@pytest.mark.parametrize("option", ["--against", "--against-ref"])
@pytest.mark.parametrize("ref", ["main", "merge-base"])
def test_what_git_cannot_read_is_said_in_its_own_words(
    broken: Path, run: Callable[..., Any], option: str, ref: str
) -> None:
    with (broken / ".git/config").open("a") as file:
        file.write("[broken\n")
    outcome = run("check-compat", option, ref)
    assert outcome.code == 2
    assert "bad config line" in outcome.err
    assert "git knows no commit" not in outcome.err

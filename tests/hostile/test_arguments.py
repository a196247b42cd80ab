"""Hostile arguments, documents and output folders."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from .conftest import DOCUMENT, SECRET, Listener, assert_harmless, project, run, snapshot

pytestmark = pytest.mark.enable_socket

REFS = [
    "--output=PWNED",
    "--upload-pack=touch PWNED",
    "-o",
    "--exec=touch PWNED",
    "--help",
    "HEAD --output=PWNED",
    "HEAD:../../secret.json",
    "HEAD^{/--output=PWNED}",
    ":/secret",
    "@{-1}",
    "ext::sh -c 'touch PWNED'",
    "$(touch PWNED)",
    "`touch PWNED`",
    "HEAD;touch PWNED",
    "HEAD\ntouch PWNED",
    "\x1b[31m",
    "refs/heads/../../secret",
    "\u202eHEAD",
    "HEAD" + "~" * 5000,
    "",
    " ",
]


def repository(folder: Path) -> None:
    """The project as a git repository whose configuration is hostile, too."""
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "registry", "clean"], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *arguments], cwd=folder, check=True, capture_output=True)
    pwned = f"touch {folder}/PWNED"
    hook = folder / ".git/hooks/post-checkout"
    hook.write_text(f"#!/bin/sh\n{pwned}\n", "utf-8")
    hook.chmod(0o755)
    for key in ("core.fsmonitor", "core.sshCommand", "diff.external", "core.pager", "core.editor", "filter.x.smudge"):
        subprocess.run([*git, "config", key, pwned], cwd=folder, check=True, capture_output=True)
    (folder / ".git/info/attributes").write_text("* filter=x diff=x\n", "utf-8")


def test_a_git_ref_is_a_ref_or_nothing(tmp_path: Path, listener: Listener) -> None:
    folder = project(tmp_path)
    repository(folder)
    before = snapshot(tmp_path)
    attacked = run(folder, [["check-compat", f"--against={ref}"] for ref in REFS])
    assert_harmless(attacked, listener)
    assert snapshot(tmp_path) == before
    assert {result["code"] for result in attacked.results} <= {2}, [
        (result["arguments"], result["code"]) for result in attacked.results
    ]


def test_a_hostile_repository_runs_nothing_of_its_own(tmp_path: Path, listener: Listener) -> None:
    folder = project(tmp_path)
    repository(folder)
    before = snapshot(tmp_path)
    attacked = run(folder, [["check-compat", "--against", "HEAD"], ["check-compat", "--against", "merge-base"]])
    assert_harmless(attacked, listener)
    assert snapshot(tmp_path) == before
    assert attacked.results[0]["code"] == 0


NAMES = [
    "../secret",
    "acme/../..",
    "acme/v1/../../..",
    "/etc/passwd",
    "acme\x00",
    "acme\n",
    "--registry",
    "\x1b[31m",
    "{{7*7}}",
    "",
    "acme/v1/order/x/y",
    "a" * 10_000,
    "acme/v99",
    "\ud800",
]


def test_names_of_things_are_looked_up_and_never_opened(tmp_path: Path, listener: Listener) -> None:
    folder = project(tmp_path)
    before = snapshot(tmp_path)
    commands = [[command, "--", name] for name in NAMES for command in ("show", "lint", "explain", "release")]
    commands += [["validate", "--", name, DOCUMENT] for name in NAMES]
    attacked = run(folder, commands)
    assert_harmless(attacked, listener)
    assert snapshot(tmp_path) == before
    asked_for_nothing = ["explain", "--", ""]
    assert {result["code"] for result in attacked.results if result["arguments"] != asked_for_nothing} == {2}


DOCUMENTS = {
    "deep.json": b"[" * 100_000 + b"]" * 100_000,
    "open.json": b'{"a":' * 100_000,
    "large.json": b" " * (5 * 1024 * 1024),
    "twice.json": b'{"version": "1", "version": "2", "ok": true}',
    "surrogate.json": b'{"version": "\\ud800", "ok": true}',
    "surrogate-key.json": b'{"\\udfff": 1}',
    "number.json": b'{"version": "1", "ok": true, "count": 1e999999}',
    "digits.json": b'{"version": "1", "ok": true, "count": ' + b"9" * 100_000 + b"}",
    "wide.json": json.dumps({"version": "1", "ok": "x" * 100_000, **{f"k{n}": n for n in range(20_000)}}).encode(),
    "escapes.json": json.dumps({"version": "\x1b[31m\n::error::x", "ok": "\u202e"}, ensure_ascii=False).encode(),
    "empty.json": b"",
    "nul.json": b"\x00" * 100,
    "binary.json": bytes(range(256)),
    "bomb.yaml": b"a: &a [x,x]\nb: &b [*a,*a]\n",
    "object.yaml": b"!!python/object/apply:os.system ['touch PWNED']\n",
    "lines.jsonl": b'{"type": "progress", "step": 1}\n' * 20_000 + b'{"type": "result"}\n',
    "late.jsonl": b'{"type": "result"}\n' * 20_000,
    "deep.jsonl": b"[" * 100_000 + b"\n",
    "separator.jsonl": '{"type": "progress", "step": 1, "x": "\u2028"}\n{"type": "result"}'.encode(),
}


def test_documents_are_judged_whatever_they_hold(tmp_path: Path, listener: Listener) -> None:
    folder = project(tmp_path)
    (folder / "documents").mkdir()
    for name, data in DOCUMENTS.items():
        (folder / "documents" / name).write_bytes(data)
    (folder / "documents/link.json").symlink_to("../../secret.json")
    before = snapshot(tmp_path)
    readings = ("schema", "producer", "consumer")
    commands = [
        ["validate", "acme", f"documents/{name}", "--as", reading] for name in DOCUMENTS for reading in readings
    ]
    attacked = run(folder, commands)
    assert_harmless(attacked, listener)
    assert snapshot(tmp_path) == before
    accepted = {result["arguments"][2] for result in attacked.results if result["code"] == 0}
    assert accepted == {"documents/lines.jsonl", "documents/separator.jsonl"}


@pytest.mark.parametrize("where", ["folder", "parent", "file", "broken"])
def test_nothing_is_written_through_a_link(tmp_path: Path, listener: Listener, where: str) -> None:
    folder = project(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    plain = run(folder, [["gen", "python", "--out", "out/python"]])
    written = sorted(path for path in (folder / "out/python").rglob("*") if path.is_file())
    if plain.results[0]["code"] != 0 or not written:
        pytest.fail(plain.text[-1500:])
    victim = max(written, key=lambda path: len(path.parts))
    if where == "file":
        victim.unlink()
        victim.symlink_to(tmp_path / "secret.json")
    elif where == "broken":
        victim.unlink()
        victim.symlink_to(elsewhere / "new.py")
    else:
        target = victim.parent if where == "folder" else next(iter((folder / "out/python").iterdir()))
        target = target if target.is_dir() else victim.parent
        for path in sorted(target.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        target.rmdir()
        target.symlink_to(elsewhere)
    attacked = run(
        folder, [["gen", "python", "--out", "out/python"], ["gen", "python", "--check", "--out", "out/python"]]
    )
    assert_harmless(attacked, listener)
    assert [result["code"] for result in attacked.results] == [2, 2]
    assert list(elsewhere.iterdir()) == []
    assert SECRET in (tmp_path / "secret.json").read_text("utf-8")


def test_a_target_of_the_registry_cannot_leave_the_project(tmp_path: Path, listener: Listener) -> None:
    folder = project(tmp_path)
    config = folder / "registry/registry.toml"
    config.write_text(config.read_text("utf-8").replace("generated/python", "../stolen"), "utf-8")
    before = snapshot(tmp_path)
    attacked = run(folder, [["gen"], ["gen", "python"], ["gen", "--check"]])
    assert_harmless(attacked, listener)
    assert {result["code"] for result in attacked.results} == {2}
    assert snapshot(tmp_path) == before

"""A project under attack: a small registry with hostile edits, a secret beside it, a listener, and every command."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.lint.conftest import BASE, edit
from tests.processor_time import bare_interpreter

HERE = Path(__file__).resolve().parent
SECRET = "TOP-SECRET-7f3a91"
INTERPRETERS = 1000
"""So many times the processor time of a bare interpreter a command may take (10 ms on the machine of benchmarks/)."""
MEGABYTES = 500


@dataclass
class Listener:
    """A server on the loopback interface that must never be spoken to."""

    address: str
    hits: list[str] = field(default_factory=list)


@pytest.fixture
def listener() -> Iterator[Listener]:
    server = socket.create_server(("127.0.0.1", 0))
    watched = Listener(f"127.0.0.1:{server.getsockname()[1]}")

    def serve() -> None:
        while True:
            try:
                connection, peer = server.accept()
            except OSError:
                return
            watched.hits.append(str(peer))
            connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n{}")
            connection.close()

    threading.Thread(target=serve, daemon=True).start()
    yield watched
    server.close()


@dataclass(frozen=True)
class Attacked:
    """What every command did with a hostile project."""

    folder: Path
    results: Sequence[Mapping[str, Any]]
    megabytes: int

    @property
    def text(self) -> str:
        return "\n".join(str(result["out"]) + str(result["err"]) for result in self.results)


def project(folder: Path) -> Path:
    """A folder with the small registry, a clean copy to compare with, a secret, and a place for outputs."""
    shutil.copytree(BASE, folder / "project/registry")
    shutil.copytree(BASE, folder / "project/clean")
    (folder / "secret.json").write_text(json.dumps({"title": SECRET, "$id": "urn:secret", "const": SECRET}), "utf-8")
    (folder / "project/out").mkdir()
    return folder / "project"


def fill(value: Any, words: Mapping[str, str]) -> Any:
    """A corpus value with ``{listener}`` and ``{outside}`` filled in."""
    if isinstance(value, str):
        for word, text in words.items():
            value = value.replace("{" + word + "}", text)
        return value
    if isinstance(value, list):
        return [fill(item, words) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, words) for key, item in value.items()}
    return value


DOCUMENT = "registry/acme/v1/examples/valid/order/done.json"

COMMANDS: Sequence[Sequence[str]] = (
    ("list",),
    ("show", "acme"),
    ("show", "acme/v1"),
    ("lint",),
    ("lint", "--format", "github"),
    ("lint", "--format", "json"),
    ("validate", "acme", DOCUMENT),
    ("validate", "acme/v1/order", DOCUMENT, "--as", "producer"),
    ("validate", "acme/v1/order", DOCUMENT, "--as", "consumer"),
    ("check-compat",),
    ("check-compat", "--against", "./clean"),
    ("gen", "python", "--out", "out/python"),
    ("gen", "ts", "--out", "out/ts"),
    ("explain", "DISK_FULL"),
    ("release", "--dry-run"),
    ("diff", "./clean", "./registry"),
    ("changelog", "acme"),
    ("docs", "--out", "out/docs"),
    ("export", "acme", "--out", "out/export"),
    ("format", "acme/v1", DOCUMENT, "--check"),
)


def run(
    folder: Path, commands: Sequence[Sequence[str]] = COMMANDS, may_write: Sequence[Path] | None = None
) -> Attacked:
    """Every command over the project, in a child process that is watched; it may write into ``out`` only."""
    allowed = [str(path) for path in may_write or [folder / "out"]]
    answer = driver().ask(folder, commands, allowed)
    assert "died" not in answer, f"the process died: {answer['died']}"
    return Attacked(folder, answer["results"], answer["megabytes"])


class Driver:
    """The process of ``drive.py``: it loads the tool once, and runs the commands of each job in a fork."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "drive.py")],
            cwd=HERE,  # the folder of the test that asks first goes with that test
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            self.ask(project(Path(folder)), COMMANDS, None)

    def ask(self, folder: Path, commands: Sequence[Sequence[str]], may_write: Sequence[str] | None) -> Any:
        """The answer to a job; a hang ends with the time limit of the test."""
        unwanted = ("ACCORDANT_DEBUG", "GITHUB_ACTIONS")
        environment = {key: value for key, value in os.environ.items() if key not in unwanted}
        job = {"folder": str(folder), "environment": environment, "commands": commands, "may_write": may_write}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@cache
def driver() -> Driver:
    started = Driver()
    atexit.register(started.stop)
    return started


def snapshot(folder: Path) -> dict[str, bytes | str]:
    """Every file and link below a folder, apart from ``out``."""
    files: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if "out" in path.relative_to(folder).parts[:2] or ".git" in path.parts:
            continue
        if path.is_symlink():
            files[name] = f"link to {path.readlink()}"
        elif path.is_file():
            files[name] = path.read_bytes()
    return files


def assert_harmless(attacked: Attacked, listener: Listener) -> None:
    """No connection, no write outside, no leak, no traceback, a proper exit code, within time and memory."""
    for result in attacked.results:
        output = f"{result['out']}\n{result['err']}"
        command = " ".join(result["arguments"])
        about = f"registry {command}: exit {result['code']}, {result['seconds']:.1f} s\n{output[-1500:]}"
        assert result["seen"] == [], about
        assert result["code"] in (0, 1, 2, 3), about
        assert "Traceback" not in output, about
        assert "a bug in the tool" not in output, about
        assert SECRET not in output, about
        assert result["seconds"] < INTERPRETERS * bare_interpreter(), about
        assert [letter for letter in output if not letter.isprintable() and letter != "\n"] == [], about
        if result["code"] == 2:
            assert output.strip(), about
    assert listener.hits == []
    assert attacked.megabytes < MEGABYTES
    for path in (attacked.folder / "out").rglob("*"):
        if path.is_file() and not path.is_symlink():
            assert SECRET.encode() not in path.read_bytes(), path


SCHEMA = "acme/v1/order.schema.json"
REQUIRED = '"required": ["version", "ok"]'
GIT = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")


def git(*arguments: str, cwd: Path | None = None) -> None:
    subprocess.run([*GIT, *arguments], cwd=cwd, check=True, capture_output=True)


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def broken(project: Path) -> Path:
    """A change that breaks what ``main`` added, not yet released; ``origin/main`` is a branch of a remote."""
    shutil.copytree(BASE, project / "registry")
    replace_in(project / "registry" / SCHEMA, '"count": {', '"more": {"type": "string"}, "count": {')
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-q", "-m", "base")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    replace_in(project / "registry" / SCHEMA, '"more": {"type": "string"}, ', "")
    return project


__all__ = ["Attacked", "Listener", "assert_harmless", "edit", "fill", "project", "run", "snapshot"]

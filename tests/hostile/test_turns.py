"""Commands that write at the same time: each has its turn, one new version comes of many bumps, and nothing is lost."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from accordant.disk.turns import take_turn
from accordant.errors import InputError

from .conftest import replace_in

SCHEMA = Path("registry/output/v1/result.schema.json")
PROGRAM = "import sys; from accordant.cli import main; sys.exit(main())"


def at_once(*commands: Sequence[str]) -> list[tuple[int, str]]:
    """The exit codes and outputs of commands that are started together."""
    started = [
        subprocess.Popen([sys.executable, "-c", PROGRAM, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for command in commands
    ]
    texts = [process.communicate(timeout=240)[0].decode() for process in started]
    return [(process.returncode, text) for process, text in zip(started, texts, strict=True)]


def test_bumps_at_once_make_one_version(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    ended = at_once(*[("bump", "output")] * 4)
    codes = sorted(code for code, _ in ended)
    assert codes == [0, 2, 2, 2], ended
    assert sorted(path.name for path in Path("registry/output").iterdir()) == ["contract.toml", "v1", "v2"]
    assert all("this one changed nothing" in text and "next: " in text for code, text in ended if code == 2), ended
    assert run("release", "output/v2").code == 0
    assert run("bump", "output").code == 0
    assert Path("registry/output/v3").is_dir()


def test_acknowledgements_at_once_are_all_kept(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    replace_in(
        SCHEMA, '"ok": {"description": "Whether the work was done.", "type": "boolean"}', '"ok": {"type": "string"}'
    )
    replace_in(SCHEMA, '"integer"', '"number"')  # a kind of its own: three of one would be one finding
    replace_in(SCHEMA, '"array"', '"object"')
    replace_in(SCHEMA, '"required": ["ok", "severity", "duration"]', '"required": ["ok"]')
    marks = sorted(set(re.findall(r"ack add ([0-9a-f]+)", run("check-compat").out)))
    assert len(marks) >= 4
    ended = at_once(*[("ack", "add", mark, "--reason", f"reason {mark}") for mark in marks])
    assert [code for code, _ in ended] == [0] * len(marks), ended
    kept = json.loads(run("ack", "list", "--format", "json").out)["data"]["acknowledgements"]
    assert sorted(ack["reason"] for ack in kept) == [f"reason {mark}" for mark in marks]


def test_one_break_accepted_twice_at_once_is_accepted_once(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    replace_in(SCHEMA, '"integer"', '"string"')
    mark = re.findall(r"ack add ([0-9a-f]+)", run("check-compat").out)[0]
    ended = at_once(*[("ack", "add", mark, "--reason", "x")] * 3)
    assert sorted(code for code, _ in ended) == [0, 2, 2], ended
    assert run("ack", "list").code == 0


def test_releases_at_once_freeze_once(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    replace_in(SCHEMA, '"files": {', '"note": {"type": "string"}, "files": {')
    ended = at_once(*[("release",)] * 3)
    assert [code for code, _ in ended] == [0, 0, 0], ended
    assert sorted(text.startswith("froze") for _, text in ended) == [False, False, True]
    assert sorted(path.name for path in Path("registry/output/v1/releases").iterdir()) == ["1.0.json", "1.1.json"]
    assert run("check-compat").code == 0


def test_generators_at_once_leave_whole_files(project: Path, run: Callable[..., Any]) -> None:
    run("init")
    assert [code for code, _ in at_once(*[("gen", "ts"), ("gen", "ts"), ("gen",)])] == [0, 0, 0]
    assert run("gen", "--check").code == 0


def test_inits_at_once_make_one_registry(project: Path, run: Callable[..., Any]) -> None:
    ended = at_once(*[("init",)] * 3)
    assert sorted(code for code, _ in ended) == [0, 2, 2], ended
    assert [path.name for path in project.iterdir()] == ["registry"]
    assert run("lint").code == 0


def test_a_turn_is_given_up_by_a_process_that_dies(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:
        with take_turn(tmp_path, 0):
            os.kill(os.getpid(), 9)
    os.waitpid(child, 0)
    with (
        take_turn(tmp_path, 0),
        pytest.raises(InputError, match="another command is writing here"),
        take_turn(tmp_path, 0),
    ):
        pass
    assert list(tmp_path.iterdir()) == []

"""The edge: whatever goes wrong is a sentence and an exit code, never a traceback."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from accordant.cli import main, open_registry
from tests.conftest import Run

REGISTRY = [sys.executable, "-c", "import sys; from accordant.cli import main; sys.exit(main())"]


def raiser_of(error: BaseException) -> Callable[..., NoReturn]:
    def call(*_: object, **__: object) -> NoReturn:
        raise error

    return call


def test_a_missing_registry_is_said_with_the_next_step(project: Path, run: Run) -> None:
    outcome = run("list")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("registry: no registry.toml here")
    assert "registry init" in outcome.err


def test_an_unusable_file_is_said_with_its_place(small: Path, run: Run) -> None:
    (small / "order/contract.toml").write_text('title = "x"\npromise = "loose"\n[versions.v1]\n')
    outcome = run("list")
    assert outcome.code == 2
    assert outcome.err.startswith("registry: registry/order/contract.toml:2:1 at /promise: ")


def test_in_a_format_for_programs_an_error_is_a_report_too(project: Path, run: Run) -> None:
    outcome = run("list", "--format", "json")
    report = json.loads(outcome.out)
    assert outcome.code == report["exit_code"] == 2
    assert report["error"]["message"] in outcome.err
    assert report["error"]["next_step"]
    assert (report["command"], report["findings"], report["verdict"]) == ("list", [], None)
    assert run("list", "--format=github").out.startswith("::error title=input-unusable::")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["shwo"], "Did you mean show"),
        (["list", "--no-such-option"], "--no-such-option"),
        (["show"], "Missing argument"),
        (["list", "--format", "yaml"], "'yaml' is not one of"),
        (["--no-such-option"], "--no-such-option"),
    ],
)
def test_usage_that_makes_no_sense_is_refused(project: Path, run: Run, arguments: list[str], word: str) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert word in outcome.err
    assert "Usage: registry" in outcome.err


def test_refused_usage_is_a_report_too_where_json_is_asked_for(project: Path, run: Run) -> None:
    report = json.loads(run("show", "--bogus", "--format", "json").out)
    assert report["error"]["code"] == "usage"
    assert report["error"]["next_step"] == "run: registry show --help"


def test_a_bug_is_one_line_that_says_how_to_report_it(small: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_registry.Opened, "load", raiser_of(RuntimeError("first\nsecond")))
    outcome = run("list")
    assert (outcome.code, outcome.out) == (70, "")
    assert outcome.err.count("\n") == 1
    assert "RuntimeError: first second" in outcome.err
    assert "ACCORDANT_DEBUG=1" in outcome.err
    report = json.loads(run("list", "--format", "json").out)
    assert (report["exit_code"], report["error"]["code"]) == (70, "bug")


def test_a_bug_keeps_its_traceback_where_it_is_asked_for(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_registry.Opened, "load", raiser_of(RuntimeError("why")))
    monkeypatch.setenv("ACCORDANT_DEBUG", "1")
    with pytest.raises(RuntimeError, match="why"):
        main(["list"])


def test_an_endless_recursion_is_a_bug_and_no_traceback(small: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_registry.Opened, "load", raiser_of(RecursionError("maximum recursion depth exceeded")))
    assert run("list").code == 70


def test_ctrl_c_says_so_and_reaches_no_verdict(small: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_registry.Opened, "load", raiser_of(KeyboardInterrupt()))
    outcome = run("list")
    assert (outcome.code, outcome.out, outcome.err.strip()) == (130, "", "registry: interrupted")


def test_a_disk_that_refuses_is_input_that_cannot_be_used(
    small: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        open_registry.Opened, "load", raiser_of(PermissionError(errno.EACCES, "Permission denied", "x/y"))
    )
    outcome = run("list")
    assert outcome.code == 2
    assert outcome.err.startswith("registry: x/y: Permission denied\n  next: ")


def test_a_reader_that_goes_away_changes_nothing(small: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed_pipe:
        done = subprocess.run([*REGISTRY, "list"], stdout=closed_pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_report_that_cannot_be_written_is_no_success(small: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*REGISTRY, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "registry: the report cannot be written: No space left on device\n"


def test_reports_are_utf_8_whatever_the_locale(small: Path) -> None:
    contract = small / "order/contract.toml"
    contract.write_text(contract.read_text().replace("Orders", "Bestellungen über alles"), "utf-8")
    done = subprocess.run(
        [*REGISTRY, "list"], capture_output=True, check=False, env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    )
    assert "Bestellungen über alles" in done.stdout.decode("utf-8")


def on_a_terminal(*arguments: str, **env: str) -> str:
    """What the command line prints to a terminal."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*REGISTRY, *arguments], stdout=follower, stderr=subprocess.DEVNULL, env={**os.environ, **env}
    )
    os.close(follower)  # so that reading ends when the process does
    printed = b""
    with contextlib.suppress(OSError):
        while part := os.read(leader, 65536):
            printed += part
    os.close(leader)
    process.wait(timeout=30)
    return printed.decode()


def test_colours_come_on_a_terminal_and_no_color_is_obeyed(small: Path) -> None:
    Path("bad.json").write_text("{}")
    arguments = ("validate", "order", "bad.json")
    assert "\x1b[" in on_a_terminal(*arguments, TERM="xterm", NO_COLOR="")
    assert "\x1b[" not in on_a_terminal(*arguments, TERM="xterm", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal(*arguments, TERM="dumb", NO_COLOR="")


def test_no_command_and_help_and_version(project: Path, run: Run) -> None:
    assert run("--version").out.startswith("registry ")
    help_ = run("--help")
    assert (help_.code, help_.err) == (0, "")
    assert "check-compat" in help_.out
    no_command = run()
    assert (no_command.code, no_command.out) == (2, "")
    assert "Usage: registry" in no_command.err

"""-o FORMAT=FILE: one run, reports in several files."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from tests.conftest import Run


def test_one_run_writes_several_reports(small: Path, run: Run) -> None:
    outcome = run(
        "lint", "-o", "json=out/a.json", "--output", "junit=out/b.xml", "--output=sarif=c.sarif", "-omarkdown=d.md"
    )
    assert outcome.out == run("lint").out
    for name, file in [("json", "out/a.json"), ("junit", "out/b.xml"), ("sarif", "c.sarif"), ("markdown", "d.md")]:
        assert Path(file).read_text() == run("lint", "--format", name).out


@pytest.mark.parametrize("arguments", [["show", "nothing"], ["show"], ["show", "order", "--colour"]])
def test_what_goes_wrong_is_in_the_files_too(small: Path, run: Run, arguments: list[str]) -> None:
    assert run(*arguments, "-o", "json=a.json").code == 2
    report = json.loads(Path("a.json").read_text())
    assert report["exit_code"] == 2
    assert report["error"]["code"] == "usage"


@pytest.mark.parametrize("copy", ["pdf=a.pdf", "json", "json=", "=a.json"])
def test_a_further_report_that_is_none_is_refused(small: Path, run: Run, copy: str) -> None:
    outcome = run("list", "-o", copy)
    assert outcome.code == 2
    assert "FORMAT=FILE" in outcome.err


@pytest.mark.parametrize("file", ["registry/registry.toml/a.json", "link"])
def test_a_file_that_cannot_be_written_fails_the_run_and_the_report_is_printed_all_the_same(
    small: Path, run: Run, file: str
) -> None:
    Path("link").symlink_to("elsewhere")
    outcome = run("list", "-o", f"json={file}")
    assert outcome.code == 2
    assert outcome.out == run("list").out
    assert outcome.err.startswith("registry: ")
    assert not Path("elsewhere").exists()


@pytest.mark.parametrize("file", ["schema.json", "./document.json", "other.json"])
def test_a_report_never_takes_the_place_of_what_the_command_reads(project: Path, run: Run, file: str) -> None:
    Path("schema.json").write_text('{"type": "string"}', "utf-8")
    Path("document.json").write_text("1", "utf-8")
    Path("other.json").hardlink_to("document.json")
    for _ in range(2):
        outcome = run("validate", "schema.json", "document.json", "-o", f"json={file}")
        assert outcome.code == 2
        assert f"registry: {file}: is read by this command" in outcome.err
    assert Path("document.json").read_text("utf-8") == "1"
    assert Path("schema.json").read_text("utf-8") == '{"type": "string"}'


def test_a_report_takes_the_place_of_the_report_before(project: Path, run: Run) -> None:
    Path("document.json").write_text("1", "utf-8")
    Path("schema.json").write_text('{"type": "string"}', "utf-8")
    for arguments in (["-o", "json=a.json"], ["-ojson=a.json"], ["--output=json=a.json"]):
        assert run("validate", "schema.json", "document.json", *arguments).code == 1


def read_pipe(descriptor: int) -> str:
    return os.read(descriptor, 1 << 20).decode()


def test_a_pipe_takes_the_report_and_stays_a_pipe(small: Path, run: Run) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    outcome = run("list", "-o", "json=pipe")
    assert (outcome.code, outcome.out) == (0, run("list").out)
    assert read_pipe(reader) == run("list", "--format", "json").out
    os.close(reader)
    assert stat.S_ISFIFO(os.lstat("pipe").st_mode)


def test_what_the_shell_has_opened_takes_the_report(small: Path, run: Run) -> None:
    reader, writer = os.pipe()
    assert run("list", "-o", f"json=/dev/fd/{writer}").code == 0
    assert read_pipe(reader) == run("list", "--format", "json").out
    os.close(reader)
    os.close(writer)


def test_a_device_takes_the_report_and_stays_a_device(small: Path, run: Run) -> None:
    master, terminal = os.openpty()
    path = os.ttyname(terminal)
    assert run("lint", "-o", f"text={path}").code == 0
    assert read_pipe(master).replace("\r\n", "\n") == run("lint").out
    assert stat.S_ISCHR(os.lstat(path).st_mode)
    os.close(master)
    os.close(terminal)


def test_a_place_that_is_open_no_longer_fails_the_run(small: Path, run: Run) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    os.close(writer)
    outcome = run("list", "-o", f"json=/dev/fd/{writer}")
    assert outcome.code == 2
    assert "cannot be written" in outcome.err


def test_a_report_that_is_replaced_keeps_its_permissions(small: Path, run: Run) -> None:
    Path("a.json").touch(mode=0o600)
    assert run("list", "-o", "json=a.json", "-o", "json=b.json").code == 0
    assert [stat.S_IMODE(Path(file).stat().st_mode) for file in ("a.json", "b.json")] == [0o600, 0o644]

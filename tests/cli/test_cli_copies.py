"""-o FORMAT=FILE: one run, reports in several files."""

from __future__ import annotations

import json
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

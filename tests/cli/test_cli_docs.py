"""docs writes the reference pages and says where they fall behind."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Run


def test_what_was_written_passes_its_check_and_an_edit_does_not(project: Path, run: Run) -> None:
    run("init")
    assert run("docs", "--out", "pages").code == 0
    assert run("docs", "--out", "pages", "--check").code == 0
    page = next(path for path in sorted(Path("pages").rglob("*.md")) if "output" in path.read_text("utf-8"))
    page.write_text("edited by hand")
    outcome = run("docs", "--out", "pages", "--check")
    assert outcome.code == 1
    assert page.as_posix() in outcome.out
    assert page.read_text() == "edited by hand"


def test_a_folder_that_holds_another_file_of_the_name_is_refused_without_a_wrong_option(
    project: Path, run: Run
) -> None:
    assert run("init").code == 0
    Path("full").mkdir()
    Path("full/README.md").write_text("ours\n")
    refused = run("docs", "--site", "full")
    assert refused.code == 2
    assert "choose another folder" in refused.err
    assert "--out" not in refused.err

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

"""benchmarks/compat/histories.py counts what it is said to count, over a small folder of histories of our own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

COMPAT = Path(__file__).resolve().parent.parent.parent / "benchmarks/compat"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(COMPAT / "histories.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_folder_of_histories_is_judged_pair_by_pair() -> None:
    done = run(str(COMPAT / "example-histories"), "--list", "--documents", "30")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    verdicts = {line.partition(",")[0] for line in lines if ".json.." in line}
    assert verdicts == {
        "address/1.json..2.json output: compatible",
        "address/1.json..2.json input: breaking",
        "person/1.json..2.json output: compatible",
        "person/1.json..2.json input: compatible",
        "person/2.json..3.json output: breaking",
        "person/2.json..3.json input: compatible",
    }
    rows = [line for line in lines if line.startswith(("| output", "| input"))]
    output, input_ = ([cell.strip() for cell in row.split("|")[1:7]] for row in rows)
    assert output == ["output", "3", "2", "1", "0", "0"]
    assert input_ == ["input", "3", "2", "1", "0", "0"]


def test_what_stays_undecided_is_counted_by_reason() -> None:
    done = run(str(COMPAT / "example-histories"), "--seconds", "0.00001")
    assert done.returncode == 0, done.stderr
    reason = "Not decided: the work for one pair of schemas is used up (1e-05 s); allow more with --seconds."
    assert f"undecided 6: {reason}" in done.stdout.splitlines()


def test_a_folder_without_histories_is_refused(tmp_path: Path) -> None:
    done = run(str(tmp_path))
    assert done.returncode == 2
    assert "holds no folder with two JSON files" in done.stderr

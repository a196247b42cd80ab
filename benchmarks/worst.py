"""The time and memory of commands on inputs that multiply with their size: ``python benchmarks/worst.py [SECONDS]``.

Doubles the size of each family of tests/hostile/inputs.py until a command ends undecided, takes longer than the limit,
or has had ten sizes. Prints a row for each command and family: its worst. Ends with 1 where a limit was exceeded.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(PROJECT), str(PROJECT / "generators")]

from tests.hostile.inputs import FAMILIES, Family  # noqa: E402

MEGABYTES = 1024
SIZES = 10


def commands(folder: Path) -> dict[str, list[str]]:
    """What is run: a comparison of two loose files, and commands on a registry with the newer one."""
    registry = ["--registry", str(folder / "registry")]
    return {
        "check-compat": ["check-compat", "--old", str(folder / "old.json"), "--new", str(folder / "new.json")],
        "validate": ["validate", "acme/v1/order", str(folder / "document.json"), *registry],
        "lint": ["lint", *registry],
        "gen python": ["gen", "python", "--out", str(folder / "python"), *registry],
        "gen ts": ["gen", "ts", "--out", str(folder / "ts"), *registry],
        "docs": ["docs", "--out", str(folder / "docs"), *registry],
    }


def write(family: Family, size: int, folder: Path) -> None:
    """The files of a family at a size."""
    old, new = family.pair(size)
    shutil.rmtree(folder / "registry", ignore_errors=True)
    shutil.copytree(PROJECT / "tests/lint/base", folder / "registry")
    shutil.rmtree(folder / "registry/acme/v1/releases")
    own = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:acme:order"}
    (folder / "old.json").write_text(json.dumps(old), "utf-8")
    (folder / "new.json").write_text(json.dumps(new), "utf-8")
    (folder / "registry/acme/v1/order.schema.json").write_text(json.dumps({**own, **new}), "utf-8")
    (folder / "document.json").write_text(json.dumps(family.document(size)), "utf-8")


def measure(arguments: list[str], limit: float) -> tuple[int, float, int]:
    """The exit code, the processor time and the megabytes of a command, which is killed after twice the limit."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "generators")}
    process = subprocess.Popen(
        [sys.executable, "-m", "accordant", *arguments], env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    end = time.monotonic() + 4 * limit
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() > end:
            process.kill()
        time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def main() -> None:
    """Print the worst of each family and command."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    exceeded = 0
    print("| family | command | size | exit | s | MB |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for family in FAMILIES:
            exceeded += sum(search(family, command, folder, limit) for command in commands(folder))
    print(f"\n{exceeded} over {limit:g} s or {MEGABYTES} MB")
    sys.exit(exceeded > 0)


def search(family: Family, command: str, folder: Path, limit: float) -> bool:
    """Print the worst size of a family for a command; whether it exceeds a limit."""
    worst = (0.0, 0, 0, 0)
    for size in (family.small * 2**power for power in range(SIZES)):
        write(family, size, folder)
        if (folder / "new.json").stat().st_size > 2**20:
            break
        code, seconds, megabytes = measure(commands(folder)[command], limit)
        worst = max(worst, (seconds, megabytes, size, code))
        if seconds > limit / 3 or code in (2, 3) or code < 0:
            break
    seconds, megabytes, size, code = worst
    is_over = seconds > limit * 1.1 or megabytes > MEGABYTES or code < 0
    mark = "**" if is_over else ""
    print(f"| {family.name} | {command} | {size} | {code} | {mark}{seconds:.1f}{mark} | {megabytes} |", flush=True)
    return is_over


if __name__ == "__main__":
    main()

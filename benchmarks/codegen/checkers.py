"""Strict checkers over everything generated for a corpus of schemas: mypy --strict, pyright strict, ruff.

    python benchmarks/codegen/checkers.py CASES.jsonl... [--resources DIR] [--every 1] [--pyright PATH]

A case is a line of JSON with an `id` and a `schema`. Each schema becomes a module of one package, which is checked as a
whole. Prints a row for each checker: modules, findings, seconds; then the first findings. Exits 1 where there are any.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from py_accordant import served

import accordant
from accordant.errors import AccordantError

RULES = "E9,F,B,UP"
"""What ruff looks for: the rules that the project's own tests ask of generated code."""


def generated(cases: list[str], resources: str | None, every: int, target: str, folder: Path) -> int:
    """Write a module for each n-th case; the number of modules."""
    package = folder / "corpus"
    package.mkdir()
    (package / "__init__.py").write_text("", "utf-8")
    lines = [line for name in cases for line in Path(name).read_text("utf-8").splitlines()][::every]
    others = served(resources) if resources else None
    for number, line in enumerate(lines):
        case = json.loads(line)
        try:
            outputs = accordant.generate(case["schema"], target=target, root="Root", resources=others)
        except AccordantError as error:
            print(f"{case['id']}: {error}", file=sys.stderr)
            continue
        (text,) = outputs.values()
        (package / f"m{number:04}.py").write_text(f"# case {case['id']!r}\n{text}".replace("\r", ""), "utf-8")
    return len(lines)


def checkers(folder: Path, pyright: str) -> dict[str, list[str]]:
    """The processes, by name."""
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "include": ["corpus"]}', "utf-8")
    return {
        "ruff": [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", RULES,
                 "--target-version", "py311", "--output-format", "concise", "corpus"],
        "mypy --strict": [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", "cache",
                          "--no-error-summary", "corpus"],
        "pyright strict": [pyright, "--pythonpath", sys.executable, "--project", "pyrightconfig.json"],
    }  # fmt: skip


def main() -> int:
    """Generate, check, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--resources")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--pyright", default="tests/typescript/node_modules/.bin/pyright")
    parser.add_argument("--target", default="python")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        count = generated(options.cases, options.resources, options.every, options.target, folder)
        print("| checker | modules | findings | s |\n|---|---|---|---|")
        found: list[str] = []
        for name, command in checkers(folder, str(Path(options.pyright).resolve())).items():
            begin = time.monotonic()
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            lines = [
                line for line in done.stdout.splitlines() if "error" in line or (name == "ruff" and ".py:" in line)
            ]
            lines = [line for line in lines if not line.startswith("0 errors")]
            failed |= bool(lines) or done.returncode != 0
            found += [f"{name}: {line.strip()}" for line in lines] or ([done.stderr[-500:]] if done.returncode else [])
            print(f"| {name} | {count} | {len(lines)} | {time.monotonic() - begin:.0f} |", flush=True)
        print("\n".join(["", *found[:60]]))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

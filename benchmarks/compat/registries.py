"""How long check-compat takes on large registries: makes them, changes one contract or none before each run, times
whole processes.

    python benchmarks/compat/registries.py [--contracts 1000] [--unchanged 10000] [--releases 10] [--runs 5]

Prints a table: contracts, releases of each, what changed, whether earlier verdicts are remembered, median seconds of
processor time, peak memory in MB.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from accordant.contract import releases
from accordant.outputs import digest
from accordant.registry import lock
from accordant.registry.load import load
from accordant.registry.release import next_name

_ALLOWED = ("--seconds", "600")
"""A first run takes more than a command has by itself; another budget asks anew."""


def schema(number: int) -> dict[str, object]:
    """An envelope of ordinary size, a little different in each contract."""
    field = {"type": "string", "description": "A text."}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:c{number}:answer:v1",
        "type": "object",
        "required": ["ok", "data", "errors"],
        "properties": {
            "ok": {"type": "boolean"},
            "data": {
                "type": ["object", "null"],
                "properties": {f"f{index}": field for index in range(number % 20 + 5)},
            },
            "errors": {"type": "array", "items": {"$ref": "#/$defs/Problem"}},
            "level": {"enum": ["low", "high", "none"]},
        },
        "allOf": [
            {
                "if": {"required": ["ok"], "properties": {"ok": {"const": True}}},
                "then": {"properties": {"errors": {"maxItems": 0}}},
            }
        ],
        "$defs": {
            "Problem": {
                "type": "object",
                "required": ["code"],
                "properties": {
                    "code": {"type": "string", "pattern": "^[A-Z_]+$"},
                    "line": {"type": "integer", "minimum": 1},
                },
            }
        },
    }


def make(folder: Path, count: int) -> None:
    """A registry of ``count`` contracts, each with one released version."""
    folder.mkdir(parents=True)
    (folder / "registry.toml").write_text('name = "large"\n', "utf-8")
    for number in range(count):
        version = folder / f"c{number}" / "v1"
        version.mkdir(parents=True)
        (version.parent / "contract.toml").write_text(
            f'title = "C{number}"\n\n[versions.v1]\nstatus = "current"\n', "utf-8"
        )
        (version / "answer.schema.json").write_text(json.dumps(schema(number), indent=2) + "\n", "utf-8")
    lines = {}
    for contract in load(folder).contracts:
        for made in contract.versions:
            name = next_name(made) or "1.0"
            text = releases.render(made.state, name)
            path = f"{contract.name}/v1/releases/{name}.json"
            (folder / path).parent.mkdir()
            (folder / path).write_text(text, "utf-8")
            lines[path] = digest(text)
    (folder / "registry.lock").write_text(lock.render(lines), "utf-8")


def add_releases(folder: Path, count: int) -> None:
    """Release every version until it has ``count`` releases, each with one optional field more than the one before."""
    lines = dict(load(folder).lock)
    for first in list(lines):
        release = json.loads((folder / first).read_text("utf-8"))
        fields = release["schemas"]["answer"]["schema"]["properties"]
        for number in range(1, count):
            fields[f"added{number}"] = {"type": "string"}
            release["release"] = f"1.{number}"
            text = json.dumps(release, indent=2, ensure_ascii=False) + "\n"
            path = f"{first.rpartition('/')[0]}/1.{number}.json"
            (folder / path).write_text(text, "utf-8")
            lines[path] = digest(text)
        schema_file = folder / first.partition("/releases/")[0] / "answer.schema.json"
        value = json.loads(schema_file.read_text("utf-8"))
        value["properties"] = fields
        schema_file.write_text(json.dumps(value, indent=2) + "\n", "utf-8")
    (folder / "registry.lock").write_text(lock.render(lines), "utf-8")


def change(folder: Path, number: int) -> None:
    """Let one field of one contract be null."""
    path = folder / f"c{number}" / "v1" / "answer.schema.json"
    value = json.loads(path.read_text("utf-8"))
    value["$defs"]["Problem"]["properties"]["line"]["type"] = ["integer", "null"]
    path.write_text(json.dumps(value, indent=2) + "\n", "utf-8")


def measure(folder: Path, runs: int, *options: str, changing: int | None = None) -> tuple[float, float]:
    """Median seconds of processor time and peak memory in MB of check-compat, with options, as a whole process.

    Before each run one more contract is changed, from number ``changing`` on; none where it is not given.
    """
    seconds, memory, code = [], 0.0, 0 if changing is None else 1
    for run in range(runs):
        if changing is not None:
            change(folder, changing + run)
        process = [sys.executable, "-m", "accordant", "check-compat", "--registry", str(folder), *options]
        child = subprocess.Popen(process, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != code:
            raise SystemExit(f"exit {child.returncode}, expected {code}")
        seconds.append(usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss / 1024)
    return statistics.median(seconds), memory


def row(contracts: int, releases_of_each: int, changed: int, remembered: str, measured: tuple[float, float]) -> None:
    """Print a line of the table."""
    print(f"| {contracts} | {releases_of_each} | {changed} | {remembered} | {measured[0]:.2f} | {measured[1]:.0f} |")


def measure_histories(folder: Path, contracts: int, count: int, runs: int) -> None:
    """A registry whose contracts have several releases: first run, unchanged, then with one contract changed."""
    make(folder, contracts)
    add_releases(folder, count)
    row(contracts, count, 0, "no", measure(folder, 1, *_ALLOWED))
    row(contracts, count, 0, "yes", measure(folder, runs, *_ALLOWED))
    row(contracts, count, 1, "yes", measure(folder, runs, *_ALLOWED, changing=contracts // 2))


def main() -> None:
    """Make, change, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contracts", type=int, default=1000)
    parser.add_argument("--unchanged", type=int, default=10_000)
    parser.add_argument("--releases", type=int, default=10)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print(
        "| contracts | releases | changed | remembered | median s of processor | peak MB |\n|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["XDG_CACHE_HOME"] = str(Path(temporary) / "cache")
        small = Path(temporary) / "one"
        make(small, options.contracts)
        row(options.contracts, 1, 0, "no", measure(small, 1))
        row(options.contracts, 1, 1, "yes", measure(small, options.runs, changing=options.contracts // 2))
        if options.unchanged:
            none = Path(temporary) / "none"
            make(none, options.unchanged)
            row(options.unchanged, 1, 0, "no", measure(none, 1, *_ALLOWED))
            row(options.unchanged, 1, 0, "yes", measure(none, options.runs, *_ALLOWED))
        measure_histories(Path(temporary) / "histories", options.contracts, options.releases, options.runs)


if __name__ == "__main__":
    main()

"""How long check-compat takes on large registries: makes them, changes one contract or none, times whole processes.

    python benchmarks/compat/registries.py [--contracts 1000] [--unchanged 10000] [--runs 5]

Prints a table: contracts, what changed, median seconds, peak memory in MB.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from accordant.contract import releases
from accordant.outputs import digest
from accordant.registry import lock
from accordant.registry.load import load
from accordant.registry.release import next_name


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
        for version in contract.versions:
            name = next_name(version) or "1.0"
            text = releases.render(version.state, name)
            path = f"{contract.name}/v1/releases/{name}.json"
            (folder / path).parent.mkdir()
            (folder / path).write_text(text, "utf-8")
            lines[path] = digest(text)
    (folder / "registry.lock").write_text(lock.render(lines), "utf-8")


def change(folder: Path, number: int) -> None:
    """Let one field of one contract be null."""
    path = folder / f"c{number}" / "v1" / "answer.schema.json"
    value = json.loads(path.read_text("utf-8"))
    value["$defs"]["Problem"]["properties"]["line"]["type"] = ["integer", "null"]
    path.write_text(json.dumps(value, indent=2) + "\n", "utf-8")


def measure(folder: Path, runs: int, code: int) -> tuple[float, float]:
    """Median seconds and peak memory in MB of check-compat as a whole process."""
    seconds = []
    for _ in range(runs):
        begin = time.monotonic()
        command = [str(Path(sys.executable).with_name("registry")), "check-compat", "--registry", str(folder)]
        done = subprocess.run(command, capture_output=True, check=False)
        seconds.append(time.monotonic() - begin)
        if done.returncode != code:
            raise SystemExit(f"exit {done.returncode}, expected {code}: {done.stderr.decode()[:500]}")
    return statistics.median(seconds), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    """Make, change, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contracts", type=int, default=1000)
    parser.add_argument("--unchanged", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print("| contracts | changed | median s | peak MB |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        one = Path(temporary) / "one"
        make(one, options.contracts)
        change(one, options.contracts // 2)
        seconds, memory = measure(one, options.runs, 1)
        print(f"| {options.contracts} | 1 | {seconds:.2f} | {memory:.0f} |")
        none = Path(temporary) / "none"
        make(none, options.unchanged)
        seconds, memory = measure(none, options.runs, 0)
        print(f"| {options.unchanged} | 0 | {seconds:.2f} | {memory:.0f} |")


if __name__ == "__main__":
    main()

"""How long `registry docs` takes, how much memory, and how large what it writes is.

    python benchmarks/docs.py [--contracts 1000] [--built build/site]

Whole processes, processor time and memory of each, on a copy of the bundled registry and on one of many contracts. With
--built also the sizes of a built site, compressed as servers send it: its largest pages, and the scripts of try-it.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


def schema(number: int) -> str:
    """The text of an envelope of ordinary size, a little different in each contract."""
    fields = ",".join(f'"f{index}": {{"type": "string", "description": "A text."}}' for index in range(number % 20 + 5))
    return f"""{{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:c{number}:answer:v1",
"type": "object", "required": ["ok"], "properties": {{"ok": {{"type": "boolean"}}, "data": {{"type": "object",
"properties": {{{fields}}}}}}}}}
"""


def many(folder: Path, count: int) -> None:
    """Write a registry of so many contracts, each with a schema and a code list."""
    (folder / "registry").mkdir()
    (folder / "registry/registry.toml").write_text('name = "many"\n')
    for number in range(count):
        version = folder / f"registry/c{number}/v1"
        version.mkdir(parents=True)
        (version.parent / "contract.toml").write_text('title = "One of many"\n[versions.v1]\nstatus = "current"\n')
        (version / "answer.schema.json").write_text(schema(number))
        codes = ",".join(f'{{"id": "CODE_{index}", "meaning": "Meaning {index}."}}' for index in range(3))
        (version / "errors.codes.json").write_text(f'{{"identifier": "code", "entries": [{codes}]}}')


def measured(folder: Path, *words: str) -> tuple[float, float]:
    """Seconds of processor time and peak memory in MB of one process, which is fine."""
    process = subprocess.Popen([sys.executable, "-m", "accordant", *words], cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, words
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def runs(folder: Path, contract: str) -> Iterator[tuple[str, float, float]]:
    """What is measured on a registry, one after the other."""
    yield "nothing is remembered", *measured(folder, "docs")
    yield "unchanged", *measured(folder, "docs")
    yield "unchanged, --check", *measured(folder, "docs", "--check")
    with (folder / "registry" / contract / "contract.toml").open("a") as file:
        file.write("\n")
    yield f"{contract} was edited", *measured(folder, "docs")


def sizes(built: Path) -> Iterator[str]:
    """The largest pages of a site and the scripts of try-it, in kB as they are sent."""
    pages = sorted(((_sent(path), path) for path in built.rglob("*.html")), reverse=True)[:5]
    scripts = [
        (_sent(path), path)
        for path in built.rglob("assets/*.js")
        if path.stem.startswith(("try-", "validator", "rules", "metaschemas"))
    ]
    yield from (f"| {path.relative_to(built)} | {size / 1000:.0f} |" for size, path in [*pages, *scripts])


def _sent(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--contracts", type=int, default=1000)
    parser.add_argument("--built", type=Path)
    given = parser.parse_args()
    print("| registry | run | s of processor | peak MB |\n|---|---|---|---|")
    for name, contract in (("bundled", "agentpack"), (f"{given.contracts:,} contracts", "c7")):
        with tempfile.TemporaryDirectory() as made:
            os.environ["XDG_CACHE_HOME"] = f"{made}/cache"
            if name == "bundled":
                shutil.copytree(PROJECT / "registry", Path(made) / "registry")
            else:
                many(Path(made), given.contracts)
            for run, seconds, peak in runs(Path(made), contract):
                print(f"| {name} | {run} | {seconds:.2f} | {peak:.0f} |", flush=True)
    if given.built:
        print("\n| file | kB compressed |\n|---|---|")
        print(*sizes(given.built), sep="\n")


if __name__ == "__main__":
    main()

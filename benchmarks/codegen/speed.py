"""How long generation takes: each contract version warm, a registry of a thousand, and an unchanged one checked.

    python benchmarks/codegen/speed.py [--contracts 1000] [--runs 10]

Prints three tables (times in ms or s, medians; memory in MB). Versions are timed by the processor; whole processes
by the clock too, in turn with the bare interpreter, so that a busy moment hits them alike. The third table has the
check on a machine that remembers no clean verdict, and the same once more.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "compat"))

from registries import make

from accordant.gen.model_json.printer import module as snapshot
from accordant.gen.python.version_modules import version_modules as python
from accordant.gen.typescript.version_modules import version_modules as typescript
from accordant.model.versions import VersionModel, model_of_version
from accordant.registry.layout import find_bundled_registry
from accordant.registry.load import load

CHECK = [
    sys.executable,
    "-c",
    "import sys; from accordant.cli import main; sys.exit(main())",
    "gen",
    "--check",
]


FIRST = "registry gen --check, nothing remembered"


def timed(work: Callable[[], object], runs: int) -> float:
    """Median ms of processor time of some runs after one that fills the caches."""
    work()
    found = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        found.append((time.process_time() - begin) * 1000)
    return statistics.median(found)


def printed(build: Callable[[], VersionModel], printer: Callable[[VersionModel], object]) -> object:
    """What a printer makes of a model that is made anew."""
    return printer(build())


def versions(runs: int) -> None:
    """The first table: each version of the bundled registry, the model and what is printed made anew each time."""
    print("| version | schemas | model ms | model and python ms | model and ts ms | model and model.json ms |")
    print("|---|---|---|---|---|---|")
    for contract in load(find_bundled_registry(), with_examples=False).contracts:
        for version in contract.versions:
            build = partial(model_of_version, contract, version)
            printers = (
                lambda made: list(python(made)),
                lambda made: list(typescript(made)),
                lambda made: snapshot(made.model, made.origin),
            )
            times = [timed(build, runs), *(timed(partial(printed, build, printer), runs) for printer in printers)]
            shown = " | ".join(f"{milliseconds:.1f}" for milliseconds in times)
            print(f"| {contract.name}/{version.name} | {len(version.state.schemas)} | {shown} |")


def many(count: int) -> None:
    """The second table: a registry of many contracts, as whole processes that write."""
    print("\n| contracts | target | s | of processor | peak MB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "registry"
        make(folder, count)
        for target in ("python", "ts"):
            program = (
                "import resource, sys; from accordant.cli import main; code = main();"
                "used = resource.getrusage(resource.RUSAGE_SELF);"
                "print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr); sys.exit(code)"
            )
            command = [
                sys.executable,
                "-c",
                program,
                "gen",
                target,
                "--registry",
                str(folder),
                "--out",
                f"{temporary}/{target}",
            ]
            begin = time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            seconds = time.monotonic() - begin
            spent, peak = done.stderr.split()[-2:]
            print(f"| {count:,} | {target} | {seconds:.1f} | {float(spent):.1f} | {int(peak) / 1024:.0f} |")


def check(runs: int) -> None:
    """The third table: `registry gen --check` of the unchanged bundled registry as a whole process."""
    processes = {"bare interpreter": [sys.executable, "-c", "pass"], FIRST: CHECK, "registry gen --check, again": CHECK}
    times: dict[str, list[float]] = {name: [] for name in processes}
    spent: dict[str, list[float]] = {name: [] for name in processes}
    project = Path(__file__).resolve().parent.parent.parent
    for _ in range(runs + 1):
        with tempfile.TemporaryDirectory() as cache:
            surroundings = {**os.environ, "XDG_CACHE_HOME": cache}
            for name, process in processes.items():
                before, begin = _used(), time.perf_counter()
                subprocess.run(process, cwd=project, env=surroundings, stdout=subprocess.DEVNULL, check=True)
                times[name].append((time.perf_counter() - begin) * 1000)
                spent[name].append((_used() - before) * 1000)
    print("\n| process | median ms | fastest ms | of processor, median ms |\n|---|---|---|---|")
    for name, found in times.items():
        used = statistics.median(spent[name][1:])
        print(f"| {name} | {statistics.median(found[1:]):.0f} | {min(found[1:]):.0f} | {used:.0f} |")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nLargest child process: {peak:.0f} MB.")


def _used() -> float:
    """The processor time of all child processes so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contracts", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args()
    versions(options.runs)
    many(options.contracts)
    check(options.runs)


if __name__ == "__main__":
    main()

"""How long a whole process of the command line takes, and what it must not load on the way.

    python benchmarks/startup.py [--runs 20]

Prints a table (median and fastest of the runs, median of their processor time, in ms; the bare interpreter beside) and
fails where a budget is exceeded or a heavy library was loaded.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

BUDGETS = {
    "bare interpreter": ([sys.executable, "-c", "pass"], None),
    "registry --version": ([str(Path(sys.executable).with_name("registry")), "--version"], 120),
    "registry check-compat": ([str(Path(sys.executable).with_name("registry")), "check-compat"], 300),
}
"""What is measured: the process, and the most that it may take in ms."""

HEAVY = ("jsonschema", "jinja2", "referencing", "rich", "pydantic")
"""Libraries that stay unloaded on the clean path of check-compat."""

_PROBE = """
import sys
from accordant.cli import main
code = main(sys.argv[1:])
print(" ".join(name for name in {heavy!r} if name in sys.modules), file=sys.stderr)
sys.exit(code)
"""


def loaded(arguments: list[str], folder: Path) -> list[str]:
    """The heavy libraries that a command loads when it is run in ``folder``."""
    process = [sys.executable, "-c", _PROBE.format(heavy=HEAVY), *arguments]
    done = subprocess.run(process, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments}: exit code {done.returncode}; only the clean path is probed\n{done.stderr}")
    return done.stderr.splitlines()[-1].split()


def measured(folder: Path, runs: int) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds of each process and of the processor, all of them in turn, so that a busy moment hits them alike."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in BUDGETS}
    for _ in range(runs + 1):
        for name, (process, _budget) in BUDGETS.items():
            start, processor = time.perf_counter(), _processor_seconds()
            done = subprocess.run(process, cwd=folder, stdout=subprocess.DEVNULL, check=False)
            times[name].append(((time.perf_counter() - start) * 1000, (_processor_seconds() - processor) * 1000))
            if done.returncode != 0:
                raise SystemExit(f"{name}: exit code {done.returncode}; only the clean path is measured")
    return {name: measured[1:] for name, measured in times.items()}  # the first round fills the caches


def _processor_seconds() -> float:
    """The processor time of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Print the table; 1 where something is over its budget or heavy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    folder = Path(__file__).resolve().parent.parent
    failed = False
    print("| process | median ms | fastest ms | of processor | budget ms |\n|---|---|---|---|---|")
    for name, times in measured(folder, parser.parse_args().runs).items():
        (wholes, of_processor), budget = zip(*times, strict=True), BUDGETS[name][1]
        median, processor = statistics.median(wholes), statistics.median(of_processor)
        failed |= budget is not None and median > budget
        print(f"| {name} | {median:.0f} | {min(wholes):.0f} | {processor:.0f} | {budget or ''} |")
    for arguments in (["--version"], ["check-compat"]):
        heavy = loaded(arguments, folder)
        failed |= bool(heavy)
        print(f"\n`registry {' '.join(arguments)}` loads of {', '.join(HEAVY)}: {', '.join(heavy) or 'none'}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

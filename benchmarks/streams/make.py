"""Writes a stream of Cobre with as many lines as you like, always the same for the same numbers.

python benchmarks/streams/make.py --lines 1000000 [--spaced] > run.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from typing import Any


def lines(count: int, seed: int = 16) -> Iterator[dict[str, Any]]:
    """The lines of a run: started, training progress, terminated, simulation progress, result."""
    generator = random.Random(seed)
    training = max(1, (count - 3) * 9 // 10)
    version = "2.0.0"
    yield {
        "type": "started",
        "case": "/data/case_001",
        "stages": 120,
        "hydros": 164,
        "thermals": 82,
        "ranks": 8,
        "threads_per_rank": 16,
        "timestamp": "2026-02-25T10:00:00Z",
        "cobre_version": version,
    }
    yield from (_training(number, generator) for number in range(1, training + 1))
    last = {"iterations": training, "total_time_ms": training * 12, "total_cuts": training * 87}
    yield {"type": "terminated", "reason": "iteration_limit", "final_lb": 72105.4, "final_ub": 73211.8, **last}
    total = max(0, count - 3 - training)
    yield from (
        {
            "type": "progress",
            "phase": "simulation",
            "scenarios_complete": done,
            "scenarios_total": total,
            "elapsed_ms": done,
        }
        for done in range(1, total + 1)
    )
    yield {
        "type": "result",
        "$schema": "urn:cobre:response:v1",
        "command": "run",
        "success": True,
        "exit_code": 0,
        "cobre_version": version,
        "errors": [],
        "warnings": [],
        "data": _data(training, total),
        "summary": {"status": "completed", "total_time_ms": training * 12},
    }


def _training(number: int, generator: random.Random) -> dict[str, Any]:
    lower, upper = generator.uniform(7e4, 7.2e4), generator.uniform(7.3e4, 7.5e4)
    deviation = generator.uniform(1e3, 2e3)
    return {
        "type": "progress",
        "iteration": number,
        "lower_bound": round(lower, 3),
        "upper_bound": round(upper, 3),
        "upper_bound_std": round(deviation, 3),
        "ci_95": round(1.96 * deviation / 10, 3),
        "gap": round((upper - lower) / upper, 6),
        "wall_time_ms": number * 12,
        "iteration_time_ms": 12,
    }


def _data(iterations: int, scenarios: int) -> dict[str, Any]:
    return {
        "output_directory": "/data/case_001/output",
        "training": {
            "iterations": iterations,
            "final_lower_bound": 72105.4,
            "final_upper_bound": 73211.8,
            "final_gap": 0.0151,
            "termination_reason": "iteration_limit",
            "total_cuts": iterations * 87,
            "wall_time_ms": iterations * 12,
        },
        "simulation": {"scenarios": scenarios, "output_files": [], "wall_time_ms": scenarios},
    }


def main() -> None:
    """Write the stream to stdout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--spaced", action="store_true", help="a space behind each comma and colon")
    arguments = parser.parse_args()
    separators = (", ", ": ") if arguments.spaced else (",", ":")
    for line in lines(arguments.lines):
        sys.stdout.write(json.dumps(line, separators=separators) + "\n")


if __name__ == "__main__":
    main()

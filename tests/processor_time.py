"""Processor time of child processes: a busy machine slows all of them down alike, so ratios hold."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from functools import cache


def processor_time(process: Sequence[str]) -> float:
    """The seconds of processor time that a child process takes, which may keep compiled modules, as people's do."""
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(process, stdout=subprocess.DEVNULL, check=True, env=surroundings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


@cache
def bare_interpreter() -> float:
    """The same for an interpreter that does nothing: the fastest of several."""
    return min(processor_time([sys.executable, "-c", "pass"]) for _ in range(5))

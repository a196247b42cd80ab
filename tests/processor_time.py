"""Processor time of child processes: a busy machine slows all of them down alike, so ratios hold."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

_Result = TypeVar("_Result")


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


def in_starts(task: Callable[[], _Result]) -> tuple[_Result, float]:
    """What a task gives, and its processor time as a multiple of the start of a bare interpreter."""
    begun = time.process_time()
    result = task()
    return result, (time.process_time() - begun) / bare_interpreter()

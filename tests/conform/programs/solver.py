"""A small program that speaks cobre/v1. With --fault NAME it makes one mistake; without, none."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable

VERSION = "2.0.0"
START = time.time()


class Options:
    """The command line: a command, its case, and the flags."""

    def __init__(self, words: list[str]) -> None:
        self.format, self.quiet, self.progress, self.fault = "human", False, True, ""
        rest = []
        todo = iter(words)
        for word in todo:
            if word == "--output-format":
                self.format = next(todo)
            elif word == "--fault":
                self.fault = next(todo)
            elif word == "--quiet":
                self.quiet = True
            elif word == "--no-progress":
                self.progress = False
            else:
                rest.append(word)
        self.command, self.case = rest[0], rest[1] if len(rest) > 1 else ""


def stamp() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(START))


def envelope(options: Options, code: int, data: object, summary: object, errors: list[object]) -> dict[str, object]:
    return {
        "$schema": "urn:cobre:response:v1",
        "command": options.command,
        "success": code == 0,
        "exit_code": code,
        "cobre_version": VERSION,
        "errors": errors,
        "warnings": [],
        "data": data,
        "summary": summary,
    }


def missing_file(case: str) -> dict[str, object]:
    return {
        "kind": "MissingFile",
        "message": f"no file {case}/config.json",
        "context": {"file": "config.json"},
        "suggestion": None,
    }


def validated(options: Options) -> tuple[dict[str, object], int]:
    code = 3 if options.case == "broken" else 0
    errors: list[object] = [missing_file(options.case)] if code else []
    data = {
        "case_directory": "/cases/one",
        "timestamp": stamp(),
        "layers_completed": 5,
        "files_checked": 24,
        "entities_validated": 456,
    }
    summary = {"files_checked": 24, "entities_validated": 456, "error_count": len(errors), "warning_count": 0}
    return envelope(options, code, None if code else data, summary, errors), code


def trained(options: Options) -> tuple[list[dict[str, object]], dict[str, object]]:
    started: dict[str, object] = {
        "type": "started", "case": "/cases/one", "stages": 12, "hydros": 4, "thermals": 2, "ranks": 1,
        "threads_per_rank": 1, "timestamp": stamp(), "cobre_version": VERSION,
    }  # fmt: skip
    progress: list[dict[str, object]] = [
        {
            "type": "progress", "iteration": number, "lower_bound": 90.0, "upper_bound": 100.0,
            "upper_bound_std": 1.0, "ci_95": 0.5, "gap": 0.1, "wall_time_ms": number * 10, "iteration_time_ms": 10,
        }
        for number in (1, 2)
    ]  # fmt: skip
    terminated: dict[str, object] = {
        "type": "terminated", "reason": "iteration_limit", "iterations": 2, "final_lb": 90.0, "final_ub": 100.0,
        "total_time_ms": 20, "total_cuts": 8,
    }  # fmt: skip
    training = {
        "iterations": 2, "final_lower_bound": 90.0, "final_upper_bound": 100.0, "final_gap": 0.1,
        "termination_reason": "iteration_limit", "total_cuts": 8, "wall_time_ms": 20,
    }  # fmt: skip
    data = {"output_directory": "/cases/one/output", "training": training, "simulation": None}
    result = envelope(options, 0, data, {"status": "completed", "total_time_ms": 20}, [])
    shown = progress if options.progress or options.fault == "progress-stays" else []
    return [started, *shown, terminated], result


def lines(options: Options) -> tuple[str, int]:
    """What goes to standard output, and the exit code."""
    if options.command == "run":
        before, result = trained(options)
        if options.format == "json":
            return json.dumps(result, indent=2) + "\n", 0
        if options.fault == "order":
            before = before[1:]
        return "".join(json.dumps(line) + "\n" for line in [*before, {"type": "result", **result}]), 0
    document, code = validated(options)
    if options.fault == "unknown-field":
        document["elapsed"] = 3
    if options.fault == "type":
        document["success"] = "yes"
    if options.fault == "document-disagrees":
        document = validated(Options(["validate", "broken"]))[0]
    if options.fault == "random":
        document["cobre_version"] = f"2.0.{random.randrange(10**9)}"
    return json.dumps(document, indent=2 if options.format == "json" else None) + "\n", code


def colour(text: str, options: Options) -> str:
    return f"\x1b[1m{text}\x1b[0m" if options.fault == "terminal" and sys.stdout.isatty() else text


FAULTS_OF_PROCESS: dict[str, Callable[[], object]] = {
    "never-ends": lambda: time.sleep(600),
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "forks": lambda: subprocess.Popen(["sleep", "600"]),
    "forks-away": lambda: subprocess.Popen(["sleep", "600"], start_new_session=True),
}


def main() -> int:
    options = Options(sys.argv[1:])
    fault = options.fault
    text, code = lines(options) if options.format != "human" else ("all is well\n", 0)
    if fault == "endless-output":
        while True:
            sys.stdout.write(text * 1000)
    if options.quiet and fault != "quiet-talks":
        text = ""
    if fault == "silent":
        text = ""
    if fault == "text-before":
        text = "Reading the case ...\n" + text
    if fault == "text-after":
        text += "Done.\n"
    if fault == "half":
        text = text[: len(text) // 2]
    sys.stdout.write(colour(text, options))
    sys.stdout.flush()
    sys.stderr.write("solver: done\n")
    if fault == "stderr-between":
        for line in text.splitlines():
            sys.stderr.write(f"log {line[:20]}\n")
    if fault == "closes-stdout":
        os.close(1)
        time.sleep(0.2)
    if fault in FAULTS_OF_PROCESS:
        FAULTS_OF_PROCESS[fault]()
    return {"exit-unknown": 99, "exit-disagrees": 4}.get(fault, code)


if __name__ == "__main__":
    code = main()
    sys.stdout = None  # the descriptor may be closed
    os._exit(code)

"""Faults at the calls by which a command changes the disk: the process dies there, or the system says no.

Called as a program it runs the commands of the tests in forks of itself: to fork a process that has run other tests
copies, page by page, what all of them left there.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

CALLS = ("open", "write", "fsync", "fchmod", "mkdir", "replace", "rename", "unlink", "rmdir")
ERRORS = {"full disk": errno.ENOSPC, "broken disk": errno.EIO, "read-only": errno.EROFS, "no permission": errno.EACCES}
KILLS = ("killed before", "killed after", "killed half-way")
LASTING = ("full disk", "read-only")
"""Errors that every later call has too, apart from those that remove."""
STREAMS = ("closed", "full", "nobody reads")


@dataclass(frozen=True)
class Fault:
    """What happens at which call, counted from 0."""

    kind: str
    at: int


@dataclass(frozen=True)
class Ending:
    """How a command ended: its exit code (negative: the signal that killed it), what it printed, its calls."""

    code: int
    text: str
    calls: int


class Counter:
    """Counts the calls that change the disk, and makes one of them fail."""

    def __init__(self, fault: Fault | None) -> None:
        self.fault, self.calls = fault, 0

    def install(self) -> None:
        os.fsync = lambda fd: None  # slow, and no death of a process needs it
        for name in CALLS:
            setattr(os, name, self.wrap(name, getattr(os, name)))

    def wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            if name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                return real(*arguments, **options)
            number, self.calls = self.calls, self.calls + 1
            if self.fault is None or number < self.fault.at:
                return real(*arguments, **options)
            return self.fail(name, real, number == self.fault.at, arguments, options)

        return call

    def fail(self, name: str, real: Callable[..., Any], is_first: bool, arguments: Any, options: Any) -> Any:
        assert self.fault is not None
        kind = self.fault.kind
        if kind in KILLS:
            if kind == "killed half-way" and name == "write":
                real(arguments[0], arguments[1][: len(arguments[1]) // 2])
            elif kind == "killed after":
                real(*arguments, **options)
            os.kill(os.getpid(), signal.SIGKILL)
        removes = name in ("unlink", "rmdir") and kind == "full disk"
        if (is_first or kind in LASTING) and not removes:
            raise OSError(ERRORS[kind], os.strerror(ERRORS[kind]))
        return real(*arguments, **options)


def run(folder: Path, arguments: Sequence[str], fault: Fault | None = None, stdout: str = "") -> Ending:
    """Run a command in a fork of a small process, which has loaded it."""
    return Ending(**_ask(folder, arguments, {"fault": fault and asdict(fault), "stdout": stdout}))


def prepare(folder: Path, arguments: Sequence[str]) -> None:
    """Run a command in that process itself: forks need not load again what it has loaded."""
    _ask(folder, arguments, None)


def _ask(folder: Path, arguments: Sequence[str], trial: Any) -> Any:
    from tests.staying import staying

    asked = {"folder": str(folder), "arguments": arguments, "environment": dict(os.environ), "trial": trial}
    return staying(sys.executable, Path(__file__).resolve()).ask(asked)


def _serve() -> None:
    """Answer each line of stdin; whatever else is printed here goes nowhere."""
    from accordant import docs
    from tests.once import keep_parses

    # Pages of commands and rules are left out: nine of ten, and written by the same calls.
    setattr(docs, "OF_TOOL", ())  # noqa: B010
    keep_parses(setattr)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin:
        asked = json.loads(line)
        os.environ.clear()
        os.environ.update(asked["environment"])
        answers.write(json.dumps(_answer(Path(asked["folder"]), asked["arguments"], asked["trial"])) + "\n")
        answers.flush()


def _answer(folder: Path, arguments: Sequence[str], trial: Any) -> Any:
    from accordant.cli import main

    if trial is not None:
        fault = Fault(**trial["fault"]) if trial["fault"] else None
        return asdict(_run_in_a_fork(folder, arguments, fault, trial["stdout"]))
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        main(list(arguments))
    gc.freeze()
    return None


def _run_in_a_fork(folder: Path, arguments: Sequence[str], fault: Fault | None, stdout: str) -> Ending:
    output = folder.parent / "output"
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _run_and_exit(folder, arguments, Counter(fault), writing, output, stdout)
    os.close(writing)
    with os.fdopen(reading) as stream:
        calls = int(stream.read() or 0)
    _, status = os.waitpid(child, 0)
    return Ending(os.waitstatus_to_exitcode(status), output.read_text("utf-8", "replace"), calls)


def _run_and_exit(
    folder: Path, arguments: Sequence[str], counter: Counter, writing: int, output: Path, stdout: str
) -> None:
    """The whole life of a child: whatever happens, it ends here."""
    from accordant.cli import main

    code, write = 99, os.write
    try:
        os.chdir(folder)
        _redirect(output, stdout)
        counter.install()
        code = main(list(arguments))
        sys.stderr.flush()
    finally:
        write(writing, str(counter.calls).encode())
        os._exit(code)


def _redirect(output: Path, stdout: str) -> None:
    """Let stderr, and stdout unless it has a fault of its own, go to a file."""
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    sys.stderr = os.fdopen(os.dup(file), "w")
    sys.stdout = _stream(stdout) if stdout else sys.stderr


def _stream(kind: str) -> Any:
    if kind == "closed":
        return None
    if kind == "full":
        return open("/dev/full", "w")  # noqa: PTH123
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "w")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    _serve()

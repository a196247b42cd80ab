"""Runs commands and watches: every write, connection and child process, processor time and memory.

Called as a child of the tests. Each line of input is a job: ``folder``, ``environment``, ``commands`` ([[...]]) and
``may_write`` (folders; null: run unwatched in this process, to load what later jobs need). An answer is a line of JSON.
An audit hook sees what Python does; the listener of the parent sees what others do.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

WRITES = {"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "shutil.rmtree"}
NETWORK = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "urllib.Request"}
CHILDREN = {"subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.fork"}


class Watch:
    """What happened that must not: connections, writes outside the folders that may be written, foreign programs."""

    def __init__(self, may_write: list[str]) -> None:
        from accordant.outputs.check_cache import cache_folder

        self.may_write = [os.path.realpath(path) for path in (*may_write, str(cache_folder()))]
        self.seen: list[str] = []
        self.on = False
        self.folder_of_open = -1
        """The descriptor to which the path of an ``os.open`` is relative; its event does not tell."""

    def watch_open(self) -> None:
        """Remember the descriptor of every ``os.open``."""
        real = os.open

        def watched(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
            self.folder_of_open = -1 if dir_fd is None else dir_fd
            try:
                return real(path, flags, mode, dir_fd=dir_fd)
            finally:
                self.folder_of_open = -1

        os.open = watched

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event in NETWORK:
            self.seen.append(f"{event} {arguments[1:]!r}")
        elif event in CHILDREN and not self._is_git(arguments):
            self.seen.append(f"{event} {arguments[:2]!r}")
        elif event == "open" and _writes(arguments) and not self._is_allowed(arguments[0], self.folder_of_open):
            self.seen.append(f"open for writing {arguments[0]!r}")
        elif event in WRITES and not all(self._is_allowed(*place) for place in _places(event, arguments)):
            self.seen.append(f"{event} {arguments!r}")

    def _is_git(self, arguments: tuple[Any, ...]) -> bool:
        return Path(os.fsdecode(arguments[0] or arguments[1][0])).name == "git"

    def _is_allowed(self, path: Any, folder: int = -1) -> bool:
        if isinstance(path, int) or os.fsdecode(path) == os.devnull:
            return True
        base = "" if folder == -1 else str(Path(f"/proc/self/fd/{folder}").readlink())
        real = os.path.realpath(os.path.join(base, os.fsdecode(path)))  # noqa: PTH118
        caches = real.endswith(".pyc") or "/__pycache__" in real
        return caches or any(real == folder or real.startswith(folder + os.sep) for folder in self.may_write)


def _places(event: str, arguments: tuple[Any, ...]) -> list[tuple[Any, int]]:
    """Each path of an event with the descriptor of the folder to which it is relative."""
    if event in ("os.rename", "os.link"):
        return [(arguments[0], arguments[2]), (arguments[1], arguments[3])]
    if event == "os.symlink":
        return [(arguments[1], arguments[2])]
    return [(arguments[0], -1 if event in ("os.truncate",) else arguments[-1])]


def _writes(arguments: tuple[Any, ...]) -> bool:
    _, mode, flags = arguments
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return bool((flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))


def main() -> None:
    """Answer jobs until the input ends, each in a fork of this process, which has loaded what commands load."""
    gc.set_threshold(200_000, 20, 50)  # as in the tool's own process
    os.fsync = lambda fd: None  # slow, and nothing here cuts the power
    keep_what_stays()
    for line in sys.stdin:
        job = json.loads(line)
        if job["may_write"] is None:
            run(job)
            leave_out_pages_of_the_tool()
            gc.freeze()  # no fork searches, or copies, what all of them share
            answer = "{}"
        else:
            answer = in_a_fork(job)
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


def keep_what_stays() -> None:
    """Most modules of a package are the same for each registry."""
    from tests.once import keep_parses

    keep_parses(setattr)


def leave_out_pages_of_the_tool() -> None:
    """Pages of commands and rules are ours, and the same for every registry: most of the files that ``docs`` writes."""
    import accordant.docs

    setattr(accordant.docs, "OF_TOOL", (accordant.docs.assets.pages,))  # noqa: B010


def in_a_fork(job: dict[str, Any]) -> str:
    """The answer of a child process; ``{"died": status}`` where it did not come to its end."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as stream:
            stream.write(json.dumps(run(job)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        answer = stream.read()
    _, status = os.waitpid(child, 0)
    return answer if status == 0 else json.dumps({"died": status})


def run(job: dict[str, Any]) -> dict[str, Any]:
    """Run the job's commands in its folder, watched where it says what may be written."""
    os.chdir(job["folder"])
    os.environ.clear()
    os.environ.update(job["environment"])
    import accordant.cli

    watch = Watch(job["may_write"] or [])
    if job["may_write"] is not None:
        sys.addaudithook(watch)
        watch.watch_open()
    results = []
    for arguments in job["commands"]:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        started = time.process_time()
        watch.on = True
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = accordant.cli.main(arguments)
        watch.on = False
        for stream in (out, err):
            stream.flush()
        results.append(
            {
                "arguments": arguments,
                "code": code,
                "seconds": time.process_time() - started,
                "out": out.buffer.getvalue().decode("utf-8", "replace"),
                "err": err.buffer.getvalue().decode("utf-8", "replace"),
                "seen": watch.seen[:],
            }
        )
        watch.seen.clear()
    return {"results": results, "megabytes": megabytes()}


def megabytes() -> int:
    """The most memory that this process has held (``ru_maxrss`` would count the parent's, too)."""
    try:
        status = Path("/proc/self/status").read_text("utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) // 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main()

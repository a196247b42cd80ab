"""Runs a program to its end, and keeps what it writes within bounds."""

from __future__ import annotations

import contextlib
import errno
import math
import os
import selectors
import signal
import subprocess
import time
from dataclasses import dataclass, field
from typing import Final

from accordant.errors import InputError
from accordant.findings import Place
from accordant.run.family import Family, end_with_parent
from accordant.run.programs import Ended, Limits, Program, Stopped

_CHUNK: Final = 1 << 16
_LOOK: Final = 0.02
"""Seconds from one look at the program to the next, while nothing is written."""
_GRACE: Final = 0.5
"""Seconds that a program has between SIGTERM and SIGKILL."""
_DRAIN: Final = 0.5
"""Seconds for reading what is left in the pipes of an ended program."""


def run_program(program: Program, limits: Limits) -> Ended:
    """Run a program until it ends, or until it exceeds a bound; then everything that it started has ended, too.

    Raises:
        InputError: the program cannot be started, or the system has no process groups.
    """
    pipes = Pipes()
    process, family = start(program, pipes, limits)
    reading = Reading(process, pipes, limits, memoryview(program.stdin), ends_input=True)
    try:
        stopped = reading.follow(family)
    finally:
        left = family.end(process.pid, leader_is_done=process.returncode is not None)
        if process.returncode is None:
            process.kill()
            process.wait()
        reading.drain()
        reading.close()
        pipes.close()
    stdout = bytes(reading.stdout[: limits.output_bytes])  # what was read last may be more
    return Ended(process.returncode, stdout, bytes(reading.stderr), stopped, left)


class Pipes:
    """The standard output of a program: a pipe, or a pair of terminals."""

    def __init__(self) -> None:
        self.read: int = -1
        self.write: int = -1

    def open(self, *, terminal: bool) -> None:
        """Open both ends."""
        if not terminal:
            self.read, self.write = os.pipe()
            return
        import pty
        import tty

        self.read, self.write = pty.openpty()
        tty.setraw(self.write)

    def close_write(self) -> None:
        """Close our copy of the end that the program writes to."""
        self.write = _close(self.write)

    def close(self) -> None:
        """Close both ends."""
        self.read, self.write = _close(self.read), _close(self.write)


def _close(descriptor: int) -> int:
    if descriptor >= 0:
        with contextlib.suppress(OSError):
            os.close(descriptor)
    return -1


def start(program: Program, pipes: Pipes, limits: Limits) -> tuple[subprocess.Popen[bytes], Family]:
    """Start a program in a session and process group of its own; its family must be ended.

    Raises:
        InputError: it cannot be started.
    """
    if not hasattr(os, "killpg"):
        raise InputError("this system has no process groups", next_step="run programs under Linux or macOS")
    pipes.open(terminal=program.terminal)
    family = Family()
    try:
        process = subprocess.Popen(
            program.words,
            stdin=subprocess.PIPE,
            stdout=pipes.write,
            stderr=subprocess.PIPE,
            cwd=program.folder or None,
            env={**os.environ, **program.environment},
            start_new_session=True,
            bufsize=0,
            preexec_fn=end_with_parent,
        )
    except (OSError, ValueError) as error:
        family.release()
        pipes.close()
        raise _cannot_start(program, error) from error
    pipes.close_write()
    _bound_files(process.pid, limits.file_bytes)
    return process, family


def _cannot_start(program: Program, error: OSError | ValueError) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    step = "write the program after --, by a name on the PATH or by its path"
    if isinstance(error, PermissionError):
        step = "make the file executable (chmod +x), or write the program that runs it before it, as in python FILE"
    return InputError(
        f"the program cannot be started: {reason}",
        Place(program.words[0] if program.words else ""),
        next_step=step,
        rule="program-unusable",
    )


def _bound_files(process: int, most: int) -> None:
    """Bound the size of files that a program writes, where the system can do so for a running process."""
    try:
        import resource

        resource.prlimit(process, resource.RLIMIT_FSIZE, (most, most))
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
    except (ImportError, AttributeError, OSError, ValueError):
        return


@dataclass
class Reading:
    """Feeds a program, and reads its two outputs as they come."""

    process: subprocess.Popen[bytes]
    pipes: Pipes
    limits: Limits
    to_write: memoryview = field(default_factory=lambda: memoryview(b""))
    ends_input: bool = False
    """Whether the input of the program ends after what is to be written."""
    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def __post_init__(self) -> None:
        self._watch(self.pipes.read, selectors.EVENT_READ, "stdout")
        if self.process.stderr is not None:
            self._watch(self.process.stderr.fileno(), selectors.EVENT_READ, "stderr")
        self.feed(self.to_write)

    def feed(self, data: memoryview) -> None:
        """Let the program have data on its standard input."""
        self.to_write = data
        if self.process.stdin is not None and data and not self.process.stdin.closed:
            self._watch(self.process.stdin.fileno(), selectors.EVENT_WRITE, "stdin")
        elif self.ends_input:
            self._close_stdin()

    def follow(self, family: Family) -> Stopped:
        """Wait for the end of the program, and end it where it exceeds a bound."""
        deadline = time.monotonic() + self.limits.seconds
        while self.process.poll() is None:
            stopped = self.exceeded(deadline)
            if stopped:
                self._end(family)
                return stopped
            self.step(_LOOK)
        self.drain()
        return self.exceeded(math.inf)

    def drain(self) -> None:
        """Read what is left in the pipes, for a moment: processes that were left behind may hold them open."""
        deadline = time.monotonic() + _DRAIN
        while self._is_reading() and time.monotonic() < deadline and len(self.stdout) <= self.limits.output_bytes:
            if not self.step(_LOOK) and self.process.returncode is not None:
                return

    def close(self) -> None:
        """Close everything."""
        self._close_stdin()
        self._selector.close()
        if self.process.stderr is not None:
            self.process.stderr.close()

    def exceeded(self, deadline: float) -> Stopped:
        """Which bound is exceeded; what is more than the output may be is cut off."""
        if len(self.stdout) > self.limits.output_bytes:
            del self.stdout[self.limits.output_bytes :]
            return Stopped.OUTPUT
        return Stopped.TIME if time.monotonic() > deadline else Stopped.NOT

    def _end(self, family: Family) -> None:
        """Ask the program to end, then make it end; what it still writes is dropped."""
        family.signal_group(self.process.pid, signal.SIGTERM)
        deadline = time.monotonic() + _GRACE
        while self.process.poll() is None and time.monotonic() < deadline:
            self.step(_LOOK)
            del self.stdout[self.limits.output_bytes :]
        if self.process.poll() is None:
            family.signal_group(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def step(self, seconds: float) -> bool:
        """Move what can be moved, after at most this many seconds; whether anything could be."""
        if not self._selector.get_map():
            time.sleep(seconds)
            return False
        ready = self._selector.select(seconds)
        for key, _ in ready:
            if key.data == "stdin":
                self._write(key.fd)
            else:
                self._read(key.fd, key.data)
        return bool(ready)

    def _write(self, descriptor: int) -> None:
        try:
            written = os.write(descriptor, self.to_write[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # the program does not read its input to the end
            written = len(self.to_write)
        self.to_write = self.to_write[written:]
        if not self.to_write:
            self._selector.unregister(descriptor)
            if self.ends_input:
                self._close_stdin()

    def _read(self, descriptor: int, name: str) -> None:
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            if error.errno != errno.EIO:  # how a terminal tells that nobody writes any more
                raise
            data = b""
        if not data:
            self._selector.unregister(descriptor)
        elif name == "stdout":
            self.stdout += data
        else:
            self.stderr += data[: max(0, self.limits.error_bytes - len(self.stderr))]

    def _watch(self, descriptor: int, event: int, name: str) -> None:
        os.set_blocking(descriptor, False)
        self._selector.register(descriptor, event, name)

    def _is_reading(self) -> bool:
        return bool(self._selector.get_map())

    def _close_stdin(self) -> None:
        if self.process.stdin is not None and not self.process.stdin.closed:
            with contextlib.suppress(OSError):
                self.process.stdin.close()

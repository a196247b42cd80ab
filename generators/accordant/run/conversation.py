"""A program that stays running: it reads one line and answers with one, as often as it is asked."""

from __future__ import annotations

import time
from typing import Final, NoReturn

from accordant.errors import InputError
from accordant.findings import Place
from accordant.run.capture import Pipes, Reading, start
from accordant.run.programs import Limits, Program, signal_named

_LOOK: Final = 0.02


class Conversation:
    """A running program. Use it as a context manager, so that it ends with everything that it started."""

    def __init__(self, program: Program, limits: Limits) -> None:
        """Start the program.

        Raises:
            InputError: it cannot be started.
        """
        self._words, self._limits = program.words, limits
        self._pipes = Pipes()
        self._process, self._family = start(program, self._pipes, limits)
        self._reading = Reading(self._process, self._pipes, limits)

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def ask(self, line: bytes) -> bytes:
        """Send a line (without its end) and return the next line of the answer, without its end.

        Raises:
            InputError: the program ended or exceeded a bound before it had answered.
        """
        self._reading.feed(memoryview(line + b"\n"))
        deadline = time.monotonic() + self._limits.seconds
        while b"\n" not in self._reading.stdout:
            if self._reading.exceeded(deadline):
                self._refuse(
                    f"gave no answer within {self._limits.seconds:g} s and {self._limits.output_bytes:,} bytes"
                )
            if self._process.poll() is not None:
                self._reading.drain()
                if b"\n" not in self._reading.stdout:
                    by = signal_named(self._process.returncode)
                    how = f"was ended by {by}" if by else f"ended with {self._process.returncode}"
                    self._refuse(f"{how} before it answered")
            self._reading.step(_LOOK)
        answer, _, rest = bytes(self._reading.stdout).partition(b"\n")
        self._reading.stdout[:] = rest
        return answer

    def end(self) -> None:
        """End the program and everything that it started."""
        self._family.end(self._process.pid, leader_is_done=self._process.returncode is not None)
        if self._process.returncode is None:
            self._process.kill()
            self._process.wait()
        self._reading.close()
        self._pipes.close()

    def _refuse(self, reason: str) -> NoReturn:
        errors = bytes(self._reading.stderr[:200]).decode("utf-8", "replace").strip()
        said = f"; it wrote to standard error: {errors}" if errors else ""
        raise InputError(
            f"the program {reason}{said}",
            Place(self._words[0]),
            next_step="run the program by itself with a line of JSON on its standard input",
            rule="program-failed",
        )

"""Programs that stay: each is started once, and answers a line of JSON to each line of JSON."""

from __future__ import annotations

import atexit
import contextlib
import json
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


class Staying:
    """A program that was started; a hang ends with the time limit of the test that asks."""

    def __init__(self, *command: str | Path) -> None:
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self._process = subprocess.Popen(
            command,
            cwd=HERE,  # the folder of the test that asks first goes with that test
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, encoding="utf-8",
        )  # fmt: skip

    def ask(self, question: Any) -> Any:
        """The answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # it has died, and its errors tell why
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, self._last_words()
        return json.loads(answer)

    def _last_words(self) -> str:
        self._process.wait()
        self._errors.seek(0)
        staying.cache_clear()  # who asks next gets one that lives
        return self._errors.read()[-3000:]

    def stop(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@cache
def staying(*command: str | Path) -> Staying:
    """The program of a command."""
    started = Staying(*command)
    atexit.register(started.stop)
    return started

"""Runs the cases of ``registry conform``: each call in its folder, as often as the case says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from accordant.conform.cases import Case, Outcome
from accordant.run import Ended, Limits, Program, list_changes, run_program, take_snapshot, working_copy

FOLDER = "{folder}"
"""Stands in arguments and variables for the folder in which the program works."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Calls one program for many cases."""

    words: tuple[str, ...]
    """The program, and the arguments of every call."""
    limits: Limits
    base: Path
    """The folder that the folders of cases are relative to."""

    def run(self, case: Case, *, compare_folder: bool = False, on_terminal: bool = False) -> Outcome:
        """Make all calls of a case.

        Args:
            case: the case.
            compare_folder: whether the folder is looked at before and after the first call.
            on_terminal: whether one more call writes to a terminal.

        Raises:
            InputError: the program cannot be started, or the folder cannot be copied.
        """
        first, changed = self._run_and_compare(case) if compare_folder else (self._run(case), ())
        others = [self._run(case) for _ in range(case.runs - 1)]
        terminal = self._run(case, terminal=True) if on_terminal else None
        return Outcome((first, *others), terminal, changed)

    def _run(self, case: Case, *, terminal: bool = False) -> Ended:
        with self._folder(case) as folder:
            return run_program(self._program(case, folder, terminal=terminal), self.limits)

    def _run_and_compare(self, case: Case) -> tuple[Ended, tuple[str, ...]]:
        """Make a call, and say what it changed in its folder."""
        with self._folder(case) as folder:
            before = take_snapshot(folder)
            ended = run_program(self._program(case, folder), self.limits)
            return ended, list_changes(before, take_snapshot(folder))

    @contextmanager
    def _folder(self, case: Case) -> Iterator[str]:
        """The copy of the folder in which a case works; empty where it works in that of this process."""
        if case.folder is None:
            yield ""
            return
        with working_copy(str(self.base / case.folder) if case.folder else "") as folder:
            yield folder

    def _program(self, case: Case, folder: str, *, terminal: bool = False) -> Program:
        words = (*_found_from_elsewhere(self.words, folder), *case.arguments)
        return Program(
            words=tuple(word.replace(FOLDER, folder) if folder else word for word in words),
            stdin=case.stdin,
            environment={name: text.replace(FOLDER, folder) for name, text in case.environment.items()},
            folder=folder,
            terminal=terminal,
        )


def _found_from_elsewhere(words: tuple[str, ...], folder: str) -> tuple[str, ...]:
    """The words of a program, to be used in another folder: paths of files that exist are made absolute."""
    return tuple(map(absolute, words)) if folder else words


def absolute(word: str) -> str:
    """A word that looks like the path of a file and is one, as an absolute path; any other word as it is."""
    try:
        looks_like_path = not word.startswith("-") and ("/" in word or "." in word)
        return str(Path(word).absolute()) if looks_like_path and Path(word).is_file() else word
    except (OSError, ValueError):
        return word

"""What commands that write do first: take their turn, and clear away what a killed run left."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from accordant import outputs
from accordant.cli.open_registry import Opened, relative_to_here
from accordant.cli.printing import complain
from accordant.disk.turns import take_turn
from accordant.disk.writing import explain_errors, remove_remains
from accordant.outputs import Drift, Outputs

PATIENCE = 60.0
"""Seconds to wait for another writer, where doing it after that one is as good."""


@contextlib.contextmanager
def take_turn_in_registry(opened: Opened, seconds: float = PATIENCE) -> Iterator[None]:
    """Be the only writer of a registry, in which no half-made thing is left.

    Raises:
        InputError: another writer is there, or something is left that is not provably of a killed run.
    """
    from accordant.registry import remains

    with take_turn(opened.folder, seconds, opened.shown):
        for sentence in remains.remove(opened.folder, opened.shown):
            complain(f"registry: {sentence}\n")
        yield


@contextlib.contextmanager
def take_turn_in_folder(folder: Path, below: Iterable[str] = ("",)) -> Iterator[None]:
    """Be the only writer of a folder, which is made; remains are cleared from it and from folders ``below`` it.

    Raises:
        InputError: another writer is there, or the folder cannot be made.
    """
    with explain_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with take_turn(folder, PATIENCE, relative_to_here(folder)):
        for path in remove_remains(folder, below):
            complain(f"registry: removed {relative_to_here(Path(path))}, left by a command that was interrupted\n")
        yield


def write_outputs(files: Outputs, folder: Path, *, beside: bool = False, seen: Collection[str] = ()) -> list[Drift]:
    """Write files of a generator as :func:`accordant.outputs.write` does, in a turn of this command."""
    outputs.require_safe(files, folder)  # what is refused makes no folder
    with take_turn_in_folder(folder, outputs.folders_of(files, folder)):
        return outputs.write(files, folder, beside=beside, seen=seen)

"""``registry gen conformance``: a suite for ``registry conform`` to begin with, and the tests that run it."""

from __future__ import annotations

from pathlib import Path

from accordant.cli import exits
from accordant.cli.open_registry import find, relative_to_here
from accordant.cli.selection import select
from accordant.cli.writing import write_outputs
from accordant.conform.new_suite import SUITE, new_suite
from accordant.disk.reading import find_file
from accordant.errors import InputError
from accordant.findings import Report

TARGET = "conformance"
SHAPE = "CONTRACT[/VERSION]"


def generate_conformance(path: str, out: str) -> Report:
    """Write the files of a suite that are not there yet; those that are there belong to whoever keeps them.

    Raises:
        InputError: the path names no version.
    """
    selection = select(find().load_with_pinned(with_examples=True), path, SHAPE, 2)
    version = selection.version or selection.contract.current
    if version is None:
        raise InputError(f"{path} has no version", next_step="run: registry show CONTRACT", rule="usage")
    folder = Path(out)
    files = {name: text for name, text in new_suite(version).items() if find_file(folder, name) is None}
    drift = write_outputs(files, folder, beside=True) if files else []
    shown = relative_to_here(folder)
    changes = [{"target": TARGET, "path": f"{shown}/{change.path}", "change": change.kind} for change in drift]
    kept = sorted(new_suite(version).keys() - files.keys())
    lines = [f"{TARGET}: {len(files)} files in {shown}"]
    lines += [f"left as they are: {', '.join(kept)}"] if kept else []
    suite = f"{shown}/{SUITE}"
    lines += [f"next: write calls under [calls] in {suite}, then: registry conform --suite {suite} -- PROGRAM"]
    return Report("gen", exits.FINE, (), {"changes": changes}, "\n".join(lines))

"""Freeze the working state of a version as its next release."""

from __future__ import annotations

from pathlib import Path

from accordant.contract import Version, releases
from accordant.errors import InputError
from accordant.findings import Place
from accordant.outputs import digest, write_text
from accordant.registry import layout, lock
from accordant.registry.load import load


def next_name(version: Version) -> str | None:
    """The name of the next release (``1.0``, ``1.1``), or None where nothing changed since the last one."""
    if not version.releases:
        return f"{version.major}.0"
    last = version.releases[-1]
    if releases.same(last.read(), version.state):
        return None
    return f"{version.major}.{int(last.name.partition('.')[2]) + 1}"


def freeze(folder: Path, contract: str, version: str, shown: str = "") -> str | None:
    """Write the next release of a version and its line in the lock; nothing is judged here.

    Returns:
        The release's name, or None where nothing changed since the last one.

    Raises:
        InputError: no such version, a release file that is in the way, or a folder that cannot be written.
    """
    registry = load(folder, shown=shown, only=contract, with_examples=False)
    frozen = registry.contract(contract)
    working = frozen.version(version) if frozen else None
    if working is None:
        raise InputError(f"no version {contract}/{version} in this registry", next_step="run: registry list")
    name = next_name(working)
    if name is None:
        return None
    path = f"{contract}/{version}/{layout.RELEASES}/{name}.json"
    if (folder / path).exists():
        reason = "exists already; a release is never overwritten"
        raise InputError(reason, Place(shown + path), next_step="restore registry.lock, or remove the file")
    text = releases.render(working.state, name)
    write_text(folder / path, text)
    lines = lock.parse(layout.read_file(folder, layout.LOCK), layout.LOCK) if (folder / layout.LOCK).exists() else {}
    write_text(folder / layout.LOCK, lock.render({**lines, path: digest(text)}))
    return name

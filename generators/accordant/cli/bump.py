"""``registry bump``."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import click

from accordant.cli import exits
from accordant.cli.open_registry import Opened, find
from accordant.cli.options import command_seconds_option, format_option, registry_option
from accordant.cli.writing import take_turn_in_registry
from accordant.errors import InputError
from accordant.findings import Place, Report
from accordant.registry import layout

_START_TIME = 19
"""The index of the start time after the name of the program, in clock ticks since the machine began (proc(5))."""
_LONGEST_START = 60.0
"""Seconds; a process that is older is not one that has just been started, whatever the system says."""


@click.command("bump", epilog="Example: registry bump cobre   then make the breaking edit in cobre/v2")
@click.argument("contract")
@click.option("--suggest", is_flag=True, help="Copy nothing; say which step the edits so far need: a release, "
    "or a new version.")  # fmt: skip
@registry_option
@command_seconds_option
@format_option
@click.pass_obj
def command(is_process: bool, contract: str, suggest: bool) -> Report:
    """Copy the newest version of a contract to the next major one, where breaking edits are allowed.

    In the copy, the addresses of schemas and the value of the version field name the new version. The copy is a draft
    without a release; the old version stays as it is and keeps its promise.
    """
    begun = _process_begin() if is_process else time.time()
    opened = find()
    if suggest:
        return _suggest(opened, contract)
    opened.require_own()
    with take_turn_in_registry(opened, seconds=0):
        opened.require(contract)
        _require_first(opened, contract, begun)
        old, new, files = copy_version(opened, contract)
    base = f"{contract}/{new}"
    number = f"{len(files)} file{'s' * (len(files) != 1)}"
    text = [
        f"copied {contract}/{old} to {base}: {number}, a draft without a release. Next:",
        f"  1. make the breaking edit in {opened.shown}{base}",
        f"  2. say in {opened.shown}{contract}/contract.toml until when {old} is supported",
        f"  3. registry release {base}",
        f'  4. when readers may rely on it, set status = "current" in [versions.{new}] there',
        *_step_of_unsaid(opened, contract, old),
    ]
    data = {"contract": contract, "from": old, "to": new, "files": files}
    return Report("bump", exits.FINE, data=data, text="\n".join(text))


def _step_of_unsaid(opened: Opened, contract: str, old: str) -> Iterator[str]:
    """The step that keeps readers of documents without a version, where nothing declares their version yet."""
    entry = opened.load(only=contract).contract(contract)
    if entry is not None and not (entry.carrier or entry.default_version):
        yield f'     and default-version = "{old}" above it, so that documents that say no version stay with {old}'


def copy_version(opened: Opened, contract: str, wanted: str = "") -> tuple[str, str, list[str]]:
    """Copy the newest version of a contract, in a turn in the registry.

    Returns:
        The version that was copied, the new one, and the new files as they are shown.

    Raises:
        InputError: it cannot be copied, or the next version is not ``wanted``.
    """
    from accordant.registry.bump import bump

    old, new = bump(opened.folder, contract, opened.shown, wanted=wanted)
    files = [path for path in sorted((opened.folder / contract / new).rglob("*")) if path.is_file()]
    return old, new, [f"{opened.shown}{path.relative_to(opened.folder).as_posix()}" for path in files]


def _suggest(opened: Opened, contract: str) -> Report:
    """The smallest step that the edits to each version of a contract need, and the command for it."""
    from accordant.cli.version_steps import steps_of

    opened.require(contract)
    steps = steps_of(opened, contract)
    last = steps[-1]
    data = {
        "contract": contract,
        "from": last.version.name,
        "to": last.to,
        "files": [],
        "steps": [{"version": step.version.name, "step": step.kind, "command": step.command} for step in steps],
    }
    return Report("bump", exits.FINE, data=data, text="\n".join(step.text for step in steps))


def _require_first(opened: Opened, contract: str, begun: float) -> None:
    """Require that nobody changed the contract since this command began: two bumps at once mean one new version.

    Raises:
        InputError: somebody did.
    """
    file = opened.folder / contract / layout.CONTRACT
    if file.exists() and file.stat().st_ctime > begun:
        raise InputError(
            "was changed by another command while this one began; this one changed nothing",
            Place(f"{opened.shown}{contract}/{layout.CONTRACT}"),
            next_step=f"see whether the new version is there: registry list; for one more: registry bump {contract}",
        )


def _process_begin() -> float:
    """When this process began, in seconds since 1970: starting takes long enough for another bump to end.

    Where the system does not say, it began no later than its processor time did.
    """
    now = time.time()
    try:
        ticks = int(Path("/proc/self/stat").read_text("utf-8").rpartition(")")[2].split()[_START_TIME])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
        if 0 <= age < _LONGEST_START:
            return now - age
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    return now - time.process_time()

"""Freeze the working state of a version as its next release."""

from __future__ import annotations

import datetime
import os
import re
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from accordant.contract import Contract, Version, releases
from accordant.disk.writing import write_file
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.outputs import digest
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


def unlocked_name(version: Version, locked: Collection[str]) -> str | None:
    """The name of the newest release where an earlier run wrote it and was interrupted before it wrote the lock.

    Its bytes tell this: they are those that a release of the working state has.
    """
    if not version.releases or version.releases[-1].path in locked:
        return None
    last = version.releases[-1]
    document = last.document()
    accepted = releases.accepted_in(document)
    day, followed = releases.date_of(document), releases.followed(document)
    rendered = releases.render(version.state, last.name, day, accepted, followed)
    return last.name if document.text == rendered else None


_SECONDS: Final = re.compile("[0-9]{1,12}")
_LAST_SECOND: Final = 253_402_300_799
"""The last one of the year 9999."""


def _followed(contract: Contract, version: Version) -> str:
    """The last release of the version before, where this is the first one of a version; else empty."""
    older = [other for other in contract.versions if other.major < version.major and other.releases]
    return older[-1].releases[-1].name if older and not version.releases else ""


def today() -> str:
    """The day of a release that is made now, in UTC; ``SOURCE_DATE_EPOCH`` decides where it is set, as in other builds.

    Raises:
        InputError: ``SOURCE_DATE_EPOCH`` is not a number of seconds, or one after the year 9999.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given and not (_SECONDS.fullmatch(given) and int(given) <= _LAST_SECOND):
        reason = "SOURCE_DATE_EPOCH is not a number of seconds since 1970"
        raise InputError(reason, next_step="unset it, or set it to one such as 1795910400", rule="usage")
    seconds = int(given) if given else time.time()
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date().isoformat()


def freeze(
    folder: Path,
    contract: str,
    version: str,
    shown: str = "",
    date: str = "",
    accepted: Sequence[Mapping[str, JsonValue]] = (),
) -> str | None:
    """Write the next release of a version and its line in the lock; judging is not done here.

    A release that an earlier run wrote without its line gets the line.

    Args:
        folder: the registry.
        contract: the name of the contract.
        version: the name of its version.
        shown: how the folder is shown in paths.
        date: the day that the release has; none where it is empty.
        accepted: the breaks since the release before that were accepted, as the file keeps them.

    Returns:
        The release's name, or None where nothing changed since the last one.

    Raises:
        InputError: no such version, a release file that is in the way, or a folder that cannot be written.
    """
    registry = load(folder, shown=shown, only=contract, with_examples=False)
    frozen = registry.contract(contract)
    working = frozen.version(version) if frozen else None
    if frozen is None or working is None:
        raise InputError(f"no version {contract}/{version} in this registry", next_step="run: registry list")
    begun = unlocked_name(working, registry.lock)
    name = begun or next_name(working)
    if name is None:
        return None
    path = f"{contract}/{version}/{layout.RELEASES}/{name}.json"
    text = (
        working.releases[-1].document().text
        if begun
        else releases.render(working.state, name, date, accepted, _followed(frozen, working))
    )
    if begun is None:
        if (folder / path).exists():
            reason = "exists already; a release is never overwritten"
            raise InputError(reason, Place(shown + path), next_step="restore registry.lock, or remove the file")
        write_file(folder, path, text)
    write_file(folder, layout.LOCK, lock.render({**registry.lock, path: digest(text)}))
    return name

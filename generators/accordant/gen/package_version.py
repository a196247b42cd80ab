"""The version of a generated package: given in ``registry.toml``, else derived from the releases that it holds.

    MAJOR.MINOR.PATCH
    MAJOR   1 + contract versions that the package held once and holds no longer
    MINOR   releases that added something, the first of each contract version included
    PATCH   releases that only corrected words, + times that another version of the tool made the package

Every number only grows, so two states of a registry never have one version, whichever branch they come from. The file
``version.lock.json`` beside the output keeps what cannot be derived: what the package held before, and which version of
the tool made it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import accordant
from accordant.contract import Registry, Version
from accordant.contract.wordless import differ_in_words_only
from accordant.errors import InputError
from accordant.findings import Place
from accordant.gen.options import place_of_option
from accordant.gen.target import Options, Target
from accordant.schema.documents import parse_json

VERSION_LOCK: Final = "version.lock.json"
"""The file beside the output with the version of the package and what it is derived from."""
UNRELEASED: Final = ""
"""The newest release of a contract version that has none."""

_VERSION: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_RESTORE: Final = "restore it from version control, or remove it"


@dataclass(frozen=True, slots=True)
class PackageState:
    """What a package holds, and its version."""

    version: str
    holds: Mapping[str, str] = field(default_factory=dict)
    """Contract version to its newest release; empty where nothing is released."""
    removed: int = 0
    """How many contract versions the package held once and no longer holds."""
    remade: int = 0
    """How often another version of the tool made the package."""
    tool: str = field(default_factory=lambda: accordant.__version__)

    @property
    def text(self) -> str:
        """The text of the lock."""
        facts = {"holds": dict(self.holds), "removed": self.removed, "remade": self.remade, "tool": self.tool}
        return json.dumps({"made-by": "registry gen", "version": self.version, **facts}, indent=1) + "\n"


def package_state(registry: Registry, target: Target, options: Options, lock: str) -> PackageState:
    """What the package of a target holds, and its version.

    Args:
        registry: the registry.
        target: the target.
        options: its options; ``version`` is the version where it is given.
        lock: the text of the lock of an earlier run; empty where there was none.

    Raises:
        InputError: the given version is none, or the lock cannot be read.
    """
    before = _read(lock)
    versions = {f"{contract.name}/{version.name}": version for contract in registry.contracts
                for version in contract.versions}  # fmt: skip
    holds = {name: _newest(version) for name, version in sorted(versions.items())}
    removed = before.removed + len([name for name in before.holds if name not in holds])
    remade = before.remade + (before.tool != accordant.__version__)
    given = options.get("version")
    if given is not None and not _VERSION.fullmatch(str(given)):
        place = place_of_option(registry, target, "version")
        raise InputError(f"{given!r} is not a version of a package", place, next_step='write three numbers: "1.4.0"')
    return PackageState(str(given or _derive(versions, removed, remade)), holds, removed, remade)


def _newest(version: Version) -> str:
    return version.releases[-1].name if version.releases else UNRELEASED


def _derive(versions: Mapping[str, Version], removed: int, remade: int) -> str:
    """The version that the releases give; 0.1.PATCH before the first of them."""
    added, corrected = 0, 0
    for version in versions.values():
        added += _unseen(version)
        for is_correction in _kinds(version):
            corrected += is_correction
            added += not is_correction
    if not added and not removed:
        return f"0.1.{remade}"
    return f"{1 + removed}.{max(added - 1, 0)}.{corrected + remade}"


def _unseen(version: Version) -> int:
    """How many releases came before the first one that is here: a pinned release is the only one that is."""
    return int(version.releases[0].name.partition(".")[2]) if version.releases else 0


def _kinds(version: Version) -> Iterator[bool]:
    """For each release of a version, whether it only corrected words of the one before."""
    yield from [False] * len(version.releases[:1])
    for before, after in pairwise(version.releases):
        yield differ_in_words_only(before.read(), after.read())


def _read(text: str) -> PackageState:
    if not text:
        return PackageState("")
    try:
        value = parse_json(text, VERSION_LOCK)
        holds = {str(name): str(release) for name, release in value["holds"].items()}
        return PackageState(
            str(value["version"]), holds, int(value["removed"]), int(value["remade"]), str(value["tool"])
        )
    except InputError as error:
        error.next_step = _RESTORE
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InputError("is not a lock of a package", Place(VERSION_LOCK), next_step=_RESTORE) from error

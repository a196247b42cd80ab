"""Generation for a whole registry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.gen.deep_types import require_printable
from accordant.gen.kept_names import NamesLock, names_gone
from accordant.gen.options import configured_options
from accordant.gen.package_version import VERSION_LOCK, package_state
from accordant.gen.parsed import require_parsed
from accordant.gen.targets import reserved_names, target_named
from accordant.gen.unhonoured import list_unhonoured_of_version
from accordant.model.types import Unhonoured
from accordant.model.versions import VersionModel, models_of
from accordant.outputs import Outputs
from accordant.schema.documents import parse_json

_RESTORE: Final = "restore it from version control, or remove it"

NAMES_LOCK: Final = "names.lock.json"
"""The file beside the output that keeps the names of types, so that later runs rename nothing."""

KEPT: Final = "kept"
"""The value of the option ``names`` with which a name that is gone is an error."""


@dataclass(frozen=True, slots=True)
class GeneratedTarget:
    """Every file of a target by path, and by contract version the keywords that its code does not honour."""

    files: Outputs
    unhonoured: Mapping[str, tuple[Unhonoured, ...]]
    gone: Mapping[str, tuple[str, ...]]
    """By contract version, the names of types that an earlier run gave and that are gone."""


def generate_registry(registry: Registry, target: str, names: str = "", package: str = "") -> Outputs:
    """Every file of a target's distribution, by path; ``names`` and ``package`` are the locks of an earlier run.

    Raises:
        InputError: the target is unknown, does not take an option, or needs what is not installed; or the lock cannot
            be read.
        UnresolvableReference: a reference leads nowhere.
    """
    return Generator(registry).generate(target, names, package).files


class Generator:
    """Generates for one registry; targets whose locks hold the same names share the models of the versions."""

    def __init__(self, registry: Registry) -> None:
        """Generate for a registry."""
        self.registry = registry
        self._models: dict[str, list[VersionModel]] = {}

    def generate(self, name: str, names: str = "", package: str = "") -> GeneratedTarget:
        """The files of a target and what they do not honour; it raises as :func:`generate_registry` does."""
        target = target_named(name)
        options = configured_options(self.registry, target)
        before = read_names(names)
        versions = [_with_aliases(version, before) for version in self._versions(names)]
        locks, given = {}, options
        if any(option.name == "version" for option in target.options):
            state = package_state(self.registry, target, options, package)
            locks = {VERSION_LOCK: state.text}
            given = {**options, "version": state.version, "holds": state.holds}
        gone = names_gone(before, {_label(version): version.model.names for version in versions})
        locks[NAMES_LOCK] = _lock_text(versions, before, gone if options.get("names") == KEPT else {})
        with require_printable():
            files: Outputs = {**target.package(self.registry, versions, given), **locks}
        require_parsed(files)
        losses = {_label(version): list_unhonoured_of_version(version, target) for version in versions}
        unhonoured = {label: keywords for label, keywords in losses.items() if keywords}
        return GeneratedTarget(files, unhonoured, gone)

    def _versions(self, names: str) -> list[VersionModel]:
        if names not in self._models:
            self._models[names] = models_of(self.registry, read_names(names).names, reserved_names())
        return self._models[names]


def _with_aliases(version: VersionModel, lock: NamesLock) -> VersionModel:
    aliases = lock.aliases_of(_label(version), version.model.names)
    return replace(version, aliases=aliases) if aliases else version


def _label(version: VersionModel) -> str:
    return f"{version.contract.name}/{version.version.name}"


def _lock_text(versions: list[VersionModel], before: NamesLock, gone: Mapping[str, tuple[str, ...]]) -> str:
    names = {_label(version): dict(sorted(version.model.names.items())) for version in versions}
    more = {
        "gone": {version: list(listed) for version, listed in sorted(gone.items())},
        "aliases": {version: dict(sorted(table.items())) for version, table in sorted(before.aliases.items())},
    }
    content = {"made-by": "registry gen", "names": names, **{key: table for key, table in more.items() if table}}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def read_names(text: str) -> NamesLock:
    """What the text of a lock of names says.

    Raises:
        InputError: it is not such a lock.
    """
    if not text:
        return NamesLock()
    try:
        content = parse_json(text, NAMES_LOCK)
        gone = {str(version): tuple(map(str, listed)) for version, listed in content.get("gone", {}).items()}
        return NamesLock(_table(content["names"]), gone, _table(content.get("aliases", {})))
    except InputError as error:
        error.next_step = _RESTORE
        raise
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError("is not a lock of names", Place(NAMES_LOCK), next_step=_RESTORE) from error


def _table(value: JsonValue) -> dict[str, dict[str, str]]:
    return {str(version): {str(k): str(v) for k, v in names.items()} for version, names in value.items()}

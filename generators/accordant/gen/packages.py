"""Generation for a whole registry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import Place
from accordant.gen.options import configured_options
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


@dataclass(frozen=True, slots=True)
class GeneratedTarget:
    """Every file of a target by path, and by contract version the keywords that its code does not honour."""

    files: Outputs
    unhonoured: Mapping[str, tuple[Unhonoured, ...]]


def generate_registry(registry: Registry, target: str, names: str = "") -> Outputs:
    """Every file of a target's distribution, by path; ``names`` is the text of the lock of an earlier run.

    Raises:
        InputError: the target is unknown, does not take an option, or needs what is not installed; or the lock cannot
            be read.
        UnresolvableReference: a reference leads nowhere.
    """
    return Generator(registry).generate(target, names).files


class Generator:
    """Generates for one registry; targets whose locks hold the same names share the models of the versions."""

    def __init__(self, registry: Registry) -> None:
        """Generate for a registry."""
        self.registry = registry
        self._models: dict[str, list[VersionModel]] = {}

    def generate(self, name: str, names: str = "") -> GeneratedTarget:
        """The files of a target and what they do not honour; it raises as :func:`generate_registry` does."""
        target = target_named(name)
        options = configured_options(self.registry, target)
        versions = self._versions(names)
        files: Outputs = {**target.package(self.registry, versions, options), NAMES_LOCK: _lock_text(versions)}
        require_parsed(files)
        losses = {_label(version): list_unhonoured_of_version(version, target) for version in versions}
        return GeneratedTarget(files, {label: unhonoured for label, unhonoured in losses.items() if unhonoured})

    def _versions(self, names: str) -> list[VersionModel]:
        if names not in self._models:
            self._models[names] = models_of(self.registry, _read_lock(names), reserved_names())
        return self._models[names]


def _label(version: VersionModel) -> str:
    return f"{version.contract.name}/{version.version.name}"


def _lock_text(versions: list[VersionModel]) -> str:
    names = {_label(version): dict(sorted(version.model.names.items())) for version in versions}
    return json.dumps({"made-by": "registry gen", "names": names}, indent=1, ensure_ascii=False) + "\n"


def _read_lock(text: str) -> Mapping[str, Mapping[str, str]]:
    if not text:
        return {}
    try:
        names = parse_json(text, NAMES_LOCK)["names"]
        return {version: {str(k): str(v) for k, v in table.items()} for version, table in names.items()}
    except InputError as error:
        error.next_step = _RESTORE
        raise
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError("is not a lock of names", Place(NAMES_LOCK), next_step=_RESTORE) from error

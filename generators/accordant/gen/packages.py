"""Generation for a whole registry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.gen.model import Unhonoured
from accordant.gen.targets import TARGETS
from accordant.gen.versions import VersionModel, models_of
from accordant.outputs import Outputs

NAMES_LOCK: Final = "names.lock.json"
"""The file beside the output that keeps the name of every type, so that later runs rename nothing."""


def generate_registry(registry: Registry, target: str, names: str = "") -> Outputs:
    """Every file of a target's distribution, by path; ``names`` is the text of the lock of an earlier run.

    Raises:
        InputError: the target is unknown, or the lock cannot be read.
        UnresolvableReference: a reference leads nowhere.
    """
    if target not in {one.name for one in TARGETS}:
        raise InputError(f"there is no target {target!r}", next_step=f"choose {', '.join(one.name for one in TARGETS)}")
    options = next((one.options for one in registry.targets if one.name == target), {})
    versions = _models(registry, names)
    files = dict(_printed(registry, versions, target, options))
    files[NAMES_LOCK] = _lock(versions)
    return files


_LAST: list[tuple[Registry, str, list[VersionModel]]] = []


def _models(registry: Registry, names: str) -> list[VersionModel]:
    """The models of all versions; kept for the next target, whose lock mostly holds the same names."""
    for known, lock, models in _LAST:
        if known is registry and lock == names:
            return models
    _LAST[:] = [(registry, names, models_of(registry, _read(names)))]
    return _LAST[0][2]


def unhonoured(registry: Registry) -> dict[str, tuple[Unhonoured, ...]]:
    """The keywords that generated code does not honour, by contract version; empty where all is honoured."""
    found = {f"{one.contract.name}/{one.version.name}": one.model.unhonoured for one in models_of(registry)}
    return {name: listed for name, listed in found.items() if listed}


def _printed(registry: Registry, versions: list[VersionModel], target: str, options: Mapping[str, Any]) -> Outputs:
    if target == "python":
        from accordant.gen.python.package import package as python

        return python(registry, versions, options)
    from accordant.gen.typescript.package import package as typescript

    return typescript(registry, versions, options)


def _lock(versions: list[VersionModel]) -> str:
    names = {f"{one.contract.name}/{one.version.name}": dict(sorted(one.model.names.items())) for one in versions}
    return json.dumps({"made-by": "registry gen", "names": names}, indent=1, ensure_ascii=False) + "\n"


def _read(text: str) -> Mapping[str, Mapping[str, str]]:
    if not text:
        return {}
    try:
        names = json.loads(text)["names"]
        return {version: {str(k): str(v) for k, v in table.items()} for version, table in names.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            "is not a lock of names", path=NAMES_LOCK, next_step="restore it from version control, or remove it"
        ) from error

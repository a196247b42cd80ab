"""Generation for a whole registry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.gen.model import Model, Unhonoured
from accordant.gen.targets import TARGETS, named
from accordant.gen.versions import VersionModel, models_of
from accordant.outputs import Outputs

NAMES_LOCK: Final = "names.lock.json"
"""The file beside the output that keeps the name of every type, so that later runs rename nothing."""


@dataclass(frozen=True, slots=True)
class Generated:
    """Every file of a target by path, and by contract version the keywords that its code does not honour."""

    files: Outputs
    unhonoured: Mapping[str, tuple[Unhonoured, ...]]


def generate_registry(registry: Registry, target: str, names: str = "") -> Outputs:
    """Every file of a target's distribution, by path; ``names`` is the text of the lock of an earlier run.

    Raises:
        InputError: the target is unknown or needs what is not installed, or the lock cannot be read.
        UnresolvableReference: a reference leads nowhere.
    """
    return generated(registry, target, names).files


def generated(registry: Registry, target: str, names: str = "") -> Generated:
    """The same with what the generated code does not honour; it raises the same."""
    if named(target) is None:
        raise InputError(f"there is no target {target!r}", next_step=f"choose {', '.join(one.name for one in TARGETS)}")
    options = next((one.options for one in registry.targets if one.name == target), {})
    versions = _models(registry, names)
    files = dict(_printed(registry, versions, target, options))
    files[NAMES_LOCK] = _lock(versions)
    found = {f"{one.contract.name}/{one.version.name}": unhonoured(one.model, target) for one in versions}
    return Generated(files, {name: listed for name, listed in found.items() if listed})


_LAST: list[tuple[Registry, str, list[VersionModel]]] = []


def _models(registry: Registry, names: str) -> list[VersionModel]:
    """The models of all versions; kept for the next target, whose lock mostly holds the same names."""
    for known, lock, models in _LAST:
        if known is registry and lock == names:
            return models
    _LAST[:] = [(registry, names, models_of(registry, _read(names)))]
    return _LAST[0][2]


def unhonoured(model: Model, target: str) -> tuple[Unhonoured, ...]:
    """The keywords that a target's code does not honour; empty where all are honoured."""
    chosen = named(target)
    if chosen is not None and chosen.flavour:
        from accordant.gen.flavours import reported

        return reported.unhonoured(model, target)
    return model.unhonoured


def _printed(registry: Registry, versions: list[VersionModel], target: str, options: Mapping[str, Any]) -> Outputs:
    if target == "python":
        from accordant.gen.python.package import package as python

        return python(registry, versions, options)
    if target == "ts":
        from accordant.gen.typescript.package import package as typescript

        return typescript(registry, versions, options)
    if target == "model":
        from accordant.gen.snapshot import package as snapshots

        return snapshots(versions)
    from accordant.gen.flavours.printed import package as flavour

    return flavour(versions, target)


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

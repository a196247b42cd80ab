"""Generation for a whole registry."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from accordant.contract import Registry
from accordant.errors import InputError
from accordant.findings import Place
from accordant.gen.targets import TARGETS, named
from accordant.model.reserved import PYTHON_KEYWORDS
from accordant.model.types import Model, Unhonoured
from accordant.model.versions import VersionModel, models_of
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
    return Generator(registry).generated(target, names).files


class Generator:
    """Generates for one registry; targets whose locks hold the same names share the models of the versions."""

    def __init__(self, registry: Registry) -> None:
        """Generate for a registry."""
        self.registry = registry
        self._models: dict[str, list[VersionModel]] = {}

    def generated(self, target: str, names: str = "") -> Generated:
        """The files of a target and what they do not honour; it raises as :func:`generate_registry` does."""
        if named(target) is None:
            there = ", ".join(one.name for one in TARGETS)
            raise InputError(f"there is no target {target!r}", next_step=f"choose {there}")
        options = next((one.options for one in self.registry.targets if one.name == target), {})
        _require_name(self.registry, target, options)
        if names not in self._models:
            self._models[names] = models_of(self.registry, _read(names))
        versions = self._models[names]
        files = dict(_printed(self.registry, versions, target, options))
        files[NAMES_LOCK] = _lock(versions)
        found = {f"{one.contract.name}/{one.version.name}": unhonoured(one.model, target) for one in versions}
        return Generated(files, {name: listed for name, listed in found.items() if listed})


_NPM_NAME: Final = re.compile(r"(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")


def _require_name(registry: Registry, target: str, options: Mapping[str, Any]) -> None:
    """See that a package can be imported by the name that registry.toml gives it."""
    name = options.get("package")
    taken = {*PYTHON_KEYWORDS, *sys.stdlib_module_names, "pydantic", "pydantic_core", "typing_extensions"}
    bad = {
        "python": lambda text: not (text.isascii() and text.isidentifier()) or text in taken,
        "ts": lambda text: not _NPM_NAME.fullmatch(text),
    }.get(target)
    if name is None or bad is None or not bad(str(name)):
        return
    at = f"/targets/{target}/package"
    place = registry.document.place(at) if registry.document else Place("registry.toml", pointer=at)
    raise InputError(
        f"no package can be called {name!r}",
        place,
        next_step='use a name such as "acme_contracts"'
        if target == "python"
        else 'use a name such as "@acme/contracts"',
    )


def unhonoured(model: Model, target: str) -> tuple[Unhonoured, ...]:
    """The keywords that a target's code does not honour; empty where all are honoured."""
    chosen = named(target)
    if chosen is not None and chosen.flavour:
        from accordant.gen.flavours import losses

        return losses.unhonoured(model, target)
    if target == "python":
        from accordant.gen.python import patterns as python

        return (*model.unhonoured, *python.unhonoured_patterns(model))
    if target == "ts":
        from accordant.gen.typescript import patterns as typescript

        return (*model.unhonoured, *typescript.unhonoured_patterns(model))
    return model.unhonoured


def _printed(registry: Registry, versions: list[VersionModel], target: str, options: Mapping[str, Any]) -> Outputs:
    if target == "python":
        from accordant.gen.python.package import package as python

        return python(registry, versions, options)
    if target == "ts":
        from accordant.gen.typescript.package import package as typescript

        return typescript(registry, versions, options)
    if target == "model":
        from accordant.gen.model_json.printer import package as snapshots

        return snapshots(versions)
    from accordant.gen.flavours.dcg import package as flavour

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
            "is not a lock of names", Place(NAMES_LOCK), next_step="restore it from version control, or remove it"
        ) from error

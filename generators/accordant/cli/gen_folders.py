"""The folders that ``registry gen`` writes: one for each target, none inside another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from accordant.cli.options import given_registry
from accordant.contract import Registry, TargetSettings
from accordant.disk.reading import find_file
from accordant.errors import InputError
from accordant.findings import Place
from accordant.registry import layout


def target_folders(registry: Registry, folder: Path, target: str | None, out: str | None) -> Iterator[tuple[str, Path]]:
    """Each target to generate, with its folder: the named target, or every one that ``registry.toml`` names.

    Raises:
        InputError: a target is unknown or has no folder, or two targets share one.
    """
    from accordant.gen import target_named

    if target is not None:
        target_named(target)
        if out is not None:
            yield target, Path(out)
            return
        _require_configured(registry, target)
    for entry in registry.targets:
        _require_own_folder(registry, entry)
        if target in (None, entry.name):
            target_named(entry.name, _place(registry, f"/targets/{entry.name}"))
            _require_outside(registry, folder, entry)
            yield entry.name, _folder(folder, entry.out)


def license_files(registry: Registry, target: str, folder: Path) -> dict[str, str]:
    """The licence that ``license-file`` of a target names, as a file of its package; none without the option.

    Args:
        registry: the registry.
        target: the target.
        folder: the folder of the registry.

    Raises:
        InputError: the file is outside of the project, cannot be read, or is not text.
    """
    options = next((entry.options for entry in registry.targets if entry.name == target), {})
    name = options.get("license-file")
    if not isinstance(name, str):
        return {}
    path = layout.inside_project(folder, name)
    data = find_file(path.parent, path.name)
    if data is None:
        place = _place(registry, f"/targets/{target}/license-file")
        raise InputError(f"there is no file {name!r} in the project", place, next_step="correct the path", rule="usage")
    return {"LICENSE": data.decode("utf-8", "replace")}


def without_license_files(registry: Registry) -> Registry:
    """The bundled registry belongs to no project, in which the licence of its packages would lie."""
    targets = [
        replace(entry, options={name: value for name, value in entry.options.items() if name != "license-file"})
        for entry in registry.targets
    ]
    return replace(registry, targets=tuple(targets))


def _folder(registry: Path, out: str) -> Path:
    """The bundled registry belongs to the tool: its outputs go below the working directory."""
    return Path(out) if given_registry() == layout.BUNDLED else layout.inside_project(registry, out)


def _require_configured(registry: Registry, target: str) -> None:
    if all(entry.name != target for entry in registry.targets):
        raise InputError(
            f"no [targets.{target}] there, so nothing says where its files go",
            _place(registry, "/targets"),
            next_step=f'add [targets.{target}] with out = "FOLDER", or give --out DIR',
        )


def _require_own_folder(registry: Registry, entry: TargetSettings) -> None:
    twin = next((other for other in registry.targets if other is not entry and _overlap(other.out, entry.out)), None)
    if twin is not None:
        raise InputError(
            f"the targets {entry.name} and {twin.name} share a folder, {entry.out!r}; each would remove the other's "
            "files",
            _place(registry, f"/targets/{entry.name}/out"),
            next_step="give each target a folder of its own",
        )


def _require_outside(registry: Registry, folder: Path, entry: TargetSettings) -> None:
    """Refuse a folder that is the registry, or lies in it where the registry has a folder of its own."""
    inside, out = folder.resolve(), _folder(folder, entry.out).resolve()
    first = out.relative_to(inside).parts[:1] if out.is_relative_to(inside) else None
    is_own = layout.project(folder) != inside
    names = {contract.name for contract in registry.contracts}
    if first is not None and (is_own or not first or first[0] in names):
        raise InputError(
            f"out = {entry.out!r} is in the registry, among the files of its contracts",
            _place(registry, f"/targets/{entry.name}/out"),
            next_step="name a folder beside the registry, such as generated",
            rule="usage",
        )


def _overlap(left: str, right: str) -> bool:
    """Whether one folder is the other or lies in it."""
    first, second = (PurePosixPath(path).parts for path in (left, right))
    return first[: len(second)] == second or second[: len(first)] == first


def _place(registry: Registry, pointer: str) -> Place:
    return registry.document.place(pointer) if registry.document else Place(layout.CONFIG, pointer=pointer)

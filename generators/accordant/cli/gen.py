"""``registry gen``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from accordant import outputs
from accordant.cli import exits
from accordant.cli.drift import finding as drifted
from accordant.cli.files import read
from accordant.cli.opened import find, relative_to_here
from accordant.cli.options import format_option, given_registry, registry_option
from accordant.cli.parameters import bindings, data_schema_option
from accordant.cli.selection import select
from accordant.errors import InputError
from accordant.findings import Finding, Place, Report
from accordant.outputs import Drift, Outputs
from accordant.registry import layout

if TYPE_CHECKING:
    from accordant.contract import Registry

SHAPE = "CONTRACT[/VERSION[/SCHEMA]]"


@click.command("gen", epilog="Example: registry gen python --check")
@click.argument("target", required=False, metavar="[python|ts]")
@click.option("--check", is_flag=True, help="Write nothing; report files that are modified, missing or left over.")
@click.option("--diff", is_flag=True, help="Like --check, and show what would change.")
@click.option("--out", metavar="DIR", help="Where to write instead of the target's folder in registry.toml.")
@click.option("--schema", metavar=SHAPE, help="With --data-schema: the one schema to generate.")
@data_schema_option
@registry_option
@format_option
def command(
    target: str | None, check: bool, diff: bool, out: str | None, schema: str | None, bound: tuple[str, ...]
) -> Report:
    """Generate the packages of one target, or of every target that registry.toml names.

    With --schema and --data-schema one file is generated instead: the types of a generic schema with its type
    parameters bound, such as an envelope around one kind of data.
    """
    if out is not None and target is None:
        raise click.UsageError("--out needs the target whose files go there: registry gen python --out DIR")
    if bool(schema) != bool(bound) or (schema and out is None):
        raise click.UsageError("--schema and --data-schema go together, and need a target and --out DIR")
    from accordant.contract.validity import require_schemas

    opened = find()
    registry = opened.load(with_examples=False)
    require_schemas(registry)
    findings: list[Finding] = []
    lines: list[str] = []
    changes = []
    for name, folder in _folders(registry, opened.folder, target, out):
        made = _bound(registry, name, schema, bound) if schema else _packages(registry, name, folder)
        shown = relative_to_here(folder)
        if check or diff:
            drift = outputs.check(made, folder)
            findings += (drifted(one, shown, f"registry gen {name}", name) for one in drift)
            lines += (line for one in drift for line in _diff(one, made, folder, shown)) if diff else ()
        else:
            drift = outputs.write(made, folder)
            lines.append(f"{name}: {len(made)} files in {shown}, {len(drift)} changed")
        changes += [{"target": name, "path": f"{shown}/{one.path}", "change": one.kind} for one in drift]
    return Report("gen", exits.of(findings), tuple(findings), {"changes": changes}, "\n".join(lines))


def _packages(registry: Registry, target: str, folder: Path) -> Outputs:
    """Every file of a target; types keep the names that an earlier run gave them."""
    from accordant.gen import NAMES_LOCK, generate_registry

    lock = folder / NAMES_LOCK
    return generate_registry(registry, target, read(str(lock)).decode("utf-8", "replace") if lock.is_file() else "")


def _bound(registry: Registry, target: str, path: str, bound: tuple[str, ...]) -> Outputs:
    """The one file of a schema with its type parameters bound."""
    from accordant.conform import parameters
    from accordant.gen import generate_schema

    chosen = select(registry, path, SHAPE, 3)
    version = chosen.version or chosen.contract.current
    name = chosen.thing.name if chosen.thing else version.default_schema if version else ""
    if version is None or name not in version.state.schemas:
        raise InputError(f"{path} names no schema", next_step=f"write it as {SHAPE}", rule="usage")
    schemas = bindings(bound)
    state = parameters.bind(version.state, schemas)
    root = state.schemas[name]
    others = {**parameters.resources(schemas), **state.resources}
    source = f"{version.contract}/{version.name}/{name}"
    return generate_schema(root.value, target=target, resources=others, source=source)


def _folders(registry: Registry, folder: Path, target: str | None, out: str | None) -> Iterator[tuple[str, Path]]:
    """Each target to generate and its folder."""
    from accordant.gen import TARGETS

    known = [str(getattr(one, "name", one)) for one in TARGETS]
    if target is not None and target not in known:
        raise InputError(f"no target is called {target!r}", next_step=f"there are: {', '.join(known)}", rule="usage")
    if target is not None and out is not None:
        yield target, Path(out)
        return
    named = {one.name: one for one in registry.targets}
    config = registry.document.place("/targets") if registry.document else Place(layout.CONFIG)
    if target is not None and target not in named:
        raise InputError(
            f"no [targets.{target}] there, so nothing says where its files go",
            config.path,
            config.line,
            config.column,
            next_step=f'add [targets.{target}] with out = "FOLDER", or give --out DIR',
        )
    for one in registry.targets:
        twin = next((each.name for each in registry.targets if each is not one and _overlap(each.out, one.out)), None)
        if twin is not None:
            raise InputError(
                f"the targets {one.name} and {twin} share a folder, {one.out!r}; each would remove the other's files",
                config.path,
                config.line,
                config.column,
                f"/targets/{one.name}/out",
                next_step="give each target a folder of its own",
            )
        if target in (None, one.name):
            if one.name not in known:
                raise InputError(
                    f"no target is called {one.name!r}",
                    config.path,
                    config.line,
                    config.column,
                    f"/targets/{one.name}",
                    next_step=f"there are: {', '.join(known)}",
                )
            yield (
                one.name,
                Path(one.out) if given_registry() == layout.BUNDLED else layout.inside_project(folder, one.out),
            )


def _overlap(one: str, other: str) -> bool:
    """Whether one folder is the other or lies in it."""
    first, second = (PurePosixPath(each).parts for each in (one, other))
    return first[: len(second)] == second or second[: len(first)] == first


def _diff(one: Drift, made: Outputs, folder: Path, shown: str) -> Iterator[str]:
    import difflib

    before = (folder / one.path).read_text("utf-8", "replace").splitlines() if one.kind != "missing" else []
    after = made[one.path].splitlines() if one.kind != "left-over" else []
    name = f"{shown}/{one.path}"
    yield from difflib.unified_diff(before, after, f"{name} (there)", f"{name} (from the registry)", lineterm="")

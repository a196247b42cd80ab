"""``registry gen``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from accordant import outputs
from accordant.cli import exits
from accordant.cli.check_cache import Remembered
from accordant.cli.drift import finding as drifted
from accordant.cli.drift import not_honoured
from accordant.cli.gen_file import SHAPE, Made, loose, place_of
from accordant.cli.gen_file import bound as bind
from accordant.cli.open_registry import find, relative_to_here
from accordant.cli.options import format_option, given_registry, registry_option
from accordant.cli.parameters import data_schema_option
from accordant.errors import InputError
from accordant.findings import Finding, Place, Report
from accordant.outputs import Drift, Outputs
from accordant.registry import layout
from accordant.registry.loose_files import read

if TYPE_CHECKING:
    from accordant.contract import Registry
    from accordant.gen import Generator

EXAMPLES = (
    "Examples: registry gen python --check",
    "registry gen ts --schema order.schema.json --root Order --out src/generated",
    "registry gen model --out build/model",
)


@click.command("gen", epilog="\n\n".join(EXAMPLES))
@click.argument("target", required=False, metavar="[python|ts|model|dataclass|typeddict|msgspec]")
@click.option("--check", is_flag=True, help="Write nothing; report files that are modified, missing or left over.")
@click.option("--diff", is_flag=True, help="Like --check, and show what would change.")
@click.option("--strict", is_flag=True, help="A keyword of a schema that the target does not honour fails too.")
@click.option("--out", metavar="DIR", help="Where to write instead of the target's folder in registry.toml.")
@click.option("--schema", metavar="FILE", help="Generate for this one file, with no registry; with --data-schema: "
    f"the schema of the registry to generate, as {SHAPE}.")  # fmt: skip
@click.option("--root", metavar="NAME", default="", help="The name of the file's type. Default: from its title.")
@click.option("--resources", metavar="DIR", default="", help="A folder laid out as HOST/PATH with the schemas that the "
    "file refers to by address; nothing is fetched.")  # fmt: skip
@click.option("--format-views", is_flag=True, help="With --schema FILE, Python models get properties that give texts "
    "of a known format as datetime, UUID and so on; a package gets them by format-views in registry.toml.")  # fmt: skip
@data_schema_option
@registry_option
@format_option
def command(
    target: str | None, check: bool, diff: bool, strict: bool, out: str | None, schema: str | None, root: str,
    resources: str, format_views: bool, bound: tuple[str, ...],
) -> Report:  # fmt: skip
    """Generate the packages of one target, or of every target that registry.toml names.

    With --schema FILE one file is generated instead, model.py, types.ts or model.json, and no registry is needed. With
    --schema and --data-schema it is made of a generic schema of the registry with its type parameters bound, such as an
    envelope around one kind of data.

    The targets dataclass, typeddict and msgspec are printed by datamodel-code-generator (pip install
    'accordant[models]') and hold types alone: what they do not honour is reported, and fails with --strict.
    """
    _require_sense(target, out, schema, bound, loose_only=bool(root or resources or format_views))
    if format_views and target != "python":
        raise click.UsageError("--format-views is for the target python")
    if schema and not bound:
        assert target is not None
        assert out is not None
        _require_target(target)
        one = loose(target, schema, root, resources, format_views=format_views)
        if not (check or diff):
            _refuse_another(one.files, Path(out), Path(schema).name)
        line = _line(target, out, schema, root, resources, format_views=format_views)
        return _report(
            [_Work(target, Path(out), one, line, beside=True)], check=check or diff, diff=diff, strict=strict
        )
    opened = find()
    known = Remembered(["gen", target or "", out or ""], opened.folder) if check and not (diff or schema) else None
    if known is not None and known.is_clean():
        return Report("gen", exits.FINE, (), {"changes": []}, "")
    from accordant.contract.validity import require_schemas
    from accordant.gen import Generator

    registry = opened.load(with_examples=False)
    require_schemas(registry)
    generator = Generator(registry)
    folders = list(_folders(registry, opened.folder, target, out))
    line_of = partial(_line, out=out, schema=schema)
    work = (
        _Work(name, folder, Made(bind(registry, name, schema, bound), ()), line_of(name), beside=True)
        if schema
        else _Work(name, folder, _packages(generator, name, folder, opened.shown), line_of(name))
        for name, folder in folders
    )
    report = _report(work, check=check or diff, diff=diff, strict=strict)
    if known is not None and not report.findings:
        known.keep(folder for _, folder in folders)
    return report


def _line(
    target: str, out: str | None, schema: str | None, root: str = "", resources: str = "", *, format_views: bool = False
) -> str:
    """The command that writes what the given one checks."""
    given = (("schema", schema), ("root", root), ("resources", resources), ("out", out))
    words = "".join(f" --{name} {one}" for name, one in given if one)
    return f"registry gen {target}{words}" + (" --format-views" if format_views else "")


@dataclass(frozen=True, slots=True)
class _Work:
    """What belongs in a folder; ``beside``: other files of ours may be there too."""

    target: str
    folder: Path
    made: Made
    line: str
    """The command that brings the folder in order."""
    beside: bool = False


def _refuse_another(files: Outputs, folder: Path, source: str) -> None:
    """Refuse to write over what was generated from another schema file."""
    from accordant.model.origin import source_of

    for name in files:
        path = folder / name
        before = source_of(path.read_text("utf-8", "replace")[:2000]) if path.is_file() else ""
        if before not in ("", source):
            raise InputError(
                f"was generated from {before}", Place(str(path)), next_step="give each schema file an --out of its own"
            )


def _require_sense(target: str | None, out: str | None, schema: str | None, bound: object, *, loose_only: bool) -> None:
    if out is not None and target is None:
        raise click.UsageError("--out needs the target whose files go there: registry gen python --out DIR")
    if (bound and not schema) or (schema and (out is None or target is None)):
        raise click.UsageError(
            "--schema needs a target and --out DIR, --data-schema needs --schema too: "
            "registry gen python --schema FILE --out DIR"
        )
    if loose_only and (bound or not schema):
        raise click.UsageError(
            "--root, --resources and --format-views are for a loose file: --schema FILE, without --data-schema"
        )


def _report(work: Iterable[_Work], *, check: bool, diff: bool, strict: bool) -> Report:
    """Write each folder, or say how it differs."""
    findings: list[Finding] = []
    lines: list[str] = []
    changes = []
    for one in work:
        files, shown = one.made.files, relative_to_here(one.folder)
        if check:
            drift = outputs.check(files, one.folder, beside=one.beside)
            findings += (drifted(each, shown, one.line, one.target) for each in drift)
            lines += (line for each in drift for line in _diff(each, files, one.folder, shown)) if diff else ()
        else:
            drift = outputs.write(files, one.folder, beside=one.beside)
            lines.append(f"{one.target}: {len(files)} file{'s' * (len(files) != 1)} in {shown}, {len(drift)} changed")
        findings += one.made.findings
        changes += [{"target": one.target, "path": f"{shown}/{each.path}", "change": each.kind} for each in drift]
    code = exits.of(findings)
    if strict and code == exits.FINE and findings:
        code = exits.FINDINGS
    return Report("gen", code, tuple(findings), {"changes": changes}, "\n".join(lines))


def _packages(generator: Generator, target: str, folder: Path, shown: str) -> Made:
    """Every file of a target; types keep the names that an earlier run gave them."""
    from accordant.gen import NAMES_LOCK

    lock = folder / NAMES_LOCK
    names = read(str(lock)).decode("utf-8", "replace") if lock.is_file() else ""
    made = generator.generated(target, names)
    findings = [
        not_honoured(each, place_of(generator.registry, version, each.at, shown), target, version)
        for version, listed in made.unhonoured.items()
        for each in listed
    ]
    return Made(made.files, tuple(findings))


def _require_target(target: str) -> None:
    from accordant.gen import TARGETS

    known = [one.name for one in TARGETS]
    if target not in known:
        raise InputError(f"no target is called {target!r}", next_step=f"there are: {', '.join(known)}", rule="usage")


def _folders(registry: Registry, folder: Path, target: str | None, out: str | None) -> Iterator[tuple[str, Path]]:
    """Each target to generate and its folder."""
    from accordant.gen import TARGETS

    known = [one.name for one in TARGETS]
    if target is not None:
        _require_target(target)
    if target is not None and out is not None:
        yield target, Path(out)
        return
    named = {one.name: one for one in registry.targets}
    config = registry.document.place("/targets") if registry.document else Place(layout.CONFIG)
    if target is not None and target not in named:
        raise InputError(
            f"no [targets.{target}] there, so nothing says where its files go",
            config,
            next_step=f'add [targets.{target}] with out = "FOLDER", or give --out DIR',
        )
    for one in registry.targets:
        twin = next((each.name for each in registry.targets if each is not one and _overlap(each.out, one.out)), None)
        if twin is not None:
            raise InputError(
                f"the targets {one.name} and {twin} share a folder, {one.out!r}; each would remove the other's files",
                replace(config, pointer=f"/targets/{one.name}/out"),
                next_step="give each target a folder of its own",
            )
        if target in (None, one.name):
            if one.name not in known:
                raise InputError(
                    f"no target is called {one.name!r}",
                    replace(config, pointer=f"/targets/{one.name}"),
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

"""``registry init``."""

from __future__ import annotations

import contextlib
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from accordant import __version__
from accordant.cli import exits
from accordant.cli.open_registry import relative_to_here
from accordant.cli.options import format_option, given_registry, registry_option
from accordant.cli.samples import find_samples
from accordant.cli.writing import take_turn_in_folder
from accordant.errors import InputError
from accordant.findings import JsonValue, Report, Severity
from accordant.registry.ci import SERVICES
from accordant.registry.ci import write as write_ci

if TYPE_CHECKING:
    from accordant.registry.adopt import Adoption
    from accordant.registry.init import Begun

CI_SERVICES = list(SERVICES)


@click.command(
    "init",
    epilog="Example: registry init --from schemas/result.json   then edit the copy and run: registry check-compat",
)
@click.option(
    "--from",
    "sources",
    metavar="FILE",
    multiple=True,
    help="A JSON Schema to build the contract from, or a folder of them; may be given several times. More may follow.",
)
@click.argument("more", metavar="[FILE]...", nargs=-1)
@click.option(
    "--contract",
    metavar="NAME",
    help="The name of the contract: lower-case words joined by hyphens. Default: the first FILE's name.",
)
@click.option(
    "--direction",
    type=click.Choice(["output", "input", "full"]),
    help="What the schemas of --from are for: documents that your programs write (output, the default), that they take "
    "(input), or both (full). What an OpenAPI document says about it comes first.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be made and what would be changed, and write nothing.")
@click.option("--ci", type=click.Choice(CI_SERVICES), help="Also write the file that makes a service check the "
    "registry; alone where there is a registry already.")  # fmt: skip
@click.option("--formats", is_flag=True, help="In an existing registry, write the schemas of its TOML files again, "
    "for editors; a new registry has them.")  # fmt: skip
@registry_option
@format_option
def command(
    sources: tuple[str, ...], more: tuple[str, ...], contract: str | None, direction: str | None, dry_run: bool,
    ci: str | None, formats: bool,
) -> Report:  # fmt: skip
    """Begin a registry in ./registry: a contract with examples, its first release frozen.

    With --from, the contract is built from your schemas, and those that they refer to below the same folder; without
    it, from a small example to replace. Names are derived from the files', ids and references are written anew where
    they have to be, and the report says so. Your files, and others that exist, are never changed.
    """
    from accordant.cli.adopted_sources import adopt_sources, contract_name
    from accordant.registry import init, layout
    from accordant.registry.additions import require_name

    if more and not sources:
        raise click.UsageError("give the files to build the contract from with --from")
    if direction is not None and not sources:
        raise click.UsageError("--direction is that of the schemas of --from")
    folder = Path(given_registry() or "registry")
    if formats:
        return _only_formats(folder)
    if ci is not None and not sources and contract is None and (folder / layout.CONFIG).is_file():
        return _only_ci(ci, folder)
    if contract is not None:
        require_name(contract, "contract name")
    given = (*sources, *more)
    name = contract or contract_name(given)
    adoption = adopt_sources(given, name, direction=direction or "") if given else None
    with _workplace(folder, dry_run) as workplace:
        begun = init.begin(
            folder,
            shown=f"{relative_to_here(folder)}/",
            project=_project_name(),
            contract=name,
            adoption=adoption,
            freeze=lambda folder, contract, version: _freeze(folder, contract, version, adoption),
            sample=find_samples,
            workplace=workplace,
        )
    data, text = _data(folder, begun, adoption), _text(folder, begun, adoption, dry_run, has_ci=ci is not None)
    if ci is not None and not dry_run:
        file = write_ci(ci, Path(), __version__)
        data["files"].append(file)
        text += f"\nmade {file}, which runs them"
    return Report("init", exits.FINE, data=data, text=text)


def _only_ci(service: str, folder: Path) -> Report:
    """Write the file of a service for the registry that is there."""
    from accordant.registry.load import load

    has_pins = bool(load(folder.resolve(), shown=f"{relative_to_here(folder)}/", only="").depends)
    file = write_ci(service, Path(), __version__, has_pins=has_pins)
    data = {"contract": "", "version": "", "release": None, "files": [file]}
    return Report(
        "init",
        exits.FINE,
        data=data,
        text=f"made {file}\nRead it, and commit it with the registry and what 'registry gen' writes: it checks both.",
    )


def _only_formats(folder: Path) -> Report:
    """Write the schemas of the files of the registry that is there.

    Raises:
        InputError: there is none.
    """
    from accordant.registry import layout
    from accordant.registry.editor_formats import renew, schema_line

    registry = layout.find(str(folder), Path.cwd())
    with take_turn_in_folder(registry):
        files = [f"{relative_to_here(registry)}/{path}" for path in renew(registry)]
    data = {"contract": "", "version": "", "release": None, "files": files}
    lines = [f"made {file}" for file in files] or ["the schemas are as this version of the tool has them"]
    first = f"first lines for editors: {schema_line('registry').strip()} and {schema_line('contract').strip()}"
    return Report("init", exits.FINE, data=data, text="\n".join([*lines, first]))


@contextlib.contextmanager
def _workplace(folder: Path, dry_run: bool) -> Iterator[Path | None]:
    """The turn in the folder that holds the registry; for a dry run a folder that is removed."""
    if dry_run:
        with tempfile.TemporaryDirectory() as temporary:
            yield Path(temporary)
        return
    with take_turn_in_folder(folder.parent):
        yield None


def _data(folder: Path, begun: Begun, adoption: Adoption | None) -> dict[str, JsonValue]:
    from accordant.cli.adopted_sources import data_of

    files = [f"{relative_to_here(folder)}/{name}" for name in begun.files]
    data = {"contract": begun.contract, "version": begun.version, "release": begun.release, "files": files}
    base = f"{relative_to_here(folder)}/{begun.contract}/{begun.version}"
    return {**data, "sources": data_of(adoption, base)} if adoption else data


def _text(folder: Path, begun: Begun, adoption: Adoption | None, dry_run: bool, *, has_ci: bool) -> str:
    from accordant.cli.adopted_sources import text_of

    shown, version = relative_to_here(folder), f"{begun.contract}/{begun.version}"
    listed = [f"{'would make' if dry_run else 'made'} {shown}/{name}" for name in begun.files]
    if adoption:
        listed += ["", *text_of(adoption, f"{shown}/{begun.contract}/{begun.version}")]
        listed += _default_schema(adoption, f"{shown}/{begun.contract}/contract.toml")
        listed += _directions(adoption, begun, shown)
    if dry_run:
        return "\n".join(listed)
    steps = _STEPS if adoption else _STEPS_WITH_EXAMPLE
    return "\n".join(
        [
            *listed,
            "",
            f"Release {begun.release} of {version} is frozen: changes are judged against it. Its promise is",
            "additive: names and values of string enums may be added, nothing is removed or renamed, and old readers",
            f'still work. promise = "strict" in {shown}/registry.toml takes the schemas exactly as written. Next:',
            steps.format(schema=f"{shown}/{begun.schema}", folder=shown),
            f"Commit {shown}/ and generated/, and run 'registry lint', 'registry check-compat' and",
            "'registry gen --check' in CI"
            + ("." if has_ci else ": 'registry init --ci github' writes the file for it."),
        ]
    )


def _default_schema(adoption: Adoption, path: str) -> list[str]:
    """Which of several schemas judges documents."""
    if len(adoption.files) == 1:
        return []
    return ["", f"Where no schema is named, documents are judged by {adoption.default.name}: default-schema in {path}"]


def _directions(adoption: Adoption, begun: Begun, shown: str) -> list[str]:
    """Which documents the schemas are for, and how that is changed while nobody relies on the release."""
    from accordant.registry import layout

    counts = Counter(file.direction for file in adoption.files)
    said = ", ".join(f"{way} ({number})" if len(counts) > 1 else way for way, number in sorted(counts.items()))
    base = f"{shown}/{begun.contract}"
    return [
        "",
        f"Direction of the schemas: {said}. Before the first push it can still",
        f"be changed, by making the release anew: set direction below [schemas.NAME] in {base}/contract.toml,",
        f"remove {base}/{begun.version}/releases/{begun.release}.json and its line in {shown}/{layout.LOCK},",
        "and run: registry release",
    ]


_STEPS: Final = """\
  1. edit      {schema}
  2. check     registry check-compat
  3. generate  registry gen"""
_STEPS_WITH_EXAMPLE: Final = """\
  1. try       take "files" out of {schema}, and run: registry check-compat
  2. generate  registry gen
  3. replace   this is an example: for your own, remove {folder}/ and run: registry init --from FILE"""


def _freeze(folder: Path, contract: str, version: str, adoption: Adoption | None) -> str | None:
    """Freeze the first release, unless lint finds an error in it: what is frozen is promised for good.

    Raises:
        InputError: the first error, placed in the source that it is about.
    """
    from accordant.cli.adopted_sources import in_source
    from accordant.lint import lint
    from accordant.registry.load import loader
    from accordant.registry.release import freeze, today

    for finding in lint(loader(folder, problems=[])):
        if finding.severity == Severity.ERROR:
            way_out = finding.way_out or f"registry explain {finding.rule}"
            reason = f"{finding.message} ({finding.rule})"
            raise InputError(reason, in_source(finding.place, adoption), next_step=way_out, rule="law-broken")
    return freeze(folder, contract, version, date=today())


def _project_name() -> str:
    """What the registry and its packages are called: as the folder; a Python package begins with no digit."""
    from accordant.registry.additions import slug

    name = slug(Path.cwd().name, "our")
    return f"our-{name}" if name[0].isdigit() else name

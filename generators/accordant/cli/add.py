"""``registry add``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from accordant.cli import exits
from accordant.cli.open_registry import Opened, find
from accordant.cli.options import format_option, registry_option
from accordant.cli.writing import take_turn_in_registry
from accordant.findings import JsonValue, Report

if TYPE_CHECKING:
    from accordant.cli.added import Added

KINDS: Final = ("contract", "version", "schema", "codes", "stream", "example")
_OPTIONS: Final = {
    "from": ("contract", "schema", "example"),
    "direction": ("schema",),
    "field": ("codes",),
    "no-field": ("codes",),
    "invalid": ("example",),
    "dry-run": tuple(kind for kind in KINDS if kind != "version"),
}
"""For which kinds each option is."""


@click.command(
    "add",
    epilog="Examples: registry add codes order/error-kinds    "
    "registry add example order/answer/empty --from empty.json",
)
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
@click.option(
    "--from",
    "sources",
    metavar="FILE",
    multiple=True,
    help="For contract and schema: schemas to build it from, as init takes them. For example: the document.",
)
@click.option(
    "--direction",
    type=click.Choice(["output", "input", "full"]),
    help="For schema: the contract's programs write these documents (output, the default), read them (input), or both.",
)
@click.option(
    "--field",
    metavar="[SCHEMA/]FIELD",
    help="For codes: the field that carries the identifiers, of the root, or by its place in documents: "
    "/errors/*/code. Its enum, where it has one, becomes the list; a field of the root that is not there is added. "
    "Default: a new field of the default schema.",
)
@click.option("--no-field", is_flag=True, help="For codes: bind the list to no field.")
@click.option("--invalid", is_flag=True, help="For example: find a document that the schema refuses.")
@click.option("--dry-run", is_flag=True, help="Show what would be made and changed, and write nothing.")
@registry_option
@format_option
def command(kind: str, name: str, dry_run: bool, **options: object) -> Report:
    """Add a contract, a version, a schema, a code list, a stream or an example to a registry.

    NAME is CONTRACT for a contract or a version; [CONTRACT/[VERSION/]]NAME for the others, and SCHEMA/NAME in the place
    of NAME for an example. CONTRACT may be left out where there is only one. What is added comes with a valid and an
    invalid example, and is written only where lint and check-compat find no error.
    """
    _require_fitting(kind, {**options, "dry_run": dry_run})
    opened = find()
    opened.require_own()
    with take_turn_in_registry(opened):
        if kind == "version":
            return _add_version(opened, name)
        added = _add(kind, opened, name, options)
        if not dry_run:
            added.files.write(opened.folder, opened.shown)
    return _report(opened, kind, added, dry_run)


def _require_fitting(kind: str, options: dict[str, object]) -> None:
    for option, kinds in _OPTIONS.items():
        if options.get("sources" if option == "from" else option.replace("-", "_")) and kind not in kinds:
            raise click.UsageError(f"--{option} is for {' and '.join(kinds)}")
    if options["field"] and options["no_field"]:
        raise click.UsageError("--field and --no-field exclude each other")


def _add(kind: str, opened: Opened, name: str, options: dict[str, object]) -> Added:
    from accordant.cli import added

    return added.ADDERS[kind](opened, name, added.Options(**options))  # type: ignore[arg-type]


def _add_version(opened: Opened, path: str) -> Report:
    """The next version of a contract, as bump makes it."""
    from accordant.cli.bump import copy_version

    contract, _, wanted = path.partition("/")
    opened.require(contract)
    old, new, files = copy_version(opened, contract, wanted)
    steps = [f"make the breaking edit in {opened.shown}{contract}/{new}", f"registry release {contract}/{new}"]
    return _as_report("version", contract, new, new, files, [f"{opened.shown}{contract}/contract.toml"],
                      f"copied {contract}/{old} to {contract}/{new}, a draft without a release", steps)  # fmt: skip


def _report(opened: Opened, kind: str, added: Added, dry_run: bool) -> Report:
    made = [f"{opened.shown}{path}" for path in sorted(added.files.made)]
    changed = [f"{opened.shown}{path}" for path in sorted(added.files.changed)]
    verb = "would make" if dry_run else "made"
    lines = [f"{verb} {path}" for path in made]
    lines += [f"{'would change' if dry_run else 'changed'} {path}" for path in changed]
    lines += [added.note] if added.note else []
    sources: list[JsonValue] | None = None
    if added.adoption is not None:
        from accordant.cli.adopted_sources import data_of, text_of

        base = f"{opened.shown}{added.contract}/{added.version}"
        sources, lines = data_of(added.adoption, base), [*lines, "", *text_of(added.adoption, base)]
    return _as_report(
        kind,
        added.contract,
        added.version,
        added.name,
        made,
        changed,
        "\n".join(lines),
        list(added.next_steps),
        sources,
    )


def _as_report(
    kind: str,
    contract: str,
    version: str,
    name: str,
    made: list[str],
    changed: list[str],
    text: str,
    steps: list[str],
    sources: list[JsonValue] | None = None,
) -> Report:
    data = {"kind": kind, "contract": contract, "version": version, "name": name, "files": made, "changed": changed}
    listed = "".join(f"\n  {number}. {step}" for number, step in enumerate(steps, start=1))
    more = {} if sources is None else {"sources": sources}
    return Report("add", exits.FINE, data={**data, **more}, text=f"{text}\nNext:{listed}" if steps else text)

"""``registry export``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.open_registry import find, relative_to_here
from accordant.cli.operands import state_of
from accordant.cli.options import DraftChoice, command_seconds_option, format_option, registry_option
from accordant.cli.selection import missing, parts, select
from accordant.cli.writing import write_outputs
from accordant.errors import InputError
from accordant.findings import JsonValue, Report, Severity

if TYPE_CHECKING:
    from accordant.contract import ContractState, Registry
    from accordant.export import Exported, Form

SHAPE = "CONTRACT[/VERSION[@RELEASE]]"
DRAFTS = ("draft-07", "2020-12")


@click.command("export", epilog="Example: registry export meminit/v2 --draft draft-07 --plain --out build/schemas")
@click.argument("path", metavar=SHAPE)
@click.option("--schema", metavar="NAME", default="", help="Export this schema alone. Default: all of the version.")
@click.option("--draft", type=DraftChoice(*DRAFTS), default="2020-12", show_default=True, help="The draft of "
    "JSON Schema that the files are written in, whichever the registry uses.")  # fmt: skip
@click.option("--out", metavar="DIR", help="Write DIR/CONTRACT/VERSION/NAME.schema.json. Default: one schema is "
    "printed.")  # fmt: skip
@click.option("--plain", is_flag=True, help="Leave out keywords that the draft does not know, such as x-codes.")
@click.option("--strict", is_flag=True, help="What the draft cannot say fails.")
@registry_option
@command_seconds_option
@format_option
def command(path: str, schema: str, draft: str, out: str | None, plain: bool, strict: bool) -> Report:
    """Write schemas that stand alone: nothing outside a file is needed to judge documents by it.

    Code lists are written out, and what a schema refers to is part of its file. With base-uri in registry.toml each
    schema gets an address below it, and the folder can be served there. What a draft cannot say is reported.
    """
    from accordant.contract.validity import require_schemas
    from accordant.export import Form, export_state
    from accordant.schema.dialects import DRAFT_2020_12, draft_called

    contract = parts(path.partition("@")[0], 2, SHAPE)[0]
    registry = find().load_with_pinned(contract)
    require_schemas(registry)
    state, release = _state(registry, path)
    form = Form(draft_called(draft) or DRAFT_2020_12, plain, registry.base_uri, release or state.version)
    _require_one(state, schema, out)
    exported = export_state(state, form, schema)
    files = {_file(state, form, name): _text(value) for name, value in exported.schemas.items()}
    changed = len(write_outputs(files, Path(out), beside=True)) if out is not None else 0
    findings = exported.findings
    if strict:
        findings = tuple(replace(finding, severity=Severity.ERROR) for finding in findings)
    data = {"subject": path, "draft": draft, "schemas": _data(state, form, exported, out)}
    told = f"{len(files)} {'schema' if len(files) == 1 else 'schemas'} in "
    text = f"{told}{relative_to_here(Path(out))}, {changed} changed" if out else "".join(files.values())
    return Report("export", exits.of(findings), findings, data, text.rstrip("\n"), is_document=out is None)


def _state(registry: Registry, path: str) -> tuple[ContractState, str]:
    """The state that a path names, without a version the current one, and the name of its release."""
    name, _, release = path.partition("@")
    if "/" in name:
        return state_of(registry, path), release
    selected = select(registry, name, SHAPE, 1).contract
    if release or selected.current is None:
        reason = "a release belongs to a version" if release else f"the contract {name} has no version"
        raise InputError(reason, next_step=f"name the version, as in {name}/v1", rule="usage")
    return selected.current.state, ""


def _require_one(state: ContractState, schema: str, out: str | None) -> None:
    """Require that the schema exists, and that not several are to be printed.

    Raises:
        InputError: there is none, or there are several.
    """
    subject = f"{state.contract}/{state.version}"
    if schema and schema not in state.schemas:
        raise missing("schema", schema, state.schemas, f" in {subject}")
    if out is None and not schema and len(state.schemas) != 1:
        raise InputError(
            f"{subject} has {len(state.schemas)} schemas, and one can be printed",
            next_step="give --out DIR, or name one with --schema",
            rule="usage",
        )


def _file(state: ContractState, form: Form, name: str) -> str:
    return f"{state.contract}/{form.label}/{name}.schema.json"


def _text(value: JsonValue) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _data(state: ContractState, form: Form, exported: Exported, out: str | None) -> list[Mapping[str, JsonValue]]:
    """Each schema: its name, its address, and the file or the schema itself."""
    where = "" if out is None else f"{relative_to_here(Path(out))}/"
    return [
        {
            "name": name,
            "id": value["$id"],
            **({"schema": value} if out is None else {"path": where + _file(state, form, name)}),
        }
        for name, value in exported.schemas.items()
    ]

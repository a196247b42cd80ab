"""``registry docs``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accordant import outputs
from accordant.cli import COMMANDS, exits, unknown_draft
from accordant.cli.open_registry import find, relative_to_here
from accordant.cli.options import command_seconds_option, format_option, given_registry, registry_option
from accordant.cli.writing import write_outputs
from accordant.errors import InputError
from accordant.findings import Report
from accordant.outputs.drift import RULES
from accordant.outputs.drift import finding as finding_of
from accordant.registry import layout

if TYPE_CHECKING:
    from accordant.docs import CommandHelp

FOLDER = "site/reference"


@click.command("docs", epilog="Example: registry docs --check")
@click.option("--check", is_flag=True, help="Write nothing; report pages that are modified, missing or left over.")
@click.option("--out", metavar="DIR", help=f"Where to write instead of {FOLDER} in the project.")
@registry_option
@command_seconds_option
@format_option
def command(check: bool, out: str | None) -> Report:
    """Write the reference pages: every contract, code, example and rule, as Markdown for MkDocs."""
    from accordant.contract.validity import require_schemas
    from accordant.docs import JudgingCommand, reference
    from accordant.gen.providers.rules import RULES as PROVIDER_RULES
    from accordant.gen.unhonoured import RULES as GEN_RULES

    opened = find()
    if out is None and given_registry() == layout.BUNDLED:
        raise InputError(
            "the bundled registry belongs to no project, so nothing says where its pages go",
            next_step="give --out DIR",
            rule="usage",
        )
    folder = layout.inside_project(opened.folder, FOLDER) if out is None else Path(out)
    gen_rules = (*RULES, *GEN_RULES, *PROVIDER_RULES)
    gen_judge = JudgingCommand("gen", "The rules of gen and docs about generated files.", gen_rules)
    registry = opened.load(with_examples=True)
    require_schemas(registry)
    pages = reference(registry, tuple(_commands()), (gen_judge,))
    shown = relative_to_here(folder)
    drift = outputs.check(pages, folder) if check else write_outputs(pages, folder)
    findings = tuple(finding_of(difference, shown, "registry docs", "docs") for difference in drift) if check else ()
    changes = [{"path": f"{shown}/{difference.path}", "change": difference.kind} for difference in drift]
    text = "" if check else f"{len(pages)} pages in {shown}, {len(drift)} changed"
    findings += unknown_draft.of_states(version.state for entry in registry.contracts for version in entry.versions)
    return Report("docs", exits.of(findings), findings, {"changes": changes}, text)


def _commands() -> Iterator[CommandHelp]:
    """Every command with its help, in a fixed width."""
    from accordant.docs import CommandHelp

    for entry in COMMANDS:
        command: click.Command = import_module(f"accordant.cli.{entry.module}").command
        names = ["-h", "--help"]
        context = click.Context(command, info_name=f"registry {entry.name}", terminal_width=80, help_option_names=names)
        yield CommandHelp(entry.name, entry.help, command.get_help(context))

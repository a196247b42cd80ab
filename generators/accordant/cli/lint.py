"""``registry lint``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import command_seconds_option, format_option, registry_option
from accordant.findings import Finding, Report

if TYPE_CHECKING:
    from accordant.registry.load import Loader


@click.command("lint", epilog="Example: registry lint cobre --format github")
@click.argument("contract", required=False)
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@registry_option
@command_seconds_option
@format_option
def command(contract: str | None, strict: bool) -> Report:
    """Check that a registry, or one contract of it, follows its rules.

    Schemas are valid, references stay inside the registry, identifiers are spelt and used as declared, examples do
    what their folder says. To read about a rule: registry explain RULE.
    """
    from accordant.lint import lint
    from accordant.registry.load import loader

    opened = find()
    if contract is not None:
        opened.require(contract)
    reading = loader(opened.folder, shown=opened.shown, problems=[], only=contract)
    findings = (*lint(reading), *_find_unknown_targets(reading))
    code = exits.of(findings)
    if strict and code == exits.FINE and any(finding.severity == "warning" for finding in findings):
        code = exits.FINDINGS
    return Report("lint", code, findings)


def _find_unknown_targets(reading: Loader) -> Iterator[Finding]:
    """Tables in registry.toml for targets that do not exist, or with options that a target does not take."""
    from accordant.contract import Registry
    from accordant.contract.fields import Fields
    from accordant.errors import InputError
    from accordant.gen.options import configured_options
    from accordant.gen.targets import target_named
    from accordant.lint.format import FORMAT
    from accordant.registry import layout, tables

    try:
        document = reading.document(layout.CONFIG)
        fields = Fields.of(document.value, document)
        registry = Registry("", targets=tuple(tables.targets(fields.mapping("targets"))), document=document)
    except InputError:
        return  # has a finding of its own
    for settings in registry.targets:
        try:
            configured_options(registry, target_named(settings.name, document.place(f"/targets/{settings.name}")))
        except InputError as error:
            yield error.finding(FORMAT)

"""``registry lint``."""

from __future__ import annotations

import click

from accordant.cli import exits
from accordant.cli.open_registry import find
from accordant.cli.options import command_seconds_option, format_option, registry_option
from accordant.findings import Report


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
    findings = tuple(lint(loader(opened.folder, shown=opened.shown, problems=[], only=contract)))
    code = exits.of(findings)
    if strict and code == exits.FINE and any(finding.severity == "warning" for finding in findings):
        code = exits.FINDINGS
    return Report("lint", code, findings)

"""``registry lint``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from accordant.cli import exits
from accordant.cli.open_registry import Opened, find
from accordant.cli.options import command_seconds_option, format_option, registry_option
from accordant.errors import InputError
from accordant.findings import Finding, Report


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
    if all(finding.severity != "error" for finding in findings):
        findings += tuple(_option_findings(opened))
    code = exits.of(findings)
    if strict and code == exits.FINE and any(finding.severity == "warning" for finding in findings):
        code = exits.FINDINGS
    return Report("lint", code, findings)


def _option_findings(opened: Opened) -> Iterator[Finding]:
    """The options in ``registry.toml`` that their targets do not take."""
    from accordant.gen import target_named
    from accordant.gen.options import configured_options, place_of_target
    from accordant.lint.format import FORMAT
    from accordant.registry.load import load

    registry = load(opened.folder, shown=opened.shown, only="", with_examples=False)
    for entry in registry.targets:
        try:
            configured_options(registry, target_named(entry.name, place_of_target(registry, entry.name)))
        except InputError as error:
            yield error.finding(FORMAT)

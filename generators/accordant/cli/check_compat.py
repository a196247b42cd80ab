"""``registry check-compat``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from accordant.cli.open_registry import Opened, find
from accordant.cli.options import (
    against_as_typed,
    against_options,
    every_option,
    format_option,
    given_against,
    registry_option,
    resources_option,
    seconds_option,
)
from accordant.cli.remembered_report import remember
from accordant.findings import Place, Report, Severity, distinct

if TYPE_CHECKING:
    from accordant.compat import Outcome
    from accordant.contract import Registry


@click.command(
    "check-compat",
    epilog="Examples: registry check-compat --against-ref origin/main    "
    "registry check-compat --old old.json --new new.json --direction input",
)
@against_options
@click.option("--old", metavar="FILE", help="Judge two loose schema files: the older one.")
@click.option("--new", metavar="FILE", help="Judge two loose schema files: the newer one.")
@click.option(
    "--direction",
    type=click.Choice(["output", "input", "full"]),
    default=None,
    help="For loose files: output (old readers, new documents; the default), input (new reader, old documents), full.",
)
@click.option(
    "--promise",
    type=click.Choice(["strict", "additive"]),
    default=None,
    help="For loose files: strict containment (the default), or the additive promise.",
)
@resources_option
@click.option(
    "--blueprint",
    is_flag=True,
    help="The loose files are agent blueprints: their parameters_schema is judged as input, their output_schema as "
    "output (draft-07 where they declare no draft; null, {} and absence mean no schema).",
)
@click.option(
    "--fail-on",
    type=click.Choice(["breaking", "undecided"]),
    default="undecided",
    show_default=True,
    help="With 'breaking', an undecided answer is shown and fails nothing.",
)
@every_option
@seconds_option
@registry_option
@format_option
def command(
    old: str | None,
    new: str | None,
    direction: str | None,
    promise: str | None,
    resources: tuple[str, ...],
    blueprint: bool,
    fail_on: str,
    seconds: float | None,
    every: bool,
) -> Report:
    """Say whether a change breaks a consumer, and show the document that breaks.

    Every version is compared with every release of it. A break is fine in a new major version: registry bump.
    """
    if old is not None or new is not None:
        from accordant.cli import check_loose

        if old is None or new is None or given_against() is not None:
            raise click.UsageError("--old and --new go together, and without --against")
        if blueprint:
            if direction is not None:
                raise click.UsageError("--blueprint says the direction of each schema itself")
            return check_loose.blueprints(old, new, promise or "strict", fail_on, every, seconds)
        return check_loose.schemas(
            old, new, resources, direction or "output", promise or "strict", fail_on, every, seconds
        )
    if direction is not None or promise is not None or resources or blueprint:
        raise click.UsageError(
            "--direction, --promise, --resources and --blueprint are for --old and --new; a contract says its own"
        )
    opened = find()
    if given_against() is not None:  # what it names may change without a change of the registry
        return _registry(opened, fail_on, every, seconds)
    return remember(
        opened, ["check-compat", fail_on, every, seconds], lambda watched: _registry(watched, fail_on, every, seconds)
    )


def _registry(opened: Opened, fail_on: str, every: bool, seconds: float | None) -> Report:
    from accordant.cli import acknowledged, unknown_draft
    from accordant.cli.comparisons import accepted_places, data, exit_code, unreleased
    from accordant.cli.operands import find_base
    from accordant.cli.stricter import require_stricter, stricter
    from accordant.compat import acknowledgements, check
    from accordant.compat.comparison import PAIR_SECONDS
    from accordant.contract.coverage import coverage_of_states
    from accordant.contract.validity import require_patterns, require_references
    from accordant.outputs.verdict_memory import VerdictMemory

    registry = opened.load()
    states = [version.state for contract in registry.contracts for version in contract.versions]
    for state in states:
        require_patterns(state)
        require_references(state)
    require_stricter(registry)
    base, base_name = find_base(given_against(), opened)
    memory = VerdictMemory(opened.folder)
    seconds = seconds or PAIR_SECONDS
    with memory.saved():
        outcome = check(registry, base, base_name, opened.shown, every=every, seconds=seconds, memory=memory)
    all_findings = stricter(registry, outcome.findings)
    accepting = acknowledged.load(opened, registry, base, base_name, against_as_typed())
    of_acknowledgements = [rule.name for rule in acknowledgements.RULES]
    outcome = replace(outcome, findings=stricter(registry, accepting.apply(all_findings), of_acknowledgements))
    accepted = accepted_places(all_findings, outcome.findings)
    verdict = outcome.verdict
    code = exit_code(verdict, fail_on)
    findings = outcome.findings + unknown_draft.of_states(states)
    guarded = coverage_of_states(
        version.state for contract in registry.contracts for version in contract.versions if version.releases
    )
    held = f"versions with a release: {guarded.sentence}"
    closing = [_summary(outcome, registry, accepted), held, *unreleased(findings)]
    text = "\n".join(closing)
    return Report("check-compat", code, findings, data(verdict, outcome.comparisons, guarded), text)


def _summary(outcome: Outcome, registry: Registry, accepted: set[Place]) -> str:
    from accordant.cli.comparisons import lines
    from accordant.compat.acknowledgements import EXPIRED
    from accordant.report.view import is_accepted

    versions = sum(len(contract.versions) for contract in registry.contracts)
    once = distinct(outcome.findings)
    failing = [finding for finding in once if finding.severity == Severity.ERROR and finding.rule != EXPIRED.name]
    breaks = sum(finding.number for finding in failing)
    unsure = sum(finding.severity == Severity.UNDECIDED for finding in once)
    settled = sum(finding.number for finding in once if is_accepted(finding))
    total = f"{versions} version{'s' if versions != 1 else ''} checked"
    counts = [f"{breaks} break{'' if breaks == 1 else 's'}", f"{unsure} undecided"]
    counts += [f"{settled} acknowledged"] if settled else []
    return "\n".join([*lines(outcome.comparisons, accepted, once), f"{total}: {', '.join(counts)}"])

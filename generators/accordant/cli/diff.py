"""``registry diff``."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from accordant.cli import changes, exits
from accordant.cli.options import every_option, format_option, registry_option, resources_option, seconds_option
from accordant.findings import Finding, Report

if TYPE_CHECKING:
    from accordant.cli.operands import Named, Operands
    from accordant.compat.acknowledgements import Acknowledgement


@click.command(
    "diff",
    epilog="Examples: registry diff cobre/v1@1.0 cobre/v1    registry diff ref:origin/main    "
    "registry diff a.json b.json",
)
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="[NEW]", required=False)
@every_option
@resources_option
@seconds_option
@registry_option
@format_option
def command(old: str, new: str | None, every: bool, resources: tuple[str, ...], seconds: float | None) -> Report:
    """Show the differences between two states: breaks, additions, deprecations, notes. It fails nothing.

    A state is a version (cobre/v1), a release (cobre/v1@1.0), a registry in a folder or an archive, a git ref, one
    version at such a place (origin/main:cobre/v1), or a schema file. Without NEW it is the working registry. A word
    that could be two of these is refused; ref:, folder:, version: or file: in front says which it is.
    """
    from accordant.cli import acknowledged
    from accordant.cli.operands import Named, Operands
    from accordant.compat import compare
    from accordant.compat.comparison import PAIR_SECONDS
    from accordant.compat.diff import of_registries, of_states, to_entries
    from accordant.contract import ContractState, Registry
    from accordant.registry.loose_schemas import LooseSchema
    from accordant.report.markdown import plain

    names = Operands(resources)
    before = names.of(old)
    after = names.of(new) if new is not None else Named("the working registry", names.registry)
    before, after = names.beside(before, after), names.beside(after, before)
    earlier, later = before.what, after.what
    lookup = None
    seconds = seconds or PAIR_SECONDS
    if isinstance(earlier, ContractState) and isinstance(later, ContractState):
        findings: Iterable[Finding] = of_states(earlier, later, before.word, every=every, seconds=seconds)
        accepted = [*live_acknowledgements(names), *_accepted_between(before, after)]
        lookup = acknowledged.lookup(accepted, acknowledged.sides_of(earlier, later))
    elif isinstance(earlier, Registry) and isinstance(later, Registry):
        findings = of_registries(earlier, later, before.word, every=every, seconds=seconds)
        sides = acknowledged.Accepted(later, earlier, (), datetime.date.today()).sides
        lookup = acknowledged.lookup(live_acknowledgements(names), sides)
    elif isinstance(earlier, LooseSchema) and isinstance(later, LooseSchema):
        findings = compare(
            earlier.value, later.value, promise="additive", every=every, seconds=seconds,
            old_resources=earlier.others, new_resources=later.others,
            old_place=earlier.place, new_place=later.place,
        ).findings  # fmt: skip
    else:
        raise click.UsageError("a schema file can only be compared with another schema file")
    entries = to_entries(findings, lookup)
    head = f"{before.word} -> {after.word}: {changes.count(entries)}"
    text = f"{head}\n\n{changes.text(entries)}" if entries else head
    title = f"## {plain(before.word)} to {plain(after.word)}"
    marked = f"{title}\n\n{changes.markdown(entries, 3) or 'No change.'}\n"
    data = {"old": before.word, "new": after.word, "changes": changes.data(entries)}
    return Report("diff", exits.FINE, data=data, text=text, markdown=marked)


def live_acknowledgements(names: Operands) -> list[Acknowledgement]:
    """The acknowledgements of the registry at hand that still count."""
    accepted = names.accepted
    return accepted.live() if accepted else []


def _accepted_between(before: Named, after: Named) -> Iterator[Acknowledgement]:
    """The breaks that the releases between two states were accepted with; they count more than today's."""
    from accordant.cli.acknowledged import accepted_with

    for release in after.releases:
        if release.name not in [earlier.name for earlier in before.releases]:
            yield from accepted_with(release)

"""``registry diff``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from accordant.cli import changes, exits
from accordant.cli.options import every_option, format_option, registry_option, resources_option, seconds_option
from accordant.findings import Finding, Report

if TYPE_CHECKING:
    from accordant.cli.operands import Named, Operands
    from accordant.compat.acknowledgements import Acknowledgement
    from accordant.contract import Registry, Release

_LOOSE: Final = """Read as output, by the additive promise: a reader passes over what it does not know.
For a verdict, for the strict promise, or for input: registry check-compat --old OLD --new NEW"""
"""The words below the differences of two schema files."""


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
    lookup, reading = None, ""
    seconds = seconds or PAIR_SECONDS
    if isinstance(earlier, ContractState) and isinstance(later, ContractState):
        findings: Iterable[Finding] = of_states(earlier, later, before.word, every=every, seconds=seconds)
        accepted = [*live_acknowledgements(names), *_accepted_between(before, after)]
        lookup = acknowledged.lookup(accepted, acknowledged.sides_of(earlier, later))
    elif isinstance(earlier, Registry) and isinstance(later, Registry):
        findings = of_registries(earlier, later, before.word, every=every, seconds=seconds)
        accepted = [*live_acknowledgements(names), *_accepted_in(earlier, later)]
        lookup = acknowledged.lookup(accepted, acknowledged.sides_between(earlier, later))
    elif isinstance(earlier, LooseSchema) and isinstance(later, LooseSchema):
        findings = compare(
            earlier.value, later.value, promise="additive", every=every, seconds=seconds,
            old_resources=earlier.others, new_resources=later.others,
            old_place=earlier.place, new_place=later.place,
        ).findings  # fmt: skip
        reading = _LOOSE if findings else ""
    else:
        raise click.UsageError("a schema file can only be compared with another schema file")
    entries = to_entries(findings, lookup)
    head = f"{before.word} -> {after.word}: {changes.count(entries)}"
    text = "\n\n".join(part for part in (head, changes.text(entries) if entries else "", reading) if part)
    title = f"## {plain(before.word)} to {plain(after.word)}"
    marked = f"{title}\n\n{changes.markdown(entries, 3) or 'No change.'}\n"
    data = {"old": before.word, "new": after.word, "changes": changes.data(entries)}
    return Report("diff", exits.FINE, data=data, text=text, markdown=marked)


def live_acknowledgements(names: Operands) -> list[Acknowledgement]:
    """The acknowledgements of the current registry that still count."""
    accepted = names.accepted
    return accepted.live() if accepted else []


def _accepted_between(before: Named, after: Named) -> Iterator[Acknowledgement]:
    """The breaks that the releases between two states were accepted with; they count more than today's."""
    yield from _accepted_with(before.releases, after.releases)


def _accepted_in(old: Registry, new: Registry) -> Iterator[Acknowledgement]:
    """The same of two registries, whatever version they are of."""
    for contract in old.contracts:
        later = new.contract(contract.name)
        if later is not None:
            pairs = ((version, later.version(version.name)) for version in contract.versions)
            for version, newer in pairs:
                yield from _accepted_with(version.releases, newer.releases if newer else ())


def _accepted_with(before: Sequence[Release], after: Sequence[Release]) -> Iterator[Acknowledgement]:
    from accordant.cli.acknowledged import accepted_with

    known = {release.name for release in before}
    for release in after:
        if release.name not in known:
            yield from accepted_with(release)

"""``registry changelog``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from accordant.cli import changes, exits
from accordant.cli.moments import Moment, Pair, pairs_of
from accordant.cli.open_registry import find
from accordant.cli.options import command_seconds_option, format_option, registry_option
from accordant.cli.selection import missing, parts, select
from accordant.errors import InputError
from accordant.findings import JsonValue, Report

if TYPE_CHECKING:
    from accordant.cli.acknowledged import Accepted
    from accordant.compat.diff import DiffEntry
    from accordant.contract import Contract

SHAPE = "CONTRACT[/VERSION]"


@click.command("changelog", epilog="Example: registry changelog cobre 1.0..1.2 --format markdown")
@click.argument("contract", metavar=SHAPE)
@click.argument("range_", metavar="[FROM..TO]", required=False)
@registry_option
@command_seconds_option
@format_option
def command(contract: str, range_: str | None) -> Report:
    """Show what each release of a contract changed: newest first, unreleased changes on top.

    FROM and TO are releases (1.0) or 'unreleased'; either may be left out. Accepted breaks are shown as breaks, with
    the reason why they were accepted.
    """
    from accordant.cli import acknowledged
    from accordant.report.markdown import plain

    opened = find()
    words = parts(contract, 2, SHAPE)
    opened.require(words[0])
    registry = opened.load(only=words[0])
    chosen = select(registry, contract, SHAPE, 2)
    versions = [chosen.version] if chosen.version else list(chosen.contract.versions)
    pairs = _within(pairs_of(versions), range_, chosen.contract)
    steps = steps_of(pairs, acknowledged.load(opened, registry))
    steps.reverse()
    data = {"contract": chosen.contract.name, "steps": [step.data() for step in steps]}
    text = "\n\n".join(step.text() for step in steps) or f"{contract}: nothing is released yet"
    head = f"# Changes of {plain(chosen.contract.title)}\n"
    marked = "\n".join([head, *(step.markdown() for step in steps)])
    return Report("changelog", exits.FINE, data=data, text=text, markdown=marked)


@dataclass(frozen=True, slots=True)
class ChangelogStep:
    """What changed from one moment to the next; the first release of a contract begins from nothing."""

    before: Moment | None
    after: Moment
    changes: tuple[DiffEntry, ...]

    @property
    def title(self) -> str:
        """``cobre/v1 1.1``."""
        return f"{self.after.version.contract}/{self.after.version.name} {self.after.name}"

    @property
    def dated_title(self) -> str:
        """``cobre/v1 1.1, 2026-11-29``."""
        return ", ".join(part for part in (self.title, self.after.date) if part)

    @property
    def summary(self) -> str:
        """``Since 1.0: 2 additions.``"""
        if self.before is None:
            return "The first release." if self.after.release else "Not released yet."
        whole = self.before.version.name if self.before.version is not self.after.version else ""
        return f"Since {whole + ' ' if whole else ''}{self.before.name}: {changes.count(self.changes)}."

    def text(self) -> str:
        """The step for people at a terminal."""
        return "\n".join([self.dated_title, f"  {self.summary}", *filter(None, [changes.text(self.changes, "  ")])])

    def markdown(self) -> str:
        """The step as a section."""
        from accordant.report.markdown import plain

        details = changes.markdown(self.changes, 3)
        return f"## {plain(self.dated_title)}\n\n{self.summary}\n" + (f"\n{details}\n" if details else "")

    def data(self) -> JsonValue:
        """The step as JSON values."""
        return {
            "version": self.after.version.name,
            "from": self.before.name if self.before else "",
            "to": self.after.name,
            "date": self.after.date,
            "changes": changes.data(self.changes),
        }


def _within(pairs: list[Pair], range_: str | None, contract: Contract) -> list[Pair]:
    """The steps after FROM, up to TO."""
    if range_ is None:
        return pairs
    first, dots, last = range_.partition("..")
    if not dots:
        raise InputError(f"{range_!r} is not of the form FROM..TO", next_step="write 1.0..1.2 or 1.0..", rule="usage")
    names = [moment.name for _, moment in pairs]
    for name in (first, last):
        if name and name not in names:
            raise missing("release", name, names, f" in {contract.name}")
    start = names.index(first) if first else 0
    end = len(names) - names[::-1].index(last) if last else len(names)
    if end <= start:
        raise InputError(f"{last} comes before {first}", next_step=f"write {last}..{first}", rule="usage")
    return pairs[start + 1 if first else start : end]


def steps_of(pairs: Sequence[Pair], accepted: Accepted) -> list[ChangelogStep]:
    """What changed in each of these steps."""
    from accordant.cli import acknowledged
    from accordant.compat.diff import of_states, to_entries

    steps = []
    for before, after in pairs:
        if before is None:
            steps.append(ChangelogStep(None, after, ()))
            continue
        old, new = before.state(), after.state()
        accepted_then = [*accepted.acknowledgements, *after.accepted()]  # what the release says of itself counts
        lookup = acknowledged.lookup(accepted_then, acknowledged.sides_of(old, new))
        steps.append(ChangelogStep(before, after, tuple(to_entries(of_states(old, new, before.name), lookup))))
    return steps

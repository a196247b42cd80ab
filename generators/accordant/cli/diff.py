"""``registry diff``."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import click

from accordant.cli import changes, exits
from accordant.cli.options import format_option, registry_option
from accordant.findings import Report

if TYPE_CHECKING:
    from accordant.cli.operands import Names
    from accordant.compat.acknowledgements import Acknowledgement


@click.command(
    "diff",
    epilog="Examples: registry diff cobre/v1@1.0 cobre/v1    registry diff origin/main    registry diff a.json b.json",
)
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="[NEW]", required=False)
@registry_option
@format_option
def command(old: str, new: str | None) -> Report:
    """Say what lies between two states: breaks, additions, deprecations, notes. It judges nothing and fails nothing.

    A state is a version (cobre/v1), a release (cobre/v1@1.0), a registry in a folder or an archive, a git ref, one
    version at such a place (origin/main:cobre/v1), or a schema file. Without NEW it is the working registry.
    """
    from accordant.cli import acknowledged
    from accordant.cli.operands import Named, Names
    from accordant.compat import compare
    from accordant.compat.diff import between, of_registries, of_states
    from accordant.contract import Registry, State
    from accordant.report.markdown import plain
    from accordant.schema.documents import Document

    names = Names()
    before = names.of(old)
    after = names.of(new) if new is not None else Named("the working registry", names.registry)
    before, after = names.beside(before, after), names.beside(after, before)
    one, other = before.what, after.what
    if isinstance(one, State) and isinstance(other, State):
        sides = acknowledged.between(one, other)
        found = between(of_states(one, other, before.word), acknowledged.lookup(listed(names), sides))
    elif isinstance(one, Registry) and isinstance(other, Registry):
        known = acknowledged.Accepted(other, one, (), datetime.date.today())
        found = between(of_registries(one, other, before.word), acknowledged.lookup(listed(names), known.sides))
    elif isinstance(one, Document) and isinstance(other, Document):
        result = compare(
            one.value, other.value, promise="additive",
            old_place=lambda _, pointer: one.place(pointer), new_place=lambda _, pointer: other.place(pointer),
        )  # fmt: skip
        found = between(result.findings)
    else:
        raise click.UsageError("a schema file can be compared with a schema file only")
    head = f"{before.word} -> {after.word}: {changes.count(found)}"
    text = f"{head}\n\n{changes.text(found)}" if found else head
    title = f"## {plain(before.word)} to {plain(after.word)}"
    marked = f"{title}\n\n{changes.markdown(found, 3) or 'No change.'}\n"
    data = {"old": before.word, "new": after.word, "changes": changes.data(found)}
    return Report("diff", exits.FINE, data=data, text=text, markdown=marked)


def listed(names: Names) -> list[Acknowledgement]:
    """The acknowledgements of the registry at hand that still count."""
    known = names.accepted
    return known.live() if known else []

"""Changes between two states as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accordant.compat.diff import KINDS, TITLES, DiffEntry
from accordant.findings import Finding, JsonValue, Place
from accordant.report.json import place_object
from accordant.report.markdown import code, plain, prose


def text(changes: Sequence[DiffEntry], indent: str = "") -> str:
    """A block for each kind, a line for each change."""
    return "\n".join(indent + line if line else "" for line in _lines(changes))


def _lines(changes: Sequence[DiffEntry]) -> Iterator[str]:
    for kind in KINDS:
        of_kind = [entry for entry in changes if entry.kind == kind]
        if of_kind:
            yield f"{TITLES[kind]}:"
        for entry in of_kind:
            subject = f"{entry.finding.subject}: " if entry.finding.subject else ""  # files are named once, above
            yield f"  {subject}{entry.finding.message} ({entry.finding.rule})"
            if kind in ("break", "undecided"):
                yield from (f"    {side} {place}" for side, place in _places(entry.finding) if place is not None)
            if entry.acknowledged:
                yield f"    acknowledged: {entry.acknowledged}"


def _places(finding: Finding) -> tuple[tuple[str, Place | None], ...]:
    """Where the older and the newer side have it."""
    return ("old", finding.old_place), ("new", finding.place)


def markdown(changes: Sequence[DiffEntry], level: int) -> str:
    """A heading for each kind (of that level), a list item for each change."""
    blocks = []
    for kind in KINDS:
        of_kind = [entry for entry in changes if entry.kind == kind]
        if of_kind:
            blocks.append(f"{'#' * level} {TITLES[kind]}\n\n" + "\n".join(map(_item, of_kind)))
    return "\n\n".join(blocks)


def _item(entry: DiffEntry) -> str:
    subject = f"{code(entry.finding.subject)}: " if entry.finding.subject else ""
    item = f"- {subject}{prose(entry.finding.message)} ({code(entry.finding.rule)})"
    return f"{item}  \n  Acknowledged: {plain(entry.acknowledged)}" if entry.acknowledged else item


def data(changes: Sequence[DiffEntry]) -> list[JsonValue]:
    """Each entry as JSON values."""
    return [
        {
            "kind": entry.kind,
            "rule": entry.finding.rule,
            "subject": entry.finding.subject,
            "message": entry.finding.message,
            "place": place_object(entry.finding.place),
            "old_place": place_object(entry.finding.old_place),
            "old": entry.finding.old,
            "new": entry.finding.new,
            "acknowledged": entry.acknowledged,
        }
        for entry in changes
    ]


def count(changes: Sequence[DiffEntry]) -> str:
    """``2 breaks, 1 addition``, or that nothing changed."""
    numbers = [(kind, sum(entry.finding.number for entry in changes if entry.kind == kind)) for kind in KINDS]
    words = [f"{number} {_plural(kind, number)}" for kind, number in numbers if number]
    return ", ".join(words) or "no change"


def _plural(kind: str, number: int) -> str:
    return kind if number == 1 or kind == "undecided" else f"{kind}s"

"""Changes between two states as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accordant.compat.diff import KINDS, TITLES, Change
from accordant.findings import JsonValue
from accordant.report.json import place_object
from accordant.report.markdown import code, plain


def text(changes: Sequence[Change], indent: str = "") -> str:
    """A block for each kind, a line for each change."""
    return "\n".join(indent + line if line else "" for line in _lines(changes))


def _lines(changes: Sequence[Change]) -> Iterator[str]:
    for kind in KINDS:
        found = [one for one in changes if one.kind == kind]
        if found:
            yield f"{TITLES[kind]}:"
        for one in found:
            yield f"  {one.finding.subject}: {one.finding.message} ({one.finding.rule})"
            where = one.finding.place if one.kind == "addition" else one.finding.old_place or one.finding.place
            if where is not None and kind in ("break", "undecided"):
                yield f"    {where}"
            if one.acknowledged:
                yield f"    acknowledged: {one.acknowledged}"


def markdown(changes: Sequence[Change], level: int) -> str:
    """A heading for each kind (of that level), a list item for each change."""
    blocks = []
    for kind in KINDS:
        found = [one for one in changes if one.kind == kind]
        if found:
            blocks.append(f"{'#' * level} {TITLES[kind]}\n\n" + "\n".join(map(_item, found)))
    return "\n\n".join(blocks)


def _item(one: Change) -> str:
    said = f"- {code(one.finding.subject)}: {_prose(one.finding.message)} ({code(one.finding.rule)})"
    return f"{said}  \n  Acknowledged: {plain(one.acknowledged)}" if one.acknowledged else said


def _prose(message: str) -> str:
    """A sentence of ours: what stands in backticks becomes a code span, the rest is plain; nothing is markup."""
    pieces = message.split("`")
    if len(pieces) % 2 == 0:
        return plain(message)
    return "".join(code(one) if index % 2 else plain(one) for index, one in enumerate(pieces))


def data(changes: Sequence[Change]) -> list[JsonValue]:
    """Each change as JSON values."""
    return [
        {
            "kind": one.kind,
            "rule": one.finding.rule,
            "subject": one.finding.subject,
            "message": one.finding.message,
            "place": place_object(one.finding.place),
            "old_place": place_object(one.finding.old_place),
            "old": one.finding.old,
            "new": one.finding.new,
            "acknowledged": one.acknowledged,
        }
        for one in changes
    ]


def count(changes: Sequence[Change]) -> str:
    """``2 breaks, 1 addition``, or that nothing changed."""
    numbers = [(kind, sum(one.kind == kind for one in changes)) for kind in KINDS]
    words = [f"{number} {_plural(kind, number)}" for kind, number in numbers if number]
    return ", ".join(words) or "no change"


def _plural(kind: str, number: int) -> str:
    return kind if number == 1 or kind == "undecided" else f"{kind}s"

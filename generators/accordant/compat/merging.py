"""One finding for a break that both rules of the promise see."""

from __future__ import annotations

from dataclasses import replace

from accordant.findings import Facts, Finding, LostDocument, Severity, Witness
from accordant.schema import pointers

_RANK = {Severity.ERROR: 0, Severity.UNDECIDED: 1, Severity.WARNING: 2, Severity.NOTE: 3}


_NAMED = {
    "field-became-optional": ("field-removed", "field-renamed"),
    "enum-value-refused": ("enum-value-removed",),
    "closed-enum-value-added": ("const-changed", "carrier-changed", "enum-dropped", "enum-value-added"),
    "type-changed": ("enum-dropped",),
}


def merged(said: list[Finding], unread: list[Finding]) -> list[Finding]:
    """One finding for a break that both readings see: the name's, with the witness; an error replaces a note."""
    kept: list[Finding] = []
    for one in unread:
        twin = next((index for index, other in enumerate(said) if _twins(other, one)), None)
        if twin is None:
            kept.append(one)
        elif said[twin].severity != Severity.ERROR:
            said[twin] = one
        elif isinstance(said[twin].evidence, LostDocument | Facts) and isinstance(one.evidence, Witness):
            said[twin] = replace(said[twin], evidence=one.evidence)
    return sorted(said + kept, key=lambda one: (_RANK[one.severity], _order(one)))


def _order(one: Finding) -> tuple[str, int, int, str]:
    place = one.place
    return (place.path, place.line, place.column, one.rule) if place else ("", 0, 0, one.rule)


def _twins(said: Finding, unread: Finding) -> bool:
    if said.rule not in _NAMED.get(unread.rule, ()) or not isinstance(unread.evidence, Witness):
        return False
    if unread.rule == "field-became-optional":
        return _named(unread) == _named(said)
    if said.rule == "enum-value-added" and said.new != pointers.follow(unread.evidence.document, unread.evidence.at):
        return False
    return said.old_place is not None and unread.old_place is not None and _same_schema(said, unread)


def _named(finding: Finding) -> str:
    """The field that a sentence begins with, without the way to it."""
    return finding.message.split("`")[1].rpartition("/")[2] if "`" in finding.message else ""


def _same_schema(said: Finding, unread: Finding) -> bool:
    assert said.old_place is not None
    assert unread.old_place is not None
    return (said.old_place.path, pointers.parent(said.old_place.pointer)) == (
        unread.old_place.path,
        pointers.parent(unread.old_place.pointer),
    )

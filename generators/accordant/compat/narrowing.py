"""What an older writer could write and the newer schema refuses: safe for readers, worth a note."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from accordant.compat import words
from accordant.compat.breaks import CLOSING, Break, Questions, breaks
from accordant.compat.changes import Change
from accordant.compat.explain import reader_place, value_of, writer_place
from accordant.compat.rules import BY_NAME
from accordant.compat.sides import Side, follow
from accordant.findings import Finding, Severity
from accordant.schema import pointers
from accordant.schema.reader_copy import copy, origin

_TOLD = ("field-added", "field-removed", "field-renamed")
"""Changes of names that have a finding of their own: what they narrow besides is the same news."""


_SECONDS = 1.0


def narrowings(
    old: Side, new: Side, changes: list[Change], findings: list[Finding], questions: Questions
) -> list[Finding]:
    """What the older schema lets a writer write and the newer one does not: safe for readers, worth a note."""
    told = {change.path for change in changes if change.rule in _TOLD}
    broken = {(one.place.path, one.place.pointer) for one in findings if one.place and one.severity == Severity.ERROR}
    rule = BY_NAME["narrowed"]
    notes: list[Finding] = []
    for one in _refused(old, new, questions):
        if one.undecided or one.found is None or len(notes) >= 10:
            break
        path = words.generic(one.found.instance)
        if any(path == name or path.startswith(name + "/") for name in told):
            continue
        if isinstance(one.detail, str) and f"{path}/{one.detail}" in told:
            continue
        if _is_bound(one, new):
            continue  # the code list's own comparison speaks about its identifiers
        if one.closing and _was_closed(one, old):
            continue
        place = reader_place(one, new)
        if (place.path, place.pointer) not in broken:
            before, _ = writer_place(one, old)
            message = words.of_narrowing(one.found, one.detail)
            notes.append(
                Finding(rule.name, rule.severity, message, place, before, None, rule.way_out, new=value_of(one, new))
            )
    return notes


def closings(old: Side, new: Side, questions: Questions) -> list[Finding]:
    """The notes that a new reader refuses keys which old writers are taken not to write: those that nothing names."""
    rule = BY_NAME["narrowed"]
    notes: list[Finding] = []
    for one in _refused(old, new, questions):
        if one.closing and one.found is not None:
            message = f"{words.shown(one.found.instance)} is closed now: keys that nothing names are refused."
            before, _ = writer_place(one, old)
            notes.append(Finding(rule.name, rule.severity, message, reader_place(one, new), before, None, rule.way_out))
    return notes


def _refused(old: Side, new: Side, questions: Questions) -> Iterator[Break]:
    """What an older writer could write and the newer schema refuses, for a short while: these are notes only."""
    shorter = replace(questions, deadline=min(questions.deadline, time.monotonic() + _SECONDS))
    return breaks(old, copy(new.root), shorter, closed=True)


def _was_closed(one: Break, old: Side) -> bool:
    assert one.found is not None
    parts = follow(old.root, one.document, one.found.instance)
    return any(part.node.value.get(keyword) is False for part in parts for keyword in CLOSING)


def _is_bound(one: Break, reader: Side) -> bool:
    assert one.found is not None
    came_from = origin(one.reader, one.found.schema)
    if came_from is None or one.found.keyword != "enum":
        return False
    holder = pointers.follow(reader.root.resources.root(came_from[0]).value, came_from[1])
    return isinstance(holder, dict) and "x-codes" in holder

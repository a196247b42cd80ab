"""Narrowings: the newer schema refuses what an older writer could write. Safe for readers, worth a note."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Final

from accordant.compat import sentences
from accordant.compat.blame import CLOSING
from accordant.compat.breaks import breaks
from accordant.compat.causes import Causes
from accordant.compat.edits import Edit, Kind, path_of
from accordant.compat.explain import Explainer
from accordant.compat.judgement import Difference, of_break, with_wildcards
from accordant.compat.located import Break, UnknownBreaks
from accordant.compat.merging import is_same_difference
from accordant.compat.sides import Exchange, Side, Spot, follow
from accordant.compat.solving import Questions
from accordant.compat.tested import find_test
from accordant.findings import Finding, Severity
from accordant.schema import pointers
from accordant.schema.reader_copy import Readings

NOTES_SECONDS: Final = 1.0
"""Processor time for the search for notes, on which no verdict depends."""

MOST_NOTES: Final = 10
"""Most narrowings that are listed for one pair of schemas."""

_OF_NAMES: Final = ("field-added", "field-removed", "field-renamed")
"""Changes that have a finding of their own; a narrowing that they cause is not reported again."""


def narrowings(
    old: Side, new: Side, differences: Iterable[Difference], explainer: Explainer, questions: Questions
) -> Iterator[Finding]:
    """A note for each way in which the newer schema lets a writer write less than the older one."""
    differences = list(differences)
    changes = [difference.change for difference in differences if difference.change is not None]
    named = {change.path for change in changes if change.rule in _OF_NAMES and not change.is_forbidden}
    failing = [difference for difference in differences if difference.rule.severity == Severity.ERROR]
    broken = {_new_spot(difference, new) for difference in failing}
    replaced = {spot for difference in failing if (spot := _replaced_schema(difference)) is not None}
    said: set[str] = set()
    for refusal in _refusals(old, new, questions, named):
        if isinstance(refusal, UnknownBreaks) or refusal.blame is None or len(said) >= MOST_NOTES:
            return
        if _is_reported(refusal, named) or is_bound(refusal, new) or _is_about_others(refusal, old):
            continue
        told = any(is_same_difference(difference, of_break(refusal, "")) for difference in failing)
        spot = refusal.new or Spot.of(new.root)
        if spot not in broken and spot.parent not in replaced and not told:
            message = sentences.of_narrowing(refusal, refusal.blame)
            if message in said:
                continue
            said.add(message)
            yield explainer.narrowing(refusal, message, refusal.refused_by)


def closings(old: Side, new: Side, explainer: Explainer, questions: Questions) -> Iterator[Finding]:
    """A note for each rule by which a new reader refuses keys that no schema names; old writers are taken not to write
    them."""
    told: set[tuple[str, str]] = set()
    for refusal in _refusals(old, new, questions):
        if len(told) >= MOST_NOTES:
            return
        if isinstance(refusal, Break) and refusal.closing and refusal.blame is not None:
            rule = (refusal.blame.schema, refusal.blame.keyword)
            if rule not in told:
                told.add(rule)
                yield explainer.narrowing(refusal, sentences.of_closing(refusal, refusal.blame))


def _refusals(
    old: Side, new: Side, questions: Questions, named: Container[str] = ()
) -> Iterator[Break | UnknownBreaks]:
    """Each way in which the newer schema refuses what an older writer could write.

    Edits at the paths ``named``, and those of code lists, have findings of their own: they are made in the reader
    before the first question.
    """
    exchange = Exchange(old, new, newer_reads=True)
    within = questions.within(NOTES_SECONDS)
    causes = Causes(new.root, old.root, Readings().read, questions.copies, within.spend, within.steps)
    told = [edit for edit in causes.open if path_of(edit.path) in named or _is_of_codes(edit, new)]
    if len(told) == len(causes.open):  # what is left of the newer schema is the older one
        return iter(())
    reader = causes.accept(told) if told else causes.unedited
    return breaks(exchange, reader, within, closed=True, causes=causes)


def _new_spot(difference: Difference, new: Side) -> Spot:
    return difference.new or Spot.of(new.root)


def _replaced_schema(difference: Difference) -> Spot | None:
    """The newer schema that stands where another one stood; its keywords are compared with none."""
    edit = difference.refusal.edit if difference.refusal is not None else None
    return difference.new if edit is not None and edit.kind is Kind.SCHEMA else None


def _is_reported(refusal: Break, named: set[str]) -> bool:
    """Whether a changed name has a finding of its own at the refused place."""
    path = with_wildcards(refusal.blame.instance) if refusal.blame else ""
    if refusal.edit is not None and path_of(refusal.edit.path) in named:
        return True
    if any(path == name or path.startswith(name + "/") for name in named):
        return True
    return isinstance(refusal.detail, str) and pointers.join(path, refusal.detail) in named


def is_bound(refusal: Break, reader: Side) -> bool:
    """Whether the refusing enum is bound to a code list, whose own comparison speaks about its identifiers."""
    if refusal.blame is None or refusal.blame.keyword != "enum" or refusal.reader is None:
        return False
    return has_codes(refusal.reader.parent, reader)


def _is_of_codes(edit: Edit, reader: Side) -> bool:
    """Whether an edit is of the enum of a code list, where that is asserted and not only tested."""
    is_enum = edit.kind is Kind.KEYWORD and edit.name == "enum" and not find_test(edit)
    return is_enum and not edit.is_added and has_codes(edit.reader.parent, reader)


def has_codes(holder: Spot, reader: Side) -> bool:
    """Whether a schema is bound to a code list."""
    schema = pointers.follow(reader.root.resources.root(holder.address).value, holder.pointer)
    return isinstance(schema, dict) and "x-codes" in schema


def _is_about_others(refusal: Break, old: Side) -> bool:
    """Whether only keys that nothing names are refused, by a rule for them or by an object that was closed before."""
    return refusal.closing and (
        refusal.blame is None or refusal.blame.keyword not in CLOSING or _was_closed(refusal, old)
    )


def _was_closed(refusal: Break, old: Side) -> bool:
    """Whether the older schema closed the object too."""
    at = refusal.blame.instance if refusal.blame else ""
    parts = follow(old.root, refusal.document, at)
    return any(part.node.value.get(keyword) is False for part in parts for keyword in CLOSING)

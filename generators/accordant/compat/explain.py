"""Differences as findings: the sentence, the places on both sides, the two spellings, the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from accordant import algebra
from accordant.compat import edit_sentences, rules, sentences
from accordant.compat.changes import Change
from accordant.compat.clauses import place_of
from accordant.compat.edits import MISSING, Edit, Kind
from accordant.compat.gather import with_further
from accordant.compat.judgement import Difference
from accordant.compat.located import Break, UnknownBreaks
from accordant.compat.rules import refusals
from accordant.compat.rules.notes import NARROWED
from accordant.compat.rules.severities import IN_NEW_VERSION
from accordant.compat.sides import Side
from accordant.compat.tested import find_test
from accordant.findings import Evidence, Facts, Finding, JsonValue, LostDocument, Place, Severity, Witness
from accordant.schema import pointers
from accordant.schema.error_messages import format_values
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node, Resources

EXAMPLES_SECONDS: Final = 1.0
"""Processor time, counted as steps, of all searches for documents that use a lost name of one pair of schemas; after
that the two facts are the evidence."""

STATE_AGAIN: Final = f"state the unit again, or leave it out {IN_NEW_VERSION}"
"""The next step where a unit is no longer stated."""

TO_THE_LETTER: Final = "make sure that no reader checks documents strictly by the older schema"
"""The next step where only such a reader refuses what is written now."""


class Explainer:
    """Makes the findings about one pair of schemas."""

    def __init__(self, old: Side, new: Side) -> None:
        self.old, self.new = old, new
        self._steps = int(EXAMPLES_SECONDS * algebra.STEPS_A_SECOND)

    def finding(self, difference: Difference, further: Sequence[str] = ()) -> Finding:
        """The finding about a difference: in the words of the change, where one is known.

        Args:
            difference: the difference.
            further: further places in documents where it is seen.
        """
        if difference.change is not None:
            finding = self._of_change(difference, difference.change)
            told = with_further(finding.message, [f"`{path}`" for path in further], len(further))
            return replace(finding, message=told)
        assert difference.refusal is not None  # a difference is a change or a break
        return self._of_break(difference, difference.refusal)

    def _of_change(self, difference: Difference, change: Change) -> Finding:
        # The place names a field, except where `propertyNames` lists several.
        named = change.rule in ("field-removed", "field-added") and not change.keyword
        return rules.finding(
            change.rule,
            sentences.of_change(change),
            self._new_place(difference),
            old_place=None if change.rule == "field-added" else self.old.place(difference.old),
            evidence=self._evidence(difference, change),
            old=None if named else change.old,
            new=None if named else change.new,
            documents=None if change.is_of_some else change.documents,
            way_out=STATE_AGAIN if change.rule == "unit-changed" and change.new is None else "",
        )

    def _new_place(self, difference: Difference) -> Place:
        """The place on the newer side: where a keyword is gone, the schema that had it."""
        spot = difference.new
        return self.new.place(spot.parent if spot is not None and not self.new.has(spot) else spot)

    def _evidence(self, difference: Difference, change: Change) -> Evidence | None:
        """The witness of a break, else a document of the older schema that uses the lost name, else the two facts."""
        if difference.rule.severity != Severity.ERROR:
            return None
        if difference.refusal is not None:
            return witness(difference.refusal)
        lost = None if change.rule == "unit-changed" else self._lost_document(change)
        return lost or Facts(change.old, change.new)

    def _lost_document(self, change: Change) -> LostDocument | None:
        if self._steps <= 0:
            return None
        answer, steps = _example(self.old.root, change, self._steps)
        self._steps -= steps
        if not isinstance(answer, algebra.Found):
            return None
        tokens = [0 if step.token == "*" else step.token for step in change.steps]
        return LostDocument(answer.document, pointers.write(tokens) if "+" not in tokens else "")

    def _of_break(self, difference: Difference, refusal: Break) -> Finding:
        old, new = _spellings(refusal)
        return rules.finding(
            difference.rule.name,
            sentences.of_break(refusal, difference.rule),
            self.new.place(difference.new),
            old_place=self.old.place(difference.old),
            evidence=witness(refusal),
            old=old,
            new=new,
        )

    def narrowing(self, refusal: Break, message: str, new: JsonValue = None) -> Finding:
        """The note that the newer schema, which reads in ``refusal``, takes less than the older one writes."""
        place, old_place = self.new.place(refusal.new), self.old.place(refusal.old)
        edit = refusal.edit
        is_known = edit is not None and edit.kind is Kind.KEYWORD and edit.written is not MISSING
        old = refusal.written_by if is_known else None
        return rules.finding(
            NARROWED.name, message, place, old_place=old_place, way_out=NARROWED.way_out, old=old, new=new
        )

    def opening(self, edit: Edit, message: str) -> Finding:
        """The note that the newer schema lets writers write keys that the older one refuses by name."""
        place, old_place = self.new.place(edit.writer), self.old.place(edit.reader)
        rule, way_out = refusals.KEY.loosened.name, TO_THE_LETTER
        old, new = (
            {edit.name: value} if isinstance(value, bool | int | float) else None for value in (edit.read, edit.written)
        )
        finding = rules.finding(rule, message, place, old_place=old_place, way_out=way_out, old=old, new=new)
        return replace(finding, severity=Severity.NOTE)

    def unlisted(self, edit: Edit, values: list[JsonValue]) -> Finding:
        """The note that other values may come than those that the older schema lists."""
        message = f"{place_of(edit.path)} is no longer limited to {format_values(values)}: other values may come."
        place, old_place = self.new.place(edit.writer), self.old.place(edit.reader)
        return rules.finding("enum-value-added", message, place, old_place=old_place, old=values)

    def undecided(self, unknown: UnknownBreaks) -> Finding:
        """The finding that the pair is not fully judged: at the part that is the cause, else at an undecided edit."""
        new, old = (unknown.spot if unknown.spot and side.has(unknown.spot) else None for side in (self.new, self.old))
        reason = unknown.reason
        if unknown.edits:
            first = unknown.edits[0]
            reason += f"; it is undecided whether the edit of {edit_sentences.places(unknown.edits)} breaks"
            if new is None and old is None:
                old, new = (first.writer, first.reader) if unknown.newer_reads else (first.reader, first.writer)
        only_old = new is None and old is not None
        place = self.old.place(old) if only_old else self.new.place(new)
        return rules.undecided(reason, place, old_place=self.old.place(old))


def witness(refusal: Break) -> Witness:
    """The document of a break as evidence."""
    at = refusal.blame.instance if refusal.blame else ""
    return Witness(refusal.document, at, refusal.exchange.writer.name, refusal.exchange.reader.name)


def _example(old: Node, change: Change, steps: int) -> tuple[algebra.Outcome, int]:
    """A document of the older schema that uses the name, and the steps that the search took."""
    session = algebra.Session(algebra.Budget(steps=steps, seconds=EXAMPLES_SECONDS))
    return session.find([old, Resources.of(change.requirement())]), session.steps


def _is_about_required(refusal: Break) -> bool:
    """Whether a missing key is refused; of edits that let a document in together, only the first is blamed."""
    if refusal.blame is not None:
        return refusal.blame.keyword == "required"
    return refusal.edit is not None and refusal.edit.kind is Kind.REQUIRED


def _spellings(refusal: Break) -> tuple[JsonValue, JsonValue]:
    """The refusing keyword on the older and on the newer side; nothing where both spell it alike."""
    read, written = refusal.refused_by, refusal.written_by
    names_a_key = refusal.edit is None or refusal.edit.kind is Kind.REQUIRED or refusal.edit.is_required
    is_tested = refusal.edit is not None and find_test(refusal.edit) != ""
    if names_a_key and not is_tested and _is_about_required(refusal):
        read, written = {"required": refusal.detail}, None
    if fingerprint(read) == fingerprint(written):
        return None, None
    return (written, read) if refusal.exchange.newer_reads else (read, written)

"""The judgement between two schemas: names only grow, old readers still read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from accordant import algebra, work
from accordant.algebra.depth import DEEPEST, too_deep_in
from accordant.compat import definitions, judgement, rules
from accordant.compat.breaks import breaks
from accordant.compat.causes import Causes, Reading
from accordant.compat.changes import Change
from accordant.compat.comparison import Comparison
from accordant.compat.declarations import Walk, additions
from accordant.compat.edits import Edit
from accordant.compat.explain import TO_THE_LETTER, Explainer
from accordant.compat.forbidden import forbidden
from accordant.compat.gather import gather
from accordant.compat.located import Break, UnknownBreaks
from accordant.compat.loosen import without_schemas
from accordant.compat.lost_names import is_loss, without_lost_names
from accordant.compat.merging import merge
from accordant.compat.narrowing import NOTES_SECONDS, closings, is_bound, narrowings
from accordant.compat.openings import MOST_NOTES, is_opening, openings
from accordant.compat.shared import told_once
from accordant.compat.sides import Exchange, Side, Spot, Terms, exchanges
from accordant.compat.solving import Questions
from accordant.compat.unlisted import unlisted
from accordant.findings import Finding, Severity, Verdict
from accordant.schema.access import as_exchanged
from accordant.schema.confirmation import confirm
from accordant.schema.dialects import REFERENCES
from accordant.schema.json_values import canonical
from accordant.schema.reader_copy import Readings, as_node
from accordant.schema.references import Node
from accordant.schema.same_parts import SameParts
from accordant.schema.validation import validator_of

_ORDER: Final = {Severity.ERROR: 0, Severity.UNDECIDED: 1, Severity.WARNING: 2, Severity.NOTE: 3}
"""Breaks first: what fails the check stands on top of a report."""


def judge(old: Side, new: Side, terms: Terms) -> Comparison:
    """Compare two schemas. Equal schemas cost one comparison of their texts.

    Never raises: a schema that is nested too deeply ends in ``undecided``, as any part does that is not understood.
    """
    for side in (old, new):
        deep = too_deep_in(side.root)
        if deep is not None:
            return _undecided_comparison(side, deep, f"nested deeper than {DEEPEST} levels")
    if _same(old.root, new.root, SameParts()):
        return Comparison()
    questions = Questions(terms.seconds)
    try:
        before, after = (_exchange(side, terms) for side in (old, new))
        judged = _judge_with_definitions(before, after, terms, questions)
        if before is old and after is new:
            return judged
        strict = Verdict.worst(_strict(exchange, questions) for exchange in exchanges(old, new, terms.direction))
        return _comparison(judged.findings, strict, terms.promise)
    except RecursionError:
        return _undecided_comparison(new, "", "nested too deeply")


def _exchange(side: Side, terms: Terms) -> Side:
    """The side as documents of the direction see it, where the promise depends on what writers mean."""
    root = as_exchanged(side.root, terms.direction) if terms.promise == "additive" else side.root
    return side if root is side.root else replace(side, root=root)


def _strict(exchange: Exchange, questions: Questions) -> Verdict:
    """The verdict of pure containment of the schemas as they are written."""
    answer = questions.check_containment(exchange.writer.root, exchange.reader.root)
    if isinstance(answer, algebra.Contained):
        return Verdict.COMPATIBLE
    return Verdict.BREAKING if isinstance(answer, algebra.Counterexample) else Verdict.UNDECIDED


def _judge_with_definitions(old: Side, new: Side, terms: Terms, questions: Questions) -> Comparison:
    """The comparison of two schemas, and of the definitions of a schema that holds nothing else."""
    whole = _judge_pair(old, new, terms, questions)
    parts = [
        definitions.Judged(name, after.root.pointer, _judge_pair(before, after, terms, questions))
        for name, before, after in definitions.changed(old, new)
    ]
    return definitions.join(whole, parts, list(definitions.listed(old, new, notes=terms.notes)))


def _judge_pair(old: Side, new: Side, terms: Terms, questions: Questions) -> Comparison:
    """Facts first, then the rule of each, then the sentences."""
    work.begin(new.place)
    changes, is_complete = _changes(old, new, terms)
    answers = [
        _judge_exchange(exchange, terms, questions, changes) for exchange in exchanges(old, new, terms.direction)
    ]

    unknown = [unknown for answer in answers for unknown in answer.unknown]
    if terms.promise == "additive" and terms.direction == "output":
        lost, unknown_names = forbidden(old, new, changes, questions)
        changes, unknown = [*changes, *lost], [*unknown, *unknown_names]
    changed = [judgement.of_change(change) for change in changes]
    refused = [judgement.of_break(refusal, terms.carrier) for answer in answers for refusal in answer.breaks]
    differences = merge(changed, refused)
    strict = Verdict.worst(answer.strict for answer in answers)

    explainer = Explainer(old, new)
    findings = [explainer.finding(difference, further) for difference, further in told_once(differences)]
    findings += map(explainer.undecided, unknown)
    findings.sort(key=_order)
    findings = findings if terms.every else gather(findings)
    if not is_complete:
        findings.append(rules.undecided("too many declarations to compare by name", new.place()))
    if terms.narrowings and terms.promise == "additive":
        told = {difference.refusal.edit for difference in differences if difference.refusal is not None}
        findings += openings((edit for answer in answers for edit in answer.opened if edit not in told), new, explainer)
        if terms.direction == "output":
            findings += narrowings(old, new, differences, explainer, questions)
        elif strict != Verdict.COMPATIBLE:
            findings += closings(old, new, explainer, questions)
        if terms.direction != "input" and strict == Verdict.BREAKING:
            findings += unlisted(exchanges(old, new, "output")[0], findings, explainer, questions)
        if terms.direction == "output" and not findings and strict == Verdict.BREAKING:
            findings += _notes_to_the_letter(old, new, terms, questions)
    return _comparison(findings, strict, terms.promise)


def _notes_to_the_letter(old: Side, new: Side, terms: Terms, questions: Questions) -> list[Finding]:
    """What only a strict reader refuses, as notes: nothing else is reported about these edits.

    Of the values of a code list its own comparison speaks.
    """
    (exchange,), to_the_letter = exchanges(old, new, "output"), replace(terms, promise="strict")
    answer = _judge_exchange(exchange, to_the_letter, questions.within(NOTES_SECONDS), ())
    refused = [judgement.of_break(refusal, "") for refusal in answer.breaks if not is_bound(refusal, old)]
    explainer = Explainer(old, new)
    findings = gather([explainer.finding(difference, further) for difference, further in told_once(merge([], refused))])
    return [_as_note(finding) for finding in findings[:MOST_NOTES]]


def _as_note(finding: Finding) -> Finding:
    is_of_keys = finding.place is not None and "propertyNames" in finding.place.pointer
    message = f"{finding.message} Tolerant readers {'skip' if is_of_keys else 'accept'} it."
    return replace(finding, severity=Severity.NOTE, message=message, way_out=TO_THE_LETTER)


def _comparison(findings: Sequence[Finding], strict: Verdict, promise: str) -> Comparison:
    """The comparison; all findings but notes say what the strict reading answers, and which reading decided."""
    decided_by = "strict" if Verdict.of(findings) == strict else promise
    marked = [
        finding if finding.severity == Severity.NOTE else replace(finding, strict=strict.value, decided_by=decided_by)
        for finding in findings
    ]
    return Comparison(tuple(marked), strict, decided_by)


def _order(finding: Finding) -> tuple[int, str, int, int, str]:
    """Breaks first, each severity in the order of the files."""
    place = finding.place
    at = (place.path, place.line, place.column) if place else ("", 0, 0)
    return (_ORDER[finding.severity], *at, finding.rule)


def _changes(old: Side, new: Side, terms: Terms) -> tuple[list[Change], bool]:
    """The changes in declarations, and whether the walk was complete; none under the strict promise."""
    if terms.promise == "strict":
        return [], True
    parts = SameParts()
    walk = Walk(parts.are_same, carrier=terms.carrier, direction=terms.direction, same_list=terms.same_list)
    lost = walk.compare(old.root, new.root)
    if not terms.notes:
        return lost, walk.complete
    moved = {change.path for change in lost if change.gained}
    added = additions(old.root, new.root, terms.same_list, parts.are_same)
    return lost + [change for change in added if not (change.lost and change.path in moved)], walk.complete


@dataclass(frozen=True, slots=True)
class _Answer:
    """About one exchange: the strict verdict, the breaks under the promised reading, and what stays unknown."""

    strict: Verdict
    breaks: tuple[Break, ...] = ()
    unknown: tuple[UnknownBreaks, ...] = ()
    opened: tuple[Edit, ...] = ()
    """The edits by which the newer side, which writes, opens objects that the reader closes."""


def _judge_exchange(exchange: Exchange, terms: Terms, questions: Questions, changes: Sequence[Change]) -> _Answer:
    answer = questions.check_containment(exchange.writer.root, exchange.reader.root)
    if isinstance(answer, algebra.Contained):
        return _Answer(Verdict.COMPATIBLE)
    # Held through the search: a break is refused by the reader's own schema, not only by the copy that is loosened.
    sides = validator_of(exchange.writer.root), validator_of(exchange.reader.root)
    strict = Verdict.BREAKING if isinstance(answer, algebra.Counterexample) else Verdict.UNDECIDED
    closed = terms.promise == "additive" and exchange.newer_reads
    reading = _reading(exchange, terms, changes)
    root = exchange.reader.root
    writer = exchange.writer.root
    causes = None if terms.every else Causes(root, writer, reading, questions.copies, questions.spend, questions.steps)
    opened = () if causes is None or exchange.newer_reads else tuple(filter(is_opening, causes.open))
    known = answer if isinstance(answer, algebra.Counterexample) else None
    means = terms.promise == "additive"
    reader = reading(root) if causes is None else causes.unedited
    lost = {} if exchange.newer_reads else without_lost_names(changes, questions.copies)
    outcomes = list(
        breaks(exchange, reader, questions, closed=closed, means=means, causes=causes, known=known, lost=lost)
    )
    refused = [refusal for refusal in outcomes if isinstance(refusal, Break) and not refusal.closing]
    confirmed = tuple(refusal for refusal in refused if confirm(*sides, refusal.document).confirmed)
    unknown = tuple(outcome for outcome in outcomes if isinstance(outcome, UnknownBreaks))
    if not confirmed and not unknown:
        if isinstance(answer, algebra.Undecided) and terms.promise == "strict":
            unknown = (UnknownBreaks(answer.reason, Spot.at(answer.where)),)
        elif refused:
            unknown = (UnknownBreaks("the document that was found is judged in two ways by the reader's own schema"),)
    return _Answer(strict, confirmed, unknown, opened)


def _reading(exchange: Exchange, terms: Terms, changes: Sequence[Change]) -> Reading:
    """The reader's schema as a copy, in the promised reading; removed fields, reported already, are left out."""
    removed = [change.old_node for change in changes if is_loss(change) and not change.is_kept_elsewhere]
    origins = {(node.document, node.pointer) for node in removed} if not exchange.newer_reads else set()

    opens = terms.promise == "additive" and not exchange.newer_reads
    readings = Readings(terms.enums if opens else "")

    def read(root: Node) -> Node:
        reading = readings.read(root)
        return as_node(without_schemas(reading.value, origins), reading.resources) if origins else reading

    return read


def _undecided_comparison(side: Side, pointer: str, reason: str) -> Comparison:
    undecided = rules.undecided(reason, side.locate(side.root.document, pointer))
    return Comparison((replace(undecided, strict=Verdict.UNDECIDED.value),), Verdict.UNDECIDED)


def _same(old: Node, new: Node, parts: SameParts) -> bool:
    """Whether two schemas are equal texts, and all that they refer to."""
    if old.dialect != new.dialect or old.value != new.value:  # quick; but takes 1 for true
        return False
    text = canonical(old.value)
    if old.value is not new.value and text != canonical(new.value):
        return False
    refers = any(keyword in text for keyword in REFERENCES)
    return not refers or parts.are_same(old, new) or _everything(old) == _everything(new)


def _everything(node: Node) -> str:
    """The texts of all schemas of a set, its own without its address."""
    resources = node.resources
    own = resources.root(node.document).value
    return canonical([own, {uri: resources.root(uri).value for uri in resources if uri != node.document}])

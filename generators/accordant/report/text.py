"""The ``text`` format: each finding with its source line, the document that proves it, and the next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from accordant.findings import (
    Evidence,
    Facts,
    Finding,
    JsonValue,
    LostDocument,
    Place,
    Report,
    Severity,
    Verdict,
    Witness,
    as_schema,
    found_again,
    missing_side,
    told,
)  # fmt: skip
from accordant.report import documents
from accordant.report.view import View, is_accepted, severities, summary
from accordant.report.visible import visible, visible_lines

LONGEST_LINE = 140
"""A longer source line is cut around its column."""

_COLOURS = {
    Severity.ERROR: "31;1",
    Severity.WARNING: "33;1",
    Severity.UNDECIDED: "35;1",
    Severity.NOTE: "36",
}
_FAINT = "2"
_MARK = "31"


def render(report: Report, view: View) -> str:
    """Findings, then the result of the command, then a summary line where the command judges something.

    A report that holds an error is one sentence with its place and its next step.
    """
    if report.error is not None:
        return "\n".join(visible_lines(f"registry: {report.error}")) + "\n"
    paint = _Paint(view.colour)
    distinct, others = _merge_baselines(report.findings)
    full = [finding for finding in distinct if not _is_addition(finding)]
    blocks = ["\n".join(_render_finding(finding, view, paint, others.get(id(finding), ()))) + "\n" for finding in full]
    brief = [_in_one_line(finding, paint) for finding in distinct if _is_addition(finding)]
    blocks += ["\n".join(brief) + "\n"] if brief else []
    pages = dict.fromkeys(page for finding in distinct if (page := view.rule_page(finding.rule)))
    if pages:
        blocks.append("\n".join(f"{paint('see', _FAINT)} {visible(page)}" for page in pages) + "\n")
    if report.text and not report.quiet:
        blocks.append("\n".join(visible_lines(report.text.rstrip("\n"))) + "\n")
    present = severities(report)
    if (present or not report.text) and not report.quiet:
        colour = next((_COLOURS[severity] for severity in _COLOURS if severity in present), "32;1")
        blocks.append(paint(visible(summary(report)), colour) + "\n")
    return "\n".join(blocks)


def render_live(finding: Finding, before: Finding | None, view: View) -> str:
    """A finding that is shown as soon as it is there; its next step only where the one before had another."""
    if before is not None and (before.rule, before.way_out) == (finding.rule, finding.way_out):
        finding = replace(finding, way_out="")
    return "\n".join(_render_finding(finding, view, _Paint(view.colour))) + "\n\n"


class _Paint:
    """Wraps text into the escape sequences of a colour, or leaves it alone."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text


def _merge_baselines(findings: Sequence[Finding]) -> tuple[list[Finding], dict[int, list[str]]]:
    """Each finding once, and by the id of its object the further baselines against which the same was found."""
    first: dict[tuple[object, ...], Finding] = {}
    others: dict[tuple[object, ...], list[str]] = {}
    for number, finding in enumerate(findings):
        key = found_again(finding) or (number,)
        known = first.setdefault(key, finding)
        if finding.baseline not in (known.baseline, *others.get(key, ())):
            others.setdefault(key, []).append(finding.baseline)
    distinct = list(_without_repeated_steps(list(first.values())))
    return distinct, {id(kept): others[key] for kept, key in zip(distinct, first, strict=True) if key in others}


def _without_repeated_steps(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings; of neighbours with the same rule only the last one has the lines of a next step that they share."""
    for finding, after in zip_longest(findings, findings[1:]):
        repeated = after.way_out.split("\n") if after is not None and finding.rule == after.rule else []
        lines = [line for line in finding.way_out.split("\n") if line not in repeated]
        yield replace(finding, way_out="\n".join(lines))


def _render_finding(finding: Finding, view: View, paint: _Paint, others: Sequence[str] = ()) -> Iterator[str]:
    """The lines of a finding; `others` are further baselines against which it was found."""
    head = _head(finding, paint)
    yield f"{visible(str(finding.place))}: {head}" if finding.place else head
    subject = (
        f"{finding.subject} against {finding.baseline}" if finding.subject and finding.baseline else finding.subject
    )
    message = f"{subject}: {told(finding)}" if subject else told(finding)
    yield from (f"  {line}" for line in visible_lines(message))
    if others:
        yield f"  {paint('and against', _FAINT)} {visible(', '.join(others))}"
    yield from _source_lines(finding.place, view, paint)
    if is_accepted(finding):
        return  # the proof was read by who accepted it; other formats have it
    if finding.old_place is not None:
        yield f"  {paint('before', _FAINT)} {visible(str(finding.old_place))}"
        yield from _source_lines(finding.old_place, view, paint)
    if finding.schema_place is not None:
        at = f" at {finding.schema_place.pointer}" if finding.schema_place.pointer else ""
        yield f"  {paint('refused by', _FAINT)} {visible(str(finding.schema_place) + at)}"
    yield from _old_and_new(finding, paint)
    yield from (f"  {line}" for line in evidence_lines(finding, paint))
    if finding.decided_by not in ("", "strict") and finding.strict != Verdict.of([finding]):
        readings = f"strict reading: {finding.strict}; decided by the {finding.decided_by} reading"
        yield f"  {paint(visible(readings), _FAINT)}"
    if finding.way_out:
        first, *more = visible_lines(finding.way_out)
        yield f"  {paint('next step:', '32')} {first}"
        yield from (f"             {line}" for line in more)


def _head(finding: Finding, paint: _Paint) -> str:
    """The severity and the rule; one word where the rule has the name of its severity."""
    severity = paint(finding.severity, _COLOURS[finding.severity])
    return severity if finding.rule == finding.severity else f"{severity} {paint(visible(finding.rule), '1')}"


def _is_addition(finding: Finding) -> bool:
    """Whether a finding only reports something new in a comparison: there was nothing before, and nobody has to act."""
    says_more = finding.evidence or finding.way_out or finding.decided_by or finding.old is not None
    return finding.severity == Severity.NOTE and bool(finding.baseline) and not says_more


def _in_one_line(finding: Finding, paint: _Paint) -> str:
    place = f"{visible(str(finding.place))}: " if finding.place else ""
    head = f"{place}{_head(finding, paint)}"
    return f"{head}: {visible(finding.subject)}: {visible(told(finding))}"


def _source_lines(place: Place | None, view: View, paint: _Paint) -> Iterator[str]:
    line = view.read_line(place) if place is not None and place.line else None
    if place is None or line is None or not line.strip():
        return
    stretch, caret = _cut_around(line.replace("\t", " "), max(place.column, 1) - 1)
    number = str(place.line)
    yield f"  {paint(number + ' |', _FAINT)} {visible(stretch)}"
    before = documents.columns(visible(stretch[:caret]))
    yield f"  {' ' * len(number)} {paint('|', _FAINT)} {' ' * before}{paint('^', _MARK)}"


def _cut_around(line: str, column: int) -> tuple[str, int]:
    """A part of ``line`` around ``column``, and the index of that column in it."""
    line = line.rstrip()
    if len(line) <= LONGEST_LINE:
        return line, min(column, len(line))
    start = max(0, min(column - LONGEST_LINE // 2, len(line) - LONGEST_LINE))
    return line[start : start + LONGEST_LINE], min(column, len(line)) - start


def _old_and_new(finding: Finding, paint: _Paint) -> Iterator[str]:
    """The old and the new value, unless the evidence shows them, or the finding stands for several."""
    if finding.parts or isinstance(finding.evidence, Facts) or (finding.old is None and finding.new is None):
        return
    yield f"  {paint('old', _FAINT)} {_side(finding.old, finding.new)}"
    yield f"  {paint('new', _FAINT)} {_side(finding.new, finding.old)}"


def _side(side: JsonValue, other: JsonValue) -> str:
    return f"({missing_side(other)})" if side is None else documents.compact(as_schema(side))


def evidence_lines(finding: Finding, paint: _Paint | None = None) -> Iterator[str]:
    """The evidence in words and lines: a title, then the document with its refused part marked, or the two facts."""
    paint = paint or _Paint(False)
    evidence = finding.evidence
    if isinstance(evidence, Facts):
        yield f"{paint('old', _FAINT)} {_side(evidence.old, evidence.new)}"
        yield f"{paint('new', _FAINT)} {_side(evidence.new, evidence.old)}"
    elif evidence is not None:
        yield paint(visible(_title(evidence)), _FAINT)
        for line in documents.lines(evidence.document, evidence.at or None):  # "" is the whole: no mark
            if line.mark is not None:
                start, length = line.mark
                yield f"    {line.text}"
                yield f"    {' ' * start}{paint('^' * length, _MARK)}"
            else:
                yield f"  {paint('>', _MARK) if line.marked else ' '} {line.text}"


def _title(evidence: Evidence) -> str:
    if isinstance(evidence, LostDocument):
        return "a document that uses the lost name:"
    if isinstance(evidence, Witness):
        writer = evidence.writer or "the writer"
        reader = evidence.reader or "the reader"
        return f"a document that {writer} may write and {reader} refuses:"
    return ""

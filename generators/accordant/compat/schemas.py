"""The judgement between two schemas: names only grow, old readers still read."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from accordant import algebra
from accordant.algebra.depth import DEEPEST, too_deep
from accordant.compat.breaks import Break, Questions, breaks
from accordant.compat.declared import declared, say
from accordant.compat.explain import tell
from accordant.compat.loosen import without_schemas
from accordant.compat.merging import merged
from accordant.compat.narrowing import closings, narrowings
from accordant.compat.rules import BY_NAME
from accordant.compat.sides import Side
from accordant.compat.terms import Terms
from accordant.findings import Finding, Severity, Witness
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.reader_copy import copy, open_reading
from accordant.schema.references import Node, UnresolvableReference
from accordant.schema.validation import confirm, validator_of


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer for one pair of schemas; ``strict`` and ``verdict`` are compatible, breaking or undecided."""

    verdict: str
    strict: str
    decided_by: str
    findings: tuple[Finding, ...] = ()
    witness: Witness | None = None


def judge(old: Side, new: Side, terms: Terms) -> Judgement:
    """Compare two schemas. Equal schemas cost one comparison of their texts.

    Never raises: a reference that leads nowhere or a schema that is nested too deeply ends in ``undecided``.
    """
    for side in (old, new):
        deep = too_deep(side.root.value)
        if deep is not None:
            return _not_judged(side, deep, f"nested deeper than {DEEPEST} levels")
    if _same(old.root, new.root):
        return Judgement("compatible", "compatible", "strict")
    try:
        return _judged(old, new, terms)
    except UnresolvableReference as error:
        side = next((one for one in (new, old) if _leads_nowhere(one.root, error)), new)
        reason = f"the reference {error.ref!r} leads nowhere; its target is not among the given schemas"
        return _not_judged(side, error.pointer, reason)
    except RecursionError:
        return _not_judged(new, "", "nested too deeply")


def _leads_nowhere(root: Node, error: UnresolvableReference) -> bool:
    """Whether the reference that one side could not follow stands in this side, and leads nowhere there."""
    if error.document not in root.resources:
        return False
    try:
        root.resources.root(error.document).child(*pointers.split(error.pointer)).resolve(error.ref)
    except UnresolvableReference:
        return True
    except LookupError:
        return False
    return False


def _not_judged(side: Side, pointer: str, reason: str) -> Judgement:
    rule = BY_NAME["undecided"]
    place = side.locate(side.root.document, pointer)
    finding = Finding(rule.name, rule.severity, f"Not decided: {reason}.", place, None, None, rule.way_out)
    return Judgement("undecided", "undecided", "strict", (replace(finding, strict="undecided"),))


def _judged(old: Side, new: Side, terms: Terms) -> Judgement:
    pairs = {"output": [(new, old)], "input": [(old, new)], "full": [(new, old), (old, new)]}[terms.direction]
    start = time.monotonic()
    deadline = start + terms.seconds
    questions = Questions(deadline)
    changes, complete = (
        ([], True) if terms.promise == "strict" else declared(old, new, terms, start + terms.seconds / 3)
    )
    # A removal with a keyword is of a name that `propertyNames` lists: the old schema there judges the whole object.
    removals = [one for one in changes if one.rule in ("field-removed", "field-renamed") and not one.keyword]
    gone = [change.old_node for change in removals]
    findings: list[Finding] = []
    stricts = []
    for writer, reader in pairs:
        strict, unread = _unread(writer, reader, old, new, terms, questions, gone if reader is old else [])
        stricts.append(strict)
        findings += unread
    findings = merged([say(one, old, new, deadline) for one in changes], findings)
    if not complete:
        findings.append(_not_judged(new, "", "too many declarations to compare by name").findings[0])
    if terms.notes and terms.promise == "additive" and terms.direction == "output" and time.monotonic() < deadline:
        findings += narrowings(old, new, changes, findings, questions)
    strict = _worst(stricts)
    if terms.notes and terms.promise == "additive" and terms.direction != "output" and strict != "compatible":
        findings += closings(old, new, questions)
    broken = any(one.severity == Severity.ERROR for one in findings)
    unsure = any(one.severity == Severity.UNDECIDED for one in findings)
    verdict = "breaking" if broken else "undecided" if unsure else "compatible"
    decided_by = "strict" if verdict == strict else terms.promise
    witness = next((one.evidence for one in findings if isinstance(one.evidence, Witness)), None)
    marked = tuple(
        one if one.severity == Severity.NOTE else replace(one, strict=strict, decided_by=decided_by) for one in findings
    )
    return Judgement(verdict, strict, decided_by, marked, witness)


def _worst(answers: list[str]) -> str:
    return next((one for one in ("breaking", "undecided") if one in answers), "compatible")


def _unread(
    writer: Side, reader: Side, old: Side, new: Side, terms: Terms, questions: Questions, gone: list[Node]
) -> tuple[str, list[Finding]]:
    """The strict verdict, and the breaks under the promised reading (what is ``gone`` has findings of its own)."""
    answer = questions.contained(writer.root, reader.root)
    if isinstance(answer, algebra.Contained):
        return "compatible", []
    strict = "breaking" if isinstance(answer, algebra.Escapes) else "undecided"
    opened = open_reading(reader.root, terms.enums) if terms.promise == "additive" else copy(reader.root)
    opened = without_schemas(opened, {(node.document, node.pointer) for node in gone})
    closed = terms.promise == "additive" and writer is old
    found = [one for one in breaks(writer, opened, questions, closed=closed) if not one.closing]
    held = [one for one in found if one.undecided or _holds(one, writer.root, reader.root)]
    if strict == "undecided" and terms.promise == "strict" and not held:
        reason = answer.reason if isinstance(answer, algebra.Undecided) else ""
        held = [Break(undecided=reason)]
    elif len(held) < len(found) and not held:
        held = [Break(undecided="the document that was found is judged in two ways by the reader's own schema")]
    return strict, [tell(one, writer, reader, old, new, terms) for one in held]


def _holds(one: Break, writer: Node, reader: Node) -> bool:
    """Whether the reader's own schema, not only the copy that is loosened step by step, refuses the document."""
    return confirm(validator_of(writer), validator_of(reader), one.document).confirmed


def _same(old: Node, new: Node) -> bool:
    return old.dialect == new.dialect and _texts(old) == _texts(new)


def _texts(node: Node) -> str:
    text = canonical(node.value)
    if "$ref" not in text and "$dynamicRef" not in text:
        return text
    return text + canonical({uri: node.resources.root(uri).value for uri in node.resources if uri != node.document})

"""Names only grow: changes in what is declared as findings, each break with a document that uses the lost name."""

from __future__ import annotations

import time

from accordant import algebra
from accordant.compat import words
from accordant.compat.changes import Change
from accordant.compat.declarations import Walk, additions
from accordant.compat.rules import BY_NAME
from accordant.compat.sides import Side
from accordant.compat.terms import Terms
from accordant.findings import Evidence, Facts, Finding, LostDocument, Severity
from accordant.schema.references import Node, Resources


def declared(old: Side, new: Side, terms: Terms, deadline: float) -> tuple[list[Change], bool]:
    """What changed in declared names, and whether everything was looked at."""
    walk = Walk(carrier=terms.carrier, direction=terms.direction, same_list=terms.same_list, deadline=deadline)
    lost = walk.compare(old.root, new.root)
    if not terms.notes:
        return lost, walk.complete
    renamed = {change.new_node for change in lost if change.rule == "field-renamed"}
    added = additions(old.root, new.root, terms.same_list, deadline)
    return lost + [one for one in added if one.new_node not in renamed], walk.complete


def say(change: Change, old: Side, new: Side, deadline: float) -> Finding:
    rule = BY_NAME[change.rule]
    tokens = (change.keyword,) if change.keyword else ()
    old_place = None if change.rule == "field-added" else old.place(change.old_node, *tokens)
    evidence: Evidence | None = None
    # The place names a field, except where `propertyNames` lists several.
    is_placed = rule.name in ("field-removed", "field-added") and not change.keyword
    values = (None, None) if is_placed else (change.old, change.new)
    if rule.severity == Severity.ERROR:
        evidence = _evidence(change, old.root, deadline)
    return Finding(
        rule.name, rule.severity, words.of_change(change), new.place(change.new_node, *tokens), old_place, evidence,
        "" if rule.severity == Severity.NOTE else rule.way_out, old=values[0], new=values[1],
    )  # fmt: skip


def _evidence(change: Change, old: Node, deadline: float) -> Evidence:
    """A document that the older schema accepts and that uses the name, else the two facts."""
    if change.rule != "unit-changed" and time.monotonic() < deadline:
        answer = algebra.find([old, Resources.of(change.requirement())], [], budget=algebra.Budget(seconds=2.0))
        if isinstance(answer, algebra.Found):
            at = "".join(f"/{0 if step.token == '*' else step.token}" for step in change.steps)
            return LostDocument(answer.document, at if "/+" not in at else "")
    return Facts(change.old, change.new)

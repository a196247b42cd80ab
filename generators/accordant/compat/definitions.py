"""Schemas that only hold definitions: each definition is compared under its name, since other schemas refer to it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from accordant.compat import rules
from accordant.compat.comparison import Comparison
from accordant.compat.sides import Side, Spot
from accordant.findings import Facts, Finding, JsonValue, Place, Verdict
from accordant.schema.definitions import definition_named, definitions_of
from accordant.schema.json_values import canonical
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.references import Node
from accordant.schema.subschemas import references_in, target_of


def changed(old: Side, new: Side) -> Iterator[tuple[str, Side, Side]]:
    """The definitions of the older schema that the newer one has too and that may mean something else: name and sides.

    There are none where the older schema says more than definitions: what it does not reach is layout.
    """
    for name, node in definitions_of(old.root):
        after = definition_named(new.root, name, node.pointer)
        if after is not None and _gather_reached(node) != _gather_reached(after):
            yield name, _side(old, name, node), _side(new, name, after)


def listed(old: Side, new: Side, *, notes: bool) -> Iterator[Finding]:
    """The definitions of the older schema that are gone, and with ``notes`` those that were added."""
    before = definitions_of(old.root)
    for name, node in before:
        if definition_named(new.root, name) is None:
            yield _removal(name, new.place(), old.place(Spot.of(node)))
    for name, node in definitions_of(new.root) if before and notes else ():
        if definition_named(old.root, name) is None:
            yield rules.finding("added", f"The definition `{name}` was added.", new.place(Spot.of(node)))


def _removal(name: str, place: Place, old_place: Place) -> Finding:
    strict, facts = Verdict.BREAKING.value, Facts(name, None)
    message = f"The definition `{name}` is gone."
    return rules.finding(
        "definition-removed", message, place, old_place=old_place, evidence=facts, strict=strict, decided_by="strict"
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """The comparison of a definition: its name, and its place on the newer side."""

    name: str
    pointer: str
    comparison: Comparison

    def findings(self) -> Iterator[tuple[str, bool, Finding]]:
        """The findings in words that name the definition, each with its key and whether it stands in the definition."""
        for finding in self.comparison.findings:
            message = f"In the definition `{self.name}`: {finding.message}"
            is_at_home = finding.place is not None and f"{finding.place.pointer}/".startswith(f"{self.pointer}/")
            places = [str(place) + place.pointer for place in (finding.place, finding.old_place) if place is not None]
            # Which documents it is about is said in terms of the definition.
            documents = None if finding.documents is None else [self.name, finding.documents]
            key = canonical([finding.rule, *places, finding.old, finding.new, documents])
            yield key, is_at_home, replace(finding, message=message, documents=documents)


def join(whole: Comparison, parts: Sequence[Judged], listed: Sequence[Finding]) -> Comparison:
    """The comparison of two schemas with those of their definitions, and what is said of the names of these.

    What several definitions share is reported once, for the one that holds it.
    """
    if not parts and not listed:
        return whole
    told: dict[str, Finding] = {}
    for key, is_at_home, finding in (entry for part in parts for entry in part.findings()):
        if key not in told or is_at_home:
            told[key] = finding
    findings = (*whole.findings, *told.values(), *listed)
    compared = (whole, *(part.comparison for part in parts))
    strict = Verdict.worst([Verdict.of(listed), *(comparison.strict for comparison in compared)])
    return Comparison(findings, strict, "strict" if Verdict.of(findings) == strict else "additive")


def _side(side: Side, name: str, node: Node) -> Side:
    return Side(node, f"`{name}` of {side.name}", side.locate)


def _gather_reached(root: Node) -> JsonValue:
    """All that a definition depends on: its draft, its text, and those of the schemas that it leads to, by place."""
    texts: dict[str, str] = {}
    todo = [root]
    while todo:
        top = todo.pop()
        place = f"{'' if top.document == root.document else top.document}#{top.pointer}"
        if place not in texts:
            texts[place] = canonical(top.value)
            todo += _targets(top)
    return {"draft": root.dialect.uri, "texts": texts}


def _targets(top: Node) -> Iterator[Node]:
    """What the references in a schema mean; those that lead nowhere mean the same where their text is the same."""
    todo = [top]
    while todo:
        node = todo.pop()
        todo += node.subschemas()
        for keyword in references_in(node):
            with contextlib.suppress(UnresolvableReference):
                yield target_of(node, keyword)

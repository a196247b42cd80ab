"""Which changes and breaks are one difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from accordant.compat.changes import Change
from accordant.compat.edits import Edit, Kind, path_of
from accordant.compat.judgement import Difference, values_of
from accordant.compat.located import Break
from accordant.compat.sides import Spot
from accordant.compat.tested import find_test, tested_member
from accordant.findings import Severity
from accordant.schema import pointers
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.references import Node
from accordant.schema.subschemas import target_of

_SAME_BREAK: Final = {
    "field-removed": ("enum-value-removed", "field-removed", "field-renamed"),
    "field-renamed": ("field-removed", "field-renamed"),
    "field-became-optional": ("field-removed", "field-renamed"),
    "object-closed": ("enum-value-removed", "field-removed", "field-renamed"),
    "enum-value-refused": ("const-changed", "carrier-changed", "enum-dropped", "enum-value-removed"),
    "closed-enum-value-added": ("const-changed", "carrier-changed", "enum-dropped", "enum-value-added"),
    "type-changed": ("enum-dropped",),
}
"""The rule of a break where the walk over declarations has found it too."""


def merge(changes: Iterable[Difference], broken: Iterable[Difference]) -> list[Difference]:
    """Both lists as one. A change and a break that are one difference become the change, with the break as its proof.

    Where the change is only a note, the break replaces it.
    """
    broken = list(broken)
    merged = [change for change in changes if not any(_is_told(change, difference) for difference in broken)]
    further: list[Difference] = []
    for difference in broken:
        twin = next((index for index, change in enumerate(merged) if is_same_difference(change, difference)), None)
        if twin is None:
            further.append(difference)
        elif merged[twin].rule.severity != Severity.ERROR:
            merged[twin] = difference
        elif merged[twin].refusal is None:
            merged[twin] = replace(merged[twin], refusal=difference.refusal)
    return merged + further


def _is_told(changed: Difference, broken: Difference) -> bool:
    """Whether a change is the edit of a test: of its value, or a name lost in just the cases that it named before."""
    change, refusal = changed.change, broken.refusal
    if change is None or refusal is None or refusal.edit is None or not find_test(refusal.edit):
        return False
    if changed.old is not None and broken.old is not None and changed.old == broken.old:
        return True
    member = tested_member(refusal.edit)
    if member is None or refusal.edit.name not in ("const", "enum"):
        return False
    before = values_of(refusal.edit)[1 if refusal.exchange.newer_reads else 0]
    named = {value for value in before if isinstance(value, str)}
    return member in change.lost and change.lost[member] <= named


def is_same_difference(changed: Difference, broken: Difference) -> bool:
    """Whether a change in what is declared, and a break, come from one edit."""
    change, refusal = changed.change, broken.refusal
    if change is None or refusal is None or changed.old is None or broken.old is None:
        return False
    if refusal.edit is not None and _is_of_lost_alternative(changed.old, refusal, refusal.edit):
        return True
    if change.rule not in _SAME_BREAK.get(broken.rule.name, ()):
        return False
    if broken.rule.name == "field-became-optional":
        return refusal.detail is not None and str(refusal.detail) == change.name and _is_at_same_place(changed, broken)
    if change.rule == "enum-value-added" and (refusal.blame is None or change.new != refusal.blame.value):
        return False
    if refusal.edit is not None and _is_of_same_field(change, refusal.edit, newer_reads=refusal.exchange.newer_reads):
        return True
    if change.rule == "enum-value-removed" and broken.rule.name in ("field-removed", "object-closed"):
        return changed.old.parent == broken.old
    return changed.old == broken.old if broken.rule.name == "object-closed" else changed.old.parent == broken.old.parent


def _is_at_same_place(changed: Difference, broken: Difference) -> bool:
    """Whether a field that is lost, and one that may be missing, are fields of one schema or of one place."""
    change, refusal = changed.change, broken.refusal
    if change is None or refusal is None or changed.old is None or broken.old is None:
        return False
    if refusal.newer_declares(change.name):
        return False
    schema = changed.old.parent.parent
    if broken.old in (schema, Spot(schema.address, f"{schema.pointer}/required")):
        return True
    if refusal.edit is None:
        return refusal.blame is None or _fits(change, (*pointers.split(refusal.blame.instance), change.name))
    paths = (refusal.edit.path, *refusal.edit.elsewhere)
    return any(change.path in (path_of(path), path_of((*path, change.name))) for path in paths)


def _fits(change: Change, tokens: Sequence[str]) -> bool:
    """Whether a change is seen at a place of a document."""
    steps = [str(step.token) for step in change.steps]
    return len(steps) == len(tokens) and all(step in ("*", "+", at) for step, at in zip(steps, tokens, strict=True))


def _is_of_same_field(change: Change, edit: Edit, *, newer_reads: bool) -> bool:
    """Whether a field that is gone for good, or renamed, is the one that an edit takes from a further place."""
    if change.lost or edit.kind not in (Kind.PROPERTY, Kind.RENAME):
        return False
    if edit.kind is Kind.PROPERTY:
        return change.rule == "field-removed" and change.path == path_of(edit.path)
    names = (edit.read, edit.written)[:: -1 if newer_reads else 1]
    return change.path == path_of((*edit.path[:-1], names[0])) and (change.name, change.new) == names


def _is_of_lost_alternative(old: Spot, refusal: Break, edit: Edit) -> bool:
    """Whether a break is a lost alternative of the older side, in which a part of it stands."""
    if edit.kind is not Kind.ALTERNATIVE or not (edit.is_added if refusal.exchange.newer_reads else edit.is_removed):
        return False
    side = refusal.exchange.writer if refusal.exchange.newer_reads else refusal.exchange.reader
    spot = edit.writer if refusal.exchange.newer_reads else edit.reader
    node = side.root.resources.root(spot.address).child(*pointers.split(spot.pointer))
    lost = [spot, *(Spot.of(target) for target in _leads_to(node))]
    return any(old.address == part.address and old.pointer.startswith(f"{part.pointer}/") for part in lost)


def _leads_to(node: Node) -> Iterator[Node]:
    """What a reference leads to, and what that leads to."""
    seen = {node}
    while isinstance(node.value, dict) and "$ref" in node.value:
        try:
            node = target_of(node, "$ref")
        except UnresolvableReference:
            return
        if node in seen:
            return
        seen.add(node)
        yield node

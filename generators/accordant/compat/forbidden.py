"""Names and values that stay declared although no document can carry them any more.

    {"properties": {"files": {"type": "array"}}, "not": {"required": ["files"]}}

Readers lose such a name as they lose one that the schema no longer declares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accordant.algebra import Found
from accordant.compat.breaks import Questions
from accordant.compat.changes import Change, requirement_of
from accordant.compat.declarations import Walk
from accordant.compat.edits import MISSING, Edit, Kind, path_of
from accordant.compat.judgement import values_of
from accordant.compat.sides import Side
from accordant.compat.tested import find_test
from accordant.compat.tree_diff import edits_between
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import canonical, fingerprint
from accordant.schema.references import Node, Resources
from accordant.schema.tags import tags_key
from accordant.schema.validation import validator_of

SECONDS: Final = 1.0
"""Processor time, counted as steps, of all questions about one pair of schemas."""


def forbidden(old: Side, new: Side, told: Iterable[Change], questions: Questions) -> list[Change]:
    """The names and values that both sides declare and that, as is proved, no document of the newer side carries.

    Args:
        old: the older side.
        new: the newer side.
        told: the changes that are known: what stands below a lost name is lost with it.
        questions: the solver. What it does not prove within :data:`SECONDS` is left out.
    """
    places = _narrowed_places(old, new, questions)
    if not places:
        return []
    kept: list[Change] = []
    Walk(kept=kept).compare(old.root, new.root)
    near = [change for change in kept if any(_is_related(change.path, place) for place in places)]
    search = _Search(old.root, new.root, questions.within(SECONDS))
    impossible = list(search.impossible(near))
    where = _places_by_declaration(impossible)
    lost = {change.path for change in told if change.rule in ("field-removed", "field-renamed")}
    return [replace(change, documents=where[_declaration(change)]) for change in _outermost(impossible, lost)]


def _outermost(changes: Iterable[Change], lost: set[str]) -> Iterator[Change]:
    """The changes without what stands at or below a field that is lost."""
    for change in sorted(changes, key=lambda change: (len(change.steps), change.rule != "field-removed")):
        if not any(_is_within(change.path, path) for path in lost):
            yield change
        if change.rule == "field-removed" and not change.steps[-1].tags:
            lost.add(change.path)


def _places_by_declaration(changes: Iterable[Change]) -> dict[object, JsonValue]:
    """For each declaration the places at which it is forbidden: one more of them is another break."""
    forbidden = defaultdict[object, list[list[JsonValue]]](list)
    for change in changes:
        tags = [[index, name, sorted(step.tags[name])] for index, step in enumerate(change.steps) for name in step.tags]
        forbidden[_declaration(change)].append([change.path, sorted(tags)])
    return {declaration: ["forbidden", *sorted(places, key=canonical)] for declaration, places in forbidden.items()}


def _declaration(change: Change) -> tuple[Node, str]:
    """What is declared: a name, or a value."""
    return change.old_node, canonical([change.name, change.old])


def _narrowed_places(old: Side, new: Side, questions: Questions) -> set[str]:
    """The places in documents at which the newer side may refuse more than the older one."""
    copies = questions.copies
    edits = edits_between(copies.exact(old.root), copies.exact(new.root), copies.originals)
    return {path_of(path) for edit in edits if not _only_adds(edit) for path in (edit.path, *edit.elsewhere)}


def _only_adds(edit: Edit) -> bool:
    """Whether an edit only declares a further name or value, or no longer requires a name."""
    if find_test(edit):
        return False
    if edit.kind is Kind.REQUIRED:
        return edit.is_removed
    if edit.kind is Kind.KEYWORD and edit.name == "enum" and MISSING not in (edit.read, edit.written):
        mine, theirs = values_of(edit)
        return {*map(fingerprint, mine)} <= {*map(fingerprint, theirs)}
    return edit.kind is Kind.PROPERTY and edit.is_added


def _is_related(path: str, place: str) -> bool:
    return _is_within(path, place) or _is_within(place, path)


def _is_within(path: str, place: str) -> bool:
    return f"{path}/".startswith(f"{place}/")


@dataclass
class _Search:
    """The search for names that no document of the newer side carries."""

    old: Node
    new: Node
    questions: Questions

    def impossible(self, changes: Sequence[Change]) -> Iterator[Change]:
        """Those of the changes whose name or value is in some document of the older side, and in none of the newer."""
        names: dict[object, list[Change]] = {}
        values: dict[object, list[Change]] = {}
        for change in changes:
            tags = tuple(tags_key(step.tags) for step in change.steps)
            if change.rule == "field-removed":
                names.setdefault(tuple(filter(None, tags)), []).append(change)
            else:
                values.setdefault((change.path, tags), []).append(change)
        for group in names.values():
            yield from self._of_names(group)
        for group in values.values():
            yield from self._of_values(group)

    def _of_names(self, changes: Sequence[Change]) -> Iterator[Change]:
        """The same for names, with one question where one document carries all of them."""
        if self._find(changes) is not None:
            return
        if len(changes) > 1:
            middle = len(changes) // 2
            yield from self._of_names(changes[:middle])
            yield from self._of_names(changes[middle:])
        elif self._is_lost(changes[0]):
            yield changes[0]

    def _of_values(self, changes: Sequence[Change]) -> Iterator[Change]:
        """The same for the values at one place: the document of one is tried with the others first."""
        todo = list(changes)
        while todo:
            change = todo.pop(0)
            document = self._find([change])
            if document is not None:
                todo = [other for other in todo if not self._fits(other, document.document)]
            elif self._is_lost(change):
                yield change

    def _find(self, changes: Sequence[Change]) -> Found | None:
        """A document of the newer side that uses all of some names."""
        outcome = self.questions.find([self.new, Resources.of(requirement_of(changes))])
        return outcome if isinstance(outcome, Found) else None

    def _fits(self, change: Change, document: JsonValue) -> bool:
        """Whether a document of the newer side may have another value at its place."""
        place = pointers.write(0 if step.token == "*" else step.token for step in change.steps)
        if not pointers.has(document, place):
            return False
        return validator_of(self.new).first_opinion(pointers.replace(document, place, change.old)) is True

    def _is_lost(self, change: Change) -> bool:
        requirement, prove = Resources.of(change.requirement()), self.questions.proves_none
        return prove([self.new, requirement]) and not prove([self.old, requirement])

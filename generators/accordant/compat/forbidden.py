"""Names and values that stay declared although no document can carry them any more.

    {"properties": {"files": {"type": "array"}}, "not": {"required": ["files"]}}

Readers lose such a name as they lose one that the schema no longer declares. What forbids it may stand anywhere: beside
the declaration, around it, at another field. So all names are asked about, unless the edits are all about new names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from accordant.algebra import Found
from accordant.compat.changes import Change, PathStep, pointer_of, requirement_of
from accordant.compat.declarations import Walk
from accordant.compat.located import UnknownBreaks
from accordant.compat.new_names import are_about_new_names
from accordant.compat.sides import Side, Spot
from accordant.compat.solving import Questions
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import canonical
from accordant.schema.references import Node, Resources
from accordant.schema.tags import tags_key
from accordant.schema.validation import validator_of

_OF_VALUES: Final = ("enum-value-removed", "const-changed", "carrier-changed")
"""The rules about a value that is lost."""


def forbidden(
    old: Side, new: Side, told: Iterable[Change], questions: Questions
) -> tuple[list[Change], list[UnknownBreaks]]:
    """The names and values that both sides declare and that, as is proved, no document of the newer side carries.

    Args:
        old: the older side.
        new: the newer side.
        told: the changes that are known: what stands below a lost name is lost with it.
        questions: the solver.

    Returns:
        The names and values, each as the change that its loss is; and why it is unknown of others, if it is.
    """
    if are_about_new_names(old.root, new.root, questions.copies):
        return [], []
    kept: list[Change] = []
    Walk(kept=kept).compare(old.root, new.root)
    search = _Search(old.root, new.root, questions)
    search.run(kept)
    where, by_path = _places_by_declaration(search.lost), _tags_by_path(kept)
    changes = [
        replace(change, documents=where[_declaration(change)], lost=_case(change, search.lost, by_path))
        for change in _outermost(search.lost, told)
    ]
    return changes, list(search.unknown())


def _outermost(changes: Iterable[Change], told: Iterable[Change]) -> Iterator[Change]:
    """The changes without what is lost with another one: what stands at or below a lost field, or has a lost tag."""
    told = list(told)
    lost = [change.steps for change in told if change.rule in ("field-removed", "field-renamed")]
    lost_values = [change for change in told if change.rule in _OF_VALUES]
    for change in sorted(changes, key=lambda change: (len(change.steps), _rank(change))):
        is_told = any(_is_within(change.steps, steps) for steps in lost)
        if not is_told and not any(_has_value(change.steps, value) for value in lost_values):
            yield change
        if change.rule == "field-removed":
            lost.append(change.steps)
        else:
            lost_values.append(change)


def _rank(change: Change) -> int:
    """A field comes before its values, a value before the fields of documents that have it as a tag."""
    return 1 if change.rule != "field-removed" else 2 if change.steps[-1].tags else 0


def _is_within(steps: Sequence[PathStep], around: Sequence[PathStep]) -> bool:
    """Whether some steps pass a place, in documents all of which have the tags of that place."""
    return len(around) <= len(steps) and all(
        step.token == outer.token
        and all(name in step.tags and step.tags[name] <= values for name, values in outer.tags.items())
        for step, outer in zip(steps, around, strict=False)
    )


def _has_value(steps: Sequence[PathStep], lost: Change) -> bool:
    """Whether some steps pass the object around a lost value, in documents that have it as a tag."""
    depth = len(lost.steps) - 1
    if not 0 <= depth < len(steps) or not _is_within(steps[:depth], lost.steps[:depth]):
        return False
    return steps[depth].tags.get(str(lost.steps[depth].token)) == frozenset([lost.old])


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


_Tagged = dict[object, set[object]]


def _tags_by_path(changes: Iterable[Change]) -> _Tagged:
    """For each name or value at a path the tags under which it is declared there."""
    by_path = defaultdict[object, set[object]](set)
    for change in changes:
        by_path[_at_path(change)].add(_tags(change))
    return by_path


def _at_path(change: Change) -> object:
    return change.rule, change.path, canonical(change.old)


def _tags(change: Change) -> tuple[object, ...]:
    return tuple(tags_key(step.tags) for step in change.steps)


def _case(change: Change, lost: Iterable[Change], kept: _Tagged) -> dict[str, frozenset[str]]:
    """The tags, by their places, of the documents that lose a name, where others may still carry it at its place."""
    here = {_tags(other) for other in lost if _at_path(other) == _at_path(change)}
    if not kept[_at_path(change)] - here:
        return {}
    return {
        pointer_of(change.steps[:depth], name): values
        for depth, step in enumerate(change.steps)
        for name, values in step.tags.items()
    }


@dataclass
class _Search:
    """The search for names that are in some document of the older side, and in none of the newer."""

    old: Node
    new: Node
    questions: Questions
    lost: list[Change] = field(default_factory=list)
    """Those of which it is proved."""
    _open: list[Change] = field(default_factory=list)
    """Those of which it is neither proved nor refuted."""

    def run(self, changes: Sequence[Change]) -> None:
        """Ask about all of some names and values."""
        names: dict[object, list[Change]] = {}
        values: dict[object, dict[object, list[Change]]] = {}
        for change in changes:
            if change.rule == "field-removed" and change.name in change.steps[-1].tags:
                continue  # a tag under itself: its value is asked about
            tags = tuple(filter(None, _tags(change)))
            if change.rule == "field-removed":
                names.setdefault(tags, []).append(change)
            else:
                values.setdefault(tags, {}).setdefault((change.path, _tags(change)), []).append(change)
        for group in names.values():
            list(self._documents(group))
        for by_place in values.values():
            self._run_values([*by_place.values()])

    def unknown(self) -> Iterator[UnknownBreaks]:
        """Why it is unknown of some names, if it is."""
        if self._open:
            first = self._open[0]
            name = f"the value {canonical(first.old)} at `{first.path}`" if not first.name else f"`{first.path}`"
            others = f" and {len(self._open) - 1} more" if self._open[1:] else ""
            why = f": {self.questions.spent}" if self.questions.is_spent else ""
            reason = f"it is not known whether documents can still carry {name}{others}{why}"
            yield UnknownBreaks(reason, Spot.of(first.new_node))

    def _run_values(self, places: Sequence[Sequence[Change]]) -> None:
        """Ask about the values at some places: one of each place at a time, then the others in the same documents."""
        while places:
            documents = list(self._documents([values[0] for values in places]))
            rest = [[value for value in values[1:] if not self._fits(value, documents)] for values in places]
            places = [values for values in rest if values]

    def _documents(self, changes: Sequence[Change]) -> Iterator[JsonValue]:
        """Documents of the newer side that carry the names between them: one, where one carries all of them."""
        document = self._find(changes)
        if document is not None:
            yield document.document
        elif len(changes) > 1 and not self.questions.is_spent:
            middle = len(changes) // 2
            yield from self._documents(changes[:middle])
            yield from self._documents(changes[middle:])
        else:
            self._sort(changes)

    def _find(self, changes: Sequence[Change]) -> Found | None:
        outcome = self.questions.find([self.new, Resources.of(requirement_of(changes))])
        return outcome if isinstance(outcome, Found) else None

    def _fits(self, change: Change, documents: Iterable[JsonValue]) -> bool:
        """Whether one of some documents of the newer side may have another value at its place."""
        place = pointers.write(0 if step.token == "*" else step.token for step in change.steps)
        judge = validator_of(self.new)
        return any(
            judge.first_opinion(pointers.replace(document, place, change.old)) is True
            for document in documents
            if pointers.has(document, place)
        )

    def _sort(self, changes: Sequence[Change]) -> None:
        """Put names of which no document is known where they belong; one that the older side forbids, too, nowhere."""
        if self.questions.is_spent:
            self._open += changes
            return
        (change,) = changes
        requirement = Resources.of(change.requirement())
        if self.questions.proves_none([self.new, requirement]):
            self.lost += [] if self.questions.proves_none([self.old, requirement]) else [change]
            return
        before = self.questions.find([self.old, requirement])
        if isinstance(before, Found) and validator_of(self.new).first_opinion(before.document) is not True:
            self._open.append(change)

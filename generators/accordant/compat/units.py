"""The units of values: both schemas are walked together, and each value keeps the unit that it had.

A unit belongs to a value, wherever it is declared: beside a reference, in an alternative, for all keys of a map. So all
declarations of a value are compared, with the cases in which they hold.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias

from accordant.compat.changes import Change, PathStep
from accordant.compat.document_kinds import DocumentKinds
from accordant.compat.object_fields import ObjectFields
from accordant.compat.unit_cases import Case, CasedSchema, CaseQuestion, lay_open_by_case, types_with_unit
from accordant.compat.unit_documents import Budget, Declared, changed_units, kinds_of_all, may_share_values, unit_of
from accordant.compat.unit_places import declarations_below
from accordant.compat.unit_reach import may_state_units
from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node

_MOST_PLACES: Final = 20_000
"""Most places that are compared; schemas that refer to themselves in many ways have endlessly many."""

_Same: TypeAlias = Callable[[Node, Node], bool]
_Found: TypeAlias = "tuple[Change, DocumentKinds]"


@dataclass(frozen=True, slots=True)
class _Place:
    """What both sides declare for one value; neither side is empty."""

    olds: tuple[CasedSchema, ...]
    news: tuple[CasedSchema, ...]
    steps: tuple[PathStep, ...] = ()
    is_named: bool = True
    """Whether the older side declares it by itself, not only with other keys or items."""
    is_kept: bool = True
    """Whether both sides declare it, and what is around it, by themselves."""
    ignored: frozenset[Case] = frozenset()
    """Cases of the newer side for documents that the older side does not know."""
    around: tuple[ObjectFields, ...] = ()
    """For each step: the value that it leads into."""

    def declared(self, budget: Budget) -> Declared:
        """What both sides declare, without what only the walk needs."""
        return Declared(self.olds, self.news, self.steps, self.around, self.is_named, budget)


def unit_changes(old: Node, new: Node, are_same: _Same) -> tuple[list[Change], bool]:
    """The changes of units between two root schemas, each place and each pair of units once; whether these are all.

    Args:
        old: the older schema.
        new: the newer schema.
        are_same: whether two schemas certainly say the same, with all that they refer to.
    """
    places = list(islice(_places(old, new, are_same), _MOST_PLACES))
    return list(_told_once(places)), len(places) < _MOST_PLACES


def _told_once(places: Iterable[_Place]) -> Iterator[Change]:
    budget = Budget()
    changes = [(place, change, kinds) for place in places for change, kinds in _of_place(place, budget)]
    of_all = {(change.old_node, fingerprint(change.new)) for place, change, _ in changes if place.is_named}
    told: dict[tuple[str, str, str], tuple[Change, DocumentKinds]] = {}
    for place, change, kinds in changes:
        key = (change.path, fingerprint(change.old), fingerprint(change.new))
        follows = not place.is_named and (change.old_node, key[2]) in of_all  # from the change of the whole map
        if not follows:
            first, others = told.get(key, (change, DocumentKinds()))
            first = replace(first, is_of_some=first.is_of_some or change.is_of_some)
            told[key] = first, others.with_others(kinds)
    return (replace(change, documents=kinds.as_json()) for change, kinds in told.values())


def _places(old: Node, new: Node, are_same: _Same) -> Iterator[_Place]:
    """Every place that both sides declare, with all schemas that apply there; the outer places first."""
    todo = deque([_Place((CasedSchema(old),), (CasedSchema(new),))])
    seen: set[object] = set()
    while todo:
        place = todo.popleft()
        key = (_in_cases(place.olds), _in_cases(place.news), _tags_of(place))
        has_units = any(may_state_units(schema.node) for schema in (*place.olds, *place.news))
        if key in seen or not has_units or _is_same(place, are_same):
            continue
        seen.add(key)
        depth = len(place.steps)
        olds, news = lay_open_by_case(place.olds, depth), lay_open_by_case(place.news, depth)
        if olds and news:
            opened = replace(place, olds=tuple(olds), news=tuple(news))
            yield opened
            todo += _below(opened)


def _tags_of(place: _Place) -> frozenset[tuple[str, frozenset[str]]]:
    """The tags of the documents in which a place is looked at."""
    return frozenset(place.steps[-1].tags.items()) if place.steps else frozenset()


def _in_cases(schemas: Iterable[CasedSchema]) -> frozenset[tuple[Node, frozenset[tuple[Node, str, str | int | None]]]]:
    """The schemas, each with its cases; these without their depth, of which schemas inside themselves have no end."""
    return frozenset(
        (schema.node, frozenset((case.holder, case.keyword, case.label) for case in schema.cases)) for schema in schemas
    )


def _is_same(place: _Place, are_same: _Same) -> bool:
    """Whether both sides have the same schemas at a place, in the same cases."""
    if len(place.olds) != len(place.news):
        return False
    return all(
        are_same(old.node, new.node)
        and len(old.cases) == len(new.cases)
        and all(before.is_same(after, are_same) for before, after in zip(old.cases, new.cases, strict=True))
        for old, new in zip(place.olds, place.news, strict=True)
    )


def _below(place: _Place) -> Iterator[_Place]:
    around = (*place.around, ObjectFields(place.olds))
    for declarations in declarations_below(place.olds, place.news, len(place.steps)):
        is_kept = place.is_kept and declarations.is_named and declarations.is_kept
        is_removed = (
            place.is_kept and declarations.is_named and not declarations.is_kept and declarations.step.token != "+"
        )
        if not (is_removed and isinstance(declarations.step.token, str)):  # that the field is gone is told
            steps, ignored = (*place.steps, declarations.step), place.ignored | declarations.ignored
            yield _Place(declarations.olds, declarations.news, steps, declarations.is_named, is_kept, ignored, around)


def _of_place(place: _Place, budget: Budget) -> Iterator[_Found]:
    """The changes of units at one place, each pair of units once."""
    olds, news = _stating(place.olds), _stating(place.news)
    if not olds:
        if news and place.is_kept and len(place.olds) == len(place.news):
            yield _change("unit-added", place, place.olds[0].node, next(_nodes_of(news)))
        return
    changes, are_all = changed_units(place.declared(budget))
    for change in changes:
        yield _change("unit-changed", place, change.old, change.new, change.documents)
    if not are_all:
        told = {change.units for change in changes}
        others = _by_alternatives(place, olds, news)
        yield from (other for other in others if (unit_of(other[0].old_node), unit_of(other[0].new_node)) not in told)


def _by_alternatives(
    place: _Place, olds: dict[str, list[CasedSchema]], news: dict[str, list[CasedSchema]]
) -> Iterator[_Found]:
    """The changes of units as far as the alternatives show them, one at most for each unit of the older side."""
    lost, added = ([text for text in side if text not in other] for side, other in ((olds, news), (news, olds)))
    if lost and (place.is_named or not olds.keys() & news.keys()):
        yield from _lost_unit(place, olds[lost[0]][0].node, [news[text][0].node for text in added])
    else:
        yield from _unit_in_some_cases(place, olds, news)
        yield from _exchanged_units(place)
        yield from _under_other_conditions(place, olds, news)


def _stating(schemas: Iterable[CasedSchema]) -> dict[str, list[CasedSchema]]:
    """The units that are stated at a place, by their texts, each with the schemas that state it."""
    units: dict[str, list[CasedSchema]] = {}
    for schema in schemas:
        if (unit := unit_of(schema.node)) is not None:
            units.setdefault(unit, []).append(schema)
    return units


def _lost_unit(place: _Place, old: Node, added: list[Node]) -> Iterator[_Found]:
    """The change of a unit that the newer side states nowhere at the place."""
    if added or place.is_named or any(may_share_values(old, new.node) for new in place.news):
        yield _change("unit-changed", place, old, added[0] if added else place.news[0].node)


def _unit_in_some_cases(
    place: _Place, olds: dict[str, list[CasedSchema]], news: dict[str, list[CasedSchema]]
) -> Iterator[_Found]:
    """The change of a unit that each value had, and that only some values have now."""
    added = [schema.node for text in news if text not in olds for schema in news[text]]
    for unit, stating in olds.items():
        old, depth = stating[0].node, len(place.steps)
        question = CaseQuestion(types_with_unit(old), depth)
        if not question.is_always(_cases(stating), _cases(place.olds)):
            continue
        others = [new for new in [*added, *_always_now(place, question, olds, news)] if may_share_values(old, new)]
        others = [new for new in others if unit_of(new) != unit]
        same = news.get(unit, [])
        without = [schema.node for schema in place.news if schema not in same]
        if others or not _is_always_now(place, question, same):
            yield _change("unit-changed", place, old, [*others, *without, place.news[0].node][0])
            return


def _always_now(
    place: _Place, question: CaseQuestion, olds: dict[str, list[CasedSchema]], news: dict[str, list[CasedSchema]]
) -> Iterator[Node]:
    """The schemas of units that values had in some cases, and have in all cases now."""
    of_news = replace(question, ignored=place.ignored)
    for text, stating in news.items():
        is_new = not question.is_always(_cases(olds.get(text, [])), _cases(place.olds))
        if is_new and of_news.is_always(_cases(stating), _cases(place.news)):
            yield stating[0].node


def _cases(schemas: Iterable[CasedSchema]) -> list[tuple[Case, ...]]:
    return [schema.cases for schema in schemas]


def _exchanged_units(place: _Place) -> Iterator[_Found]:
    """The units that alternatives have exchanged: both sides have the same ones, but not in the same places."""
    for old in place.olds:
        new = next((schema.node for schema in place.news if schema.node.pointer == old.node.pointer), None)
        unit = unit_of(old.node)
        if unit is None or new is None or unit_of(new) in (unit, None):
            continue
        holder = _holder_of(old.node)
        if not any(unit_of(other.node) == unit and _holder_of(other.node) == holder for other in place.news):
            yield _change("unit-changed", place, old.node, new)
            return


def _under_other_conditions(
    place: _Place, olds: dict[str, list[CasedSchema]], news: dict[str, list[CasedSchema]]
) -> Iterator[_Found]:
    """The change of a unit that values have under other conditions than before, where others have another unit or none.

    Which documents satisfy a condition is not worked out: another text of it is taken for another condition.
    """
    for unit, stating in olds.items():
        before, after = (_conditions(side.get(unit, ())) for side in (olds, news))
        others = [text for text in olds if text != unit]
        is_same = before <= after and not (others and after - before)
        if is_same or () in (*before, *after) or _is_always(place, stating, news.get(unit, [])):
            continue
        old = stating[0].node if before - after or not others else olds[others[0]][0].node
        new = next((node for node in _nodes_of(news) if unit_of(node) != unit_of(old)), place.news[0].node)
        yield _change("unit-changed", place, old, new)
        return


def _is_always(place: _Place, olds: list[CasedSchema], news: list[CasedSchema]) -> bool:
    """Whether both sides state a unit in all cases."""
    question = CaseQuestion(types_with_unit(olds[0].node), len(place.steps))
    return _is_always_now(place, question, news) and question.is_always(_cases(olds), _cases(place.olds))


def _is_always_now(place: _Place, question: CaseQuestion, news: list[CasedSchema]) -> bool:
    """Whether the newer side states a unit in all cases."""
    return replace(question, ignored=place.ignored).is_always(_cases(news), _cases(place.news))


def _nodes_of(units: dict[str, list[CasedSchema]]) -> Iterator[Node]:
    return (schema.node for stating in units.values() for schema in stating)


def _conditions(schemas: Iterable[CasedSchema]) -> set[tuple[str, ...]]:
    """The conditions under which each of some schemas applies."""
    return {tuple(text for case in schema.cases if (text := case.condition())) for schema in schemas}


def _change(rule: str, place: _Place, old: Node, new: Node, kinds: DocumentKinds | None = None) -> _Found:
    """A change, and the kinds of documents that it is about: all in which the value is looked at, if none are given."""
    change = Change(rule, place.steps, old, new, "", _fact(old), _fact(new), "x-unit", is_of_some=kinds is None)
    return change, kinds_of_all(place.declared(Budget())) if kinds is None else kinds


def _fact(node: Node) -> JsonValue:
    return node.value.get("x-unit") if isinstance(node.value, dict) else None


def _holder_of(node: Node) -> str:
    """The text of an alternative, else of the schema that declares a property: one that moved is known by it."""
    tokens = pointers.split(node.pointer)
    around = tokens if tokens[-1:] and tokens[-1].isdecimal() else tokens[:-2]
    return fingerprint(pointers.follow(node.resources.root(node.document).value, pointers.write(around)))

"""The units of a value in each kind of document: what both sides state where the fields have certain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final, TypeAlias

from accordant.compat.changes import PathStep
from accordant.compat.conditional_side import Applying, ConditionalSide
from accordant.compat.document_clauses import ABSENT, ANOTHER, PRESENT
from accordant.compat.document_conditions import HOLDS, Among, Document, Variable
from accordant.compat.document_kinds import DocumentKinds, Fields, Kind, field_at
from accordant.compat.object_fields import ObjectFields
from accordant.compat.unit_cases import CasedSchema, named_types, types_with_unit
from accordant.compat.unit_conditions import FRACTION, texts_of
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node
from accordant.schema.tags import types_of

_MOST_DOCUMENTS: Final = 1_000
"""Most kinds of documents that are looked at for one value; fields without a connection multiply."""

_MANY_DOCUMENTS: Final = 64
"""More kinds of documents than these are told apart only by those alternatives that state units."""

_MOST_WORK: Final = 100_000
"""Most questions whether a schema applies to a kind of document, for one value."""


_Groups: TypeAlias = "dict[Variable, list[frozenset[str]]]"
"""The values of each field, in groups."""


@dataclass(slots=True)
class Budget:
    """The questions of that kind that are left for all values of two schemas: some three seconds of them."""

    left: int = 400_000


@dataclass(frozen=True, slots=True)
class Declared:
    """What both sides declare about one value."""

    olds: Sequence[CasedSchema]
    news: Sequence[CasedSchema]
    steps: Sequence[PathStep]
    around: Sequence[ObjectFields]
    """For each step: the value that it leads into."""
    is_named: bool
    """Whether the older side declares the value by itself."""
    budget: Budget


def unit_of(node: Node) -> str | None:
    """The text of the unit that a schema states."""
    has_unit = isinstance(node.value, dict) and "x-unit" in node.value
    return fingerprint(node.value["x-unit"]) if has_unit else None


def may_share_values(old: Node, new: Node) -> bool:
    """Whether a value may be of the types that both schemas name: a unit says nothing about others."""
    mine, theirs = named_types(old), named_types(new)
    return not mine or not theirs or bool(mine & theirs)


@dataclass(slots=True)
class UnitChange:
    """A unit that values lose, or that they have beside another one now."""

    old: Node
    """The older schema that states it."""
    new: Node
    """The newer schema that states the other one; where none does, one that declares the value."""
    documents: DocumentKinds

    @property
    def units(self) -> tuple[str | None, str | None]:
        """The unit before and after, as texts."""
        return unit_of(self.old), unit_of(self.new)


def changed_units(declared: Declared) -> tuple[list[UnitChange], bool]:
    """The changes of the units of a value, one for each pair of units; and whether these are all.

    They are not where some documents are not told by their fields: alternatives that no field tells apart, or too many
    kinds of documents.
    """
    changes: dict[tuple[str | None, str | None], UnitChange] = {}
    stated = (old.node for old in declared.olds if unit_of(old.node) is not None)
    are_all = True
    for types in dict.fromkeys(map(types_with_unit, stated)):
        of_types, is_told = _changes_of(declared, types)
        are_all = are_all and is_told
        for change in of_types:
            known = changes.setdefault(change.units, change)
            known.documents = known.documents.with_others(change.documents)
    return list(changes.values()), are_all


def kinds_of_all(declared: Declared) -> DocumentKinds:
    """The documents in which the value is looked at."""
    return Fields({}, declared.steps, tags=_tags(declared)).kinds([{}])


def _changes_of(declared: Declared, types: frozenset[str]) -> tuple[list[UnitChange], bool]:
    """The changes of the units of values of some types; and whether all documents are told apart."""
    by_kind = [_changes_of_value(declared, types, of_value) for of_value in _kinds_of_value(declared, types)]
    return [change for changes, _ in by_kind for change in changes], all(is_told for _, is_told in by_kind)


def _changes_of_value(
    declared: Declared, types: frozenset[str], of_value: frozenset[str]
) -> tuple[list[UnitChange], bool]:
    """The same for a value of these types."""
    sides = (declared.olds, declared.news)
    older, newer = (ConditionalSide.of(schemas, declared.steps, of_value) for schemas in sides)
    groups = _groups(declared, older, newer)
    if _number(groups) > _MANY_DOCUMENTS:
        older, newer = (side.without_others(lambda schema: unit_of(schema.node) is not None) for side in (older, newer))
        groups = _groups(declared, older, newer)
    fields = _fields(declared, older, newer, groups)
    lost: dict[tuple[Node, Node], list[Document]] = {}
    are_told = fields is not None
    may_differ = _has_tests_of_its_own(newer, older)
    for document in fields.documents() if fields else ():
        before, after = older.applying(document), newer.applying(document)
        stated = [schema.node for schema in before.certain if _states(schema.node, types)]
        is_silent = not after.all and (after.is_refused or may_differ)
        for old in () if is_silent else stated:
            new, is_told = _instead(declared, old, before, after)
            are_told = are_told and is_told
            if new is not None:
                lost.setdefault((old, new), []).append(document)
        are_told = are_told and not any(_states(schema.node, types) for schema in before.possible)
    return [UnitChange(*nodes, fields.kinds(documents)) for nodes, documents in lost.items() if fields], are_told


def _has_tests_of_its_own(side: ConditionalSide, other: ConditionalSide) -> bool:
    """Whether a side has a test, known by its text alone, that the other has not: it may be the same in other words."""
    mine, theirs = (
        {test.variable for test in conditional.tests() if test.values == {HOLDS}} for conditional in (side, other)
    )
    return not mine <= theirs


def _kinds_of_value(declared: Declared, types: frozenset[str]) -> list[frozenset[str]]:
    """The types of the values that have a unit: integers apart from other numbers, where a schema asks for them."""
    if types != {"number"}:
        return [types]
    stating = [schema.node for schema in declared.olds if _states(schema.node, types)]
    beside = ([schema.node] for schema in declared.olds if not schema.cases)
    unions = (
        case.branches()
        for schema in declared.olds
        for case in schema.cases
        if schema.cases == (case,) and isinstance(case.label, int) and case.depth == len(declared.steps)
    )
    if any(all(map(_is_whole, nodes)) for nodes in (stating, *beside, *unions)):
        return [frozenset(["integer"])]
    asks = any(_is_whole(schema.node) for schema in (*declared.olds, *declared.news))
    return [frozenset(["integer"]), frozenset([FRACTION])] if asks else [types]


def _is_whole(node: Node) -> bool:
    """Whether integers are the only numbers that a schema admits."""
    named = types_of(node)
    return named is not None and "number" not in named


def _states(node: Node, types: frozenset[str]) -> bool:
    """Whether a schema states a unit of values of some types."""
    return unit_of(node) is not None and types_with_unit(node) == types


def _instead(declared: Declared, old: Node, before: Applying, after: Applying) -> tuple[Node | None, bool]:
    """A newer schema that states another unit of the same value, or, where its own is lost, one that declares it.

    None where nothing is lost; and whether that is certain.
    """
    certain, both = (
        [schema.node for schema in side if may_share_values(old, schema.node)] for side in (after.certain, after.all)
    )
    units = {None, *(unit_of(schema.node) for schema in before.all)}
    others = [node for node in certain if unit_of(node) not in units]
    if others:
        return others[0], True
    if any(unit_of(node) not in units for node in both):
        return None, False
    if any(unit_of(node) == unit_of(old) for node in both):
        return None, any(unit_of(node) == unit_of(old) for node in certain)
    if not both and not declared.is_named:
        return None, True
    here = [*both, *(schema.node for schema in after.all)] or [schema.cases[0].holder for schema in declared.news]
    return next((node for node in here if unit_of(node) is None), here[0]), True


def _groups(declared: Declared, older: ConditionalSide, newer: ConditionalSide) -> _Groups:
    """The fields that the conditions ask for, each with its values in groups that the conditions tell apart."""
    tests = _by_variable((*older.tests(), *newer.tests()))
    return {variable: _told_apart(_values(declared, variable, tested), tested) for variable, tested in tests.items()}


def _number(groups: _Groups) -> int:
    """The number of kinds of documents that fields tell apart."""
    return prod(map(len, groups.values()))


def _fields(declared: Declared, older: ConditionalSide, newer: ConditionalSide, groups: _Groups) -> Fields | None:
    """What the older side knows of the fields; None where the kinds of documents are too many."""
    number = _number(groups)
    work = number * (older.size() + newer.size())
    if number > _MOST_DOCUMENTS or work > min(_MOST_WORK, declared.budget.left):
        return None
    declared.budget.left -= work
    known = _by_variable(older.tests())
    named = {variable: _named(known.get(variable, [])) for variable in groups}
    return Fields(groups, declared.steps, named, _tags(declared))


def _tags(declared: Declared) -> Kind:
    """The tags of the documents in which the value is looked at, but those that all documents have."""
    tags = {(depth, name): texts_of(step.tags[name]) for depth, step in enumerate(declared.steps) for name in step.tags}
    return {
        field_at(declared.steps, variable): values
        for variable, values in tags.items()
        if not _is_every_value(declared, variable, values)
    }


def _is_every_value(declared: Declared, variable: Variable, values: frozenset[str]) -> bool:
    """Whether no declaration of the older side admits other values of a field."""
    depth, name = variable
    lists = [listed for _, listed in declared.around[depth].listed(name)]
    return bool(lists) and all(listed is not None and listed <= values for listed in lists)


def _by_variable(tests: Iterable[Among]) -> dict[Variable, list[Among]]:
    """Tests by what they are about."""
    grouped: dict[Variable, list[Among]] = {}
    for test in tests:
        grouped.setdefault(test.variable, []).append(test)
    return grouped


def _named(tests: Iterable[Among]) -> frozenset[str]:
    return frozenset[str]().union(*(test.values for test in tests))


def _told_apart(values: Iterable[str], tests: Sequence[Among]) -> list[frozenset[str]]:
    """The values in groups that the tests tell apart."""
    groups: dict[tuple[bool, ...], set[str]] = {}
    for value in sorted(values):
        groups.setdefault(tuple(value in test.values for test in tests), set()).add(value)
    return list(map(frozenset, groups.values()))


def _values(declared: Declared, variable: Variable, tests: Sequence[Among]) -> frozenset[str]:
    """The values that a field may have in documents that the older side knows."""
    depth, name = variable
    named = _named(tests)
    if named == {HOLDS}:
        return named | {ANOTHER}
    listed, is_required = _known(declared, depth, name) if depth < len(declared.steps) else (None, False)
    others = {ANOTHER} if named - {ABSENT} else {PRESENT}
    is_on_way = depth < len(declared.steps) and declared.steps[depth].token == name
    values = (named | others if listed is None else listed) - {ABSENT}
    values |= frozenset() if is_required or is_on_way else {ABSENT}
    tags = declared.steps[depth].tags.get(name) if depth < len(declared.steps) else None
    return values if tags is None else values & texts_of(tags)


def _known(declared: Declared, depth: int, name: str) -> tuple[frozenset[str] | None, bool]:
    """The values that the older side lists for a field, if it does, and whether it requires the field."""
    shared = frozenset.intersection(*(frozenset(schema.cases) for schema in declared.olds))
    holder = declared.around[depth]
    lists = [listed for schema, listed in holder.listed(name) if listed is not None and shared.issuperset(schema.cases)]
    is_required = any(shared.issuperset(schema.cases) for schema in holder.requiring(name))
    return frozenset.intersection(*lists) if lists else None, is_required

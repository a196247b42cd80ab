"""The units of a value in each kind of document: what both sides state where the fields have certain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from accordant.compat.changes import PathStep
from accordant.compat.conditional_side import ConditionalSide
from accordant.compat.document_clauses import ABSENT, ANOTHER, PRESENT
from accordant.compat.document_kinds import DocumentKinds, Fields, Kind, field_at
from accordant.compat.object_fields import ObjectFields
from accordant.compat.unit_cases import CasedSchema, named_types, types_with_unit
from accordant.compat.unit_conditions import (
    HOLDS,
    Among,
    Document,
    Variable,
    texts_of,
)
from accordant.schema.json_values import fingerprint
from accordant.schema.references import Node

_MOST_DOCUMENTS: Final = 1_000
"""Most kinds of documents that are looked at for one value; fields without a connection multiply."""

_MOST_WORK: Final = 100_000
"""Most questions whether a schema applies to a kind of document, for one value."""


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


def changed_units(declared: Declared) -> list[UnitChange] | None:
    """The changes of the units of a value, one for each pair of units.

    None where the documents are not told by their fields: alternatives without a tag, or too many kinds of documents.
    """
    changes: dict[tuple[str | None, str | None], UnitChange] = {}
    stated = (old.node for old in declared.olds if unit_of(old.node) is not None)
    for types in dict.fromkeys(map(types_with_unit, stated)):
        found = _changes_of(declared, types)
        if found is None:
            return None
        for change in found:
            known = changes.setdefault((unit_of(change.old), unit_of(change.new)), change)
            known.documents = known.documents.with_others(change.documents)
    return list(changes.values())


def kinds_of_all(declared: Declared) -> DocumentKinds:
    """The documents in which the value is looked at."""
    return Fields({}, declared.steps, tags=_tags(declared)).kinds([{}])


def _changes_of(declared: Declared, types: frozenset[str]) -> list[UnitChange] | None:
    """What becomes of the units that are stated of values of some types."""
    older, newer = (ConditionalSide.of(schemas, declared.steps, types) for schemas in (declared.olds, declared.news))
    fields = _fields(declared, older, newer)
    lost: dict[tuple[Node, Node], list[Document]] = {}
    if fields is None:
        return None
    for document in fields.documents():
        before, after = older.applying(document), newer.applying(document)
        if before is None or after is None:
            return None
        stated = [old.node for old in before if unit_of(old.node) is not None and types_with_unit(old.node) == types]
        for old in stated if after else ():
            for new in _instead(declared, old, before, after):
                lost.setdefault((old, new), []).append(document)
    return [UnitChange(old, new, fields.kinds(documents)) for (old, new), documents in lost.items()]


def _instead(
    declared: Declared, old: Node, before: Sequence[CasedSchema], after: Sequence[CasedSchema]
) -> Iterator[Node]:
    """The newer schemas that state another unit of the same value; where none does and its own is lost, the first."""
    sharing = [schema.node for schema in after if may_share_values(old, schema.node)]
    units = {None, *(unit_of(schema.node) for schema in before)}
    others = [node for node in sharing if unit_of(node) not in units]
    is_kept = any(unit_of(node) == unit_of(old) for node in sharing)
    is_declared = bool(sharing) or declared.is_named
    if others:
        yield others[0]
    elif not is_kept and is_declared:
        yield next((node for node in sharing if unit_of(node) is None), after[0].node)


def _fields(declared: Declared, older: ConditionalSide, newer: ConditionalSide) -> Fields | None:
    """The fields that the conditions ask for, with their values; None where these are too many."""
    known, tests = _by_variable(older.tests()), _by_variable((*older.tests(), *newer.tests()))
    groups = {variable: _told_apart(_values(declared, variable, tested), tested) for variable, tested in tests.items()}
    number = prod(map(len, groups.values()))
    if number > _MOST_DOCUMENTS or number * (older.size() + newer.size()) > _MOST_WORK:
        return None
    named = {variable: _named(known.get(variable, [])) for variable in tests}
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
    values = (named | others if listed is None else listed) - {ABSENT} | (frozenset() if is_required else {ABSENT})
    tags = declared.steps[depth].tags.get(name) if depth < len(declared.steps) else None
    return values if tags is None else values & texts_of(tags)


def _known(declared: Declared, depth: int, name: str) -> tuple[frozenset[str] | None, bool]:
    """The values that the older side lists for a field, if it does, and whether it requires the field."""
    shared = frozenset.intersection(*(frozenset(schema.cases) for schema in declared.olds))
    holder = declared.around[depth]
    lists = [listed for schema, listed in holder.listed(name) if listed is not None and shared.issuperset(schema.cases)]
    is_required = any(shared.issuperset(schema.cases) for schema in holder.requiring(name))
    return frozenset.intersection(*lists) if lists else None, is_required

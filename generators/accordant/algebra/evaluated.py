"""Which members and items a schema evaluates when it holds: for certain, and by branches (Core 2020-12, 11).

The walk is the one of `schema.subschemas`; this module only says on which condition each keyword's subschemas count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from accordant.algebra.member_names import declared_names
from accordant.algebra.model import OBJECT, STRING, Formula, Pool
from accordant.algebra.reader import Reader
from accordant.schema.dialects import REFERENCES, Relation
from accordant.schema.lost_references import UnresolvableReference
from accordant.schema.references import Node, Scope
from accordant.schema.subschemas import Applied, applied_subschemas, judging, target_of

_LOOP: Final = "a reference loop in which an `unevaluated` keyword asks itself what is left"

ALL: Final = 1 << 60
"""As a number of leading items: every item."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What is evaluated: names (a formula about strings), leading items, and items that match any formula."""

    names: Formula
    items: int
    matching: frozenset[Formula]

    def is_empty(self, pool: Pool) -> bool:
        """Whether nothing is evaluated."""
        return self.names is pool.false and not self.items and not self.matching


Group = list[tuple[Formula, Evaluated]]
"""Alternatives of which at most one counts: each a condition and what it evaluates when it holds."""


class Survey:
    """What a schema evaluates: for certain, and by groups of alternatives."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.pool = reader.pool
        self.certain = Evaluated(self.pool.false, 0, frozenset())
        self.groups: list[Group] = []
        self.unknown: list[tuple[Formula, Formula]] = []
        """References that lead nowhere, as opaque formulas, each with the condition on which it evaluates something."""

    def add(self, evaluated: Evaluated) -> None:
        """Add what is evaluated whenever the schema holds."""
        self.certain = union(self.pool, [self.certain, evaluated])

    def include(self, other: Survey) -> None:
        """Add what a subschema evaluates that holds whenever the schema does."""
        self.add(other.certain)
        self.groups += other.groups
        self.unknown += other.unknown

    def include_if(self, condition: Formula, other: Survey) -> None:
        """Add what a subschema evaluates if a condition holds."""
        self.include_alternatives([(condition, other)])

    def include_alternatives(self, options: list[tuple[Formula, Survey]]) -> None:
        """Add what subschemas evaluate of which at most one holds, each with its condition."""
        group: Group = []
        for condition, other in options:
            if not other.certain.is_empty(self.pool):
                group.append((condition, other.certain))
            for inner in other.groups:
                self.groups.append([(self.pool.all_of([condition, c]), e) for c, e in inner])
            self.unknown += [(self.pool.all_of([condition, c]), reference) for c, reference in other.unknown]
        if group:
            self.groups.append(group)


def union(pool: Pool, parts: list[Evaluated]) -> Evaluated:
    """What any of the parts evaluates."""
    return Evaluated(
        pool.any_of([part.names for part in parts]),
        max([part.items for part in parts]),
        frozenset().union(*[part.matching for part in parts]),
    )


def survey_beside(reader: Reader, node: Node, scope: Scope, keyword: str) -> Survey:
    """What a node evaluates beside a keyword that asks for the rest."""
    reader.askers.append(node)
    try:
        return take_survey(reader, node, scope, keyword)
    finally:
        reader.askers.pop()


def take_survey(reader: Reader, node: Node, scope: Scope, own: str = "") -> Survey:
    """What a node evaluates; `own` is the keyword that asks, which does not count itself.

    Where references lead back to the schema that asks, the answer would depend on itself: it is unknown.
    """
    survey = Survey(reader)
    if not own and node in reader.askers[-1:]:
        survey.unknown.append((reader.pool.true, reader.pool.opaque(_LOOP, node.location)))
        return survey
    survey.add(Evaluated(_names(reader.pool, node, scope, own), 0, frozenset()))
    survey.add(_items(reader, node, scope, own))
    survey.unknown += [(reader.pool.true, reference) for reference in _unknown_references(reader, node, scope)]
    branches: list[tuple[Formula, Survey]] = []
    conditional: dict[str, Applied] = {}
    for subschema in applied_subschemas(node, scope, Relation.IN_PLACE):
        match subschema.keyword:
            case "allOf":
                survey.include(_survey_of(reader, subschema))
            case "anyOf":
                survey.include_if(_condition(reader, node, subschema), _survey_of(reader, subschema))
            case "oneOf":
                branches.append((_condition(reader, node, subschema), _survey_of(reader, subschema)))
            case "if" | "then" | "else" as keyword:
                conditional[keyword] = subschema
            case "dependentSchemas":
                present = reader.pool.is_(OBJECT, reader.pool.has(str(subschema.key), reader.pool.true))
                survey.include_if(present, _survey_of(reader, subschema))
            case keyword if keyword in REFERENCES:
                _include_target(survey, subschema)
    survey.include_alternatives(branches)
    if conditional:
        survey.include_alternatives(_conditional_branches(reader, node, conditional))
    return survey


def _unknown_references(reader: Reader, node: Node, scope: Scope) -> Iterator[Formula]:
    for keyword in REFERENCES:
        if keyword in node.dialect.keywords and isinstance(judging(node).get(keyword), str):
            try:
                target_of(node, keyword, scope)
            except UnresolvableReference as error:
                yield reader.unknown(node, error)


def _survey_of(reader: Reader, subschema: Applied) -> Survey:
    return take_survey(reader, subschema.node, subschema.scope)


def _condition(reader: Reader, node: Node, subschema: Applied) -> Formula:
    """The formula of a subschema of a node, as a condition that may hold or not."""
    path = [subschema.keyword] if subschema.key is None else [subschema.keyword, subschema.key]
    return reader.read_condition(node, subschema.scope, *path)


def _include_target(survey: Survey, reference: Applied) -> None:
    """Add what the target of a reference evaluates; a loop adds nothing to what it has already."""
    place, surveyed = (reference.node, reference.scope), survey.reader.surveyed
    if place not in surveyed:
        surveyed.add(place)
        survey.include(_survey_of(survey.reader, reference))
        surveyed.discard(place)


def _conditional_branches(reader: Reader, node: Node, conditional: dict[str, Applied]) -> list[tuple[Formula, Survey]]:
    """`if` with `then`, and `else`, as alternatives."""
    condition = _condition(reader, node, conditional["if"])
    positive = _survey_of(reader, conditional["if"])
    if "then" in conditional:
        positive.include(_survey_of(reader, conditional["then"]))
    if "else" not in conditional:
        return [(condition, positive)]
    return [(condition, positive), (condition.negated, _survey_of(reader, conditional["else"]))]


def _names(pool: Pool, node: Node, scope: Scope, own: str) -> Formula:
    """The member names that the keywords for members evaluate: all, where one of them has no key of its own."""
    for subschema in applied_subschemas(node, scope, Relation.MEMBER):
        if subschema.key is None and subschema.keyword != own:
            return pool.types(STRING)
    return declared_names(pool, judging(node))


def _items(reader: Reader, node: Node, scope: Scope, own: str) -> Evaluated:
    """The items that the keywords for items evaluate."""
    count, matching = 0, frozenset[Formula]()
    for subschema in applied_subschemas(node, scope, Relation.ITEM):
        if subschema.is_test:
            if node.dialect.contains_evaluates:
                matching = frozenset([reader.read_child(node, subschema.scope, subschema.keyword)])
        elif isinstance(subschema.key, int):
            count = max(count, subschema.key + 1)
        elif subschema.keyword != own:
            count = ALL
    return Evaluated(reader.pool.false, count, matching)

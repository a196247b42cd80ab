"""What other keywords of a schema have evaluated when the schema holds: for certain, and by branches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from accordant.algebra.member_names import declared_names
from accordant.algebra.model import OBJECT, STRING, Formula, Pool
from accordant.algebra.reader import Reader, referred
from accordant.schema.dialects import REFERENCES
from accordant.schema.references import Node, Scope

ALL: Final = 1 << 60
"""As a number of leading items: every item."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What is evaluated: names (a formula about strings), leading items, and items that match any formula."""

    names: Formula
    items: int
    matching: frozenset[Formula]

    def is_nothing(self, pool: Pool) -> bool:
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

    def add(self, evaluated: Evaluated) -> None:
        self.certain = together(self.pool, [self.certain, evaluated])

    def include(self, other: Survey) -> None:
        """What a part evaluates that holds whenever the whole does."""
        self.add(other.certain)
        self.groups += other.groups

    def include_if(self, condition: Formula, other: Survey) -> None:
        """What a part evaluates if a condition holds."""
        self.alternatives([(condition, other)])

    def alternatives(self, options: list[tuple[Formula, Survey]]) -> None:
        """What parts evaluate of which at most one holds."""
        group: Group = []
        for condition, other in options:
            if not other.certain.is_nothing(self.pool):
                group.append((condition, other.certain))
            for inner in other.groups:
                self.groups.append([(self.pool.both([condition, c]), e) for c, e in inner])
        if group:
            self.groups.append(group)


def together(pool: Pool, parts: list[Evaluated]) -> Evaluated:
    return Evaluated(
        pool.either([part.names for part in parts]),
        max([part.items for part in parts]),
        frozenset().union(*[part.matching for part in parts]),
    )


def take_survey(reader: Reader, node: Node, scope: Scope, own: str = "") -> Survey:
    """What a node evaluates; `own` is the keyword that asks, which does not count itself."""
    survey = Survey(reader)
    value = node.value
    if not isinstance(value, dict):
        return survey
    if node.root == node.pointer and node.pointer:
        scope = node.resources.enter(node, scope)
    known = node.dialect.keywords
    for keyword in REFERENCES:
        if keyword in value and keyword in known:
            place = referred(node, scope, keyword)
            if place not in reader.surveyed:  # else a loop, which adds nothing to what it has already
                reader.surveyed.add(place)
                survey.include(take_survey(reader, place[0], place[1]))
                reader.surveyed.discard(place)
    if node.dialect.ref_hides_siblings and "$ref" in value:
        return survey
    _own_names(survey, node, own)
    _own_items(survey, node, scope, own)
    for index in range(len(value.get("allOf", ()))):
        survey.include(take_survey(reader, node.child("allOf", index), scope))
    for index in range(len(value.get("anyOf", ()))):
        condition = reader.twisted(node, scope, "anyOf", index)
        survey.include_if(condition, take_survey(reader, node.child("anyOf", index), scope))
    options = []
    for index in range(len(value.get("oneOf", ()))):
        condition = reader.twisted(node, scope, "oneOf", index)
        options.append((condition, take_survey(reader, node.child("oneOf", index), scope)))
    survey.alternatives(options)
    _conditional(survey, node, scope)
    return survey


def _own_names(survey: Survey, node: Node, own: str) -> None:
    value, pool = node.value, survey.pool
    everything = Evaluated(pool.types(STRING), 0, frozenset())
    if "additionalProperties" in value or ("unevaluatedProperties" in value and own != "unevaluatedProperties"):
        survey.add(everything)
    else:
        survey.add(Evaluated(declared_names(pool, value), 0, frozenset()))


def _own_items(survey: Survey, node: Node, scope: Scope, own: str) -> None:
    value, pool, position = node.value, survey.pool, node.dialect.position
    count = 0
    prefix = value.get("prefixItems" if position >= 4 else "items")
    if isinstance(prefix, list):
        count = len(prefix)
        if position < 4 and "additionalItems" in value:
            count = ALL
    if "items" in value and not (position < 4 and isinstance(value["items"], list)):
        count = ALL
    if "unevaluatedItems" in value and own != "unevaluatedItems":
        count = ALL
    matching: frozenset[Formula] = frozenset()
    if "contains" in value and position >= 4:
        matching = frozenset([survey.reader.inside(node, scope, "contains")])
    survey.add(Evaluated(pool.false, count, matching))


def _conditional(survey: Survey, node: Node, scope: Scope) -> None:
    value, reader, pool = node.value, survey.reader, survey.pool
    if "if" in value:
        condition = reader.twisted(node, scope, "if")
        holds = take_survey(reader, node.child("if"), scope)
        if "then" in value:
            holds.include(take_survey(reader, node.child("then"), scope))
        options = [(condition, holds)]
        if "else" in value:
            options.append((condition.negated, take_survey(reader, node.child("else"), scope)))
        survey.alternatives(options)
    for name in value.get("dependentSchemas", ()):
        there = pool.is_(OBJECT, pool.has(name, pool.true))
        survey.include_if(there, take_survey(reader, node.child("dependentSchemas", name), scope))

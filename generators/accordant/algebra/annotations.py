"""What other keywords have evaluated, and `unevaluated*` as formulas that need no annotations.

Instead of collecting annotations, it is said which branches must hold for a name or position to be evaluated (after
Attouche et al., Elimination of annotation dependencies in validation for Modern JSON Schema).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from accordant.algebra.budget import Spent
from accordant.algebra.holding import holds
from accordant.algebra.model import ARRAY, OBJECT, STRING, Formula, Pool
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope

if TYPE_CHECKING:
    from accordant.algebra.normalise import Reader

_ALL = 1 << 60


def pattern_formula(pool: Pool, pattern: str) -> Formula:
    """The inner formula of texts in which a pattern is found; patterns that find every text are nothing."""
    if pattern in ("", ".*", "^.*", "^", "$", "[\\s\\S]*", "^[\\s\\S]*$"):
        return pool.true
    run = _run(pattern)
    if run is None:
        return pool.pattern(pattern)
    letters, low, high = run
    parts = [pool.min_length(low)]
    if high is not None:
        parts.append(pool.max_length(high))
    if letters != "[^]":
        parts.append(pool.pattern(f"^{letters}*$"))
    return pool.both(parts)


_RUN = re.compile(r"\^(\.|\\[dwsDWS]|\[(?:[^\\\[\]]|\\[dwsDWSnrtfv.\-+/])+\])\{(\d+)(,?)(\d*)\}\$")


def _run(pattern: str) -> tuple[str, int, int | None] | None:
    """The set, least and most of a pattern like `^[a-z]{1,60000}$`: lengths are cheaper to count than to match."""
    found = _RUN.fullmatch(pattern)
    if found is None:
        return None
    letters, low, comma, high = found.groups()
    if not comma:
        return letters, int(low), int(low)
    if high and int(high) < int(low):
        return None
    return letters, int(low), int(high) if high else None


def declared_names(pool: Pool, schema: JsonValue) -> Formula:
    """The names that `properties` and `patternProperties` of a schema cover, as a formula about strings."""
    options = []
    declared = schema.get("properties")
    if isinstance(declared, dict) and declared:
        options.append(pool.is_(STRING, pool.among(frozenset(declared))))
    patterns = schema.get("patternProperties")
    if isinstance(patterns, dict):
        for text in patterns:
            options.append(pool.is_(STRING, pattern_formula(pool, text)))
    return pool.either(options)


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


class _Survey:
    """What a schema evaluates: for certain, and by groups of alternatives."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.pool = reader.pool
        self.certain = Evaluated(self.pool.false, 0, frozenset())
        self.groups: list[Group] = []

    def add(self, evaluated: Evaluated) -> None:
        self.certain = _together(self.pool, [self.certain, evaluated])

    def include(self, other: _Survey) -> None:
        """What a part evaluates that holds whenever the whole does."""
        self.add(other.certain)
        self.groups += other.groups

    def include_if(self, condition: Formula, other: _Survey) -> None:
        """What a part evaluates if a condition holds."""
        self.alternatives([(condition, other)])

    def alternatives(self, options: list[tuple[Formula, _Survey]]) -> None:
        """What parts evaluate of which at most one holds."""
        group: Group = []
        for condition, other in options:
            if not other.certain.is_nothing(self.pool):
                group.append((condition, other.certain))
            for inner in other.groups:
                self.groups.append([(self.pool.both([condition, c]), e) for c, e in inner])
        if group:
            self.groups.append(group)


def unevaluated_properties(reader: Reader, node: Node, scope: Scope) -> Formula:
    """`unevaluatedProperties` of a node, without annotations.

    Names that the same branches evaluate form a cell. For each cell: its values satisfy the subschema, or one of
    its branches holds.
    """
    pool = reader.pool
    formula = reader.inside(node, scope, "unevaluatedProperties")
    survey = _survey(reader, node, scope, own="unevaluatedProperties")
    branches = [pair for group in survey.groups for pair in group if pair[1].names is not pool.false]
    parts = []
    for names, covering in _name_cells(survey, branches):
        rest = pool.if_(OBJECT, pool.names(names, formula))
        parts.append(pool.either([rest, *covering]))
    return pool.both(parts)


def _name_cells(survey: _Survey, branches: Group) -> Iterable[tuple[Formula, list[Formula]]]:
    """The cells of names that are not evaluated for certain, each with the conditions that evaluate it."""
    pool, reader = survey.pool, survey.reader
    certain = survey.certain.names
    listed: set[str] = set()
    languages: dict[Formula, list[Formula]] = {}
    for condition, evaluated in branches:
        for part in evaluated.names.args if evaluated.names.op == "or" else (evaluated.names,):
            if part.op == "is" and part.args[1].op == "in":
                listed |= part.args[1].args
            else:
                languages.setdefault(part, []).append(condition)
    if 2 ** len(languages) + len(listed) > reader.meter.budget.width:
        raise Spent(f"{len(languages)} families of names behind `unevaluatedProperties`")
    for name in sorted(listed):
        if not holds(pool, certain, name):
            covering = [condition for condition, e in branches if holds(pool, e.names, name)]
            yield pool.is_(STRING, pool.among(frozenset([name]))), covering
    others = [certain.negated]
    if listed:
        others.append(pool.is_(STRING, pool.among(frozenset(listed))).negated)
    for signs in product((False, True), repeat=len(languages)):
        cell, covering = list(others), []
        for inside, (language, conditions) in zip(signs, languages.items(), strict=True):
            cell.append(language if inside else language.negated)
            if inside:
                covering += conditions
        yield pool.both(cell), covering


def unevaluated_items(reader: Reader, node: Node, scope: Scope) -> Formula:
    """`unevaluatedItems` of a node, without annotations: position by position, like the names."""
    pool = reader.pool
    formula = reader.inside(node, scope, "unevaluatedItems")
    survey = _survey(reader, node, scope, own="unevaluatedItems")
    branches = [pair for group in survey.groups for pair in group]
    if any(evaluated.matching for _, evaluated in branches):
        return _items_by_cases(survey, formula)
    if survey.certain.items >= _ALL:
        return pool.true
    wanted = pool.either([formula, *survey.certain.matching])
    ends = [e.items for _, e in branches if e.items < _ALL]
    parts, last = [], max([survey.certain.items, *ends])
    for index in range(survey.certain.items, last):
        covering = [condition for condition, e in branches if e.items > index]
        parts.append(pool.either([pool.if_(ARRAY, pool.item(index, wanted)), *covering]))
    covering = [condition for condition, e in branches if e.items >= _ALL]
    parts.append(pool.either([pool.if_(ARRAY, pool.rest(last, wanted)), *covering]))
    return pool.both(parts)


def _items_by_cases(survey: _Survey, formula: Formula) -> Formula:
    """The same where `contains` of some branches evaluates items: every choice of branches that may count.

    If branches T hold, what none of T evaluates must satisfy the subschema. More branches only evaluate more, so
    "for some T: T holds and the rest satisfies it" says exactly that.
    """
    pool, cases = survey.pool, []
    for condition, evaluated in _cases(survey):
        if evaluated.items >= _ALL:
            cases.append(condition)
            continue
        rest = pool.rest(evaluated.items, pool.either([formula, *evaluated.matching]))
        cases.append(pool.both([condition, pool.if_(ARRAY, rest)]))
    return pool.either(cases)


def _cases(survey: _Survey) -> Iterable[tuple[Formula, Evaluated]]:
    """Every choice of branches that may count: the condition that they hold, and what is evaluated then."""
    pool, width = survey.pool, 1
    for group in survey.groups:
        width *= len(group) + 1
    if width > survey.reader.meter.budget.width:
        raise Spent(f"{width} cases of `unevaluated*`, more than the budget of {survey.reader.meter.budget.width}")
    nothing = (pool.true, Evaluated(pool.false, 0, frozenset()))
    for chosen in product(*[[nothing, *group] for group in survey.groups]):
        condition = pool.both([c for c, _ in chosen])
        yield condition, _together(pool, [survey.certain, *[e for _, e in chosen]])


def _together(pool: Pool, parts: list[Evaluated]) -> Evaluated:
    return Evaluated(
        pool.either([part.names for part in parts]),
        max([part.items for part in parts]),
        frozenset().union(*[part.matching for part in parts]),
    )


def _survey(reader: Reader, node: Node, scope: Scope, own: str = "") -> _Survey:
    """What a node evaluates; `own` is the keyword that asks, which does not count itself."""
    survey = _Survey(reader)
    value = node.value
    if not isinstance(value, dict):
        return survey
    if node.root == node.pointer and node.pointer:
        scope = node.resources.enter(node, scope)
    known = node.dialect.keywords
    from accordant.algebra.normalise import referred

    for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        if keyword in value and keyword in known:
            place = referred(node, scope, keyword)
            if place not in reader.surveyed:  # else a loop, which adds nothing to what it has already
                reader.surveyed.add(place)
                survey.include(_survey(reader, place[0], place[1]))
                reader.surveyed.discard(place)
    if node.dialect.ref_hides_siblings and "$ref" in value:
        return survey
    _own_names(survey, node, own)
    _own_items(survey, node, scope, own)
    for index in range(len(value.get("allOf", ()))):
        survey.include(_survey(reader, node.child("allOf", index), scope))
    for index in range(len(value.get("anyOf", ()))):
        condition = reader.twisted(node, scope, "anyOf", index)
        survey.include_if(condition, _survey(reader, node.child("anyOf", index), scope))
    options = []
    for index in range(len(value.get("oneOf", ()))):
        condition = reader.twisted(node, scope, "oneOf", index)
        options.append((condition, _survey(reader, node.child("oneOf", index), scope)))
    survey.alternatives(options)
    _conditional(survey, node, scope)
    return survey


def _own_names(survey: _Survey, node: Node, own: str) -> None:
    value, pool = node.value, survey.pool
    everything = Evaluated(pool.types(STRING), 0, frozenset())
    if "additionalProperties" in value or ("unevaluatedProperties" in value and own != "unevaluatedProperties"):
        survey.add(everything)
    else:
        survey.add(Evaluated(declared_names(pool, value), 0, frozenset()))


def _own_items(survey: _Survey, node: Node, scope: Scope, own: str) -> None:
    value, pool, position = node.value, survey.pool, node.dialect.position
    count = 0
    prefix = value.get("prefixItems" if position >= 4 else "items")
    if isinstance(prefix, list):
        count = len(prefix)
        if position < 4 and "additionalItems" in value:
            count = _ALL
    if "items" in value and not (position < 4 and isinstance(value["items"], list)):
        count = _ALL
    if "unevaluatedItems" in value and own != "unevaluatedItems":
        count = _ALL
    matching: frozenset[Formula] = frozenset()
    if "contains" in value and position >= 4:
        matching = frozenset([survey.reader.inside(node, scope, "contains")])
    survey.add(Evaluated(pool.false, count, matching))


def _conditional(survey: _Survey, node: Node, scope: Scope) -> None:
    value, reader, pool = node.value, survey.reader, survey.pool
    if "if" in value:
        condition = reader.twisted(node, scope, "if")
        holds = _survey(reader, node.child("if"), scope)
        if "then" in value:
            holds.include(_survey(reader, node.child("then"), scope))
        options = [(condition, holds)]
        if "else" in value:
            options.append((condition.negated, _survey(reader, node.child("else"), scope)))
        survey.alternatives(options)
    for name in value.get("dependentSchemas", ()):
        there = pool.is_(OBJECT, pool.has(name, pool.true))
        survey.include_if(there, _survey(reader, node.child("dependentSchemas", name), scope))

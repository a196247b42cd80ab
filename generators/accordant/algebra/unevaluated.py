"""`unevaluatedProperties` and `unevaluatedItems` as formulas that need no annotations.

Instead of collecting annotations, the formulas say which branches must hold for a name or position to be evaluated
(after Attouche et al., Elimination of annotation dependencies in validation for Modern JSON Schema).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from accordant.algebra.budget import Spent
from accordant.algebra.evaluate import holds
from accordant.algebra.evaluated import ALL, Evaluated, Group, Survey, survey_beside, union
from accordant.algebra.model import ARRAY, OBJECT, STRING, Formula
from accordant.algebra.ops import Op
from accordant.algebra.reader import Reader
from accordant.findings import JsonValue
from accordant.schema.references import Node, Scope


def unevaluated_properties(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`unevaluatedProperties`: the members that no other keyword has evaluated satisfy the schema (Core 11.3).

    Names that the same branches evaluate form a cell. For each cell: its values satisfy the schema, or one of its
    branches holds.
    """
    pool = reader.pool
    formula = reader.read_child(node, scope, "unevaluatedProperties")
    survey = survey_beside(reader, node, scope, "unevaluatedProperties")
    branches = [pair for group in survey.groups for pair in group if pair[1].names is not pool.false]
    parts = []
    for names, covering in _name_cells(survey, branches):
        rest = pool.if_(OBJECT, pool.names(names, formula))
        parts.append(pool.any_of([rest, *covering]))
    return _or_evaluated_by_unknown(survey, formula, OBJECT, pool.all_of(parts))


def _name_cells(survey: Survey, branches: Group) -> Iterable[tuple[Formula, list[Formula]]]:
    """The cells of names that are not evaluated for certain, each with the conditions that evaluate it.

    Raises:
        Spent: more cells than the budget's `width`.
    """
    pool, reader = survey.pool, survey.reader
    certain = survey.certain.names
    explicit: set[str] = set()
    languages: dict[Formula, list[Formula]] = {}
    for condition, evaluated in branches:
        for part in evaluated.names.args if evaluated.names.op == Op.OR else (evaluated.names,):
            if part.op == Op.IS and part.args[1].op == Op.AMONG:
                explicit |= part.args[1].args
            else:
                languages.setdefault(part, []).append(condition)
    if 2 ** len(languages) + len(explicit) > reader.meter.budget.width:
        raise Spent(f"{len(languages)} families of names behind `unevaluatedProperties`")
    for name in sorted(explicit):
        if not holds(pool, certain, name):
            covering = [condition for condition, e in branches if holds(pool, e.names, name)]
            yield pool.is_(STRING, pool.among(frozenset([name]))), covering
    others = [certain.negated]
    if explicit:
        others.append(pool.is_(STRING, pool.among(frozenset(explicit))).negated)
    for signs in product((False, True), repeat=len(languages)):
        cell, covering = list(others), []
        for inside, (language, conditions) in zip(signs, languages.items(), strict=True):
            cell.append(language if inside else language.negated)
            if inside:
                covering += conditions
        yield pool.all_of(cell), covering


def unevaluated_items(reader: Reader, node: Node, scope: Scope, content: JsonValue) -> Formula:
    """`unevaluatedItems`: the items that no other keyword has evaluated satisfy the schema (Core 11.2)."""
    pool = reader.pool
    formula = reader.read_child(node, scope, "unevaluatedItems")
    survey = survey_beside(reader, node, scope, "unevaluatedItems")
    branches = [pair for group in survey.groups for pair in group]
    if any(evaluated.matching for _, evaluated in branches):
        return _or_evaluated_by_unknown(survey, formula, ARRAY, _items_by_cases(survey, formula))
    if survey.certain.items >= ALL:
        return pool.true
    allowed = pool.any_of([formula, *survey.certain.matching])
    ends = [e.items for _, e in branches if e.items < ALL]
    parts, last = [], max([survey.certain.items, *ends])
    for index in range(survey.certain.items, last):
        covering = [condition for condition, e in branches if e.items > index]
        parts.append(pool.any_of([pool.if_(ARRAY, pool.item(index, allowed)), *covering]))
    covering = [condition for condition, e in branches if e.items >= ALL]
    parts.append(pool.any_of([pool.if_(ARRAY, pool.rest(last, allowed)), *covering]))
    return _or_evaluated_by_unknown(survey, formula, ARRAY, pool.all_of(parts))


def _or_evaluated_by_unknown(survey: Survey, formula: Formula, kind: int, known: Formula) -> Formula:
    """The keyword where references lead nowhere: it holds as `known` says, or by what they would evaluate.

    That depends on all that the survey holds, so it is the same assertion for equal surveys only.
    """
    if not survey.unknown:
        return known
    pool, groups = survey.pool, tuple(tuple(group) for group in survey.groups)
    doubt = pool.doubt(survey.unknown[0][1])
    meaning = ("evaluated", kind, survey.certain, groups, tuple(survey.unknown), formula)
    return pool.any_of([known, pool.if_(kind, pool.opaque(doubt.reason, doubt.where, meaning))])


def _items_by_cases(survey: Survey, formula: Formula) -> Formula:
    """`unevaluatedItems` where `contains` of some branches evaluates items: a case for each choice of branches.

    Where a choice of branches holds, the items that none of them evaluates must satisfy the schema. A larger choice
    only evaluates more, so it is enough that this is true for some choice that holds.
    """
    pool, cases = survey.pool, []
    for condition, evaluated in _cases(survey):
        if evaluated.items >= ALL:
            cases.append(condition)
            continue
        rest = pool.rest(evaluated.items, pool.any_of([formula, *evaluated.matching]))
        cases.append(pool.all_of([condition, pool.if_(ARRAY, rest)]))
    return pool.any_of(cases)


def _cases(survey: Survey) -> Iterable[tuple[Formula, Evaluated]]:
    """Every choice of branches that may hold together: their condition, and what they evaluate.

    Raises:
        Spent: more choices than the budget's `width`.
    """
    pool, width = survey.pool, 1
    for group in survey.groups:
        width *= len(group) + 1
    if width > survey.reader.meter.budget.width:
        raise Spent(f"{width} cases of `unevaluated*`, more than the budget of {survey.reader.meter.budget.width}")
    nothing = (pool.true, Evaluated(pool.false, 0, frozenset()))
    for chosen in product(*[[nothing, *group] for group in survey.groups]):
        condition = pool.all_of([c for c, _ in chosen])
        yield condition, union(pool, [survey.certain, *[e for _, e in chosen]])

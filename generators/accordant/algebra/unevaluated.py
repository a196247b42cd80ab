"""What other keywords have evaluated, and `unevaluated*` as formulas that need no annotations.

Instead of collecting annotations, it is said which branches must hold for a name or position to be evaluated (after
Attouche et al., Elimination of annotation dependencies in validation for Modern JSON Schema).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from accordant.algebra.budget import Spent
from accordant.algebra.evaluate import holds
from accordant.algebra.evaluated import ALL, Evaluated, Group, Survey, take_survey, union
from accordant.algebra.model import ARRAY, OBJECT, STRING, Formula
from accordant.algebra.ops import Op
from accordant.algebra.reader import Reader
from accordant.schema.references import Node, Scope


def unevaluated_properties(reader: Reader, node: Node, scope: Scope) -> Formula:
    """`unevaluatedProperties` of a node, without annotations.

    Names that the same branches evaluate form a cell. For each cell: its values satisfy the subschema, or one of
    its branches holds.
    """
    pool = reader.pool
    formula = reader.inside(node, scope, "unevaluatedProperties")
    survey = take_survey(reader, node, scope, own="unevaluatedProperties")
    branches = [pair for group in survey.groups for pair in group if pair[1].names is not pool.false]
    parts = []
    for names, covering in _name_cells(survey, branches):
        rest = pool.if_(OBJECT, pool.names(names, formula))
        parts.append(pool.either([rest, *covering]))
    return pool.both(parts)


def _name_cells(survey: Survey, branches: Group) -> Iterable[tuple[Formula, list[Formula]]]:
    """The cells of names that are not evaluated for certain, each with the conditions that evaluate it."""
    pool, reader = survey.pool, survey.reader
    certain = survey.certain.names
    listed: set[str] = set()
    languages: dict[Formula, list[Formula]] = {}
    for condition, evaluated in branches:
        for part in evaluated.names.args if evaluated.names.op == Op.OR else (evaluated.names,):
            if part.op == Op.IS and part.args[1].op == Op.AMONG:
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
    survey = take_survey(reader, node, scope, own="unevaluatedItems")
    branches = [pair for group in survey.groups for pair in group]
    if any(evaluated.matching for _, evaluated in branches):
        return _items_by_cases(survey, formula)
    if survey.certain.items >= ALL:
        return pool.true
    wanted = pool.either([formula, *survey.certain.matching])
    ends = [e.items for _, e in branches if e.items < ALL]
    parts, last = [], max([survey.certain.items, *ends])
    for index in range(survey.certain.items, last):
        covering = [condition for condition, e in branches if e.items > index]
        parts.append(pool.either([pool.if_(ARRAY, pool.item(index, wanted)), *covering]))
    covering = [condition for condition, e in branches if e.items >= ALL]
    parts.append(pool.either([pool.if_(ARRAY, pool.rest(last, wanted)), *covering]))
    return pool.both(parts)


def _items_by_cases(survey: Survey, formula: Formula) -> Formula:
    """The same where `contains` of some branches evaluates items: every choice of branches that may count.

    If branches T hold, what none of T evaluates must satisfy the subschema. More branches only evaluate more, so
    "for some T: T holds and the rest satisfies it" says exactly that.
    """
    pool, cases = survey.pool, []
    for condition, evaluated in _cases(survey):
        if evaluated.items >= ALL:
            cases.append(condition)
            continue
        rest = pool.rest(evaluated.items, pool.either([formula, *evaluated.matching]))
        cases.append(pool.both([condition, pool.if_(ARRAY, rest)]))
    return pool.either(cases)


def _cases(survey: Survey) -> Iterable[tuple[Formula, Evaluated]]:
    """Every choice of branches that may count: the condition that they hold, and what is evaluated then."""
    pool, width = survey.pool, 1
    for group in survey.groups:
        width *= len(group) + 1
    if width > survey.reader.meter.budget.width:
        raise Spent(f"{width} cases of `unevaluated*`, more than the budget of {survey.reader.meter.budget.width}")
    nothing = (pool.true, Evaluated(pool.false, 0, frozenset()))
    for chosen in product(*[[nothing, *group] for group in survey.groups]):
        condition = pool.both([c for c, _ in chosen])
        yield condition, union(pool, [survey.certain, *[e for _, e in chosen]])

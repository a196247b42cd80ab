"""`oneOf` as a disjunction: only options that can hold together exclude each other explicitly."""

from __future__ import annotations

from accordant.algebra.model import BOOLEAN, FALSE_VALUE, NULL, OBJECT, TRUE_VALUE, Formula, Pool
from accordant.algebra.ops import Op
from accordant.algebra.search import Search

Values = frozenset[object]


def expand_one_of(solver: Search, kind: int, clause: Formula) -> Formula:
    """The operations ONE and NOT_ONE of inner formulas as a disjunction."""
    pool, options = solver.pool, clause.args
    together = _overlaps(solver, kind, options)
    if clause.op == Op.ONE:
        cases = []
        for at, option in enumerate(options):
            refused = [options[other].negated for other in together[at]]
            cases.append(pool.all_of([option, *refused]))
        return pool.any_of(cases)
    cases = [pool.all_of([option.negated for option in options])]
    for at, option in enumerate(options):
        # One case for each first option, not for each pair: a pair is chosen only behind its first.
        seconds = pool.any_of([options[other] for other in together[at] if other > at])
        cases.append(pool.all_of([option, seconds]))
    return pool.any_of(cases)


def _overlaps(solver: Search, kind: int, options: tuple[Formula, ...]) -> list[list[int]]:
    """For each option, the others that it may hold together with."""
    tags = [_tags(solver.pool, option) if kind == OBJECT else {} for option in options]
    together: list[list[int]] = [[] for _ in options]
    for first in range(len(options)):
        for second in range(first + 1, len(options)):
            if _tags_differ(tags[first], tags[second]):
                continue
            if not solver.exclude_each_other(kind, options[first], options[second]):
                together[first].append(second)
                together[second].append(first)
    return together


def _tags_differ(first: dict[str, tuple[Values, bool]], second: dict[str, tuple[Values, bool]]) -> bool:
    for name, (values, required) in first.items():
        other = second.get(name)
        if other is not None and (required or other[1]) and not values & other[0]:
            return True
    return False


def _tags(pool: Pool, option: Formula) -> dict[str, tuple[Values, bool]]:
    """The members whose values an object formula limits to a list, and whether they are required."""
    parts = option.args if option.op == Op.AND else (option,)
    required = {part.args[0] for part in parts if part.op == Op.HAS_PROPERTY}
    tags: dict[str, tuple[Values, bool]] = {}
    for part in parts:
        if part.op in (Op.PROPERTY, Op.HAS_PROPERTY):
            values = finite_values(pool, part.args[1])
            if values is not None:
                tags[part.args[0]] = (values, part.args[0] in required)
    return tags


def finite_values(pool: Pool, formula: Formula) -> Values | None:
    """The keys of a finite set that has all values of a formula; None where none is obvious."""
    if formula.finite is formula:
        formula.finite = None
        formula.finite = _list_values(pool, formula)
    values: Values | None = formula.finite
    return values


_CONSTANTS = {NULL: ("c", None), TRUE_VALUE: ("c", True), FALSE_VALUE: ("c", False)}


def _list_values(pool: Pool, formula: Formula) -> Values | None:
    op, args = formula.op, formula.args
    if op == Op.FALSE:
        return frozenset()
    if op == Op.TYPES:
        if args & ~(NULL | BOOLEAN):
            return None
        return frozenset([key for bit, key in _CONSTANTS.items() if args & bit])
    if op == Op.IS:
        inner = args[1]
        for part in inner.args if inner.op == Op.AND else (inner,):
            if part.op == Op.AMONG:
                return part.args  # type: ignore[no-any-return]
        return None
    if op == Op.AND:
        for part in args:
            values = finite_values(pool, part)
            if values is not None:
                return values
        return None
    if op == Op.OR:
        joined: Values = frozenset()
        for part in args:
            values = finite_values(pool, part)
            if values is None:
                return None
            joined |= values
        return joined
    return None

"""Exactly one of several: as a plain choice where the options exclude each other, with the rest spelt out."""

from __future__ import annotations

from accordant.algebra.model import BOOLEAN, NULL, OBJECT, Formula, Pool
from accordant.algebra.ops import Op
from accordant.algebra.search import Search

Values = frozenset[object]


def expanded(solver: Search, kind: int, clause: Formula) -> Formula:
    """`one` or `many` of inner formulas as `or`: only options that may hold together need a look at both."""
    pool, options = solver.pool, clause.args
    together = _overlaps(solver, kind, options)
    if clause.op == Op.ONE:
        cases = []
        for at, option in enumerate(options):
            refused = [options[other].negated for other in together[at]]
            cases.append(pool.both([option, *refused]))
        return pool.either(cases)
    cases = [pool.both([option.negated for option in options])]
    for at, option in enumerate(options):
        cases.extend(pool.both([option, options[other]]) for other in together[at] if other > at)
    return pool.either(cases)


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
    """The members whose values an object formula limits to a list, and whether they must be there."""
    parts = option.args if option.op == Op.AND else (option,)
    required = {part.args[0] for part in parts if part.op == Op.HAS_PROPERTY}
    found: dict[str, tuple[Values, bool]] = {}
    for part in parts:
        if part.op in (Op.PROPERTY, Op.HAS_PROPERTY):
            values = finite(pool, part.args[1])
            if values is not None:
                found[part.args[0]] = (values, part.args[0] in required)
    return found


def finite(pool: Pool, formula: Formula) -> Values | None:
    """A list that has all values of a formula (by key), if an obvious one exists."""
    if formula.finite is formula:
        formula.finite = None
        formula.finite = _finite(pool, formula)
    found: Values | None = formula.finite
    return found


_CONSTANTS = {1: ("c", None), 2: ("c", True), 4: ("c", False)}


def _finite(pool: Pool, formula: Formula) -> Values | None:
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
            values = finite(pool, part)
            if values is not None:
                return values
        return None
    if op == Op.OR:
        joined: Values = frozenset()
        for part in args:
            values = finite(pool, part)
            if values is None:
                return None
            joined |= values
        return joined
    return None

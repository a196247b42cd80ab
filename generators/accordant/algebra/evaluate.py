"""Whether a formula holds for a document."""

# ruff: noqa: SIM110  (generators would put the recursion on the C stack)

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

from accordant.algebra.model import (
    ARRAY,
    FALSE_VALUE,
    FRACTION,
    INTEGER,
    NULL,
    OBJECT,
    STRING,
    TRUE_VALUE,
    Formula,
    Pool,
)
from accordant.algebra.ops import Op
from accordant.algebra.values import fraction_of, key_of
from accordant.findings import JsonValue
from accordant.regex.automata import automaton
from accordant.regex.errors import UnreadablePattern

_LOGIC: Final = frozenset((Op.AND, Op.OR, Op.ONE, Op.NOT_ONE))


def kind_of(value: JsonValue) -> int:
    """The type bit of a value."""
    if value is None:
        return NULL
    if value is True:
        return TRUE_VALUE
    if value is False:
        return FALSE_VALUE
    if isinstance(value, str):
        return STRING
    if isinstance(value, (int, float, Decimal)):
        return INTEGER if fraction_of(value).denominator == 1 else FRACTION
    return ARRAY if isinstance(value, list) else OBJECT


def holds(pool: Pool, formula: Formula, value: JsonValue) -> bool:
    """Whether a formula holds for a document; what the algebra does not understand counts as not holding."""
    return holds_inside(pool, pool.view(formula, kind_of(value)), value)


def holds_inside(pool: Pool, inner: Formula, value: JsonValue, known: dict[Formula, bool] | None = None) -> bool:
    """Whether an inner formula holds for a value of its type.

    Args:
        pool: the pool of the formula.
        inner: the formula.
        value: the value.
        known: answers about the same value, to be used and added to: formulas share their parts.
    """
    if inner.op not in _LOGIC:
        return _atom_holds(pool, inner, value)
    if known is None:
        known = {}
    answer = known.get(inner)
    if answer is None:
        answer = known[inner] = _logic_holds(pool, inner, value, known)
    return answer


def _logic_holds(pool: Pool, inner: Formula, value: JsonValue, known: dict[Formula, bool]) -> bool:
    op, args = inner.op, inner.args
    if op == Op.AND:
        for part in args:
            if not holds_inside(pool, part, value, known):
                return False
        return True
    if op == Op.OR:
        for part in args:
            if holds_inside(pool, part, value, known):
                return True
        return False
    if _is_unclear(inner):
        return False
    count = 0
    for part in args:
        count += holds_inside(pool, part, value, known)
    return (count == 1) == (op == Op.ONE)


def _atom_holds(pool: Pool, inner: Formula, value: JsonValue) -> bool:
    op, args = inner.op, inner.args
    if op == Op.TRUE or op == Op.FALSE:
        return op == Op.TRUE
    if op == Op.OPAQUE:
        return False
    if isinstance(value, str):
        return _string_holds(op, args, value)
    if isinstance(value, list):
        return _array_holds(pool, op, args, value)
    if isinstance(value, dict):
        return _object_holds(pool, op, args, value)
    return _number_holds(op, args, value)


def _is_unclear(inner: Formula) -> bool:
    """Whether a part of ONE is opaque, so that the parts that hold cannot be counted."""
    todo = [inner]
    while todo:
        formula = todo.pop()
        if formula.op == Op.OPAQUE:
            return True
        if formula.op in (Op.AND, Op.OR, Op.ONE, Op.NOT_ONE):
            todo.extend(formula.args)
    return False


def _number_holds(op: str, args: Any, value: JsonValue) -> bool:
    number = fraction_of(value)
    match op:
        case Op.MINIMUM:
            return bool(number > args[0] or (number == args[0] and not args[1]))
        case Op.MAXIMUM:
            return bool(number < args[0] or (number == args[0] and not args[1]))
        case Op.MULTIPLE:
            return bool((number / args).denominator == 1)
        case Op.NOT_MULTIPLE:
            return bool((number / args).denominator != 1)
        case _:
            return (number in args) is (op == Op.AMONG)


def _string_holds(op: str, args: object, value: str) -> bool:
    match op, args:
        case Op.MIN_LENGTH, int(count):
            return len(value) >= count
        case Op.MAX_LENGTH, int(count):
            return len(value) <= count
        case Op.PATTERN, (str(pattern), must_match):
            try:
                return automaton(pattern).accepts(value) is must_match
            except UnreadablePattern:
                return False
        case _, frozenset() as keys:
            return (value in keys) is (op == Op.AMONG)
    raise AssertionError(op)


def _array_holds(pool: Pool, op: str, args: object, value: list[JsonValue]) -> bool:
    match op, args:
        case Op.ITEM, (int(index), Formula() as formula):
            return index >= len(value) or holds(pool, formula, value[index])
        case Op.HAS_ITEM, (int(index), Formula() as formula):
            return index < len(value) and holds(pool, formula, value[index])
        case ((Op.AT_LEAST | Op.AT_MOST), (int(start), Formula() as formula, int(count))):
            matches = 0
            for item in value[start:]:
                matches += holds(pool, formula, item)
            return matches >= count if op == Op.AT_LEAST else matches <= count
        case Op.MIN_ITEMS, int(count):
            return len(value) >= count
        case Op.MAX_ITEMS, int(count):
            return len(value) <= count
        case _:
            distinct = len({key_of(item) for item in value}) == len(value)
            return distinct is (op == Op.UNIQUE)


def _object_holds(pool: Pool, op: str, args: object, value: dict[str, JsonValue]) -> bool:
    match op, args:
        case Op.PROPERTY, (str(name), Formula() as formula):
            return name not in value or holds(pool, formula, value[name])
        case Op.HAS_PROPERTY, (str(name), Formula() as formula):
            return name in value and holds(pool, formula, value[name])
        case Op.NAMES, (Formula() as names, Formula() as formula):
            for name, member in value.items():
                if holds(pool, names, name) and not holds(pool, formula, member):
                    return False
            return True
        case Op.HAS_NAME, (Formula() as names, Formula() as formula):
            for name, member in value.items():
                if holds(pool, names, name) and holds(pool, formula, member):
                    return True
            return False
        case Op.MIN_PROPERTIES, int(count):
            return len(value) >= count
        case _, int(count):
            return len(value) <= count
    raise AssertionError(op)

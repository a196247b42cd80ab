"""Whether a formula holds for a document."""

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
    WHOLE,
    Formula,
    Pool,
)
from accordant.algebra.ops import Op
from accordant.algebra.sizes import Sizes
from accordant.algebra.values import fraction_of, key_of
from accordant.findings import JsonValue
from accordant.regex.automata import automaton
from accordant.regex.errors import UnreadablePattern

_LOGIC: Final = frozenset((Op.AND, Op.OR, Op.ONE, Op.NOT_ONE))
MOST_COMPARED: Final = 1_500_000
"""The size of items that are compared with each other."""
_CONSTANT: Final = frozenset((Op.TRUE, Op.FALSE, Op.OPAQUE))


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
        if isinstance(value, int):
            return INTEGER
        return WHOLE if fraction_of(value).denominator == 1 else FRACTION
    return ARRAY if isinstance(value, list) else OBJECT


Known = dict[tuple[Formula, int], bool | None]
"""Answers by inner formula and value. A value is known by its identity: it must stay alive."""


def holds(pool: Pool, formula: Formula, value: JsonValue, known: Known | None = None) -> bool | None:
    """Whether a formula holds for a document; None where that depends on what the algebra does not understand."""
    return holds_inside(pool, pool.view(formula, kind_of(value)), value, known)


def holds_inside(pool: Pool, inner: Formula, value: JsonValue, known: Known | None = None) -> bool | None:
    """Whether an inner formula holds for a value of its type; None where that is not known.

    Args:
        pool: the pool of the formula.
        inner: the formula.
        value: the value.
        known: answers about the parts of one document, to be used and added to: formulas share their parts, and
            documents theirs.
    """
    if known is None:
        known = {}
    if inner.op not in _LOGIC and not isinstance(value, (dict, list)):
        return _scalar_holds(inner, value)
    key = inner, id(value)
    if key not in known:
        known[key] = (_logic_holds if inner.op in _LOGIC else _container_holds)(pool, inner, value, known)
    return known[key]


def _logic_holds(pool: Pool, inner: Formula, value: JsonValue, known: Known) -> bool | None:
    op, args = inner.op, inner.args
    if op == Op.AND or op == Op.OR:
        return _combine(pool, op, args, value, known)
    answers = [holds_inside(pool, part, value, known) for part in args]
    is_one = _is_count(answers, 1, 1)
    return is_one if is_one is None or op == Op.ONE else not is_one


def _constant(inner: Formula) -> bool | None:
    """The answer of a formula that is the same for all values, or that the algebra does not understand."""
    return None if inner.op == Op.OPAQUE else inner.op == Op.TRUE


def _scalar_holds(inner: Formula, value: JsonValue) -> bool | None:
    if inner.op in _CONSTANT:
        return _constant(inner)
    return (
        _string_holds(inner.op, inner.args, value)
        if isinstance(value, str)
        else _number_holds(inner.op, inner.args, value)
    )


def _container_holds(pool: Pool, inner: Formula, value: JsonValue, known: Known) -> bool | None:
    if inner.op in _CONSTANT:
        return _constant(inner)
    judge = _array_holds if isinstance(value, list) else _object_holds
    return judge(pool, inner.op, inner.args, value, known)


def opaque_part(inner: Formula) -> Formula | None:
    """A part of an inner formula about scalars that the algebra does not understand."""
    todo = [inner]
    while todo:
        formula = todo.pop()
        if formula.op == Op.OPAQUE:
            return formula
        if formula.op in (Op.AND, Op.OR, Op.ONE, Op.NOT_ONE):
            todo.extend(formula.args)
    return None


def _combine(pool: Pool, op: str, parts: tuple[Formula, ...], value: JsonValue, known: Known) -> bool | None:
    """All of the parts (AND), or any of them (OR)."""
    decisive, is_known = op == Op.OR, True
    for part in parts:
        answer = holds_inside(pool, part, value, known)
        if answer is decisive:
            return decisive
        is_known = is_known and answer is not None
    return not decisive if is_known else None


def _is_count(answers: list[bool | None], least: int, most: int) -> bool | None:
    """Whether between `least` and `most` of the answers are yes."""
    certain, possible = answers.count(True), len(answers) - answers.count(False)
    if certain > most or possible < least:
        return False
    return True if least <= certain and possible <= most else None


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


def _string_holds(op: str, args: object, value: str) -> bool | None:
    match op, args:
        case Op.MIN_LENGTH, int(count):
            return len(value) >= count
        case Op.MAX_LENGTH, int(count):
            return len(value) <= count
        case Op.PATTERN, (str(pattern), must_match):
            try:
                return automaton(pattern).accepts(value) is must_match
            except UnreadablePattern:
                return None
        case _, frozenset() as keys:
            return (value in keys) is (op == Op.AMONG)
    raise AssertionError(op)


def _array_holds(pool: Pool, op: str, args: object, value: Any, known: Known) -> bool | None:
    match op, args:
        case Op.ITEM, (int(index), Formula() as formula):
            return index >= len(value) or holds(pool, formula, value[index], known)
        case Op.HAS_ITEM, (int(index), Formula() as formula):
            return index < len(value) and holds(pool, formula, value[index], known)
        case ((Op.AT_LEAST | Op.AT_MOST), (int(start), Formula() as formula, int(count))):
            answers = [holds(pool, formula, item, known) for item in value[start:]]
            least, most = (count, len(value)) if op == Op.AT_LEAST else (0, count)
            return _is_count(answers, least, most)
        case Op.MIN_ITEMS, int(count):
            return len(value) >= count
        case Op.MAX_ITEMS, int(count):
            return len(value) <= count
        case _:
            distinct = _are_distinct(value)
            return None if distinct is None else distinct is (op == Op.UNIQUE)


def _are_distinct(items: list[JsonValue]) -> bool | None:
    """Whether no two items are equal; None for items that are too large to be compared."""
    if len({id(item) for item in items if isinstance(item, (dict, list))}) < sum(
        isinstance(item, (dict, list)) for item in items
    ):
        return False
    return len({key_of(item) for item in items}) == len(items) if Sizes().of(items) <= MOST_COMPARED else None


def _object_holds(pool: Pool, op: str, args: object, value: Any, known: Known) -> bool | None:
    match op, args:
        case Op.PROPERTY, (str(name), Formula() as formula):
            return name not in value or holds(pool, formula, value[name], known)
        case Op.HAS_PROPERTY, (str(name), Formula() as formula):
            return name in value and holds(pool, formula, value[name], known)
        case ((Op.NAMES | Op.HAS_NAME), (Formula() as names, Formula() as formula)):
            wanted = formula if op == Op.HAS_NAME else formula.negated
            answers = [_has_both(pool, names, name, wanted, member, known) for name, member in value.items()]
            return _is_count(answers, 1, len(answers)) if op == Op.HAS_NAME else _is_count(answers, 0, 0)
        case Op.MIN_PROPERTIES, int(count):
            return len(value) >= count
        case _, int(count):
            return len(value) <= count
    raise AssertionError(op)


def _has_both(pool: Pool, names: Formula, name: str, formula: Formula, member: JsonValue, known: Known) -> bool | None:
    """Whether a member's name satisfies the one formula and its value the other."""
    named = holds(pool, names, name)
    if named is False:
        return False
    answer = holds(pool, formula, member, known)
    return answer if named or answer is False else None

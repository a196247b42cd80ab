"""Whether a formula holds for a given document: the algebra's own validator."""

# ruff: noqa: SIM110  (generators would put the recursion on the C stack)

from __future__ import annotations

from decimal import Decimal
from typing import Any

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
from accordant.algebra.values import exact, key_of
from accordant.findings import JsonValue
from accordant.regex.automata import automaton
from accordant.regex.errors import UnreadablePattern


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
        return INTEGER if exact(value).denominator == 1 else FRACTION
    return ARRAY if isinstance(value, list) else OBJECT


def holds(pool: Pool, formula: Formula, value: JsonValue) -> bool:
    """Whether a formula holds for a document; what the algebra does not understand counts as not holding."""
    return holds_inside(pool, pool.view(formula, kind_of(value)), value)


def holds_inside(pool: Pool, inner: Formula, value: JsonValue) -> bool:
    """Whether an inner formula holds for a value of its type."""
    op, args = inner.op, inner.args
    if op == "true" or op == "false":
        return op == "true"
    if op == "and":
        for part in args:
            if not holds_inside(pool, part, value):
                return False
        return True
    if op == "or":
        for part in args:
            if holds_inside(pool, part, value):
                return True
        return False
    if op == "one" or op == "many":
        if _is_unclear(inner):
            return False
        count = 0
        for part in args:
            count += holds_inside(pool, part, value)
        return (count == 1) == (op == "one")
    if op == "opaque":
        return False
    if isinstance(value, str):
        return _string(op, args, value)
    if isinstance(value, list):
        return _array(pool, op, args, value)
    if isinstance(value, dict):
        return _object(pool, op, args, value)
    return _number(op, args, value)


def _is_unclear(inner: Formula) -> bool:
    """Whether something that the algebra does not understand takes part in a count: then nobody can count."""
    todo = [inner]
    while todo:
        formula = todo.pop()
        if formula.op == "opaque":
            return True
        if formula.op in ("and", "or", "one", "many"):
            todo.extend(formula.args)
    return False


def _number(op: str, args: Any, value: JsonValue) -> bool:
    number = exact(value)
    match op:
        case "min":
            return bool(number > args[0] or (number == args[0] and not args[1]))
        case "max":
            return bool(number < args[0] or (number == args[0] and not args[1]))
        case "multiple":
            return bool((number / args).denominator == 1)
        case "notmultiple":
            return bool((number / args).denominator != 1)
        case _:
            return (number in args) is (op == "in")


def _string(op: str, args: object, value: str) -> bool:
    match op, args:
        case "minlength", int(count):
            return len(value) >= count
        case "maxlength", int(count):
            return len(value) <= count
        case "pattern", (str(pattern), wanted):
            try:
                return automaton(pattern).accepts(value) is wanted
            except UnreadablePattern:
                return False
        case _, frozenset() as keys:
            return (value in keys) is (op == "in")
    raise AssertionError(op)


def _array(pool: Pool, op: str, args: object, value: list[JsonValue]) -> bool:
    match op, args:
        case "item", (int(index), Formula() as formula):
            return index >= len(value) or holds(pool, formula, value[index])
        case "hasitem", (int(index), Formula() as formula):
            return index < len(value) and holds(pool, formula, value[index])
        case (("atleast" | "atmost"), (int(start), Formula() as formula, int(count))):
            found = 0
            for item in value[start:]:
                found += holds(pool, formula, item)
            return found >= count if op == "atleast" else found <= count
        case "minitems", int(count):
            return len(value) >= count
        case "maxitems", int(count):
            return len(value) <= count
        case _:
            distinct = len({key_of(item) for item in value}) == len(value)
            return distinct is (op == "unique")


def _object(pool: Pool, op: str, args: object, value: dict[str, JsonValue]) -> bool:
    match op, args:
        case "prop", (str(name), Formula() as formula):
            return name not in value or holds(pool, formula, value[name])
        case "has", (str(name), Formula() as formula):
            return name in value and holds(pool, formula, value[name])
        case "names", (Formula() as names, Formula() as formula):
            for name, member in value.items():
                if holds(pool, names, name) and not holds(pool, formula, member):
                    return False
            return True
        case "exists", (Formula() as names, Formula() as formula):
            for name, member in value.items():
                if holds(pool, names, name) and holds(pool, formula, member):
                    return True
            return False
        case "minproperties", int(count):
            return len(value) >= count
        case _, int(count):
            return len(value) <= count
    raise AssertionError(op)

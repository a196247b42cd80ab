"""Numbers of a schema that JavaScript rounds: it holds every number as a double."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.findings import JsonValue
from accordant.model.constraints import Bound, Constraint, IsOneOf, MultipleOf, parts_of
from accordant.model.patterns import conditions
from accordant.model.types import Model, Unhonoured
from accordant.schema.json_values import values_in


def find_rounded_numbers(model: Model) -> list[Unhonoured]:
    """The keywords with a number that no double holds, each place once, and what JavaScript reads instead."""
    rounded: dict[str, str] = {}
    for at, number in (entry for condition in conditions(model) for entry in _integers_of(condition)):
        read = _round(number)
        if read != str(number):
            rounded.setdefault(at, f"JavaScript reads the number {number} as {read}")
    return [Unhonoured(at.rpartition("/")[2], at, reason) for at, reason in rounded.items()]


def _round(number: int) -> str:
    try:
        return str(int(float(number)))
    except OverflowError:
        return "Infinity"


def _integers_of(condition: Constraint) -> Iterator[tuple[str, int]]:
    """The integers that a condition compares with, each with the place of its keyword."""
    numbers: JsonValue = []
    match condition:
        case Bound(limit=number) | MultipleOf(divisor=number):
            numbers = number
        case IsOneOf(values):
            numbers = list(values)
    for number in values_in(numbers):
        if isinstance(number, int) and not isinstance(number, bool):
            yield condition.at, number
    for part in parts_of(condition):
        yield from _integers_of(part)

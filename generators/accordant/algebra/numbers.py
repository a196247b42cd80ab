"""The plainest number in an interval that is a multiple of some numbers and not of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Final

from accordant.algebra.budget import Spent
from accordant.algebra.model import FRACTION, Formula
from accordant.algebra.ops import Op

_CANDIDATES: Final = 20_000
"""Multiples to try; most constraints leave one among the first few."""
_MOST_DIGITS: Final = 60
"""Decimal places to try: more than numbers in schemas have."""


@dataclass(slots=True)
class _Constraints:
    """A conjunction of atoms about numbers, by kind of atom."""

    low: Fraction | None = None
    low_open: bool = False
    high: Fraction | None = None
    high_open: bool = False
    multiples: list[Fraction] = field(default_factory=list)
    barred: list[Fraction] = field(default_factory=list)
    chosen: frozenset[Fraction] | None = None
    excluded: set[Fraction] = field(default_factory=set)

    def admits(self, value: Fraction) -> bool:
        """Whether the value meets all constraints."""
        if self.chosen is not None and value not in self.chosen:
            return False
        return value not in self.excluded and self.in_range(value) and self.on_lattice(value)

    def in_range(self, value: Fraction) -> bool:
        """Whether the value is between the bounds."""
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        return not (self.high is not None and (value > self.high or (self.high_open and value == self.high)))

    def on_lattice(self, value: Fraction) -> bool:
        """Whether the value is a multiple of all that it must be a multiple of, and of no barred number."""
        for step in self.multiples:
            if (value / step).denominator != 1:
                return False
        return all((value / step).denominator != 1 for step in self.barred)


def find_number(atoms: Iterable[Formula], kind: int) -> Fraction | None:
    """The plainest whole number (or fraction, by `kind`) that satisfies all atoms; None where there is none.

    Raises:
        Spent: too many candidates to try.
    """
    constraints = _Constraints()
    (constraints.barred if kind == FRACTION else constraints.multiples).append(Fraction(1))
    for atom in atoms:
        _add(constraints, atom)
    if constraints.chosen is not None:
        values = sorted(constraints.chosen, key=lambda v: (abs(v), v < 0))
        return next((value for value in values if constraints.admits(value)), None)
    if _is_empty(constraints):
        return None
    if constraints.multiples:
        return _find_multiple(constraints)
    return _find_decimal(constraints)


def _add(constraints: _Constraints, atom: Formula) -> None:
    op, args = atom.op, atom.args
    if op == Op.MINIMUM:
        value, strict = args
        if constraints.low is None or (value, strict) > (constraints.low, constraints.low_open):
            constraints.low, constraints.low_open = value, strict
    elif op == Op.MAXIMUM:
        value, strict = args
        if constraints.high is None or (-value, strict) > (-constraints.high, constraints.high_open):
            constraints.high, constraints.high_open = value, strict
    elif op == Op.MULTIPLE:
        constraints.multiples.append(args)
    elif op == Op.NOT_MULTIPLE:
        constraints.barred.append(args)
    elif op == Op.AMONG:
        constraints.chosen = args if constraints.chosen is None else constraints.chosen & args
    elif op == Op.NOT_AMONG:
        constraints.excluded |= args


def _is_empty(constraints: _Constraints) -> bool:
    low, high = constraints.low, constraints.high
    if low is None or high is None:
        return False
    return low > high or (low == high and (constraints.low_open or constraints.high_open))


def _find_multiple(constraints: _Constraints) -> Fraction | None:
    """The multiple k * step nearest to zero, where step is the least common multiple and k avoids other multiples."""
    step = constraints.multiples[0]
    for other in constraints.multiples[1:]:
        step = _lcm(step, other)
    avoided = []
    for barred in constraints.barred:
        period = (_lcm(step, barred) / step).numerator
        if period == 1:
            return None
        avoided.append(period)
    first = None if constraints.low is None else _first_multiple(constraints.low / step, constraints.low_open)
    last = None if constraints.high is None else -_first_multiple(-constraints.high / step, constraints.high_open)
    for tried, k in enumerate(_count_from_zero(first, last)):
        if tried > _CANDIDATES:
            raise Spent("too many multiples to try")
        if any(k % period == 0 for period in avoided):
            continue
        if k * step not in constraints.excluded:
            return k * step
    return None


def _first_multiple(bound: Fraction, is_open: bool) -> int:
    return floor(bound) + 1 if is_open else ceil(bound)


def _count_from_zero(first: int | None, last: int | None) -> Iterator[int]:
    """The integers from `first` to `last`, nearest to zero first, positive before negative."""
    start = 0
    if first is not None and first > 0:
        start = first
    if last is not None and last < 0:
        start = last
    if (first is not None and start < first) or (last is not None and start > last):
        return
    yield start
    distance = 1
    while True:
        up, down = start + distance, start - distance
        above, below = last is None or up <= last, first is None or down >= first
        if not above and not below:
            return
        if above:
            yield up
        if below:
            yield down
        distance += 1


def _lcm(a: Fraction, b: Fraction) -> Fraction:
    return Fraction(lcm(a.numerator, b.numerator), gcd(a.denominator, b.denominator))


def _find_decimal(constraints: _Constraints) -> Fraction | None:
    """A decimal between the bounds that is not a barred multiple: with few digits, near zero."""
    low, high = constraints.low, constraints.high
    if low is not None and low == high:
        return low if constraints.admits(low) else None
    for digits in range(1, _MOST_DIGITS):
        scale = Fraction(10) ** digits
        first = None if low is None else _first_multiple(low * scale, constraints.low_open)
        last = None if high is None else -_first_multiple(-high * scale, constraints.high_open)
        for tried, k in enumerate(_count_from_zero(first, last)):
            if tried > 64 + len(constraints.excluded):
                break
            value = _plainest_digit(k, digits, constraints) / scale
            if constraints.admits(value):
                return value
    raise Spent("no short decimal between the bounds")


def _plainest_digit(k: int, digits: int, constraints: _Constraints) -> Fraction:
    """Halves are plainer than tenths: try 0.5 before 0.1."""
    half = Fraction(5)
    if digits == 1 and k == 1 and constraints.admits(half / 10):
        return half
    return Fraction(k)

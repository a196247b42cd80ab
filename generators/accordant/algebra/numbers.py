"""Numbers: is there one in this interval, on these lattices and off those, and which is the plainest?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Final

from accordant.algebra.budget import Spent
from accordant.algebra.model import INTEGER, Formula
from accordant.algebra.ops import Op

_CANDIDATES: Final = 20_000
_MOST_DIGITS: Final = 60


@dataclass(slots=True)
class _Question:
    low: Fraction | None = None
    low_open: bool = False
    high: Fraction | None = None
    high_open: bool = False
    multiples: list[Fraction] = field(default_factory=list)
    barred: list[Fraction] = field(default_factory=list)
    chosen: frozenset[Fraction] | None = None
    excluded: set[Fraction] = field(default_factory=set)

    def admits(self, value: Fraction) -> bool:
        if self.chosen is not None and value not in self.chosen:
            return False
        return value not in self.excluded and self.in_range(value) and self.on_lattice(value)

    def in_range(self, value: Fraction) -> bool:
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        return not (self.high is not None and (value > self.high or (self.high_open and value == self.high)))

    def on_lattice(self, value: Fraction) -> bool:
        for step in self.multiples:
            if (value / step).denominator != 1:
                return False
        return all((value / step).denominator != 1 for step in self.barred)


def number(atoms: Iterable[Formula], kind: int) -> Fraction | None:
    """The plainest integer (or fraction, by `kind`) that satisfies all atoms; None where there is none.

    Raises:
        Spent: too many candidates to try.
    """
    question = _Question()
    (question.multiples if kind == INTEGER else question.barred).append(Fraction(1))
    for atom in atoms:
        _note(question, atom)
    if question.chosen is not None:
        values = sorted(question.chosen, key=lambda v: (abs(v), v < 0))
        return next((value for value in values if question.admits(value)), None)
    if _is_void(question):
        return None
    if question.multiples:
        return _on_lattice(question)
    return _dense(question)


def _note(question: _Question, atom: Formula) -> None:
    op, args = atom.op, atom.args
    if op == Op.MINIMUM:
        value, strict = args
        if question.low is None or (value, strict) > (question.low, question.low_open):
            question.low, question.low_open = value, strict
    elif op == Op.MAXIMUM:
        value, strict = args
        if question.high is None or (-value, strict) > (-question.high, question.high_open):
            question.high, question.high_open = value, strict
    elif op == Op.MULTIPLE:
        question.multiples.append(args)
    elif op == Op.NOT_MULTIPLE:
        question.barred.append(args)
    elif op == Op.AMONG:
        question.chosen = args if question.chosen is None else question.chosen & args
    elif op == Op.NOT_AMONG:
        question.excluded |= args


def _is_void(question: _Question) -> bool:
    low, high = question.low, question.high
    if low is None or high is None:
        return False
    return low > high or (low == high and (question.low_open or question.high_open))


def _on_lattice(question: _Question) -> Fraction | None:
    """Multiples of the least common multiple, k * step, where k avoids the multiples of some numbers."""
    step = question.multiples[0]
    for other in question.multiples[1:]:
        step = _lcm(step, other)
    avoided = []
    for barred in question.barred:
        period = (_lcm(step, barred) / step).numerator
        if period == 1:
            return None
        avoided.append(period)
    first = None if question.low is None else _first(question.low / step, question.low_open)
    last = None if question.high is None else -_first(-question.high / step, question.high_open)
    for tried, k in enumerate(_near_zero(first, last)):
        if tried > _CANDIDATES:
            raise Spent("too many multiples to try")
        if any(k % period == 0 for period in avoided):
            continue
        if k * step not in question.excluded:
            return k * step
    return None


def _first(bound: Fraction, is_open: bool) -> int:
    return floor(bound) + 1 if is_open else ceil(bound)


def _near_zero(first: int | None, last: int | None) -> Iterator[int]:
    """The integers from `first` to `last`, those near zero first, positive before negative."""
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


def _dense(question: _Question) -> Fraction | None:
    """A decimal between two bounds, off every barred lattice: with few digits, near zero."""
    low, high = question.low, question.high
    if low is not None and low == high:
        return low if question.admits(low) else None
    for digits in range(1, _MOST_DIGITS):
        scale = Fraction(10) ** digits
        first = None if low is None else _first(low * scale, question.low_open)
        last = None if high is None else -_first(-high * scale, question.high_open)
        for tried, k in enumerate(_near_zero(first, last)):
            if tried > 64 + len(question.excluded):
                break
            value = _preferred(k, digits, question) / scale
            if question.admits(value):
                return value
    raise Spent("no short decimal between the bounds")


def _preferred(k: int, digits: int, question: _Question) -> Fraction:
    """Halves are plainer than tenths: try 0.5 before 0.1."""
    half = Fraction(5)
    if digits == 1 and k == 1 and question.admits(half / 10):
        return half
    return Fraction(k)

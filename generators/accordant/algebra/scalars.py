"""Solves conjunctions of atoms about null, booleans, numbers or strings."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from accordant.algebra.budget import Meter
from accordant.algebra.model import FALSE_VALUE, NULL, STRING, TRUE_VALUE, WHOLE, Formula
from accordant.algebra.numbers import find_number
from accordant.algebra.outcomes import NOTHING, Found, Outcome, Unsure
from accordant.algebra.strings import texts_of
from accordant.algebra.values import fraction_of, json_number

_FIXED: Final = {NULL: None, TRUE_VALUE: True, FALSE_VALUE: False}


class ScalarQuestion:
    """The atoms of one conjunction about null, booleans, numbers or strings."""

    def __init__(self, meter: Meter, kind: int, atoms: dict[Formula, None]) -> None:
        self.meter, self.kind, self.atoms = meter, kind, atoms

    def solve(self) -> Outcome:
        """The plainest value."""
        if self.kind in _FIXED:
            return Found(_FIXED[self.kind])
        if self.kind == STRING:
            for text in texts_of(self.atoms, 1, self.meter):
                return Found(text)
            return NOTHING
        value = find_number(self.atoms, self.kind)
        if value is None:
            return NOTHING
        return Found(json_number(value)) if self.kind != WHOLE else _with_a_fraction(value)

    def refutes(self, atom: Formula) -> bool:
        """False: no check is cheaper than solving."""
        return False


def _with_a_fraction(value: Fraction) -> Outcome:
    """A whole number spelt with a fraction: 1.0."""
    try:
        spelt = float(value)
    except OverflowError:
        spelt = None
    if spelt is None or fraction_of(spelt) != value:
        return Unsure("a whole number too long to be spelt with a fraction")
    return Found(spelt)

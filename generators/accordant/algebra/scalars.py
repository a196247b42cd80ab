"""Null, booleans, numbers and strings: one conjunction of atoms, solved."""

from __future__ import annotations

from typing import Final

from accordant.algebra.budget import Meter
from accordant.algebra.model import FALSE_VALUE, NULL, STRING, TRUE_VALUE, Formula
from accordant.algebra.numbers import number
from accordant.algebra.ops import Op
from accordant.algebra.outcomes import NOTHING, Found, Outcome, Unsure
from accordant.algebra.strings import texts_of
from accordant.algebra.values import spelled

_FIXED: Final = {NULL: None, TRUE_VALUE: True, FALSE_VALUE: False}


class ScalarQuestion:
    """The atoms of one conjunction about null, booleans, numbers or strings."""

    def __init__(self, meter: Meter, kind: int, atoms: dict[Formula, None]) -> None:
        self.meter, self.kind, self.atoms = meter, kind, atoms

    def solve(self) -> Outcome:
        """The plainest value."""
        for atom in self.atoms:
            if atom.op == Op.OPAQUE:
                return Unsure(atom.args[0], atom.args[1])
        if self.kind in _FIXED:
            return Found(_FIXED[self.kind])
        if self.kind == STRING:
            for text in texts_of(self.atoms, 1, self.meter):
                return Found(text)
            return NOTHING
        found = number(self.atoms, self.kind)
        return NOTHING if found is None else Found(spelled(found))

    def refutes(self, atom: Formula) -> bool:
        """Nothing is cheaper here than solving."""
        return False

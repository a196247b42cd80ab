"""Conjunctions of one type as atoms and clauses, and unit propagation over them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from accordant.algebra.model import Formula, Pool
from accordant.algebra.ops import CLAUSES, Op
from accordant.algebra.outcomes import Unsure

_RANK: Final = {
    Op.PROPERTY: 0,
    Op.MAX_PROPERTIES: 0,
    Op.MAX_ITEMS: 0,
    Op.HAS_PROPERTY: 1,
    Op.HAS_ITEM: 1,
    Op.ITEM: 1,
    Op.HAS_NAME: 2,
}

_OFTEN: Final = 8
"""With more failures than this, a clause counts as failing often."""


def split_conjunction(formulas: Iterable[Formula]) -> tuple[dict[Formula, None], list[Formula]]:
    """The parts of conjunctions: atoms, and the clauses that need a case split."""
    atoms: dict[Formula, None] = {}
    clauses: dict[Formula, None] = {}
    todo = list(formulas)
    while todo:
        formula = todo.pop()
        if formula.op == Op.AND:
            todo.extend(reversed(formula.args))
        elif formula.op in CLAUSES:
            clauses[formula] = None
        elif formula.op != Op.TRUE:
            atoms[formula] = None
    return atoms, list(clauses)


class ClauseOrder:
    """Which clause is split next: narrow ones first, `oneOf` last, but before all those that failed before.

    What fails below one option of another clause fails below the next one too, more often than not (Boussemart et al.,
    Boosting systematic search by weighting constraints, ECAI 2004).
    """

    def __init__(self) -> None:
        self.failed = 0
        """How often a clause failed."""
        self._failures: dict[Formula, int] = {}

    def choose(self, unsatisfied: list[Formula], clauses: list[Formula]) -> Formula:
        """One of the clauses that the document at hand does not satisfy, or one that failed often: others will not."""
        often = [clause for clause in clauses if self._failures.get(clause, 0) > _OFTEN]
        return min([*unsatisfied, *often], key=self._width)

    def note_failure(self, clause: Formula) -> None:
        """No option of the clause led to a document, and no clause below it is to blame."""
        self.failed += 1
        self._failures[clause] = self._failures.get(clause, 0) + 1

    def _width(self, clause: Formula) -> tuple[float, int]:
        options = len(clause.args) + (100 if clause.op != Op.OR else 0)
        return options / (1 + self._failures.get(clause, 0)), clause.id


def rank(option: Formula) -> tuple[int, int]:
    """The order in which options are tried: those that make small documents first."""
    return (_RANK.get(option.op, 3), option.id)


def reduce_clauses(
    pool: Pool, atoms: dict[Formula, None], clauses: list[Formula]
) -> tuple[dict[Formula, None], list[Formula]] | None:
    """The same conjunction after unit propagation; None where it is a contradiction."""
    atoms = dict(atoms)
    todo = clauses
    while True:
        kept: list[Formula] = []
        added: list[Formula] = []
        whole = set(todo)
        for clause in todo:
            if clause.op in (Op.AND, Op.TRUE, Op.FALSE) or clause.op not in CLAUSES:
                added.append(clause)
                continue
            if clause.negated in whole:
                return None
            if clause.op != Op.OR:
                kept.append(clause)
                continue
            options = [
                option for option in clause.args if option.negated not in atoms and (option.negated not in whole)
            ]
            if not options:
                return None
            if len(options) == 1:
                added.append(options[0])
            elif any(option in atoms or (option in whole) for option in options):
                continue
            else:
                kept.append(clause if len(options) == len(clause.args) else pool.any_of(options))
        for atom in atoms:
            if atom.negated in atoms or atom.op == Op.FALSE:
                return None
        if not added:
            return atoms, kept
        more_atoms, more_clauses = split_conjunction(added)
        atoms.update(more_atoms)
        todo = [*kept, *[c for c in more_clauses if c not in kept]]


def set_aside_doubt(pool: Pool, atoms: dict[Formula, None]) -> tuple[dict[Formula, None], Unsure | None]:
    """The atoms that can be solved, and why a document of them alone may be none: without it, they prove less."""
    doubts = [atom for atom in atoms if atom.op == Op.OPAQUE]
    if not doubts:
        return atoms, None
    return {atom: None for atom in atoms if atom.op != Op.OPAQUE}, pool.doubt(doubts[0])

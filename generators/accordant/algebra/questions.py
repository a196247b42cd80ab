"""Conjunctions of atoms of one type, as what solves them."""

from __future__ import annotations

from accordant.algebra.arrays import ArrayQuestion
from accordant.algebra.model import ARRAY, OBJECT, Formula
from accordant.algebra.names import NameSolver
from accordant.algebra.objects import ObjectQuestion
from accordant.algebra.ops import CLAUSES, Op
from accordant.algebra.scalars import ScalarQuestion
from accordant.algebra.search import Search

Question = ObjectQuestion | ArrayQuestion | ScalarQuestion
"""A conjunction of atoms of one type."""


def make_question(solver: Search, names: NameSolver, kind: int, atoms: dict[Formula, None]) -> Question:
    """The atoms of one type as a question."""
    if kind == OBJECT:
        return ObjectQuestion(solver, names, atoms)
    if kind == ARRAY:
        return ArrayQuestion(solver, atoms)
    return ScalarQuestion(solver.meter, kind, atoms)


def is_refuted(question: Question, option: Formula) -> bool:
    """Whether an option contradicts the atoms of a question; a cheap check that may miss contradictions."""
    if option.op in CLAUSES:
        return False
    if option.op == Op.AND:
        for part in option.args:  # noqa: SIM110  (a generator here would put the recursion on the C stack)
            if part.op not in CLAUSES and question.refutes(part):
                return True
        return False
    return question.refutes(option)

"""Is there a document that satisfies a conjunction of formulas? The smallest one found, or the proof of none.

A conjunction in progress that comes up again below itself counts as unsatisfiable there: a smallest document never
contains a document of the same conjunction. That is the least fixpoint for emptiness, and with one side negated the
greatest for containment. A proof that used this assumption is kept only once the assumption is discharged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from accordant.algebra.arrays import ArrayQuestion
from accordant.algebra.budget import CASE, Meter, Spent
from accordant.algebra.clauses import rank, reduced, sorted_out, width
from accordant.algebra.constants import constant
from accordant.algebra.evaluate import holds_inside
from accordant.algebra.model import (
    ARRAY,
    EVERY_TYPE,
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
from accordant.algebra.names import Names
from accordant.algebra.objects import ObjectQuestion
from accordant.algebra.one_of import expanded
from accordant.algebra.ops import CLAUSES, Op
from accordant.algebra.outcomes import NOTHING, Found, Nothing, Outcome, Unsure
from accordant.algebra.scalars import ScalarQuestion
from accordant.algebra.values import key_of
from accordant.findings import JsonValue
from accordant.regex.errors import UnreadablePattern

_PLAINEST_FIRST: Final = (STRING, INTEGER, TRUE_VALUE, FALSE_VALUE, NULL, FRACTION, ARRAY, OBJECT)
_FREE: Final = 1 << 60
_MOST_SPLITS: Final = 1500


Question = ObjectQuestion | ArrayQuestion | ScalarQuestion
"""The atoms of one conjunction, of one type."""


class Solver:
    """Answers emptiness questions about formulas of one pool, and remembers the answers."""

    def __init__(self, pool: Pool, meter: Meter) -> None:
        self.pool = pool
        self.meter = meter
        self._known: dict[frozenset[Formula], Outcome] = {}
        self._typed_known: dict[tuple[int, frozenset[Formula]], Outcome] = {}
        self._active: dict[frozenset[Formula], int] = {}
        self._assumed: dict[frozenset[Formula], int] = {}
        self._trail: list[frozenset[Formula]] = []
        self._low = _FREE
        self._splits = 0
        self.names = Names(self)
        self._masks: dict[Formula, int] = {}
        self._expanded: dict[tuple[int, Formula], Formula] = {}

    # -- documents

    def find(self, formulas: Iterable[Formula]) -> Outcome:
        """A document that satisfies all formulas."""
        targets = [self._target(formula) for formula in formulas]
        conjunction = frozenset(targets)
        known = self._known.get(conjunction)
        if known is not None:
            return known
        depth = self._active.get(conjunction, self._assumed.get(conjunction))
        if depth is not None:
            self._low = min(self._low, depth)
            return NOTHING
        for formula in conjunction:
            if formula.negated in conjunction or formula is self.pool.false:
                return NOTHING
        self.meter.step(CASE)
        depth = len(self._active)
        if depth >= self.meter.budget.depth:
            return Unsure(f"documents nested deeper than {self.meter.budget.depth} levels")
        self._active[conjunction] = depth
        outer, self._low, mark = self._low, _FREE, len(self._trail)
        try:
            outcome = self._by_type(targets)
        finally:
            del self._active[conjunction]
        self._settle(conjunction, outcome, depth, outer, mark)
        return outcome

    def _settle(self, conjunction: frozenset[Formula], outcome: Outcome, depth: int, outer: int, mark: int) -> None:
        """Keep an answer: for good, or, while it leans on an assumption, until that is decided."""
        low, leaning = self._low, self._trail[mark:]
        if isinstance(outcome, Nothing) and low < depth:
            self._assumed[conjunction] = low
            for earlier in leaning:
                self._assumed[earlier] = min(self._assumed[earlier], low)
            self._trail.append(conjunction)
            self._low = min(outer, low)
            return
        for earlier in leaning:
            del self._assumed[earlier]
            if isinstance(outcome, Nothing):
                self._known[earlier] = outcome
        del self._trail[mark:]
        self._known[conjunction] = outcome
        self._low = outer

    def several(self, conjunction: tuple[Formula, ...], count: int) -> tuple[list[JsonValue], Unsure | None]:
        """Up to `count` different documents; fewer only if there are no more, or with the reason for doubt."""
        found: list[JsonValue] = []
        excluded: list[Formula] = []
        while len(found) < count:
            outcome = self.find((*conjunction, *excluded))
            if isinstance(outcome, Unsure):
                return found, outcome
            if isinstance(outcome, Nothing):
                break
            found.append(outcome.document)
            excluded = [self.pool.both([*excluded, constant(self.pool, key_of(outcome.document)).negated])]
        return found, None

    def forget_open(self) -> None:
        """Drop what an interrupted question left behind."""
        self._active.clear()
        self._assumed.clear()
        self._trail.clear()
        self._splits = 0
        self._low = _FREE

    def _target(self, formula: Formula) -> Formula:
        while formula.op == Op.REFERENCE or formula.op == Op.NOT_REFERENCE:
            target = self.pool.targets[formula.args]
            formula = target if formula.op == Op.REFERENCE else target.negated
        return formula

    def _by_type(self, targets: list[Formula]) -> Outcome:
        mask = EVERY_TYPE
        for formula in targets:
            mask &= self.mask(formula)
        unsure: Unsure | None = None
        view = self.pool.view
        for kind in _PLAINEST_FIRST:
            if not mask & kind:
                continue
            parts: list[Formula] = []
            for formula in targets:  # a list: views number new formulas, and a set has an order of addresses
                parts.append(view(formula, kind))
            outcome = self._typed(kind, parts)
            if isinstance(outcome, Found):
                return outcome
            if isinstance(outcome, Unsure):
                unsure = outcome
        return unsure or NOTHING

    def mask(self, formula: Formula) -> int:
        """The types that values of a formula may have (perhaps too many)."""
        found = self._masks.get(formula)
        if found is not None:
            return found
        op, args = formula.op, formula.args
        found = EVERY_TYPE
        if op == Op.TYPES:
            found = args
        elif op == Op.IS:
            found = args[0]
        elif op == Op.AND:
            for part in args:
                found &= self.mask(part)
        elif op == Op.OR or op == Op.ONE:
            found = 0
            for part in args:
                found |= self.mask(part)
        elif op == Op.FALSE:
            found = 0
        self._masks[formula] = found
        return found

    # -- documents of one type

    def _typed(self, kind: int, parts: list[Formula]) -> Outcome:
        joined = self.pool.both(parts)
        if joined is self.pool.false:
            return NOTHING
        atoms, clauses = sorted_out([joined])
        key = (kind, frozenset(atoms) | frozenset(clauses))
        known = self._typed_known.get(key)
        if known is None:
            outer, self._low = self._low, _FREE
            known = self._search(kind, atoms, clauses)
            if self._low == _FREE or not isinstance(known, Nothing):
                self._typed_known[key] = known
            self._low = min(outer, self._low)
        return known

    def _search(self, kind: int, atoms: dict[Formula, None], clauses: list[Formula]) -> Outcome:
        """Case split over clauses, led by a document that satisfies the atoms."""
        self.meter.step(CASE)
        if self._splits >= _MOST_SPLITS:
            return Unsure(f"more than {_MOST_SPLITS} nested case splits")
        self._splits += 1
        try:
            return self._search_inside(kind, atoms, clauses)
        finally:
            self._splits -= 1

    def _search_inside(self, kind: int, atoms: dict[Formula, None], clauses: list[Formula]) -> Outcome:
        simpler = reduced(self.pool, atoms, clauses)
        if simpler is None:
            return NOTHING
        atoms, clauses = simpler
        question = _question(self, kind, atoms)
        outcome = self._solve(question)
        if isinstance(outcome, Nothing) or not clauses:
            return outcome
        open_clauses = clauses
        if isinstance(outcome, Found):
            document = outcome.document
            open_clauses = [c for c in clauses if not holds_inside(self.pool, c, document)]
            if not open_clauses:
                return outcome
        clause = min(open_clauses, key=width)
        rest = [c for c in clauses if c is not clause]
        if clause.op != Op.OR:
            return self._search(kind, atoms, [*rest, self.expansion(kind, clause)])
        unsure: Unsure | None = None
        for option in sorted(clause.args, key=rank):
            if self._refuted(question, option):
                continue
            inner_atoms, inner_clauses = sorted_out([option])
            result = self._search(kind, {**atoms, **inner_atoms}, [*rest, *inner_clauses])
            if isinstance(result, Found):
                return result
            if isinstance(result, Unsure):
                unsure = result
        return unsure or NOTHING

    def _refuted(self, question: Question, option: Formula) -> bool:
        if option.op in CLAUSES:
            return False
        if option.op == Op.AND:
            for part in option.args:  # noqa: SIM110  (a generator here would put the recursion on the C stack)
                if part.op not in CLAUSES and question.refutes(part):
                    return True
            return False
        return question.refutes(option)

    def _solve(self, question: Question) -> Outcome:
        try:
            return question.solve()
        except Spent as spent:
            if spent.final:
                raise
            return Unsure(spent.reason, spent.where)
        except UnreadablePattern as error:
            return Unsure(str(error))

    def expansion(self, kind: int, clause: Formula) -> Formula:
        """`one` or `many` of inner formulas as a choice (see `exclusive`)."""
        key = (kind, clause)
        found = self._expanded.get(key)
        if found is None:
            outer, self._low = self._low, _FREE
            found = expanded(self, kind, clause)
            if self._low == _FREE:
                self._expanded[key] = found
            self._low = min(outer, self._low)
        return found

    def exclude_each_other(self, kind: int, first: Formula, second: Formula) -> bool:
        """Whether no value of the type satisfies both inner formulas (False where that is not known)."""
        return isinstance(self._typed(kind, [first, second]), Nothing)


def _question(solver: Solver, kind: int, atoms: dict[Formula, None]) -> Question:
    if kind == OBJECT:
        return ObjectQuestion(solver, solver.names, atoms)
    if kind == ARRAY:
        return ArrayQuestion(solver, atoms)
    return ScalarQuestion(solver.meter, kind, atoms)

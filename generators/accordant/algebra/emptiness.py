"""Is there a document that satisfies a conjunction of formulas? A small one, or the proof that there is none.

A conjunction in progress that comes up again below itself counts as unsatisfiable there: a smallest document never
contains a document of the same conjunction. That is the least fixpoint for emptiness, and with one side negated the
greatest for containment. A proof that used this assumption is kept only once the assumption is discharged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from accordant.algebra.budget import CASE, Meter, Spent
from accordant.algebra.clauses import ClauseOrder, rank, reduce_clauses, set_aside_doubt, split_conjunction
from accordant.algebra.constants import constant
from accordant.algebra.evaluate import Known, holds_inside
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
    WHOLE,
    Formula,
    Pool,
)
from accordant.algebra.names import NameSolver, clarify_names
from accordant.algebra.one_of import expand_one_of
from accordant.algebra.ops import Op
from accordant.algebra.outcomes import NOTHING, Found, Nothing, Outcome, Unsure
from accordant.algebra.questions import Question, is_refuted, make_question
from accordant.algebra.sizes import Sizes
from accordant.algebra.values import key_of
from accordant.findings import JsonValue
from accordant.regex.errors import UnreadablePattern

_PLAINEST_FIRST: Final = (STRING, INTEGER, TRUE_VALUE, FALSE_VALUE, NULL, FRACTION, WHOLE, ARRAY, OBJECT)
_FREE: Final = 1 << 60
"""As a depth: no assumption was used."""
_MOST_SPLITS: Final = 1500
"""Nested case splits of one type; each takes a few of the frames that `contain` allows."""


class Solver:
    """Answers emptiness questions about formulas of one pool, and remembers the answers."""

    def __init__(self, pool: Pool, meter: Meter) -> None:
        self.pool = pool
        self.meter = meter
        self._answers: dict[frozenset[Formula], Outcome] = {}
        """By conjunction."""
        self._typed_answers: dict[tuple[int, frozenset[Formula]], Outcome] = {}
        self._active: dict[frozenset[Formula], int] = {}
        """Conjunctions in progress, with their depth."""
        self._assumed: dict[frozenset[Formula], int] = {}
        """Conjunctions without a document as long as those in progress down to a depth have none."""
        self._trail: list[frozenset[Formula]] = []
        """The assumed conjunctions in the order of their answers."""
        self._low = _FREE
        """The least depth of a conjunction whose emptiness was assumed since `find` last began."""
        self._splits = 0
        self._order = ClauseOrder()
        self._sizes = Sizes()
        self.names = NameSolver(self)
        self._masks: dict[Formula, int] = {}
        self._expanded: dict[tuple[int, Formula], Formula] = {}

    def find(self, formulas: Iterable[Formula]) -> Outcome:
        """A document that satisfies all formulas."""
        targets = [self._follow(formula) for formula in formulas]
        conjunction = frozenset(targets)
        answer = self._answers.get(conjunction)
        if answer is not None:
            return answer
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
            outcome = self._find_by_type(targets)
        finally:
            del self._active[conjunction]
        self._settle(conjunction, outcome, depth, outer, mark)
        return outcome

    def _settle(self, conjunction: frozenset[Formula], outcome: Outcome, depth: int, outer: int, mark: int) -> None:
        """Keep an answer: for good, or, where it depends on an assumption, until that is decided."""
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
                self._answers[earlier] = outcome
        del self._trail[mark:]
        self._answers[conjunction] = outcome
        self._low = outer

    def find_several(self, conjunction: tuple[Formula, ...], count: int) -> tuple[list[JsonValue], Unsure | None]:
        """Up to `count` different documents; fewer only if there are no more, or with the reason for doubt."""
        documents: list[JsonValue] = []
        excluded: list[Formula] = []
        while len(documents) < count:
            outcome = self.find((*conjunction, *excluded))
            if isinstance(outcome, Unsure):
                return documents, outcome
            if isinstance(outcome, Nothing):
                break
            doubt = self.refuse_size(outcome.document)
            if doubt is not None:
                return documents, doubt
            documents.append(outcome.document)
            excluded = [self.pool.all_of([*excluded, constant(self.pool, key_of(outcome.document)).negated])]
        return documents, None

    def refuse_size(self, document: JsonValue) -> Unsure | None:
        """The doubt about a document that is too large to be shown, or to be judged in time."""
        return self._sizes.refuse(document, self.meter.budget.size)

    def forget_open(self) -> None:
        """Forget the questions in progress, after an interruption."""
        self._active.clear()
        self._assumed.clear()
        self._trail.clear()
        self._splits = 0
        self._low = _FREE

    def _follow(self, formula: Formula) -> Formula:
        while formula.op == Op.REFERENCE or formula.op == Op.NOT_REFERENCE:
            target = self.pool.targets[formula.args]
            formula = target if formula.op == Op.REFERENCE else target.negated
        return formula

    def _find_by_type(self, targets: list[Formula]) -> Outcome:
        """A document of the plainest type that has one."""
        mask = EVERY_TYPE
        for formula in targets:
            mask &= self.mask(formula)
        unsure: Unsure | None = None
        view = self.pool.view
        if not self.pool.tells_spellings:
            mask &= ~WHOLE
        for kind in _PLAINEST_FIRST:
            if not mask & kind:
                continue
            parts: list[Formula] = []
            for formula in targets:  # a list, not the set: views number new formulas in this order
                parts.append(view(formula, kind))
            outcome = self._find_typed(kind, parts)
            if isinstance(outcome, Found):
                return outcome
            if isinstance(outcome, Unsure):
                unsure = outcome
        return unsure or NOTHING

    def mask(self, formula: Formula) -> int:
        """The types that values of a formula may have, as a mask; never too few."""
        types = self._masks.get(formula)
        if types is not None:
            return types
        op, args = formula.op, formula.args
        types = EVERY_TYPE
        if op == Op.TYPES:
            types = args
        elif op == Op.IS:
            types = args[0]
        elif op == Op.AND:
            for part in args:
                types &= self.mask(part)
        elif op == Op.OR or op == Op.ONE:
            types = 0
            for part in args:
                types |= self.mask(part)
        elif op == Op.FALSE:
            types = 0
        self._masks[formula] = types
        return types

    def _find_typed(self, kind: int, parts: list[Formula]) -> Outcome:
        """A document of one type that satisfies all inner formulas."""
        joined = self.pool.all_of(parts)
        if joined is self.pool.false:
            return NOTHING
        atoms, clauses = split_conjunction([joined])
        key = (kind, frozenset(atoms) | frozenset(clauses))
        answer = self._typed_answers.get(key)
        if answer is None:
            outer, self._low = self._low, _FREE
            answer = self._split(kind, atoms, clauses)
            if self._low == _FREE or not isinstance(answer, Nothing):
                self._typed_answers[key] = answer
            self._low = min(outer, self._low)
        return answer

    def _split(self, kind: int, atoms: dict[Formula, None], clauses: list[Formula]) -> Outcome:
        """Case split over clauses, led by a document that satisfies the atoms."""
        self.meter.step(CASE)
        if self._splits >= _MOST_SPLITS:
            return Unsure(f"more than {_MOST_SPLITS} nested case splits")
        self._splits += 1
        try:
            return self._split_inside(kind, atoms, clauses)
        finally:
            self._splits -= 1

    def _split_inside(self, kind: int, atoms: dict[Formula, None], clauses: list[Formula]) -> Outcome:
        """Split on the narrowest clause for which the document of the atoms does not hold."""
        simpler = reduce_clauses(self.pool, atoms, clauses)
        if simpler is None:
            return NOTHING
        atoms, clauses = simpler
        if kind == OBJECT:
            atoms, clauses = clarify_names(self.pool, atoms, clauses)
        clear, doubt = set_aside_doubt(self.pool, atoms)
        question = make_question(self, self.names, kind, clear)
        outcome = self._solve_atoms(question)
        if isinstance(outcome, Nothing):
            return outcome
        open_clauses = clauses
        if isinstance(outcome, Found):
            document, known = outcome.document, Known()
            open_clauses = [c for c in clauses if not holds_inside(self.pool, c, document, known)]
        if not open_clauses:
            return doubt or outcome
        clause = self._order.choose(open_clauses, clauses)
        rest = [c for c in clauses if c is not clause]
        failed = self._order.failed
        options = clause if clause.op == Op.OR else self.expand_clause(kind, clause)
        if options.op == Op.OR:
            result = self._split_on(options, kind, question, atoms, rest, is_in_doubt=doubt is not None)
        else:
            result = self._split(kind, atoms, [*rest, options])
        if isinstance(result, Nothing) and (failed == self._order.failed or clause.op != Op.OR):
            self._order.note_failure(clause)
        return result

    def _split_on(
        self,
        clause: Formula,
        kind: int,
        question: Question,
        atoms: dict[Formula, None],
        rest: list[Formula],
        *,
        is_in_doubt: bool,
    ) -> Outcome:
        """Try the options of a clause one after the other; the later ones without what the earlier ones were."""
        unsure: Unsure | None = None
        excluded: list[Formula] = []
        for option in sorted(clause.args, key=rank):
            if is_refuted(question, option):
                continue
            inner_atoms, inner_clauses = split_conjunction([option, *excluded])
            result = self._split(kind, {**atoms, **inner_atoms}, [*rest, *inner_clauses])
            if isinstance(result, Found):
                return result
            if isinstance(result, Unsure):
                unsure = result
                if is_in_doubt:
                    break  # no option gives a document that is beyond this doubt
            else:
                excluded.append(option.negated)
        return unsure or NOTHING

    def _solve_atoms(self, question: Question) -> Outcome:
        try:
            return question.solve()
        except Spent as spent:
            if spent.final:
                raise
            return Unsure(spent.reason, spent.where)
        except UnreadablePattern as error:
            return Unsure(str(error))

    def expand_clause(self, kind: int, clause: Formula) -> Formula:
        """ONE or NOT_ONE of inner formulas as a disjunction (see `one_of`)."""
        key = (kind, clause)
        expansion = self._expanded.get(key)
        if expansion is None:
            outer, self._low = self._low, _FREE
            expansion = expand_one_of(self, kind, clause)
            if self._low == _FREE:
                self._expanded[key] = expansion
            self._low = min(outer, self._low)
        return expansion

    def exclude_each_other(self, kind: int, first: Formula, second: Formula) -> bool:
        """Whether no value of the type satisfies both inner formulas (False where that is not known)."""
        return isinstance(self._find_typed(kind, [first, second]), Nothing)

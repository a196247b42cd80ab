"""Is there a document that satisfies a conjunction of formulas? The smallest one found, or the proof of none.

A conjunction in progress that comes up again below itself counts as unsatisfiable there: a smallest document never
contains a document of the same conjunction. That is the least fixpoint for emptiness, and with one side negated the
greatest for containment. A proof that used this assumption is kept only once the assumption is discharged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from accordant.algebra import strings
from accordant.algebra.arrays import ArrayQuestion
from accordant.algebra.budget import Meter, Spent
from accordant.algebra.constants import constant
from accordant.algebra.exclusive import expanded
from accordant.algebra.holding import holds, holds_inside
from accordant.algebra.model import (
    ARRAY,
    CLAUSES,
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
from accordant.algebra.numbers import number
from accordant.algebra.objects import ObjectQuestion
from accordant.algebra.outcomes import NOTHING, Found, Nothing, Outcome, Unsure
from accordant.algebra.patterns import UnreadablePattern
from accordant.algebra.values import key_of, spelled
from accordant.findings import JsonValue

_PLAINEST_FIRST: Final = (STRING, INTEGER, TRUE_VALUE, FALSE_VALUE, NULL, FRACTION, ARRAY, OBJECT)
_FIXED: Final = {NULL: None, TRUE_VALUE: True, FALSE_VALUE: False}
_FREE: Final = 1 << 60
_MOST_SPLITS: Final = 1500
_RANK: Final = {"prop": 0, "maxproperties": 0, "maxitems": 0, "has": 1, "hasitem": 1, "item": 1, "exists": 2}


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
        self._names: dict[tuple[str, Formula], bool] = {}
        self._mentioned: dict[Formula, tuple[str, ...]] = {}
        self._texts: dict[tuple[frozenset[Formula], int], list[str]] = {}
        self._masks: dict[Formula, int] = {}
        self._expanded: dict[tuple[int, Formula], Formula] = {}

    # -- documents

    def find(self, formulas: Iterable[Formula]) -> Outcome:
        """A document that satisfies all formulas."""
        conjunction = frozenset([self._target(formula) for formula in formulas])
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
        self.meter.step()
        depth = len(self._active)
        if depth >= self.meter.budget.depth:
            return Unsure(f"documents nested deeper than {self.meter.budget.depth} levels")
        self._active[conjunction] = depth
        outer, self._low, mark = self._low, _FREE, len(self._trail)
        try:
            outcome = self._by_type(conjunction)
        finally:
            del self._active[conjunction]
        self._settle(conjunction, outcome, depth, outer, mark)
        return outcome

    def _settle(
        self, conjunction: frozenset[Formula], outcome: Outcome, depth: int, outer: int, mark: int
    ) -> None:
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
        while formula.op == "ref" or formula.op == "notref":
            target = self.pool.targets[formula.args]
            formula = target if formula.op == "ref" else target.negated
        return formula

    def _by_type(self, conjunction: frozenset[Formula]) -> Outcome:
        mask = EVERY_TYPE
        for formula in conjunction:
            mask &= self.mask(formula)
        unsure: Unsure | None = None
        view = self.pool.view
        for kind in _PLAINEST_FIRST:
            if not mask & kind:
                continue
            parts: list[Formula] = []
            for formula in conjunction:
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
        if op == "types":
            found = args
        elif op == "is":
            found = args[0]
        elif op == "and":
            for part in args:
                found &= self.mask(part)
        elif op == "or" or op == "one":
            found = 0
            for part in args:
                found |= self.mask(part)
        elif op == "false":
            found = 0
        self._masks[formula] = found
        return found

    # -- documents of one type

    def _typed(self, kind: int, parts: list[Formula]) -> Outcome:
        joined = self.pool.both(parts)
        if joined is self.pool.false:
            return NOTHING
        atoms, clauses = _sorted_out([joined])
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
        self.meter.step()
        if self._splits >= _MOST_SPLITS:
            return Unsure(f"more than {_MOST_SPLITS} nested case splits")
        self._splits += 1
        try:
            return self._search_inside(kind, atoms, clauses)
        finally:
            self._splits -= 1

    def _search_inside(self, kind: int, atoms: dict[Formula, None], clauses: list[Formula]) -> Outcome:
        reduced = self._reduce(kind, atoms, clauses)
        if reduced is None:
            return NOTHING
        atoms, clauses = reduced
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
        clause = min(open_clauses, key=_width)
        rest = [c for c in clauses if c is not clause]
        if clause.op != "or":
            return self._search(kind, atoms, [*rest, self._expansion(kind, clause)])
        unsure: Unsure | None = None
        for option in sorted(clause.args, key=_rank):
            if self._refuted(question, option):
                continue
            inner_atoms, inner_clauses = _sorted_out([option])
            result = self._search(kind, {**atoms, **inner_atoms}, [*rest, *inner_clauses])
            if isinstance(result, Found):
                return result
            if isinstance(result, Unsure):
                unsure = result
        return unsure or NOTHING

    def _reduce(
        self, kind: int, atoms: dict[Formula, None], clauses: list[Formula]
    ) -> tuple[dict[Formula, None], list[Formula]] | None:
        """Unit propagation; None where a contradiction shows."""
        atoms = dict(atoms)
        todo = clauses
        while True:
            kept: list[Formula] = []
            added: list[Formula] = []
            whole = {c: None for c in todo}
            for clause in todo:
                if clause.op in ("and", "true", "false") or clause.op not in CLAUSES:
                    added.append(clause)
                    continue
                if clause.negated in whole:
                    return None
                if clause.op != "or":
                    kept.append(clause)
                    continue
                options = [
                    option
                    for option in clause.args
                    if option.negated not in atoms and (option.negated not in whole)
                ]
                if not options:
                    return None
                if len(options) == 1:
                    added.append(options[0])
                elif any([option in atoms or (option in whole) for option in options]):
                    continue
                else:
                    kept.append(clause if len(options) == len(clause.args) else self.pool.either(options))
            for atom in atoms:
                if atom.negated in atoms or atom.op == "false":
                    return None
            if not added:
                return atoms, kept
            more_atoms, more_clauses = _sorted_out(added)
            atoms.update(more_atoms)
            todo = [*kept, *[c for c in more_clauses if c not in kept]]

    def _refuted(self, question: ObjectQuestion | ArrayQuestion | None, option: Formula) -> bool:
        if question is None or option.op in CLAUSES:
            return False
        if option.op == "and":
            for part in option.args:
                if part.op not in CLAUSES and question.refutes(part):
                    return True
            return False
        return question.refutes(option)

    def _solve(self, question: ObjectQuestion | ArrayQuestion | _Scalar) -> Outcome:
        try:
            return question.solve()
        except Spent as spent:
            if spent.final:
                raise
            return Unsure(spent.reason, spent.where)
        except UnreadablePattern as error:
            return Unsure(str(error))

    def _expansion(self, kind: int, clause: Formula) -> Formula:
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

    # -- names and texts

    def name_is_in(self, name: str, names: Formula) -> bool:
        """Whether a member name satisfies a formula about names."""
        key = (name, names)
        found = self._names.get(key)
        if found is None:
            found = self._names[key] = holds(self.pool, names, name)
        return found

    def names_mentioned(self, names: Formula) -> tuple[str, ...]:
        """The texts that a formula about names lists, one way or the other."""
        found = self._mentioned.get(names)
        if found is None:
            texts: dict[str, None] = {}
            todo = [self.pool.view(names, STRING)]
            while todo:
                formula = todo.pop()
                if formula.op in ("in", "notin"):
                    texts.update(dict.fromkeys(sorted(formula.args)))
                elif formula.op == "and" or formula.op in CLAUSES:
                    todo.extend(formula.args)
            found = self._mentioned[names] = tuple(texts)
        return found

    def texts(self, language: list[Formula], count: int) -> list[str]:
        """Up to `count` different texts that satisfy all inner formulas about strings; fewer only if no more are.

        Raises:
            Spent: the budget of states or widths does not suffice.
        """
        key = (frozenset(language), count)
        found = self._texts.get(key)
        if found is None:
            distinct: dict[str, None] = {}
            for atoms in self._branches(language):
                for text in _texts(atoms, count, self.meter):
                    distinct[text] = None
                    if len(distinct) >= count:
                        break
                if len(distinct) >= count:
                    break
            found = self._texts[key] = list(distinct)
        return found

    def _branches(self, language: list[Formula]) -> list[dict[Formula, None]]:
        """The cases of a conjunction about strings, each without clauses."""
        done: list[dict[Formula, None]] = []
        todo = [_sorted_out(language)]
        while todo:
            atoms, clauses = todo.pop()
            reduced = self._reduce(STRING, atoms, clauses)
            if reduced is None:
                continue
            atoms, clauses = reduced
            if not clauses:
                done.append(atoms)
                continue
            if len(todo) + len(done) > self.meter.budget.width:
                raise Spent(f"budget of {self.meter.budget.width} cases of member names spent")
            clause, rest = clauses[0], clauses[1:]
            if clause.op != "or":
                todo.append((atoms, [*rest, self._expansion(STRING, clause)]))
                continue
            for option in reversed(clause.args):
                more_atoms, more_clauses = _sorted_out([option])
                todo.append(({**atoms, **more_atoms}, [*rest, *more_clauses]))
        return done


class _Scalar:
    """The atoms of one conjunction about null, booleans, numbers or strings."""

    def __init__(self, solver: Solver, kind: int, atoms: dict[Formula, None]) -> None:
        self.solver, self.kind, self.atoms = solver, kind, atoms

    def solve(self) -> Outcome:
        for atom in self.atoms:
            if atom.op == "opaque":
                return Unsure(atom.args[0], atom.args[1])
        if self.kind in _FIXED:
            return Found(_FIXED[self.kind])
        if self.kind == STRING:
            for text in _texts(self.atoms, 1, self.solver.meter):
                return Found(text)
            return NOTHING
        found = number(self.atoms, self.kind)
        return NOTHING if found is None else Found(spelled(found))

    def refutes(self, atom: Formula) -> bool:
        return False


def _question(solver: Solver, kind: int, atoms: dict[Formula, None]) -> ObjectQuestion | ArrayQuestion | _Scalar:
    if kind == OBJECT:
        return ObjectQuestion(solver, atoms)
    if kind == ARRAY:
        return ArrayQuestion(solver, atoms)
    return _Scalar(solver, kind, atoms)


def _texts(atoms: Iterable[Formula], count: int, meter: Meter) -> list[str]:
    """Up to `count` texts that satisfy all atoms about strings."""
    patterns: set[strings.Signed] = set()
    low, high = 0, None
    chosen: frozenset[str] | None = None
    excluded: set[str] = set()
    for atom in atoms:
        op, args = atom.op, atom.args
        if op == "pattern":
            patterns.add(args)
        elif op == "minlength":
            low = max(low, args)
        elif op == "maxlength":
            high = args if high is None else min(high, args)
        elif op == "in":
            chosen = args if chosen is None else chosen & args
        elif op == "notin":
            excluded |= args
        elif op == "opaque":
            raise Spent(atom.args[0], atom.args[1])
    if chosen is not None:
        fitting = []
        for text in sorted(chosen - excluded, key=lambda t: (len(t), t)):
            inside = len(text) >= low and (high is None or len(text) <= high)
            if inside and all([strings.accepts(text, signed) for signed in patterns]):
                fitting.append(text)
        return fitting[:count]
    found: list[str] = []
    for text in strings.texts(frozenset(patterns), low, high, count + len(excluded), meter):
        if text not in excluded:
            found.append(text)
            if len(found) >= count:
                break
    return found


def _sorted_out(formulas: Iterable[Formula]) -> tuple[dict[Formula, None], list[Formula]]:
    """Conjunctions opened; what needs no case split, and what does."""
    atoms: dict[Formula, None] = {}
    clauses: dict[Formula, None] = {}
    todo = list(formulas)
    while todo:
        formula = todo.pop()
        if formula.op == "and":
            todo.extend(reversed(formula.args))
        elif formula.op in CLAUSES:
            clauses[formula] = None
        elif formula.op != "true":
            atoms[formula] = None
    return atoms, list(clauses)


def _width(clause: Formula) -> tuple[int, int]:
    return (len(clause.args) + (100 if clause.op != "or" else 0), clause.id)


def _rank(option: Formula) -> tuple[int, int]:
    return (_RANK.get(option.op, 3), option.id)

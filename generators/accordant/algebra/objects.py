"""Solves conjunctions of atoms about objects: required and optional members, with names from regular languages.

Names are either mentioned in some formula or fresh. Fresh names fall into cells: a cell decides for each language
whether its names are in it. A demand (`HAS_NAME`) is met by a member that is there already, by a mentioned name or by a
fresh name of some cell. All ways are tried, so that the search is complete (Attouche et al., Witness Generation for
JSON Schema, VLDB 2022, section 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from accordant.algebra.budget import Spent
from accordant.algebra.model import STRING, Formula
from accordant.algebra.names import NameSolver
from accordant.algebra.ops import Op
from accordant.algebra.outcomes import NOTHING, Found, Nothing, Outcome, Unsure
from accordant.algebra.search import Search
from accordant.findings import JsonValue

Conjunction = tuple[Formula, ...]


class ObjectQuestion:
    """A conjunction of atoms about objects, by kind of atom."""

    def __init__(self, solver: Search, names: NameSolver, atoms: Iterable[Formula]) -> None:
        self.solver = solver
        self.names = names
        self.optional: dict[str, list[Formula]] = {}
        self.required: dict[str, list[Formula]] = {}
        self.name_rules: list[tuple[Formula, Formula]] = []
        self.demands: list[tuple[Formula, Formula]] = []
        self.fewest = 0
        self.most: int | None = None
        self._conjunctions: dict[str, Conjunction] = {}
        for atom in atoms:
            self._add(atom)

    def _add(self, atom: Formula) -> None:
        op, args = atom.op, atom.args
        if op == Op.PROPERTY:
            self.optional.setdefault(args[0], []).append(args[1])
        elif op == Op.HAS_PROPERTY:
            self.required.setdefault(args[0], []).append(args[1])
        elif op == Op.NAMES:
            self.name_rules.append(args)
        elif op == Op.HAS_NAME:
            self.demands.append(args)
        elif op == Op.MIN_PROPERTIES:
            self.fewest = max(self.fewest, args)
        elif op == Op.MAX_PROPERTIES:
            self.most = args if self.most is None else min(self.most, args)

    def conjunction_for(self, name: str) -> Conjunction:
        """All that the value of a member of this name must satisfy, if the member is there."""
        conjunction = self._conjunctions.get(name)
        if conjunction is None:
            parts = [*self.required.get(name, ()), *self.optional.get(name, ())]
            for names, formula in self.name_rules:
                if self.names.satisfies(name, names):
                    parts.append(formula)
            conjunction = self._conjunctions[name] = tuple(parts)
        return conjunction

    def refutes(self, atom: Formula) -> bool:
        """Whether an atom contradicts the others; a cheap check that looks at its own member only."""
        if atom.op == Op.HAS_PROPERTY:
            name, formula = atom.args
            return isinstance(self.solver.find((*self.conjunction_for(name), formula)), Nothing)
        if atom.op == Op.PROPERTY:
            name, formula = atom.args
            is_required = name in self.required
            return is_required and isinstance(self.solver.find((*self.conjunction_for(name), formula)), Nothing)
        if atom.op == Op.MIN_PROPERTIES:
            return self.most is not None and atom.args > self.most
        if atom.op == Op.MAX_PROPERTIES:
            return bool(atom.args < max(self.fewest, len(self.required)))
        return False

    def solve(self) -> Outcome:
        """The plainest object."""
        document: dict[str, JsonValue] = {}
        unsure: Unsure | None = None
        for name in self.required:
            outcome = self.solver.find(self.conjunction_for(name))
            if isinstance(outcome, Nothing):
                return NOTHING
            if isinstance(outcome, Unsure):
                unsure = outcome
            else:
                document[name] = outcome.document
        if self.most is not None and (self.fewest > self.most or len(self.required) > self.most):
            return NOTHING
        if unsure is not None:
            return unsure
        return _Placement(self, document).solve()


class _Placement:
    """The search for members that meet the demands and the least count."""

    def __init__(self, question: ObjectQuestion, document: dict[str, JsonValue]) -> None:
        self.question = question
        self.solver = question.solver
        self.names = question.names
        self.document = document
        self.extra: dict[str, Conjunction] = {}
        self.unsure: Unsure | None = None
        self.tried = 0
        mentioned = [*question.required, *question.optional]
        for names, _ in (*question.name_rules, *question.demands):
            mentioned.extend(self.names.list_mentioned(names))
        self.mentioned: dict[str, None] = dict.fromkeys(mentioned)

    def solve(self) -> Outcome:
        """An object that holds the members of `document` and meets everything else."""
        demands = sorted(self.question.demands, key=lambda demand: demand[1].id)
        if not self._serve(demands, 0):
            return self.unsure or NOTHING
        return Found(self.document)

    def _serve(self, demands: list[tuple[Formula, Formula]], at: int) -> bool:
        """Meet the demands from index `at` on, by backtracking."""
        if at == len(demands):
            return self._fill()
        names, formula = demands[at]
        for name, conjunction in self._candidates(names, formula):
            self.tried += 1
            if self.tried > self.solver.meter.budget.width:
                raise Spent(f"budget of {self.solver.meter.budget.width} ways to place members spent")
            outcome = self.solver.find(conjunction)
            if isinstance(outcome, Found):
                before, extra = dict(self.document), self.extra.get(name)
                self.document[name] = outcome.document
                self.extra[name] = conjunction
                most = self.question.most
                if (most is None or len(self.document) <= most) and self._serve(demands, at + 1):
                    return True
                self.document = before
                if extra is None:
                    del self.extra[name]
                else:
                    self.extra[name] = extra
            elif isinstance(outcome, Unsure):
                self.unsure = outcome
        return False

    def _candidates(self, names: Formula, formula: Formula) -> Iterator[tuple[str, Conjunction]]:
        """The members that could meet a demand, each with all that its value must then satisfy."""
        for name in list(self.document):
            if self.names.satisfies(name, names):
                base = self.extra.get(name) or self.question.conjunction_for(name)
                yield name, (*base, formula)
        for name in self.mentioned:
            if name not in self.document and self.names.satisfies(name, names):
                yield name, (*self.question.conjunction_for(name), formula)
        yield from self._fresh_names(names, formula, 1)

    def _fresh_names(self, names: Formula, formula: Formula, count: int) -> Iterator[tuple[str, Conjunction]]:
        """Names that no formula mentions: up to `count` from each cell, with all that their values must satisfy."""
        used = frozenset(["", *self.mentioned, *self.document])
        pool = self.solver.pool
        start = [pool.view(names, STRING), pool.among(used).negated]
        demanded = [n for n, _ in self.question.demands if n is not names]
        signs = [(n, f) for n, f in self.question.name_rules] + [(n, pool.true) for n in demanded]
        yield from self._cells(signs, 0, start, (formula,), count)
        # The empty name last: witnesses read better without it.
        if "" not in self.mentioned and "" not in self.document and self.names.satisfies("", names):
            yield "", (*self.question.conjunction_for(""), formula)

    def _cells(
        self,
        signs: list[tuple[Formula, Formula]],
        at: int,
        language: list[Formula],
        value: Conjunction,
        count: int,
    ) -> Iterator[tuple[str, Conjunction]]:
        """Names of each cell in turn: `signs` from index `at` on are still to be decided."""
        pool = self.solver.pool
        while at < len(signs):
            names, formula = signs[at]
            inside = pool.view(names, STRING)
            if inside is pool.true:
                value = (*value, formula)
            elif inside is not pool.false:
                break
            at += 1
        if pool.false in value:
            return
        if at == len(signs):
            try:
                texts = list(self.names.texts(language, count))
            except Spent as spent:
                self.unsure = Unsure(spent.reason, spent.where)
                return
            for text in texts:
                yield text, value
            return
        outside = [*language, inside.negated]
        if self._has_text(outside):
            yield from self._cells(signs, at + 1, outside, value, count)
        within = [*language, inside]
        if formula is not pool.false and self._has_text(within):
            yield from self._cells(signs, at + 1, within, (*value, formula), count)

    def _has_text(self, language: list[Formula]) -> bool:
        try:
            return bool(self.names.texts(language, 1))
        except Spent as spent:
            self.unsure = Unsure(spent.reason, spent.where)
            return False

    def _fill(self) -> bool:
        """Add members until the object is large enough."""
        missing = self.question.fewest - len(self.document)
        if missing <= 0:
            return True
        if missing > self.solver.meter.budget.document:
            self.unsure = Unsure("an object with more members than the budget for documents")
            return False
        added: dict[str, JsonValue] = {}
        for name, conjunction in self._fillers(missing):
            if name in added:
                continue
            outcome = self.solver.find(conjunction)
            if isinstance(outcome, Unsure):
                self.unsure = outcome
            elif isinstance(outcome, Found):
                added[name] = outcome.document
                if len(added) == missing:
                    self.document.update(added)
                    return True
        return False

    def _fillers(self, missing: int) -> Iterator[tuple[str, Conjunction]]:
        """Members to add: mentioned names first, then up to `missing` fresh ones of each cell."""
        for name in self.mentioned:
            if name not in self.document:
                yield name, self.question.conjunction_for(name)
        pool = self.solver.pool
        yield from self._fresh_names(pool.true, pool.true, missing)

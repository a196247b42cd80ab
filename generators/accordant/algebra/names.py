"""Member names: which formulas they satisfy, which are mentioned, and fresh ones from a language."""

from __future__ import annotations

from accordant.algebra.budget import Spent
from accordant.algebra.clauses import reduced, sorted_out
from accordant.algebra.evaluate import holds
from accordant.algebra.model import STRING, Formula
from accordant.algebra.ops import CLAUSES, Op
from accordant.algebra.search import Search
from accordant.algebra.strings import texts_of


class Names:
    """What is known about member names while one solver lives."""

    def __init__(self, solver: Search) -> None:
        self._solver = solver
        self._inside: dict[tuple[str, Formula], bool] = {}
        self._mentioned: dict[Formula, tuple[str, ...]] = {}
        self._texts: dict[tuple[frozenset[Formula], int], list[str]] = {}

    def include(self, name: str, names: Formula) -> bool:
        """Whether a member name satisfies a formula about names."""
        key = (name, names)
        found = self._inside.get(key)
        if found is None:
            found = self._inside[key] = holds(self._solver.pool, names, name)
        return found

    def mentioned(self, names: Formula) -> tuple[str, ...]:
        """The texts that a formula about names lists, one way or the other."""
        found = self._mentioned.get(names)
        if found is None:
            texts: dict[str, None] = {}
            todo = [self._solver.pool.view(names, STRING)]
            while todo:
                formula = todo.pop()
                if formula.op in (Op.AMONG, Op.NOT_AMONG):
                    texts.update(dict.fromkeys(sorted(formula.args)))
                elif formula.op == Op.AND or formula.op in CLAUSES:
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
                for text in texts_of(atoms, count, self._solver.meter):
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
        todo = [sorted_out(language)]
        while todo:
            atoms, clauses = todo.pop()
            simpler = reduced(self._solver.pool, atoms, clauses)
            if simpler is None:
                continue
            atoms, clauses = simpler
            if not clauses:
                done.append(atoms)
                continue
            if len(todo) + len(done) > self._solver.meter.budget.width:
                raise Spent(f"budget of {self._solver.meter.budget.width} cases of member names spent")
            clause, rest = clauses[0], clauses[1:]
            if clause.op != Op.OR:
                todo.append((atoms, [*rest, self._solver.expansion(STRING, clause)]))
                continue
            for option in reversed(clause.args):
                more_atoms, more_clauses = sorted_out([option])
                todo.append(({**atoms, **more_atoms}, [*rest, *more_clauses]))
        return done

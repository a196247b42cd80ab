"""Member names as texts: which formulas they satisfy, which are listed, and further ones from a language."""

from __future__ import annotations

from accordant.algebra.budget import Spent
from accordant.algebra.clauses import reduce_clauses, split_conjunction
from accordant.algebra.evaluate import holds, opaque_part
from accordant.algebra.model import STRING, Formula, Pool
from accordant.algebra.ops import CLAUSES, Op
from accordant.algebra.search import Search
from accordant.algebra.strings import texts_of


class NameSolver:
    """Answers about member names, kept as long as their solver."""

    def __init__(self, solver: Search) -> None:
        self._solver = solver
        self._inside: dict[tuple[str, Formula], bool] = {}
        self._mentioned: dict[Formula, tuple[str, ...]] = {}
        self._texts: dict[tuple[frozenset[Formula], int], list[str]] = {}

    def satisfies(self, name: str, names: Formula) -> bool:
        """Whether a member name satisfies a formula about names."""
        key = (name, names)
        answer = self._inside.get(key)
        if answer is None:
            answer = self._inside[key] = holds(self._solver.pool, names, name) is True
        return answer

    def list_mentioned(self, names: Formula) -> tuple[str, ...]:
        """The names that a formula about names lists, to include or to exclude them."""
        mentioned = self._mentioned.get(names)
        if mentioned is None:
            texts: dict[str, None] = {}
            todo = [self._solver.pool.view(names, STRING)]
            while todo:
                formula = todo.pop()
                if formula.op in (Op.AMONG, Op.NOT_AMONG):
                    texts.update(dict.fromkeys(sorted(formula.args)))
                elif formula.op == Op.AND or formula.op in CLAUSES:
                    todo.extend(formula.args)
            mentioned = self._mentioned[names] = tuple(texts)
        return mentioned

    def texts(self, language: list[Formula], count: int) -> list[str]:
        """Up to `count` different texts that satisfy all inner formulas about strings; fewer only if there are no more.

        Raises:
            Spent: the budget of states or widths does not suffice.
        """
        key = (frozenset(language), count)
        texts = self._texts.get(key)
        if texts is None:
            distinct: dict[str, None] = {}
            for atoms in self._split_cases(language):
                for text in texts_of(atoms, count, self._solver.meter):
                    distinct[text] = None
                    if len(distinct) >= count:
                        break
                if len(distinct) >= count:
                    break
            texts = self._texts[key] = list(distinct)
        return texts

    def _split_cases(self, language: list[Formula]) -> list[dict[Formula, None]]:
        """A conjunction about strings as cases without clauses.

        Raises:
            Spent: more cases than the budget's `width`.
        """
        cases: list[dict[Formula, None]] = []
        todo = [split_conjunction(language)]
        while todo:
            atoms, clauses = todo.pop()
            simpler = reduce_clauses(self._solver.pool, atoms, clauses)
            if simpler is None:
                continue
            atoms, clauses = simpler
            if not clauses:
                cases.append(atoms)
                continue
            if len(todo) + len(cases) > self._solver.meter.budget.width:
                raise Spent(f"budget of {self._solver.meter.budget.width} cases of member names spent")
            clause, rest = clauses[0], clauses[1:]
            if clause.op != Op.OR:
                todo.append((atoms, [*rest, self._solver.expand_clause(STRING, clause)]))
                continue
            for option in reversed(clause.args):
                more_atoms, more_clauses = split_conjunction([option])
                todo.append(({**atoms, **more_atoms}, [*rest, *more_clauses]))
        return cases


def clarify_names(
    pool: Pool, atoms: dict[Formula, None], clauses: list[Formula]
) -> tuple[dict[Formula, None], list[Formula]]:
    """The same conjunction, in which no rule depends on whether a name satisfies what the algebra does not understand.

    What is asked of the members with such names holds where all members satisfy it; else the rule itself is opaque.
    """
    clear: dict[Formula, None] = {}
    more: list[Formula] = []
    for atom in atoms:
        opaque = opaque_part(pool.view(atom.args[0], STRING)) if atom.op in (Op.NAMES, Op.HAS_NAME) else None
        if opaque is None:
            clear[atom] = None
            continue
        rule = atom if atom.op == Op.NAMES else atom.negated
        doubt = pool.doubt(opaque)
        of_all = pool.names(pool.types(STRING), rule.args[1])
        either = pool.any_of([of_all, pool.opaque(doubt.reason, doubt.where, ("names", rule.id))])
        if atom is rule:
            more.append(either)
        else:
            clear.update(dict.fromkeys(either.negated.args))
    return clear, [*clauses, *more] if more else clauses

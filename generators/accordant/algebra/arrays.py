"""Solves conjunctions of atoms about arrays: items by index, items from an index on, counts of items of a kind.

Lengths are tried from the shortest. An item of the tail that no demand needs can be removed without harm, so the
search is complete with the longest of: the positions and the demands together, and the least length.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

from accordant.algebra.budget import Spent
from accordant.algebra.constants import constant
from accordant.algebra.matching import choose_distinct
from accordant.algebra.model import ARRAY, NUMBER, OBJECT, Formula
from accordant.algebra.ops import Op
from accordant.algebra.outcomes import NOTHING, Found, Nothing, Outcome, Unsure
from accordant.algebra.search import Search
from accordant.algebra.values import key_of
from accordant.findings import JsonValue

Conjunction = tuple[Formula, ...]
_MOST_VALUES: Final = 64
"""Different values to look for in a conjunction that may have few."""


class ArrayQuestion:
    """A conjunction of atoms about arrays, by kind of atom."""

    def __init__(self, solver: Search, atoms: Iterable[Formula]) -> None:
        self.solver = solver
        self.items: dict[int, list[Formula]] = {}
        self.tails: list[tuple[int, Formula]] = []
        self.demands: list[tuple[int, Formula, int]] = []
        self.limits: list[tuple[int, Formula, int]] = []
        self.shortest = 0
        self.longest: int | None = None
        self.unique = self.repeated = False
        for atom in atoms:
            self._add(atom)
        self.positions = max(
            [index + 1 for index in self.items]
            + [start for start, _ in self.tails]
            + [start for start, _, _ in (*self.demands, *self.limits)],
            default=0,
        )

    def _add(self, atom: Formula) -> None:
        op, args = atom.op, atom.args
        if op in (Op.ITEM, Op.HAS_ITEM):
            self.items.setdefault(args[0], []).append(args[1])
            if op == Op.HAS_ITEM:
                self.shortest = max(self.shortest, args[0] + 1)
        elif op == Op.AT_LEAST:
            self.demands.append(args)
            self.shortest = max(self.shortest, args[0] + args[2])
        elif op == Op.AT_MOST:
            if args[2] == 0:
                self.tails.append((args[0], args[1].negated))
            else:
                self.limits.append(args)
        elif op == Op.MIN_ITEMS:
            self.shortest = max(self.shortest, args)
        elif op == Op.MAX_ITEMS:
            self.longest = args if self.longest is None else min(self.longest, args)
        elif op == Op.UNIQUE:
            self.unique = True
        elif op == Op.REPEATED:
            self.repeated = True
            self.shortest = max(self.shortest, 2)

    def at(self, index: int) -> Conjunction:
        """All that the item at an index must satisfy."""
        parts = list(self.items.get(index, ()))
        for start, formula in self.tails:
            if index >= start:
                parts.append(formula)
        return tuple(parts)

    def refutes(self, atom: Formula) -> bool:
        """Whether an atom contradicts the others; a cheap check that may miss contradictions."""
        if atom.op == Op.HAS_ITEM:
            index, formula = atom.args
            if self.longest is not None and index >= self.longest:
                return True
            return isinstance(self.solver.find((*self.at(index), formula)), Nothing)
        if atom.op == Op.MIN_ITEMS:
            return self.longest is not None and atom.args > self.longest
        if atom.op == Op.MAX_ITEMS:
            return bool(atom.args < self.shortest)
        return False

    def solve(self) -> Outcome:
        """The shortest, plainest array."""
        if self.unique and self.repeated:
            return NOTHING
        if self.longest is not None and self.shortest > self.longest:
            return NOTHING
        if self.shortest > self.solver.meter.budget.document:
            return self._too_long()
        needed = self.positions + sum([count for _, _, count in self.demands]) + (2 if self.repeated else 0)
        last = max(self.shortest, needed)
        if self.longest is not None:
            last = min(last, self.longest)
        unsure: Unsure | None = None
        for length in range(self.shortest, last + 1):
            self.solver.meter.step()
            outcome = _ItemChoice(self, length).solve()
            if isinstance(outcome, Found):
                return outcome
            if isinstance(outcome, Unsure):
                unsure = outcome
            elif not (self.demands or self.limits or self.repeated):
                break  # without counts, a longer array has all the constraints of this one
        return unsure or NOTHING

    def _too_long(self) -> Outcome:
        """The answer for a least length beyond the budget: `Nothing` where some item is impossible, else `Unsure`."""
        for index in range(min(self.positions, self.shortest)):
            if isinstance(self.solver.find(self.at(index)), Nothing):
                return NOTHING
        if self.shortest > self.positions:
            tail = self.at(self.positions)
            if isinstance(self.solver.find(tail), Nothing):
                return NOTHING
            # Fewer different values than items contradict `uniqueItems`; so many are enough to look for.
            documents, unsure = self.solver.find_several(tail, _MOST_VALUES)
            if self.unique and unsure is None and len(documents) < _MOST_VALUES:
                return NOTHING
        return Unsure("an array with more items than the budget for documents")


class _ItemChoice:
    """The search for the items of an array of a given length."""

    def __init__(self, question: ArrayQuestion, length: int) -> None:
        self.question = question
        self.solver = question.solver
        self.length = length
        self.unsure: Unsure | None = None
        self.counted = [d[:2] for d in question.demands] + [c[:2] for c in question.limits]
        self.tried = 0
        self.dead_ends: set[tuple[int, tuple[int, ...], tuple[int, ...]]] = set()

    def solve(self) -> Outcome:
        """Items that meet every constraint."""
        if not self.counted and not self.question.repeated:
            return self._choose([self.question.at(index) for index in range(self.length)])
        demands = [count for _, _, count in self.question.demands]
        limits = [count for _, _, count in self.question.limits]
        items = self._assign(0, [], demands, limits)
        if items is not None:
            return Found(items)
        return self.unsure or NOTHING

    def _assign(
        self, index: int, chosen: list[Conjunction], demands: list[int], limits: list[int]
    ) -> list[JsonValue] | None:
        """Decide for each item in turn which of the counted formulas it satisfies."""
        state = (index, tuple(demands), tuple(limits))
        if state in self.dead_ends:
            return None
        self.tried += 1
        if self.tried > self.solver.meter.budget.width * 4:
            raise Spent("too many ways to choose the items of an array")
        left = self.length - index
        if max(demands, default=0) > left:
            return None
        if index == self.length:
            return self._finish(chosen)
        for signs, conjunction in self._options(index):
            after_demands = [max(count - signs[i], 0) for i, count in enumerate(demands)]
            after_limits = [count - signs[len(demands) + i] for i, count in enumerate(limits)]
            if min(after_limits, default=0) < 0:
                continue
            items = self._assign(index + 1, [*chosen, conjunction], after_demands, after_limits)
            if items is not None:
                return items
        if not self.question.unique and not self.question.repeated:
            self.dead_ends.add(state)  # which items were chosen before makes no difference
        return None

    def _options(self, index: int) -> list[tuple[tuple[int, ...], Conjunction]]:
        """The possible items at an index: a sign for each counted formula, and the whole conjunction."""
        options: list[tuple[tuple[int, ...], Conjunction]] = [((), self.question.at(index))]
        for place, (start, formula) in enumerate(self.counted):
            must_decide = place >= len(self.question.demands)
            extended = []
            for signs, conjunction in options:
                if index < start:
                    extended.append(((*signs, 0), conjunction))
                    continue
                yes = (*conjunction, formula)
                no = (*conjunction, formula.negated) if must_decide else conjunction
                for sign, option in ((1, yes), (0, no)):
                    if option is conjunction or not self._is_unsatisfiable(option):
                        extended.append(((*signs, sign), option))
            options = extended
        return [option for option in options if not self._is_unsatisfiable(option[1])]

    def _is_unsatisfiable(self, conjunction: Conjunction) -> bool:
        outcome = self.solver.find(conjunction)
        if isinstance(outcome, Unsure):
            self.unsure = outcome
        return not isinstance(outcome, Found)

    def _finish(self, chosen: list[Conjunction]) -> list[JsonValue] | None:
        """Items of the chosen kinds; None where there are none, or where that is not known."""
        if self.question.repeated:
            return self._with_twins(chosen)
        outcome = self._choose(chosen)
        if isinstance(outcome, Unsure):
            self.unsure = outcome
        return outcome.document if isinstance(outcome, Found) else None

    def _with_twins(self, chosen: list[Conjunction]) -> list[JsonValue] | None:
        """Items of the chosen kinds of which two are equal."""
        for second in range(len(chosen)):
            for first in range(second):
                shared = self.solver.find((*chosen[first], *chosen[second]))
                if isinstance(shared, Unsure):
                    self.unsure = shared
                elif isinstance(shared, Nothing) and self._may_differ_in_spelling(chosen[first], chosen[second]):
                    self.unsure = Unsure("items that differ in spelling alone, as 1 and 1.0 do")
                if not isinstance(shared, Found):
                    continue
                others = self._choose(chosen)
                if isinstance(others, Found):
                    items = list(others.document)
                    items[first] = items[second] = shared.document
                    return items
        return None

    def _may_differ_in_spelling(self, first: Conjunction, second: Conjunction) -> bool:
        """Whether values of two conjunctions may be equal, though no value satisfies both, as 1 and 1.0 are."""
        pool, find = self.solver.pool, self.solver.find
        if not pool.tells_spellings:
            return False
        documents, doubt = self.solver.find_several(first, _MOST_VALUES)
        if doubt is None and len(documents) < _MOST_VALUES:
            equal = [find((*second, constant(pool, key_of(document)))) for document in documents]
            return any(not isinstance(outcome, Nothing) for outcome in equal)
        for kind in (NUMBER, ARRAY, OBJECT):
            both = [find((*conjunction, pool.types(kind))) for conjunction in (first, second)]
            if not any(isinstance(outcome, Nothing) for outcome in both):
                return True
        return False

    def _choose(self, conjunctions: list[Conjunction]) -> Outcome:
        """An item for each conjunction; all of them different where the array is unique."""
        if self.question.unique and len(conjunctions) > 1:
            return self._choose_distinct(conjunctions)
        items = []
        unsure: Unsure | None = None
        for conjunction in conjunctions:
            outcome = self.solver.find(conjunction)
            if isinstance(outcome, Nothing):
                return outcome
            if isinstance(outcome, Unsure):
                unsure = outcome
            else:
                items.append(outcome.document)
        return unsure or Found(items)

    def _choose_distinct(self, conjunctions: list[Conjunction]) -> Outcome:
        """Distinct items; complete, since no conjunction needs more candidates than there are items."""
        options: list[list[Hashable]] = []
        spelt: dict[frozenset[Formula], dict[Hashable, JsonValue]] = {}
        unsure: Unsure | None = None
        for conjunction in conjunctions:
            same = frozenset(conjunction)
            if same not in spelt:
                documents, doubt = self.solver.find_several(conjunction, len(conjunctions))
                unsure = unsure or doubt
                spelt[same] = {key_of(document): document for document in documents}
            options.append(list(spelt[same]))
        chosen = choose_distinct(options)
        if chosen is not None:
            pairs = zip(conjunctions, chosen, strict=True)
            return Found([spelt[frozenset(conjunction)][key] for conjunction, key in pairs])
        return unsure or NOTHING

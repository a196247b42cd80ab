"""Whether one formula follows from others by their shapes alone: a quick yes, or no answer.

Two states of a schema are nearly the same formula. Where each part of the wanted one has a part on the given side that
says as much, containment is proved without a search: parts that are equal are one object, and the others are few.
What comes up again below itself, about a part of the value, counts as following there: documents are finite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from accordant.algebra.model import EVERY_TYPE, Formula, Pool
from accordant.algebra.ops import Op

Given: TypeAlias = frozenset[Formula]
"""Formulas that all hold, none of them a conjunction or a reference."""

_MOST_PAIRS: Final = 20_000
"""Most pairs that are looked at for one question, a tenth of a second: a search may be quicker than more of them."""
_AT_LEAST: Final = frozenset((Op.MIN_LENGTH, Op.MIN_ITEMS, Op.MIN_PROPERTIES))
_AT_MOST: Final = frozenset((Op.MAX_LENGTH, Op.MAX_ITEMS, Op.MAX_PROPERTIES))


class Implication:
    """Answers about formulas of one pool. It makes none, so that a search that comes afterwards stays the same."""

    def __init__(self, pool: Pool, mask: Callable[[Formula], int]) -> None:
        """``mask``: the types that values of a formula may have, never too few."""
        self._pool = pool
        self._mask = mask
        self._known: dict[tuple[Given, Formula], bool] = {}
        self._open: dict[tuple[Given, Formula], int] = {}
        """Pairs in progress, with the depth in the value at which they began."""
        self._trail: list[tuple[Given, Formula]] = []
        """The pairs that follow, in the order of their answers: those since a pair began may rest on it."""
        self._depth = 0
        self._left = 0
        self._shapes: dict[str, Callable[[Given, Any], bool]] = {
            Op.TYPES: lambda given, mask: not self._types(given) & ~mask,
            Op.IS: lambda given, args: self._is_of_type(given, *args),
            Op.IF: lambda given, args: self._is_so_inside(given, *args),
            Op.OR: self._is_one_of_several,
            Op.ONE: self._is_exactly_one,
            Op.PROPERTY: lambda given, args: self._is_so_at(given, Op.PROPERTY, Op.HAS_PROPERTY, *args),
            Op.HAS_PROPERTY: lambda given, args: self._is_there(given, Op.PROPERTY, Op.HAS_PROPERTY, *args),
            Op.ITEM: lambda given, args: self._is_so_at(given, Op.ITEM, Op.HAS_ITEM, *args),
            Op.HAS_ITEM: lambda given, args: self._is_there(given, Op.ITEM, Op.HAS_ITEM, *args),
            Op.NAMES: lambda given, args: self._is_so_of_names(given, *args),
            Op.HAS_NAME: lambda given, args: self._has_name(given, *args),
            Op.AT_LEAST: lambda given, args: self._has_items(given, *args),
            Op.AT_MOST: lambda given, args: self._has_few_items(given, *args),
        }

    def follows(self, given: Iterable[Formula], wanted: Formula) -> bool:
        """Whether the wanted formula certainly holds wherever all given ones do."""
        self._left = _MOST_PAIRS
        return self._follows(self._flat(given), wanted)

    def _flat(self, formulas: Iterable[Formula]) -> Given:
        """The parts of formulas that all hold."""
        parts: set[Formula] = set()
        todo = list(formulas)
        while todo:
            formula = self._target(todo.pop())
            if formula.op == Op.AND:
                todo.extend(formula.args)
            else:
                parts.add(formula)
        return frozenset(parts)

    def _target(self, formula: Formula) -> Formula:
        while formula.op == Op.REFERENCE or formula.op == Op.NOT_REFERENCE:
            target: Formula = self._pool.targets[formula.args]
            formula = target if formula.op == Op.REFERENCE else target.negated
        return formula

    # Loops instead of all() and any(): a generator would put the recursion on the C stack.

    def _follows(self, given: Given, wanted: Formula) -> bool:
        wanted = self._target(wanted)
        if wanted in given or wanted.op == Op.TRUE or self._pool.false in given:
            return True
        if wanted.op == Op.AND:
            for part in wanted.args:  # noqa: SIM110
                if not self._follows(given, part):
                    return False
            return True
        key = given, wanted
        if key in self._open:
            return self._open[key] < self._depth
        known = self._known.get(key)
        return self._settle(key) if known is None else known

    def _settle(self, key: tuple[Given, Formula]) -> bool:
        """The answer to a pair that is not known. What was found on the way stands only if the pair itself follows."""
        self._left -= 1
        if self._left < 0:
            return False
        self._open[key], mark = self._depth, len(self._trail)
        follows = self._by_shape(*key) or self._by_cases(*key)
        del self._open[key]
        if follows:
            self._trail.append(key)
        else:
            for earlier in self._trail[mark:]:
                del self._known[earlier]
            del self._trail[mark:]
        self._known[key] = follows
        return follows

    def _by_shape(self, given: Given, wanted: Formula) -> bool:
        shape = self._shapes.get(wanted.op)
        if shape is not None:
            return shape(given, wanted.args)
        return any(_says_as_much(part, wanted.op, wanted.args) for part in given)

    def _by_cases(self, given: Given, wanted: Formula) -> bool:
        """Whether the wanted formula follows from every option of some given clause."""
        for clause in given:
            if clause.op == Op.ONE or (clause.op == Op.OR and _may_decide(clause, wanted)):
                follows = True
                for option in clause.args:
                    follows = follows and self._follows(self._flat([option]), wanted)
                if follows:
                    return True
        return False

    def _is_one_of_several(self, given: Given, options: tuple[Formula, ...]) -> bool:
        for option in options:  # noqa: SIM110
            if self._follows(given, option):
                return True
        return False

    def _is_exactly_one(self, given: Given, options: tuple[Formula, ...]) -> bool:
        for index, option in enumerate(options):
            if self._follows(given, option):
                for other in options[:index] + options[index + 1 :]:  # noqa: SIM110
                    if not self._follows(given, other.negated):
                        return False
                return True
        return False

    def _types(self, given: Given) -> int:
        mask = EVERY_TYPE
        for part in given:
            mask &= self._mask(part)
        return mask

    def _is_of_type(self, given: Given, kind: int, inner: Formula) -> bool:
        return not self._types(given) & ~kind and self._is_so_inside(given, kind, inner)

    def _is_so_inside(self, given: Given, kind: int, inner: Formula) -> bool:
        """Whether all values of a kind satisfy an inner formula."""
        left = self._types(given) & kind
        parts = [part.args[1] for part in given if part.op in (Op.IS, Op.IF) and not left & ~part.args[0]]
        return not left or self._follows(self._flat(parts), inner)

    def _below(self, parts: list[Formula], wanted: Formula) -> bool:
        """Whether a formula follows for a part of the value, of which something is said."""
        self._depth += 1
        follows = bool(parts) and self._follows(self._flat(parts), wanted)
        self._depth -= 1
        return follows

    def _is_so_at(self, given: Given, says: str, has: str, key: str | int, wanted: Formula) -> bool:
        """Whether the member of a name, or the item at an index, satisfies a formula if it is there."""
        parts = [part.args[1] for part in given if part.op in (says, has) and part.args[0] == key]
        if says == Op.ITEM:
            parts += [part.args[1].negated for part in given if _is_of_rest(part) and part.args[0] <= key]
        return self._below(parts, wanted)

    def _is_there(self, given: Given, says: str, has: str, key: str | int, wanted: Formula) -> bool:
        is_there = any(part.op == has and part.args[0] == key for part in given)
        return is_there and self._is_so_at(given, says, has, key, wanted)

    def _is_so_of_names(self, given: Given, names: Formula, wanted: Formula) -> bool:
        """Whether all members with such names satisfy a formula."""
        rules = [part.args for part in given if part.op == Op.NAMES]
        return self._below([formula for its_names, formula in rules if self._below([names], its_names)], wanted)

    def _has_name(self, given: Given, names: Formula, wanted: Formula) -> bool:
        for part in given:
            if part.op == Op.HAS_NAME and self._below([part.args[0]], names) and self._below([part.args[1]], wanted):
                return True
        return False

    def _has_items(self, given: Given, start: int, wanted: Formula, count: int) -> bool:
        """Whether at least this many items from an index on satisfy a formula."""
        for part in given:
            is_as_many = part.op == Op.AT_LEAST and part.args[0] >= start and part.args[2] >= count
            if is_as_many and self._below([part.args[1]], wanted):
                return True
        return False

    def _has_few_items(self, given: Given, start: int, refused: Formula, count: int) -> bool:
        """Whether at most this many items from an index on satisfy a formula."""
        for part in given:
            is_as_few = part.op == Op.AT_MOST and part.args[0] <= start and part.args[2] <= count
            if is_as_few and self._below([refused], part.args[1]):
                return True
        rest = [part.args[1].negated for part in given if _is_of_rest(part) and part.args[0] <= start]
        return count == 0 and self._below(rest, refused.negated)


def _is_of_rest(formula: Formula) -> bool:
    """Whether a formula asks something of all items from an index on."""
    return bool(formula.op == Op.AT_MOST and formula.args[2] == 0)


def _may_decide(clause: Formula, wanted: Formula) -> bool:
    """Whether it is worth a look if all options of a clause lead to a formula; two clauses differ in one option."""
    return wanted.op != Op.OR or len(set(clause.args).difference(wanted.args)) <= 1


def _says_as_much(part: Formula, op: str, args: Any) -> bool:
    """Whether an atom about numbers, texts or counts says at least as much as another one."""
    if op == Op.NOT_AMONG and part.op == Op.AMONG:
        return bool(part.args.isdisjoint(args))
    if part.op != op:
        return False
    if op in _AT_LEAST or op == Op.NOT_AMONG:
        return bool(part.args >= args)
    if op in _AT_MOST or op == Op.AMONG:
        return bool(part.args <= args)
    if op in (Op.MINIMUM, Op.MAXIMUM):
        (its_limit, its_strict), (limit, strict) = part.args, args
        is_beyond = its_limit > limit if op == Op.MINIMUM else its_limit < limit
        return is_beyond or bool(its_limit == limit and its_strict >= strict)
    return False

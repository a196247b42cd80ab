"""Formulas about JSON values, shared by structure, each with its negation.

Outer formulas speak about any value; inner ones (`Min`, `Has`, ...) about values of one type. `Is(kind, inner)`
holds for values of the kind that satisfy the inner formula; its dual `If(kind, inner)` also for all other values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, Final

from accordant.algebra.budget import Spent
from accordant.algebra.ops import DUAL, Op
from accordant.algebra.outcomes import Unsure

NULL, TRUE_VALUE, FALSE_VALUE, INTEGER, WHOLE, FRACTION, STRING, ARRAY, OBJECT = (1 << bit for bit in range(9))
"""The finest types, as bits: every value has exactly one. A kind or mask is several of them.

`INTEGER` is a number spelt without a fraction (1), `WHOLE` a whole one spelt with a fraction (1.0): only draft-04 tells
them apart, and equality never does.
"""
NUMBER: Final = INTEGER | WHOLE | FRACTION
BOOLEAN: Final = TRUE_VALUE | FALSE_VALUE
EVERY_TYPE: Final = (1 << 9) - 1


class Formula:
    """An operation and its arguments (see `Op`). Compare by identity: in a `Pool`, equal formulas are one object.

    `negated` is the negation. `views` and `finite` are caches of `Pool.view` and `one_of.finite_values`.
    """

    __slots__ = ("args", "finite", "id", "negated", "op", "views")

    def __init__(self, op: str, args: Any, number: int) -> None:
        self.op = op
        self.args = args
        self.id = number
        self.negated: Formula = self
        self.views: dict[int, Formula] = {}
        self.finite: Any = self

    def __repr__(self) -> str:
        return f"{self.op}({self.args!r})" if self.op not in (Op.TRUE, Op.FALSE) else self.op


class Pool:
    """Makes formulas, simplified where that is cheap; formulas of a pool that are built alike are one object."""

    def __init__(self) -> None:
        self._formulas: dict[str, dict[Any, Formula]] = {op: {} for op in DUAL}
        """By operation and arguments."""
        self.true = Formula(Op.TRUE, (), 0)
        self.false = Formula(Op.FALSE, (), 1)
        self.true.negated, self.false.negated = self.false, self.true
        self._count = 2
        self._open = Formula(Op.OPEN, (), -1)
        self.targets: dict[Any, Formula] = {}
        self._doubts: dict[Hashable, Unsure] = {}
        self.tells_spellings = False
        """Whether some formula takes 1 and refuses 1.0; else no question needs to try both."""

    def _make(self, op: str, args: Any) -> Formula:
        formulas = self._formulas[op]
        formula = formulas.get(args)
        if formula is None:
            formula = formulas[args] = Formula(op, args, self._count)
            self._count += 1
        return formula

    def _pair(self, op: str, args: Any, dual_args: Any) -> Formula:
        """The formula, made together with its negation: the dual operation with `dual_args`."""
        formula = self._make(op, args)
        if formula.negated is formula:
            dual = self._make(DUAL[op], dual_args)
            formula.negated, dual.negated = dual, formula
        return formula

    # -- logic

    def all_of(self, parts: Iterable[Formula]) -> Formula:
        """All of the parts."""
        flat: dict[Formula, None] = {}
        types = EVERY_TYPE
        for part in parts:
            if part.op == Op.AND:
                for inner in part.args:
                    if inner.op == Op.TYPES:
                        types &= inner.args
                    else:
                        flat[inner] = None
            elif part.op == Op.TYPES:
                types &= part.args
            elif part is self.false:
                return part
            elif part is not self.true:
                flat[part] = None
        if types != EVERY_TYPE:
            if not types:
                return self.false
            flat[self.types(types)] = None
        return self._join(Op.AND, flat)

    def any_of(self, parts: Iterable[Formula]) -> Formula:
        """At least one of the parts."""
        flat: dict[Formula, None] = {}
        types = 0
        for part in parts:
            if part.op == Op.OR:
                for inner in part.args:
                    if inner.op == Op.TYPES:
                        types |= inner.args
                    else:
                        flat[inner] = None
            elif part.op == Op.TYPES:
                types |= part.args
            elif part is self.true:
                return part
            elif part is not self.false:
                flat[part] = None
        if types:
            if types == EVERY_TYPE:
                return self.true
            flat[self.types(types)] = None
        return self._join(Op.OR, flat)

    def _join(self, op: str, flat: dict[Formula, None]) -> Formula:
        unit, zero = (self.true, self.false) if op == Op.AND else (self.false, self.true)
        if not flat:
            return unit
        if len(flat) == 1:
            return next(iter(flat))
        for part in flat:
            if part.negated in flat:
                return zero
        args = tuple(sorted(flat, key=_by_id))
        formula = self._make(op, args)
        if formula.negated is formula:
            dual_args = tuple(sorted([part.negated for part in args], key=_by_id))
            dual = self._make(DUAL[op], dual_args)
            formula.negated, dual.negated = dual, formula
        return formula

    def exactly_one(self, parts: Iterable[Formula]) -> Formula:
        """Exactly one of the parts (a part given twice counts twice)."""
        left, certain = [], 0
        for part in parts:
            if part is self.true:
                certain += 1
            elif part is not self.false:
                left.append(part)
        if certain > 1:
            return self.false
        twice = dict.fromkeys([part for part in left if left.count(part) > 1]) if len(left) > len(set(left)) else {}
        refused = [part.negated for part in twice]
        left = [part for part in left if part not in twice]
        if certain:
            return self.all_of([part.negated for part in left] + refused)
        if not left:
            return self.false
        if len(left) == 1:
            return self.all_of([left[0], *refused])
        args = tuple(sorted(left, key=_by_id))
        exactly = self._pair(Op.ONE, args, args)
        return self.all_of([exactly, *refused]) if refused else exactly

    # -- outer formulas

    def types(self, mask: int) -> Formula:
        """A value whose type is in the mask."""
        if mask == EVERY_TYPE:
            return self.true
        if not mask:
            return self.false
        return self._pair(Op.TYPES, mask, EVERY_TYPE & ~mask)

    def is_(self, kind: int, inner: Formula) -> Formula:
        """A value of the kind that satisfies the inner formula."""
        if inner is self.true:
            return self.types(kind)
        if inner is self.false:
            return inner
        return self._pair(Op.IS, (kind, inner), (kind, inner.negated))

    def if_(self, kind: int, inner: Formula) -> Formula:
        """A value that satisfies the inner formula or is of another kind."""
        return self.is_(kind, inner.negated).negated

    def reference(self, key: Any) -> Formula:
        """The schema at a place that is still being read; `targets[key]` becomes its formula."""
        return self._pair(Op.REFERENCE, key, key)

    def opaque(self, reason: str, where: str = "", meaning: Hashable = None) -> Formula:
        """An assertion that the algebra does not understand: the same one wherever its meaning is (else the reason)."""
        meaning = reason if meaning is None else meaning
        self._doubts.setdefault(meaning, Unsure(reason, where))
        return self._pair(Op.OPAQUE, (meaning, True), (meaning, False))

    def doubt(self, opaque: Formula) -> Unsure:
        """Why an opaque formula cannot be judged, and where it was first read."""
        return self._doubts[opaque.args[0]]

    # -- numbers

    def minimum(self, value: Fraction, strict: bool) -> Formula:
        """A number of at least the limit, or where strict above it."""
        return self._pair(Op.MINIMUM, (value, strict), (value, not strict))

    def maximum(self, value: Fraction, strict: bool) -> Formula:
        """A number of at most the limit, or where strict below it."""
        return self._pair(Op.MAXIMUM, (value, strict), (value, not strict))

    def multiple(self, value: Fraction) -> Formula:
        """A number that the value divides without remainder."""
        return self._pair(Op.MULTIPLE, value, value)

    def among(self, keys: frozenset[Any]) -> Formula:
        """A number or string that is one of these."""
        if not keys:
            return self.false
        return self._pair(Op.AMONG, keys, keys)

    # -- strings

    def min_length(self, count: int) -> Formula:
        """A string of at least this many code points."""
        if count <= 0:
            return self.true
        return self._pair(Op.MIN_LENGTH, count, count - 1)

    def max_length(self, count: int) -> Formula:
        """A string of at most this many code points."""
        return self.min_length(count + 1).negated

    def pattern(self, pattern: str) -> Formula:
        """A string in which an ECMA-262 pattern matches somewhere."""
        return self._pair(Op.PATTERN, (pattern, True), (pattern, False))

    # -- arrays

    def item(self, index: int, formula: Formula) -> Formula:
        """If there is an item at this index, it satisfies the formula."""
        if formula is self.true:
            return formula
        return self._pair(Op.ITEM, (index, formula), (index, formula.negated))

    def at_least(self, start: int, formula: Formula, count: int) -> Formula:
        """At least `count` items from index `start` on satisfy the formula."""
        if count <= 0:
            return self.true
        if formula is self.false:
            return formula
        if formula is self.true:
            return self.min_items(start + count)
        return self._pair(Op.AT_LEAST, (start, formula, count), (start, formula, count - 1))

    def rest(self, start: int, formula: Formula) -> Formula:
        """All items from index `start` on satisfy the formula."""
        return self.at_least(start, formula.negated, 1).negated

    def min_items(self, count: int) -> Formula:
        """An array of at least this many items."""
        if count <= 0:
            return self.true
        return self._pair(Op.MIN_ITEMS, count, count - 1)

    def max_items(self, count: int) -> Formula:
        """An array of at most this many items."""
        return self.min_items(count + 1).negated

    def unique(self) -> Formula:
        """An array whose items all differ."""
        return self._pair(Op.UNIQUE, (), ())

    # -- objects

    def prop(self, name: str, formula: Formula) -> Formula:
        """If there is a member of this name, its value satisfies the formula."""
        if formula is self.true:
            return formula
        return self._pair(Op.PROPERTY, (name, formula), (name, formula.negated))

    def has(self, name: str, formula: Formula) -> Formula:
        """There is a member of this name, and its value satisfies the formula."""
        return self.prop(name, formula.negated).negated

    def names(self, names: Formula, formula: Formula) -> Formula:
        """All members whose name satisfies `names` (as a string) have values that satisfy the formula."""
        if formula is self.true or names is self.false:
            return self.true
        return self._pair(Op.NAMES, (names, formula), (names, formula.negated))

    def min_properties(self, count: int) -> Formula:
        """An object of at least this many members."""
        if count <= 0:
            return self.true
        return self._pair(Op.MIN_PROPERTIES, count, count - 1)

    def max_properties(self, count: int) -> Formula:
        """An object of at most this many members."""
        return self.min_properties(count + 1).negated

    # -- views

    def view(self, formula: Formula, kind: int) -> Formula:
        """What a formula says about values of one type (one bit): an inner formula.

        Raises:
            Spent: the formula refers to itself without looking at a part of the value.
        """
        inner = formula.views.get(kind)
        if inner is None:
            formula.views[kind] = self._open
            try:
                inner = self._view(formula, kind)
            except BaseException:
                del formula.views[kind]
                raise
            formula.views[kind] = inner
            if formula.negated is not formula:
                formula.negated.views[kind] = inner.negated
        elif inner is self._open:
            raise Spent("a reference loop that never reads further")
        return inner

    def _view(self, formula: Formula, kind: int) -> Formula:
        """Work out a view; its parts have views of their own."""
        op, args = formula.op, formula.args
        if op == Op.TYPES:
            return self.true if args & kind else self.false
        if op == Op.IS:
            return args[1] if args[0] & kind else self.false
        if op == Op.IF:
            return args[1] if args[0] & kind else self.true
        if op in (Op.AND, Op.OR, Op.ONE, Op.NOT_ONE):
            parts = []
            for part in args:
                parts.append(self.view(part, kind))
            if op == Op.AND:
                return self._combine(parts, together=True)
            if op == Op.OR:
                return self._combine(parts, together=False)
            exactly = self.exactly_one(parts)
            return exactly if op == Op.ONE else exactly.negated
        if op == Op.REFERENCE:
            return self.view(self.targets[args], kind)
        if op == Op.NOT_REFERENCE:
            return self.view(self.targets[args], kind).negated
        return formula

    def _combine(self, parts: list[Formula], *, together: bool) -> Formula:
        """`all_of` (together) or `any_of` of inner formulas, with their lists of values joined into one."""
        op = Op.NOT_AMONG if together else Op.AMONG
        lists = [part for part in parts if part.op == op]
        if len(lists) > 1:
            among = self.among(frozenset().union(*[part.args for part in lists]))
            others = [part for part in parts if part.op != op]
            parts = [*others, among.negated if together else among]
        return self.all_of(parts) if together else self.any_of(parts)


def _by_id(formula: Formula) -> int:
    return formula.id

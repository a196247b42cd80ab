"""What is asked of items, members and names, as Python expressions that loop over them."""

from __future__ import annotations

import re

from accordant.gen.printing.expressions import ATOM, COMPARE, OR, TERNARY, Expr
from accordant.gen.python.expressions import TRUE, between, either
from accordant.gen.python.leftovers import Tests, clauses, keys_left, places_left
from accordant.model import constraints as R


def loop(tests: Tests, c: R.Constraint, v: str, depth: int) -> Expr:
    """Whether what ``v`` holds satisfies a constraint on it; ``depth`` tells the variables of loops apart."""
    x, k = f"x{depth}", f"k{depth}"
    match c:
        case R.Item(index, then):
            short = Expr(f"len({v}) <= {index}", COMPARE)
            return either([short, tests.holds(then, f"{v}[{index}]", "", depth)])
        case R.Items(start, then, None):
            items = f"{v}[{start}:]" if start else v
            every = tests.holds(then, x, "", depth + 1).at(TERNARY)
            return Expr(f"all({every} for {_if_used(x, every)} in {items})", ATOM)
        case R.Items(_, then, R.Seen() as but) if steps := places_left(tests, but, v, k, depth + 1):
            test = tests.holds(then, f"{v}[{k}]", "", depth + 1)
            return Expr(f"all({test.text}{clauses(steps)} for {_if_used(k, test.text)} in {steps[-1][0]})")
        case R.Items(_, then, but):
            seen = tests.is_evaluated_item(but or R.Seen(), v, k, x, depth + 1)
            test = either([seen, tests.holds(then, x, "", depth + 1)])
            return Expr(f"all({test.text} for {_if_used(k, test.text)}, {_if_used(x, test.text)} in enumerate({v}))")
        case R.Contains(test, 1, None):
            text = tests.holds(test, x, "", depth + 1).text
            return Expr(f"any({text} for {_if_used(x, text)} in {v})")
        case R.Contains(test, least, most):
            text = tests.holds(test, x, "", depth + 1).text
            return between(f"[{text} for {_if_used(x, text)} in {v}].count(True)", least, most)
        case R.Names(then):
            text = tests.holds(then, k, "string", depth + 1).text
            return Expr(f"all({text} for {_if_used(k, text)} in {v})")
        case R.Members(then) if steps := keys_left(tests, c, v, k, depth + 1):
            test = tests.holds(then, f"{v}[{k}]", "", depth + 1)
            return Expr(f"all({test.text}{clauses(steps)} for {_if_used(k, test.text)} in {steps[-1][0]})")
        case R.Members(then):
            chosen = tests.applies_to(c, v, k, depth + 1)
            condition = "" if chosen == TRUE else f" if {chosen.at(OR)}"
            test = tests.holds(then, x, "", depth + 1)
            key, value = _if_used(k, condition), _if_used(x, test.text + condition)
            return Expr(f"all({test.text} for {key}, {value} in {v}.items(){condition})")
    raise TypeError(c)


def _if_used(name: str, code: str) -> str:
    """A variable's name, or `_` where the code does not use it."""
    return name if re.search(rf"\b{name}\b", code) else "_"

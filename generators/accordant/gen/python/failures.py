"""Statements that report failures: where, in what words, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.gen.printing.python_text import literal, tuple_of
from accordant.gen.python.blocks import INDENT, block
from accordant.gen.python.expressions import absence, either
from accordant.model import constraints as R
from accordant.model.constraint_text import message

PathExpr = tuple[str, ...]
"""A path to a value, as expressions: `('"errors"', "k0")`."""


def report_missing(c: R.Has, v: str, at: PathExpr, words: str) -> Iterator[str]:
    """Reports missing members. More than two are tested without a loop first: usually none is missing."""
    quoted = [literal(name) for name in c.names]
    if len(quoted) <= 2:
        for name in quoted:
            yield from _report_absent(name, v, at, words, c.at)
        return
    absent = _report_absent("name", v, at, words, c.at)
    loop = [f"for name in {tuple_of(quoted)}:", *(INDENT + line for line in absent)]
    yield from block(either([absence(name, v) for name in quoted]), loop)


def _report_absent(name: str, v: str, at: PathExpr, words: str, rule: str) -> Iterator[str]:
    return block(absence(name, v), [fail_call((*at, name), words, rule)])


def failure(c: R.Constraint, at: PathExpr) -> str:
    """The call that reports a value that fails a constraint."""
    return fail_call(at, "is not allowed" if isinstance(c, R.Fail) else message(c), c.at)


def fail_call(at: PathExpr, words: str, rule: str) -> str:
    """The call that reports what is wrong at a path, and the rule that says so."""
    return f"fail(({path_text(at)}, {literal(words)}, {literal(rule)}))"


def path_text(at: PathExpr) -> str:
    """A path as a tuple. The path that a function receives nests: cheaper than unpacking it."""
    return "at" if at == ("at",) else tuple_of(list(at)) if at else "()"

"""Which parts of a conjunction are reported together: those about one type, and those that one member selects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from accordant.gen.python.predicates import required_type
from accordant.model import constraints as R
from accordant.model.constraint_queries import selection, speaks_of
from accordant.model.json_equality import ATOMS, atoms


def parts_under_type(parts: list[R.Constraint], known: str) -> list[R.Constraint]:
    """The first constraint, if it requires a type, and those behind it that refuse no value of another type."""
    type_ = required_type(parts[0])
    if not type_ or type_ == known:
        return []
    others = ATOMS - atoms([type_])
    return [parts[0], *takewhile(lambda part: not speaks_of(part, others), parts[1:])]


def selector(c: R.Constraint) -> str:
    """The member whose value alone decides whether a conditional applies; else empty."""
    return selection(c.test)[0] if isinstance(c, R.When) and isinstance(c.otherwise, R.Pass) else ""


def same_selector(parts: list[R.Constraint]) -> list[R.When]:
    """The leading conditionals that are selected by the value of the same member."""
    wire = selector(parts[0])
    alike = takewhile(lambda part: bool(wire) and selector(part) == wire, parts)
    return [part for part in alike if isinstance(part, R.When)]


def same_type(parts: list[R.Constraint], known: str) -> Iterator[R.Constraint]:
    """The leading constraints about the same type, up to the next that is written in another way."""
    about = R.TYPE_OF.get(type(parts[0]), known)
    for index, part in enumerate(parts):
        rest = parts[index:]
        if index and (len(parts_under_type(rest, known)) > 1 or (known == "object" and len(same_selector(rest)) > 1)):
            return
        if R.TYPE_OF.get(type(part), known) != about:
            return
        yield part

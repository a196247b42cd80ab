"""Types that are read as their schema is written though they hold some that have two readings."""

from __future__ import annotations

from accordant.model.types import Literal, Model, Record, Ref, Typed, UnionOf, parts_of


def read_as_written(model: Model) -> frozenset[str]:
    """Their keys: pydantic has to be told, since what they hold would follow the reading that was asked for.

    >>> read_as_written(Model("", {}, {}, {}))
    frozenset()
    """
    used_by: dict[str, list[str]] = {}
    todo = list(model.opening)
    for key, named in model.types.items():
        used, opens = _used(named.type)
        for other in used:
            used_by.setdefault(other, []).append(key)
        todo += [key] if opens else []
    holding: set[str] = set()
    while todo:
        key = todo.pop()
        if key not in holding:
            holding.add(key)
            todo += used_by.get(key, ())
    return frozenset(holding & model.types.keys() - model.opening)


def _used(typed: Typed) -> tuple[set[str], bool]:
    """The named types that a type holds, and whether it has parts itself that later releases may add to."""
    shape = typed.shape
    used = {shape.key} if isinstance(shape, Ref) else set[str]()
    opens = (
        (isinstance(shape, Literal) and bool(shape.open))
        or (isinstance(shape, Record) and shape.sealed)
        or (isinstance(shape, UnionOf) and bool(shape.tags))
    )
    for part in parts_of(shape):
        inner, opens_inside = _used(part)
        used |= inner
        opens = opens or opens_inside
    return used, opens

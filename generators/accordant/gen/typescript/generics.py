"""The uses of a type parameter in a generic type, so that its guard can call a user's guard for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from accordant.gen.typescript.predicates import Predicates
from accordant.gen.typescript.text import literal
from accordant.model import constraints as R
from accordant.model.types import ListOf, NamedType, Record, Scalar, Typed, TypeParam, UnionOf, type_parameters


@dataclass(frozen=True, slots=True)
class ParameterUse:
    """A member whose type uses the parameter: its name, the test of its value ``x0``, its place in the schema."""

    member: str
    test: str
    rule: str


def parameter_uses(named: NamedType, predicates: Predicates) -> list[ParameterUse]:
    """The uses of a record's only parameter; empty where a test cannot be written for all of them."""
    if len(named.parameters) != 1 or not isinstance(named.type.shape, Record):
        return []
    places: list[ParameterUse] = []
    for field in named.type.shape.fields:
        if type_parameters(field.type):
            test = _test(field.type, "x0", 1, predicates)
            if test is None:
                return []
            places.append(ParameterUse(literal(field.wire), test, literal(field.at)))
    extra = named.type.shape.extra
    return [] if extra is not None and type_parameters(extra) else places


def _test(typed: Typed, v: str, depth: int, predicates: Predicates) -> str | None:
    match typed.shape:
        case TypeParam():
            return f"isT({v})"
        case ListOf(item):
            inner = _test(item, f"x{depth}", depth + 1, predicates)
            predicates.used |= {"anArray", "items"}
            return None if inner is None else f"anArray({v}) && items({v}, 0, (x{depth}) => {inner})"
        case UnionOf(options):
            parts = list(_parts(options, v, depth, predicates))
            return None if None in parts else " || ".join(part for part in parts if part is not None)
        case _:
            return None


def _parts(options: tuple[Typed, ...], v: str, depth: int, predicates: Predicates) -> Iterator[str | None]:
    for option in options:
        if isinstance(option.shape, Scalar):
            yield predicates.holds(R.IsType((option.shape.kind,)), v, depth).text
        else:
            yield _test(option, v, depth, predicates)

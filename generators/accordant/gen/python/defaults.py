"""Defaults of schemas as defaults of fields, which is done on request only: a default is an annotation."""

from __future__ import annotations

from typing import Final

from accordant.findings import JsonValue
from accordant.gen.printing.python_text import literal
from accordant.model.cases.shape_claims import claims_of
from accordant.model.json_equality import atom_of, plain_number
from accordant.model.types import Field, ListOf, MapOf, Model, Record, Ref, Scalar, Shape, Typed, UnionOf

_SCALARS: Final = (str, bool, int, float, type(None))
_HOLDS: Final = {">=": lambda a, b: a >= b, ">": lambda a, b: a > b, "<=": lambda a, b: a <= b, "<": lambda a, b: a < b}


def write_default(model: Model, member: Field) -> str:
    """The arguments of pydantic's `Field` that give an optional member its default; "" where it keeps none.

    Pydantic does not check defaults. So only those are taken whose type allows them and leaves no rule open; another
    one stays in the docstring. A list or map is made anew for each object.
    """
    if member.required or not member.docs.default:
        return ""
    value = member.docs.default[0]
    if not _allows(model, member.type, value):
        return ""
    if isinstance(value, list | dict):
        kind = type(value).__name__
        return f"default_factory=lambda: {literal(value)}" if value else f"default_factory={kind}"
    return f"default={literal(_plain(value))}"


def _plain(value: JsonValue) -> JsonValue:
    return plain_number(value) if isinstance(value, float) else value


def _allows(model: Model, typed: Typed, value: JsonValue) -> bool:
    """Whether a type surely allows a value: a scalar, a list of scalars, or an empty map."""
    shape = typed.shape
    if typed.rules:
        return False
    if isinstance(shape, Ref):
        named = model.types[shape.key]
        return not isinstance(named.type.shape, Record) and _allows(model, named.type, value)
    if isinstance(shape, UnionOf):
        return not shape.exclusive and any(_allows(model, option, value) for option in shape.options)
    if isinstance(value, list):
        return isinstance(shape, ListOf) and _allows_list(model, shape, value)
    if isinstance(value, dict):
        return isinstance(shape, MapOf) and not value
    return _allows_scalar(model, shape, value)


def _allows_list(model: Model, shape: ListOf, value: list[JsonValue]) -> bool:
    fits = shape.least <= len(value) and (shape.most is None or len(value) <= shape.most)
    return fits and all(isinstance(item, _SCALARS) and _allows(model, shape.item, item) for item in value)


def _allows_scalar(model: Model, shape: Shape, value: JsonValue) -> bool:
    if isinstance(shape, MapOf | ListOf | Record):
        return False
    claim = claims_of(model).of(shape)
    listed = claim.values is None or any(repr(value) == repr(known) for known in claim.values)
    return atom_of(value) in claim.types and listed and _within_bounds(shape, value)


def _within_bounds(shape: Shape, value: JsonValue) -> bool:
    if not isinstance(shape, Scalar):
        return True
    if isinstance(value, str):
        return not shape.pattern and shape.least <= len(value) and (shape.most is None or len(value) <= shape.most)
    return all(_HOLDS[relation](value, limit) for relation, limit in shape.bounds)

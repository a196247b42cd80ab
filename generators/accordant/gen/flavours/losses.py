"""The keywords that a flavour does not honour, with places and reasons: types alone cannot express them."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from accordant.gen.flavours.dcg_schema import aliases_inside_themselves
from accordant.gen.flavours.facts import FlavourFacts
from accordant.model.constraints import (
    All,
    Bound,
    Constraint,
    Contains,
    Count,
    Item,
    Length,
    Matches,
    Members,
    MultipleOf,
    Names,
    Not,
    Pass,
    Size,
    SpeltAsInteger,
    Unique,
    When,
)
from accordant.model.constraints import parts_of as parts_of_condition
from accordant.model.types import MapOf, Model, Record, Typed, Unhonoured, UnionOf, parts_of
from accordant.model.types import Ref as Named
from accordant.schema import pointers
from accordant.schema.dialects import DIALECTS, Holds

RULE = "types of this flavour cannot say it, and nothing checks it"
_VALUES = (Bound, MultipleOf, SpeltAsInteger, Length, Matches, Count, Unique, Contains, Size, Names, Item)
"""Constraints on values, which our Pydantic models check in the type itself."""
_HOLDS = {name: definition.holds for dialect in DIALECTS for name, definition in dialect.keywords.items()}


def find_losses(model: Model, flavour: FlavourFacts) -> tuple[Unhonoured, ...]:
    """Everything that a module of the flavour does not honour, each place once, in the order of the types."""
    losses = [*model.unhonoured]
    if not flavour.nests_aliases:
        cut = aliases_inside_themselves(model)
        reason = f"{flavour.name} cannot decode a type inside itself; there it is any value"
        losses += (_loss(model.types[key].at, reason) for key in model.types if key in cut)
    for named in model.types.values():
        for typed, at in _types_in(named.type, named.at):
            losses += (_loss(constraint.at or at, RULE) for rule in typed.rules for constraint in _flatten(rule))
            losses += _shape_losses(typed, at, model, flavour)
        losses += (_loss(constraint.at, RULE) for constraint in _value_constraints(named.whole, flavour))
    wholes = {key: named.whole for key, named in model.types.items()}
    for key, condition in model.checks.items():
        if wholes.get(key) != condition:
            losses += (_loss(constraint.at, RULE) for constraint in _value_constraints(condition, flavour))
    return tuple({(loss.keyword, loss.at): loss for loss in reversed(losses)}.values())[::-1]


def _types_in(typed: Typed, at: str) -> Iterator[tuple[Typed, str]]:
    """A type and all types in it, each with its nearest known place."""
    yield typed, at
    if isinstance(typed.shape, Record):
        for field in typed.shape.fields:
            yield from _types_in(field.type, field.at)
        if typed.shape.extra is not None:
            yield from _types_in(typed.shape.extra, at)
        return
    for part in parts_of(typed.shape):
        yield from _types_in(part, at)


def _shape_losses(typed: Typed, at: str, model: Model, flavour: FlavourFacts) -> Iterator[Unhonoured]:
    """What a flavour loses of a shape itself."""
    for field in typed.shape.fields if isinstance(typed.shape, Record) else ():
        if not flavour.keeps_wire_names and (
            not field.wire.isidentifier() or keyword.iskeyword(field.wire) or field.wire.startswith("_")
        ):
            reason = f"the attribute has another name, which a {flavour.name} does not keep"
            yield Unhonoured("properties", field.at, reason)
        if not flavour.takes_name(field.wire):
            yield Unhonoured("properties", field.at, f"{flavour.name} takes no member of that name; the type lacks it")
    untagged = isinstance(typed.shape, UnionOf) and len(_records_in(typed, model, frozenset())) > 1
    if untagged and not flavour.joins_untagged_records:
        yield _loss(at, f"{flavour.name} cannot decode a union of structs without tags of its own")


def _records_in(typed: Typed, model: Model, entered: frozenset[str]) -> list[str]:
    """The places of the records that a union may be, through names and unions in it."""
    shape = typed.shape
    if isinstance(shape, Named):
        target = model.types[shape.key]
        if isinstance(target.type.shape, Record):
            return [target.at]
        return [] if shape.key in entered else _records_in(target.type, model, entered | {shape.key})
    if isinstance(shape, UnionOf):
        return [at for option in shape.options for at in _records_in(option, model, entered)]
    return [""] if isinstance(shape, Record | MapOf) else []


def _flatten(rule: Constraint) -> Iterator[Constraint]:
    if isinstance(rule, All):
        for part in rule.parts:
            yield from _flatten(part)
    elif not isinstance(rule, Pass):
        yield rule


def _value_constraints(condition: Constraint, flavour: FlavourFacts) -> Iterator[Constraint]:
    """The constraints on values inside a constraint; tests that decide between branches are not among them."""
    if isinstance(condition, _VALUES):
        yield condition
    if isinstance(condition, Members) and _is_lost(condition, flavour):
        yield condition
    if isinstance(condition, Not):
        return
    parts = (condition.then, condition.otherwise) if isinstance(condition, When) else parts_of_condition(condition)
    for part in parts:
        yield from _value_constraints(part, flavour)


def _is_lost(condition: Members, flavour: FlavourFacts) -> bool:
    """Whether a flavour cannot say what further members hold; no flavour can by pattern."""
    return not isinstance(condition.then, Pass) and (not flavour.types_other_members or condition.pattern is not None)


def _loss(at: str, reason: str) -> Unhonoured:
    return Unhonoured(keyword_at(at), at, reason)


def keyword_at(at: str) -> str:
    """The keyword at a place; names of members and indexes are skipped.

    >>> keyword_at("#/properties/type/minLength"), keyword_at("#/allOf/0"), keyword_at("#")
    ('minLength', 'allOf', 'schema')
    """
    name, skip = "schema", False
    for token in pointers.split(at.partition("#")[2]):
        holds = _HOLDS.get(name)
        inside = holds in (Holds.MAP, Holds.MAP_OR_NAMES) or (
            holds in (Holds.LIST, Holds.ONE_OR_LIST) and token.isdecimal()
        )
        if inside and not skip:
            skip = True
            continue
        name, skip = token, False
    return name

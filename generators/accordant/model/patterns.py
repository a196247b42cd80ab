"""What a target cannot look for, patterns above all: where it stands, and the model without it.

The model keeps every pattern as it is written. Each target says which ones its engine can express, and whether it reads
numbers so that 1.0 stays apart from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from accordant.model.constraints import Constraint, Items, Matches, Members, Seen, SpeltAsInteger, parts_of
from accordant.model.types import (
    Field,
    ListOf,
    MapOf,
    Model,
    NamedType,
    Record,
    Shape,
    TupleOf,
    Typed,
    TypeParam,
    Unhonoured,
    UnionOf,
)
from accordant.model.types import parts_of as types_of
from accordant.model.weaker import Weaker
from accordant.schema import pointers

Expresses = Callable[[str], bool]
"""Whether a target's engine can look for a pattern."""


def find_unhonoured_patterns(model: Model, expresses: Expresses, *, sees_spelling: bool = True) -> list[Unhonoured]:
    """What a target cannot look for in the documents of a model, each place once."""
    reason = "no engine of the target can express the pattern"
    places = {at: None for condition in conditions(model) for text, at in patterns_in(condition) if not expresses(text)}
    spellings = (
        () if sees_spelling else dict.fromkeys(at for condition in conditions(model) for at in _spellings(condition))
    )
    return [
        *(Unhonoured("pattern", at, reason) for at in places),
        *(
            Unhonoured("type", at, "the target reads 1.0 as 1, and only 1 is an integer of draft-04")
            for at in spellings
        ),
    ]


def without_what_is_unseen(model: Model, expresses: Expresses, *, sees_spelling: bool = True) -> Model:
    """The model without what depends on what a target cannot look for; it refuses nothing more for that."""
    if not find_unhonoured_patterns(model, expresses, sees_spelling=sees_spelling):
        return model
    weaker = Weaker(expresses, model.checks, sees_spelling=sees_spelling)

    def typed(part: Typed) -> Typed:
        return Typed(_change_types(part.shape, typed), tuple([weaker.above(rule) for rule in part.rules]))

    def named(type_: NamedType) -> NamedType:
        return replace(type_, type=typed(type_.type), whole=weaker.above(type_.whole))

    return replace(
        model,
        types={key: named(type_) for key, type_ in model.types.items()},
        checks={key: weaker.above(condition) for key, condition in model.checks.items()},
    )


def conditions(model: Model) -> Iterator[Constraint]:
    """Every condition of a model: of its named types, of what calls name, and beside its shapes."""
    for named in model.types.values():
        yield named.whole
        yield from _rules(named.type)
    yield from model.checks.values()


def patterns_in(condition: Constraint) -> Iterator[tuple[str, str]]:
    """The patterns of a condition, each with the place of its keyword."""
    if isinstance(condition, Matches):
        yield condition.pattern, condition.at
    if isinstance(condition, Members) and condition.pattern is not None:
        yield condition.pattern, condition.at
    if isinstance(condition, Members | Items) and condition.but is not None:
        for text in seen_patterns(condition.but):
            beside, _, keyword = condition.at.rpartition("/")
            named = keyword == "additionalProperties"
            yield text, pointers.join(beside, "patternProperties", text) if named else condition.at
    for part in parts_of(condition):
        yield from patterns_in(part)


def _spellings(condition: Constraint) -> Iterator[str]:
    """The places where a condition asks how a number is spelt."""
    if isinstance(condition, SpeltAsInteger):
        yield condition.at
    for part in parts_of(condition):
        yield from _spellings(part)


def seen_patterns(seen: Seen) -> Iterator[str]:
    """The patterns by which members count as evaluated."""
    yield from seen.patterns
    for _, inner in seen.guarded:
        yield from seen_patterns(inner)


def _rules(typed: Typed) -> Iterator[Constraint]:
    yield from typed.rules
    for part in types_of(typed.shape):
        yield from _rules(part)
    if isinstance(typed.shape, Record) and typed.shape.extra is not None:
        yield from _rules(typed.shape.extra)


def _change_types(shape: Shape, change: Callable[[Typed], Typed]) -> Shape:
    """The shape with each of its types changed."""

    def maybe(part: Typed | None) -> Typed | None:
        return None if part is None else change(part)

    def field(member: Field) -> Field:
        return replace(member, type=change(member.type))

    match shape:
        case UnionOf(options):
            return replace(shape, options=tuple([change(option) for option in options]))
        case ListOf(item):
            return replace(shape, item=change(item))
        case TupleOf(items, rest):
            return replace(shape, items=tuple([change(item) for item in items]), rest=maybe(rest))
        case MapOf(value):
            return MapOf(change(value))
        case TypeParam(_, bound):
            return replace(shape, bound=change(bound))
        case Record(fields, extra):
            return replace(shape, fields=tuple([field(member) for member in fields]), extra=maybe(extra))
    return shape

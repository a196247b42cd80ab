"""Which unions read the same part of a value again and again: those whose alternatives lead back to themselves.

Without a tag each alternative is tried, and with it all that it holds; two that hold the same member double the work
with each level of a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from accordant.model.constraints import All, Call, Constraint, Has, IsOneOf, Items, Member, Members, OneOf, Pass, Seen
from accordant.model.repeated_questions import Questions
from accordant.model.types import ListOf, MapOf, Model, Record, Ref, Shape, TupleOf, TypeParam, UnionOf


@dataclass(frozen=True)  # no slots: the counts are cached
class Readings:
    """How the types of a model read one part of a value."""

    model: Model

    @cached_property
    def _questions(self) -> Questions:
        return Questions({key: _questions(named.type.shape) for key, named in self.model.types.items()})

    def are_repeated(self, union: UnionOf) -> bool:
        """Whether the alternatives of a union read one part of a value again and again."""
        return self._questions.are_repeated_by(_questions(union))


def _questions(shape: Shape) -> Constraint:
    """What a shape reads, as a condition that asks it."""
    match shape:
        case Ref(key):
            return Call(key)
        case Record(fields, extra):
            named = [Member(field.wire, _questions(field.type.shape)) for field in fields]
            others = Pass() if extra is None else _questions(extra.shape)
            return All((*named, Members(others, None, Seen(names=tuple(field.wire for field in fields)))))
        case ListOf(item):
            return Items(0, _questions(item.shape))
        case TupleOf(items, rest):  # read as an array of any of these
            return Items(0, All(tuple(_questions(typed.shape) for typed in (*items, *([rest] if rest else ())))))
        case MapOf(value):
            return Members(_questions(value.shape))
        case UnionOf(options, tag, _, tags) if tag or tags:  # one is read
            return OneOf(tuple(_with_text(str(index), option.shape) for index, option in enumerate(options)))
        case UnionOf(options):
            return All(tuple(_questions(option.shape) for option in options))
        case TypeParam(_, bound):
            return _questions(bound.shape)
        case _:
            return Pass()


def _with_text(text: str, shape: Shape) -> Constraint:
    """An alternative that a text of its own selects."""
    return All((Has(("tag",)), Member("tag", IsOneOf((text,))), _questions(shape)))

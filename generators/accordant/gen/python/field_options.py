"""What the options of the target say about the fields of records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from accordant.gen.target import Options
from accordant.model.cases.shape_claims import claims_of
from accordant.model.types import Field, Model, TypeParam, shapes_of


@dataclass(frozen=True, slots=True)
class FieldOptions:
    """The options of the target ``python`` that change fields."""

    format_views: bool = False
    """Whether texts of a known format also have a property that gives them as a Python value."""
    defaults: bool = False
    """Whether optional fields have the schema's default, where their type surely allows it."""
    absent_is_none: bool = False
    """Whether absent members are None instead of ``MISSING``."""

    @classmethod
    def of(cls, options: Options) -> Self:
        """What the options of a target say."""
        views, defaults = (options.get(name) is True for name in ("format-views", "defaults"))
        return cls(views, defaults, options.get("absent") == "none")

    def absent_form(self, model: Model, member: Field) -> str:
        """What stands around the type of a field whose member may be absent; "" where it is ``MISSING`` then.

        Of a type parameter nobody knows whether it takes null, so that None could not tell.
        """
        shapes = list(shapes_of(member.type.shape, deep=False))
        if not self.absent_is_none or any(isinstance(shape, TypeParam) for shape in shapes):
            return ""
        return "NullOrAbsent" if "null" in claims_of(model).of(member.type.shape).types else "OrAbsent"


def absent_base(forms: Iterable[str]) -> list[str]:
    """The base class of a record with such fields, if it needs one."""
    kinds = set(forms)
    return ["NullModel"] if "NullOrAbsent" in kinds else ["AbsentModel"] if "OrAbsent" in kinds else []

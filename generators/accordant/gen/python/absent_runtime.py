"""Absent members as `None`: of fields that are never null, and of fields that may be null too."""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args

from pydantic import (
    BaseModel,
    Field,
    GetCoreSchemaHandler,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    model_serializer,
)
from pydantic_core import CoreSchema

from accordant.gen.python.runtime import ContractModel

_Value = TypeVar("_Value")


class _NeverNull:
    """A field whose None means that the member is absent: documents that have null there are refused."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """What the field holds where its member is there."""
        kinds = tuple(kind for kind in get_args(source) if kind is not NoneType)
        return handler.generate_schema(Union[kinds] if kinds else source)  # noqa: UP007


class _NullToo:
    """A field whose None means null where it was read or given, and absent else."""


def _is_none(value: object) -> bool:
    return value is None


OrAbsent: TypeAlias = Annotated[_Value | None, Field(exclude_if=_is_none), _NeverNull]
"""A member that may be absent, then `None`, and is never null."""

NullOrAbsent: TypeAlias = Annotated[_Value, _NullToo]
"""A member that may be null or absent, `None` in both cases; `model_fields_set` has its name unless it is absent."""


@cache
def _fields_with(model: type[BaseModel], mark: type) -> dict[str, str]:
    """The fields with a mark, and their names in JSON."""
    fields = model.model_fields.items()
    return {name: info.serialization_alias or name for name, info in fields if mark in info.metadata}


class AbsentModel(ContractModel):
    """A record with members that may be absent: `None` for one that is never null stands for no member."""

    def __init__(self, /, **data: Any) -> None:
        """Takes None for members that are never null, which are then absent."""
        __tracebackhide__ = True
        names = _fields_with(type(self), _NeverNull)
        wire = names.values()
        super().__init__(**{k: v for k, v in data.items() if v is not None or (k not in names and k not in wire)})

    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]


class NullModel(AbsentModel):
    """A record with members that may be null or absent."""

    @model_serializer(mode="wrap")
    def _leave_out_absent(self, write: SerializerFunctionWrapHandler, info: SerializationInfo) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        for name, wire in _fields_with(type(self), _NullToo).items():
            if name not in self.model_fields_set:
                written.pop(name if info.by_alias is False else wire, None)
        return written

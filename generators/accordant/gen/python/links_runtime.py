"""What some generated modules share: unions by a tag of any spelling, and records that are made ready one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, PydanticKnownError, core_schema

from accordant.gen.python.runtime import ContractModel, JsonObject, is_mapping, is_object


def member_of(value: Any, name: str) -> Any:
    """A member of an object by its name in JSON, also where it is a model already."""
    if isinstance(value, BaseModel):
        known = type(value).model_fields.items()
        return next((getattr(value, key) for key, info in known if (info.serialization_alias or key) == name), None)
    return value.get(name) if is_mapping(value) else None


_WITHIN: ContextVar[bool] = ContextVar("_WITHIN", default=False)
"""Whether the validator that is being made is one of a record: records in it then ask their own."""


class LateModel(ContractModel):
    """A record of a module with very many: its validator is made when it is first needed, for this record alone.

    The texts below its fields are for readers of the module; pydantic would take as long to find them as to load it.
    """

    model_config = ConfigDict(defer_build=True, use_attribute_docstrings=False)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[BaseModel], handler: GetCoreSchemaHandler, /) -> CoreSchema:
        """The record itself, or within another one a question to its own validator."""
        if _WITHIN.get():
            return _ask_at_first_use(cls)
        before = _WITHIN.set(True)
        try:
            return handler(source)
        finally:
            _WITHIN.reset(before)


def _ask_at_first_use(model: type[BaseModel]) -> CoreSchema:
    def ask(value: Any, info: ValidationInfo) -> Any:
        try:
            return model.__pydantic_validator__.validate_python(value, context=info.context)
        except RecursionError:
            raise PydanticCustomError("recursion_loop", "is nested too deeply, or in itself") from None

    ask.__name__ = ask.__qualname__ = model.__name__  # what errors call it
    return core_schema.with_info_plain_validator_function(ask)


class PayloadBy:
    """An object that a member before it selects the type of; one that is not of this type stays as it is.

    `Annotated[Run | Stop | dict[str, Any], PayloadBy("command", ("run",), ("stop", "end"))]`: what the schema asks of
    it is a rule. The union begins with the types; they are not named again, which strict checkers refuse before a
    type is defined.
    """

    def __init__(self, tag: str, *values: tuple[str, ...]) -> None:
        """Name the field that selects, and for each type the values that select it."""
        self.tag, self.values = tag, values

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Reads an object as the type that is selected, if it is one; other values as the union of all would."""
        known, takes_null = tuple(_members(source))[: len(self.values)], type(None) in get_args(source)
        types = {value: model for model, some in zip(known, self.values, strict=True) for value in some}

        def choose(value: Any, _inner: object, info: ValidationInfo) -> Any:
            if is_object(value):
                return self._read(value, types, info)
            if isinstance(value, known) or (value is None and takes_null):
                return value
            raise PydanticKnownError("dict_type")

        return core_schema.with_info_wrap_validator_function(choose, handler(source))

    def _read(self, value: JsonObject, types: Mapping[str, type[BaseModel]], info: ValidationInfo) -> Any:
        tag = (info.data or {}).get(self.tag)
        model = types.get(tag) if isinstance(tag, str) else None
        if model is None:
            return value
        try:
            return model.__pydantic_validator__.validate_python(value, context=info.context)
        except ValidationError:
            return value


def _members(union: object) -> Iterator[Any]:
    """The types in a union, and in unions by tag inside of it."""
    for kind in get_args(union):
        yield from _members(get_args(kind)[0]) if get_origin(kind) is Annotated else (kind,)


class TaggedUnion:
    """Types that the values of a tag select, the tag called as in JSON: `TaggedUnion("$type", ("a",), ("b", "c"))`."""

    def __init__(self, tag: str, *values: tuple[str, ...]) -> None:
        """Name the tag, and for each type the values that select it."""
        self.tag = tag
        self.chosen = {value: index for index, some in enumerate(values) for value in some}

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A union by tag: only the type that is selected is tried, and a late record is made ready only then."""

        def select(value: Any) -> int | None:
            tag = member_of(value, self.tag)
            return self.chosen.get(tag) if isinstance(tag, str) else None

        before = _WITHIN.set(True)
        try:
            choices = {index: handler.generate_schema(kind) for index, kind in enumerate(get_args(source))}
        finally:
            _WITHIN.reset(before)
        return core_schema.tagged_union_schema(
            choices,
            select,
            custom_error_type="tag_unknown",
            custom_error_message=f"has no known text as `{self.tag}`",
        )

"""What some generated modules share: unions that are read in ways of their own, records that are made ready late."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError, ValidationInfo
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

from accordant.gen.python.remembered_runtime import remembered_answers
from accordant.gen.python.runtime import ContractModel, JsonObject, is_mapping, is_object, too_deep


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
            raise too_deep() from None

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


class TryOnce:
    """A union without a tag whose alternatives hold the union again: `Annotated[Sum | Product, TryOnce]`.

    Each alternative reads a part of a document once. Of several that fit, the one with the most declared fields is
    taken, and of these the first; if none fits, the errors are those of the one that read farthest into the value.
    """

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A union that asks itself which alternative to read."""
        tried: ContextVar[str | None] = ContextVar("tried", default=None)
        choices = {_label(index, kind): handler.generate_schema(kind) for index, kind in enumerate(get_args(source))}

        def read(value: Any, read_tried: Callable[[Any], Any]) -> Any:
            fitting: list[Any] = []
            errors: list[ValidationError] = []
            for label in choices:
                before = tried.set(label)
                try:
                    fitting.append(read_tried(value))
                except ValidationError as error:
                    errors.append(error)
                except RecursionError:
                    raise too_deep() from None
                finally:
                    tried.reset(before)
            return max(fitting, key=_declared) if fitting else min(errors, key=_distance)

        def choose(value: Any, read_tried: Callable[[Any], Any], info: ValidationInfo) -> Any:
            with remembered_answers() as answers:
                asked = (tried, id(value), id(info.context))
                if asked not in answers:
                    answers[asked] = value, read(value, read_tried)
                _, answer = answers[asked]
            if isinstance(answer, ValidationError):
                raise answer
            return answer

        return core_schema.with_info_wrap_validator_function(
            choose,
            core_schema.tagged_union_schema(choices, lambda _: tried.get()),
            serialization=core_schema.wrap_serializer_function_ser_schema(_write, schema=handler(source)),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of the plain union, where no other schema is stated."""
        union: Any = schema  # type checkers would take apart each of the sixty kinds of schemas of pydantic
        return handler(union.get("serialization", {}).get("schema", union))


def _label(index: int, kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and issubclass(kind, BaseModel) else str(index)


def _distance(error: ValidationError) -> tuple[bool, int, int]:
    """How far an alternative is from what it was given; what is nested too deeply comes first, since all may fit."""
    details = error.errors(include_url=False, include_context=False, include_input=False)
    is_too_deep = any(detail["type"].startswith("recursion_") for detail in details)
    return not is_too_deep, -min(len(detail["loc"]) for detail in details), len(details)


def _write(value: Any, write: Callable[[Any], Any]) -> Any:
    return write(value)


def _declared(value: Any) -> int:
    """How many of the fields that a record declares it has."""
    return len(value.model_fields_set & type(value).model_fields.keys()) if isinstance(value, BaseModel) else 0

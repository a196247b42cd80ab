"""What generated modules of versions that may grow share: two readings, exact by default and open on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Annotated, Any, Final, Self, get_args, get_origin

from pydantic import (
    Field,
    GetCoreSchemaHandler,
    ModelWrapValidatorHandler,
    TypeAdapter,
    ValidationInfo,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from accordant.gen.python.links_runtime import member_of
from accordant.gen.python.runtime import (
    ContractModel,
    Failure,
    JsonObject,
    is_object,
    raise_with_failures,
    raw_of,
    refuse,
    too_deep,
)

OPEN: Final = MappingProxyType({"reading": "open"})
"""The context of the open reading: `TypeAdapter(Line).validate_python(document, context=OPEN)`."""


class OpenModel(ContractModel):
    """A record of a version that may grow. `model_validate` is exact; `read` also takes what later releases add."""

    @classmethod
    def read(cls, document: Any) -> Self:
        """The document in the open reading: members, list members and tags that came later are kept as they are."""
        return cls.model_validate(document, context=OPEN)

    @classmethod
    def read_json(cls, text: str | bytes) -> Self:
        """The text of a document in the open reading."""
        return cls.model_validate_json(text, context=OPEN)


class OpenRuledModel(OpenModel):
    """A record with more rules than the types of its fields state; some of them hold in the closed reading only."""

    @staticmethod
    def _rules(value: JsonObject, fail: Callable[[Failure], None], closed: bool) -> None:
        """Report what the raw object does against the rules of the schema."""

    @model_validator(mode="before")
    @classmethod
    def _keep_rules(cls, data: Any, info: ValidationInfo) -> Any:
        raw = raw_of(data, cls, info)
        failures: list[Failure] = []
        try:
            if is_object(raw):
                cls._rules(raw, failures.append, info.context is not OPEN)
        except RecursionError:
            raise too_deep() from None
        return refuse(cls, failures, data, info) if failures else data


class WrittenModel(OpenModel):
    """A record that is read as its schema is written, also by `read`, with all that it holds."""

    @model_validator(mode="wrap")
    @classmethod
    def _read_as_written(cls, data: Any, inner: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        return cls.model_validate(data) if info.context is OPEN else inner(data)


@lru_cache(maxsize=256)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read(kind: Any, document: Any) -> Any:
    """A document as a type that is not a record, in the open reading."""
    return _adapter(kind).validate_python(document, context=OPEN)


class OpenLiteral:
    """A list that may grow: the closed reading takes its members only, the open one also others of the same type."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The known members first; others cost a call."""
        known, *later = get_args(source)
        members = get_args(get_args(known)[0] if get_origin(known) is Annotated else known)

        def came_later(value: object, info: ValidationInfo) -> object:
            if info.context is OPEN:
                return value
            raise PydanticCustomError("literal_error", "is not a known member")

        others = [
            core_schema.with_info_after_validator_function(came_later, handler.generate_schema(kind)) for kind in later
        ]
        return core_schema.union_schema(
            [handler.generate_schema(known), *others],
            mode="left_to_right",
            custom_error_type="literal_error",
            custom_error_context={"expected": " or ".join(map(repr, members))},
        )


class _OpenExtra:
    """Members that the schema does not name: the closed reading refuses them, the open reading keeps them."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Asked only where there is such a member."""

        def came_later(value: object, info: ValidationInfo) -> object:
            if info.context is OPEN:
                return value
            raise PydanticCustomError("extra_forbidden", "Extra inputs are not permitted")

        return core_schema.with_info_after_validator_function(came_later, core_schema.any_schema())


class SealedModel(OpenModel):
    """A record whose schema names every member: more of them are for the open reading only."""

    __pydantic_extra__: dict[str, Annotated[Any, _OpenExtra]] = Field(init=False)  # pyright: ignore


class OpenUnion:
    """Types that the values of a tag select; the last one of the union reads what has another tag."""

    def __init__(self, tag: str, *values: tuple[str, ...]) -> None:
        """Name the tag, and for each type but the last the values that select it."""
        self.tag, self.values = tag, values

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """A union by tag: only the type that is selected is tried."""
        chosen = {value: index for index, values in enumerate(self.values) for value in values}

        def select(value: Any) -> int | None:
            tag = member_of(value, self.tag)
            return chosen.get(tag, len(self.values)) if isinstance(tag, str) else None

        choices = {index: handler.generate_schema(kind) for index, kind in enumerate(get_args(source))}
        return core_schema.tagged_union_schema(
            choices,
            select,
            custom_error_type="tag_missing",
            custom_error_message=f"has no text as `{self.tag}`",
        )


@lru_cache(maxsize=256)
def _adapter_of(module: str, name: str) -> TypeAdapter[Any]:
    return TypeAdapter(getattr(import_module(module), name))


@dataclass(frozen=True)
class AsWritten:
    """A type that is not a record, and is read as its schema is written with all that it holds."""

    module: str
    name: str

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Where the open reading is asked for, the type reads the value without it."""

        def read_as_written(data: Any, inner: Callable[[Any], Any], info: ValidationInfo) -> Any:
            is_open = info.context is OPEN
            return _adapter_of(self.module, self.name).validate_python(data) if is_open else inner(data)

        return core_schema.with_info_wrap_validator_function(read_as_written, handler(source))


@dataclass(frozen=True)
class OpenRules:
    """Rules on a value that is not a record; some of them hold in the closed reading only."""

    check: Callable[[Any, Callable[[Failure], None], bool], None]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Checks the raw value, then lets the type read it, and reports both."""

        def keep(data: Any, inner: Callable[[Any], Any], info: ValidationInfo) -> Any:
            failures: list[Failure] = []
            try:
                self.check(raw_of(data, None, info), failures.append, info.context is not OPEN)
            except RecursionError:
                raise too_deep() from None
            return raise_with_failures("rules", failures, data, inner) if failures else inner(data)

        return core_schema.with_info_wrap_validator_function(keep, handler(source))

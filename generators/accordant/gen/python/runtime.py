"""What every generated module of this package shares: exact JSON scalars, open and closed records, and rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Annotated, Any, Never, TypeAlias, TypeGuard, get_args

from pydantic import (
    MISSING,
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import (
    CoreSchema,
    InitErrorDetails,
    PydanticCustomError,
    PydanticKnownError,
    SchemaValidator,
    core_schema,
)

from accordant.gen.python.remembered_runtime import read_again
from accordant.gen.python.schemas_runtime import stated_schema

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object that the contract leaves open."""

JsonPath: TypeAlias = "tuple[JsonPath | str | int, ...]"
"""Where in a document: names and indices. A path inside another begins with that one, which costs next to nothing."""

Failure: TypeAlias = tuple[JsonPath, str, str]
"""Where in the value, what is wrong, and the JSON Pointer of the schema rule that says so."""


class JsonInteger:
    """JSON integers: 3 and 3.0, never true, never "3"; bounds first: `Annotated[int, Field(ge=0), JsonInteger]`."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Whole floats become integers; everything else is what a strict integer is."""
        inside = handler(source)
        if inside["type"] != "int" or not inside.keys() & {"ge", "gt", "le", "lt"}:
            return _integer()
        return core_schema.chain_schema([_integer(), inside])

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """An integer with its bounds."""
        return handler(schema["steps"][-1] if schema["type"] == "chain" else core_schema.int_schema())


def _integer() -> CoreSchema:
    whole = core_schema.no_info_after_validator_function(
        _make_whole, core_schema.float_schema(strict=True, allow_inf_nan=False)
    )
    return core_schema.union_schema(
        [core_schema.int_schema(strict=True), whole], mode="left_to_right", custom_error_type="int_type"
    )


def _make_whole(value: float) -> int:
    if not value.is_integer():
        raise ValueError("has a fraction")
    return int(value)


JsonInt: TypeAlias = Annotated[int, JsonInteger]
"""A number without a fraction."""


class _Number:
    """JSON numbers, which keep being integers where they are."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """An integer or a float, never a boolean."""
        return core_schema.union_schema(
            [core_schema.int_schema(strict=True), core_schema.float_schema(strict=True, allow_inf_nan=False)],
            mode="left_to_right",
            custom_error_type="float_type",
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """A number, be it an integer or not."""
        return {"type": "number"}


JsonNumber: TypeAlias = Annotated[int | float, _Number]
"""Any number."""


class JsonLiteral:
    """Fixed values compared as JSON does: 1 is 1.0 and is not true."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Accepts a value that equals one of the literal's, and gives that one."""
        allowed = get_args(source)
        texts = [value for value in allowed if value is None or isinstance(value, str)]
        booleans = [value for value in allowed if isinstance(value, bool)]
        numbers = [value for value in allowed if isinstance(value, int) and not isinstance(value, bool)]
        choices: list[CoreSchema | tuple[CoreSchema, str]] = []
        if texts:
            choices.append(core_schema.literal_schema(texts))
        if booleans:
            choices.append(_choose_from(core_schema.bool_schema(strict=True), booleans))
        if numbers:
            choices.append(_choose_from(_integer(), numbers))
        return core_schema.union_schema(
            choices,
            auto_collapse=False,
            mode="left_to_right",
            custom_error_type="literal_error",
            custom_error_context={"expected": " or ".join(map(repr, allowed))},
        )


def _choose_from(kind: CoreSchema, values: list[Any]) -> CoreSchema:
    return core_schema.chain_schema([kind, core_schema.literal_schema(values)])


class ContractModel(BaseModel):
    """Strict, and open: members that the contract does not name are kept and written back."""

    model_config = ConfigDict(
        strict=True,
        extra="allow",
        protected_namespaces=(),
        serialize_by_alias=True,
        use_attribute_docstrings=True,
        ser_json_inf_nan="constants",
    )

    def __init__(self, /, **data: Any) -> None:
        """Takes field names as well as the names in JSON; documents are read by their JSON names only."""
        __tracebackhide__ = True
        self.__pydantic_validator__.validate_python(data, self_instance=self, by_alias=True, by_name=True)

    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /) -> dict[str, Any]:
        """The contract's own schema; for classes made of generated ones what pydantic says."""
        stated = stated_schema(cls, handler)
        return handler(core_schema) if stated is None else stated


class ComputedModel(ContractModel):
    """A record with members that follow from the exit code of a process: whoever makes one gives no value for them."""

    def __init__(self, /, **data: Any) -> None:
        """Refuse such members; `respond` makes what has them, and documents are read with them."""
        __tracebackhide__ = True
        fields = type(self).model_fields.items()
        computed = [name for name, field in fields if field.init is False and {name, field.alias} & data.keys()]
        if computed:
            text = f"{', '.join(computed)} of {type(self).__name__} follows from the exit code and cannot be given"
            raise TypeError(f"{text}: call respond of the version's behaviour module")
        super().__init__(**data)

    __init__.__pydantic_base_init__ = True  # type: ignore[attr-defined]


class RuledModel(ContractModel):
    """A record whose schema asks more than the types of its fields can say."""

    @staticmethod
    def _rules(value: JsonObject, fail: Callable[[Failure], None]) -> None:
        """Report what the raw object does against the rules of the schema."""

    @model_validator(mode="before")
    @classmethod
    def _keep_rules(cls, data: Any, info: ValidationInfo) -> Any:
        raw = raw_of(data, cls, info)
        failures: list[Failure] = []
        try:
            if is_object(raw):
                cls._rules(raw, failures.append)
        except RecursionError:
            raise too_deep() from None
        return refuse(cls, failures, data, info) if failures else data


@dataclass(frozen=True)
class Rules:
    """Rules on a value that is not a record: `Annotated[list[str], Rules(check)]`."""

    check: Callable[[Any, Callable[[Failure], None]], None]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Checks the raw value, then lets the type read it, and reports both."""

        def keep(data: Any, inner: Callable[[Any], Any], info: ValidationInfo) -> Any:
            failures: list[Failure] = []
            try:
                self.check(raw_of(data, None, info), failures.append)
            except RecursionError:
                raise too_deep() from None
            return raise_with_failures("rules", failures, data, inner) if failures else inner(data)

        return core_schema.with_info_wrap_validator_function(keep, handler(source))


_FIELDS_OF: ContextVar[type[BaseModel] | None] = ContextVar("_FIELDS_OF", default=None)
"""The record that is being read to find the errors of its fields in a document that breaks its rules."""


def refuse(model: type[BaseModel], failures: list[Failure], data: Any, info: ValidationInfo) -> Any:
    """Raise the failures together with the errors of the fields, for which the data are read once more.

    A validator around the model would see both at once, but would cost every document that is right.
    """
    if _FIELDS_OF.get() is model:
        _FIELDS_OF.set(None)
        return data
    before = _FIELDS_OF.set(model)
    try:
        raise_with_failures(model.__name__, failures, data, lambda given: read_again(model, given, info))
    finally:
        _FIELDS_OF.reset(before)


def raise_with_failures(title: str, failures: list[Failure], data: Any, handler: Callable[[Any], Any]) -> Never:
    """Raise the failures together with the errors that `handler` raises about the data."""
    try:
        handler(data)
    except ValidationError as error:
        raise ValidationError.from_exception_data(
            title, [*_describe_failures(failures, data), *_keep_errors(error)]
        ) from None
    except RecursionError:  # what is wrong is known; what else there may be lies too deep
        pass
    raise ValidationError.from_exception_data(title, _describe_failures(failures, data))


def _describe_failures(failures: list[Failure], data: Any) -> list[InitErrorDetails]:
    return [
        InitErrorDetails(
            type=PydanticCustomError("schema_rule", "{message} [{rule}]", {"message": message, "rule": rule}),
            loc=_flatten(path),
            input=data,
        )
        for path, message, rule in failures
    ]


def _flatten(path: JsonPath) -> tuple[str | int, ...]:
    flat: list[str | int] = []
    for part in path:
        flat += _flatten(part) if isinstance(part, tuple) else (part,)
    return tuple(flat)


def _keep_errors(error: ValidationError) -> list[InitErrorDetails]:
    return [
        InitErrorDetails(
            type=PydanticCustomError(
                _code(detail["type"]),
                "{message}",
                {"message": _message(detail["type"], detail["msg"], detail.get("ctx"))},
            ),
            loc=detail["loc"],
            input=detail["input"],
        )
        for detail in error.errors(include_url=False)
    ]


def _message(code: str, message: str, context: JsonObject | None) -> str:
    """What pydantic says of Python objects, also where it read the text itself; words of others stay as they are."""
    try:
        return PydanticKnownError(_code(code), context).message()
    except (KeyError, TypeError):
        return message


def _code(text: str) -> Any:
    """The code of an error that pydantic itself raised; the type asks for a literal, codes are a closed set."""
    return text


def plain(value: Any, model: type[BaseModel] | None = None) -> Any:
    """The raw JSON behind a value that was given as Python objects: models written out, field names as in JSON."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", warnings=False)
    if is_dataclass(value) and not isinstance(value, type):
        return {attribute.name: plain(getattr(value, attribute.name)) for attribute in fields(value)}
    if is_mapping(value):
        names = {} if model is None else {k: f.serialization_alias or k for k, f in model.model_fields.items()}
        return {names.get(k, k): plain(v) for k, v in value.items() if v is not MISSING}
    return [plain(item) for item in value] if _is_sequence(value) else value


def raw_of(data: Any, model: type[BaseModel] | None, info: ValidationInfo) -> Any:
    """The raw JSON that rules are asked about."""
    if info.mode == "json":
        return data
    try:
        return plain(data, model)
    except RecursionError:
        raise too_deep() from None


def too_deep() -> PydanticCustomError:
    """What is said of a value that Python cannot follow to its end."""
    return PydanticCustomError("recursion_loop", "is nested too deeply, or in itself")


def is_mapping(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value that was given as Python objects stands for a JSON object."""
    return isinstance(value, Mapping)


def _is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, list | tuple)


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Whether a JSON value is an object; type checkers then know the types of keys, as `isinstance` would not say."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is an array."""
    return isinstance(value, list)


def is_integer(value: object) -> TypeGuard[float]:
    """Whether a JSON value is a number without a fraction."""
    if type(value) is int:
        return True
    return value.is_integer() if isinstance(value, float) else isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[float]:
    """Whether a JSON value is a number."""
    return type(value) is int or (isinstance(value, (int, float)) and not isinstance(value, bool))


def same(value: object, other: Any) -> bool:
    """Whether two JSON values are equal: 1 is 1.0 and is not true."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if is_array(value):
        return is_array(other) and len(value) == len(other) and all(map(same, value, other))
    if is_object(value):
        return is_object(other) and value.keys() == other.keys() and all(same(value[k], other[k]) for k in value)
    return bool(value == other)


def is_unique(items: list[Any]) -> bool:
    """Whether no two items are equal."""
    seen: set[object] = set()
    for item in items:
        key = _freeze(item)
        if key in seen:
            return False
        seen.add(key)
    return True


def _freeze(value: object) -> object:
    if isinstance(value, bool):
        return ("boolean", value)
    if is_array(value):
        return ("array", *map(_freeze, value))
    if is_object(value):
        return ("object", frozenset((key, _freeze(member)) for key, member in value.items()))
    return value


def is_multiple(value: float, divisor: float) -> bool:
    """Whether a number is a multiple of another, both taken as the decimals that they are written as."""
    if isinstance(value, int) and isinstance(divisor, int):
        return value % divisor == 0
    if value in (float("inf"), float("-inf")):
        return False
    return Fraction(repr(value)) % Fraction(repr(divisor)) == 0


class _Linear(dict[str, Callable[[str], bool]]):
    """Engines by pattern, made when they are first needed."""

    def __missing__(self, pattern: str) -> Callable[[str], bool]:
        engine = self[pattern] = SchemaValidator(core_schema.str_schema(pattern=pattern)).isinstance_python
        return engine


_LINEAR = _Linear()
_BACKTRACKING: dict[str, re.Pattern[str]] = {}


def matches(pattern: str, text: str) -> bool:
    """Whether a pattern occurs in a text, in time that grows with the text only."""
    return _LINEAR[pattern](text)


def matches_with_lookaround(pattern: str, text: str) -> bool:
    """Whether a pattern that looks around or refers back occurs in a text."""
    engine = _BACKTRACKING.get(pattern)
    if engine is None:
        engine = _BACKTRACKING[pattern] = re.compile(pattern, re.ASCII)
    return engine.search(text) is not None

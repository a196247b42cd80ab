"""What types state as their JSON Schema: the contract's own, in the words of 2020-12."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeGuard

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema

_DATA = ("const", "default", "enum", "example", "examples")
"""Keywords whose values are data, in which what looks like a reference is none."""
_MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs", "definitions")
"""Keywords whose values are schemas by name."""


class _StatedSchemas:
    """The schemas of a module's types by name, read when one is asked for; those that types share are among them."""

    def __init__(self, module: str, text: str) -> None:
        """Name the module and give the schemas as JSON, with references such as `#/$defs/Order`."""
        self.module, self.text = module, text

    @cached_property
    def by_name(self) -> Mapping[str, Any]:
        """Each schema."""
        schemas: dict[str, Any] = json.loads(self.text)
        return schemas

    def schema_of(self, name: str, handler: GetJsonSchemaHandler, given: Mapping[str, Any]) -> dict[str, Any]:
        """The schema of a type, references as the handler spells them; what they lead to is made known to it.

        `given` are the schemas of type parameters.
        """
        needed: dict[str, set[str]] = {}
        todo = [name]
        while todo:
            type_name = todo.pop()
            if type_name not in needed:
                needed[type_name] = set()
                _collect(self.by_name[type_name], needed[type_name])
                todo += needed[type_name]
        places = {
            type_name: f"{self.module}.{type_name}:{self._identity(type_name)}"
            for names in needed.values()
            for type_name in names
        }
        spelt: dict[str, Any] = {}

        def spell_all(_schema: CoreSchema, inner: GetJsonSchemaHandler) -> dict[str, Any]:
            spelt.update(
                (type_name, inner(core_schema.definition_reference_schema(at))) for type_name, at in places.items()
            )
            return {}

        def state(type_name: str) -> Callable[..., dict[str, Any]]:
            return lambda *_: _for_pydantic(_spell(self.by_name[type_name], spelt, {}))

        known = [_stating(spell_all), *(_stating(state(type_name), place) for type_name, place in places.items())]
        handler(core_schema.model_schema(_Read, core_schema.definitions_schema(core_schema.any_schema(), known)))
        return _for_pydantic(_spell(self.by_name[name], spelt, given))

    def _identity(self, name: str) -> int:
        """What pydantic tells classes of one name apart by."""
        return id(getattr(sys.modules.get(self.module), name, None))


_STATED: dict[str, _StatedSchemas] = {}
"""By the name of their module."""


def state_schemas(module: str, text: str) -> None:
    """Let the types of a module state their schemas, given as JSON by the names of the types."""
    _STATED[module] = _StatedSchemas(module, text)


def stated_schema(model: type[BaseModel], handler: GetJsonSchemaHandler) -> dict[str, Any] | None:
    """The schema of a generated class, also where its type parameters are filled; None for classes with more fields."""
    metadata = model.__pydantic_generic_metadata__
    base = _stated_base(metadata["origin"] or model)
    if base is None:
        return None
    filled = zip(base.__pydantic_generic_metadata__["parameters"], metadata["args"], strict=False)
    given = {parameter.__name__: _schema_of_argument(kind, handler) for parameter, kind in filled}
    return _STATED[base.__module__].schema_of(base.__name__, handler, given)


def _stated_base(model: type[BaseModel]) -> type[BaseModel] | None:
    """The generated class that a class is, or that it adds no field to."""
    for base in model.__mro__:
        stated = _STATED.get(base.__module__)
        if stated is not None and base.__name__ in stated.by_name and issubclass(base, BaseModel):
            return base if base.model_fields.keys() == model.model_fields.keys() else None
    return None


def _schema_of_argument(kind: Any, handler: GetJsonSchemaHandler) -> Any:
    return handler(core_schema.definitions_schema(TypeAdapter(kind).core_schema, []))


class StatedSchema:
    """The schema of a type that is not a class: `Annotated[Order | None, StatedSchema(__name__, "Orders")]`."""

    def __init__(self, module: str, name: str) -> None:
        """Name the module and the type."""
        self.module, self.name = module, name

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The contract's own schema."""
        stated = _STATED.get(self.module)
        return stated.schema_of(self.name, handler, {}) if stated is not None else handler(schema)


class _Read(BaseModel):
    """Where all references are those of what is read: what is written has the same schema, hence the same name."""

    model_config = ConfigDict(json_schema_mode_override="validation")


def _stating(state: Callable[..., dict[str, Any]], place: str | None = None) -> CoreSchema:
    """Something that pydantic knows by its place, and whose JSON Schema a function states."""
    return core_schema.any_schema(ref=place, metadata={"pydantic_js_functions": [state]})


def _is_map(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _for_pydantic(schema: Any) -> dict[str, Any]:
    """A schema as pydantic takes it: an object, which it would write into what a reference at its top leads to."""
    if not _is_map(schema):
        return {} if schema else {"not": {}}
    if "$ref" not in schema:
        return schema
    others = {key: value for key, value in schema.items() if key not in ("$ref", "allOf")}
    return {"allOf": [{"$ref": schema["$ref"]}, *schema.get("allOf", ())], **others}


def _collect(schema: Any, names: set[str], is_map: bool = False) -> None:
    """The names that the references in a schema lead to."""
    if _is_list(schema):
        for item in schema:
            _collect(item, names)
    elif _is_map(schema):
        for key, item in schema.items():
            if key == "$ref" and not is_map:
                names.add(_name_in(item))
            elif is_map or key not in _DATA:
                _collect(item, names, not is_map and key in _MAPS)


def _spell(schema: Any, spelt: Mapping[str, Any], given: Mapping[str, Any], is_map: bool = False) -> Any:
    """A schema with its references and type parameters rewritten."""
    if _is_list(schema):
        return [_spell(item, spelt, given) for item in schema]
    if not _is_map(schema):
        return schema
    if not is_map and schema.get("x-type-parameter") in given:
        return given[schema["x-type-parameter"]]
    written: dict[str, Any] = {}
    for key, item in schema.items():
        if key == "$ref" and not is_map:
            written |= spelt[_name_in(item)]
        elif not is_map and key in _DATA:
            written[key] = item
        else:
            written[key] = _spell(item, spelt, given, not is_map and key in _MAPS)
    return written


def _name_in(reference: str) -> str:
    """The name that a reference has behind `#/$defs/`."""
    return reference.removeprefix("#/$defs/")

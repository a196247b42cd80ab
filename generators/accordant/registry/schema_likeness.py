"""Whether a JSON document found in a folder is a schema, and not settings or data beside schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeGuard

from accordant.findings import JsonValue
from accordant.schema.vocabulary import JSON_TYPES

_ANNOTATIONS: Final = frozenset(
    ("$comment", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples")
)
_OTHER_DOCUMENTS: Final = frozenset(("openapi", "swagger", "asyncapi", "info"))
"""Members of documents that hold schemas in a way of their own, and are read or refused elsewhere."""


def may_be_schema(value: JsonValue) -> bool:
    """Whether a document has a keyword of JSON Schema with a value of its kind, or nothing but annotations.

    >>> may_be_schema({"name": "shop", "version": "1.0.0", "type": "module", "description": "A shop."})
    False
    >>> may_be_schema({"type": "object"}), may_be_schema({"description": "Anything."})
    (True, True)
    """
    if not isinstance(value, dict):
        return False
    if value.keys() <= _ANNOTATIONS or value.keys() & _OTHER_DOCUMENTS:
        return True
    return any(name in value and is_right(value[name]) for name, is_right in _KINDS.items())


def _is_type(value: JsonValue) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(name in JSON_TYPES for name in names)


def _is_dialect(value: JsonValue) -> bool:
    """Whether ``$schema`` names JSON Schema itself; settings name their own schema there."""
    return isinstance(value, str) and "json-schema.org/" in value


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_anything(value: JsonValue) -> bool:
    return True


def _is_list(value: JsonValue) -> TypeGuard[list[JsonValue]]:
    return isinstance(value, list)


def _is_list_of_names(value: JsonValue) -> bool:
    return _is_list(value) and all(map(_is_text, value))


def _is_subschema(value: JsonValue) -> bool:
    return isinstance(value, dict | bool)


def _is_list_of_schemas(value: JsonValue) -> bool:
    return _is_list(value) and bool(value) and all(map(_is_subschema, value))


def _is_schema_or_list(value: JsonValue) -> bool:
    return _is_subschema(value) or _is_list_of_schemas(value)


def _is_map_of_schemas(value: JsonValue) -> bool:
    return isinstance(value, dict) and all(map(_is_subschema, value.values()))


_KINDS: Final[Mapping[str, Callable[[JsonValue], bool]]] = {
    "type": _is_type,
    "$schema": _is_dialect,
    **dict.fromkeys(("$id", "$ref", "$dynamicRef", "$recursiveRef", "$anchor", "pattern", "format"), _is_text),
    **dict.fromkeys(
        ("$defs", "definitions", "properties", "patternProperties", "dependentSchemas"), _is_map_of_schemas
    ),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _is_list_of_schemas),
    **dict.fromkeys(("additionalProperties", "propertyNames", "unevaluatedProperties", "contains"), _is_subschema),
    **dict.fromkeys(("not", "if", "unevaluatedItems", "additionalItems"), _is_subschema),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _is_number),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _is_number),
    "items": _is_schema_or_list,
    "enum": _is_list,
    "const": _is_anything,
    "required": _is_list_of_names,
}
"""The keywords that say what a document is, each with the kind of its value."""

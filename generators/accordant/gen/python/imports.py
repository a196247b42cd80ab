"""Import statements of generated modules, sorted as ruff sorts them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

HOMES: Final = {
    "Callable": "collections.abc", "Generator": "collections.abc", "Iterator": "collections.abc",
    "Mapping": "collections.abc", "Sequence": "collections.abc",
    "Annotated": "typing", "Any": "typing", "Final": "typing", "Generic": "typing", "Literal": "typing",
    "Protocol": "typing", "TypeAlias": "typing", "get_args": "typing", "get_origin": "typing",
    "LiteralString": "typing", "Never": "typing", "TypeGuard": "typing", "TYPE_CHECKING": "typing",
    "overload": "typing", "cast": "typing", "contextmanager": "contextlib",
    "datetime_": "", "ipaddress_": "", "parse_": "", "uuid_": "",
    "dataclass": "dataclasses", "field": "dataclasses", "fields": "dataclasses", "is_dataclass": "dataclasses",
    "Fraction": "fractions", "re": "", "json": "", "sys": "", "cached_property": "functools",
    "cache": "functools", "NoneType": "types", "Union": "typing",
    "MappingProxyType": "types",
    "BaseModel": "pydantic", "ConfigDict": "pydantic", "Field": "pydantic", "GetCoreSchemaHandler": "pydantic",
    "GetJsonSchemaHandler": "pydantic",
    "ContextVar": "contextvars", "ValidationError": "pydantic", "ValidationInfo": "pydantic",
    "model_validator": "pydantic", "model_serializer": "pydantic", "SerializationInfo": "pydantic",
    "SerializerFunctionWrapHandler": "pydantic", "TypeAdapter": "pydantic", "MISSING": "pydantic",
    "StrictBool": "pydantic", "StrictStr": "pydantic",
    "CoreSchema": "pydantic_core", "InitErrorDetails": "pydantic_core", "PydanticCustomError": "pydantic_core",
    "SchemaValidator": "pydantic_core", "core_schema": "pydantic_core",
    "PydanticKnownError": "pydantic_core", "to_json": "pydantic_core",
    "TypeAliasType": "typing_extensions", "TypeVar": "typing_extensions",
}  # fmt: skip
"""The module of each name that generated code may use; empty for modules themselves."""

_MODULES: Final = {
    "datetime_": "datetime as datetime_",
    "ipaddress_": "ipaddress as ipaddress_",
    "parse_": "urllib.parse as parse_",
    "uuid_": "uuid as uuid_",
}
"""Modules imported under another name."""

_WORD: Final = re.compile(r"\w+")
_STANDARD: Final = (
    "",
    "collections.abc",
    "contextlib",
    "contextvars",
    "dataclasses",
    "fractions",
    "functools",
    "types",
    "typing",
)


def statements(names: Iterable[str], local: Mapping[str, Iterable[str]] = MappingProxyType({})) -> list[str]:
    """Import lines for the names in :data:`HOMES`, and for ``local`` names by their module of the package."""
    homes: dict[str, list[str]] = {}
    for name in set(names):
        if name in HOMES:
            homes.setdefault(HOMES[name], []).append(name)
    standard = [line for home in _STANDARD for line in _lines(home, homes.get(home, []))]
    others = [line for home in sorted(homes) if home not in _STANDARD for line in _lines(home, homes[home])]
    own = [line for module in sorted(local) for line in _lines(module, sorted(set(local[module])))]
    groups = [group for group in (standard, others, own) if group]
    return [line for index, group in enumerate(groups) for line in ([""] if index else []) + group]


def select_used(names: Iterable[str], blocks: Iterable[str]) -> set[str]:
    """The names that occur in some code; an annotation that needed one may have been widened later."""
    words = {word for block in blocks for word in _WORD.findall(block)}
    return {name for name in names if name in words}


def _lines(home: str, names: list[str]) -> list[str]:
    if not names:
        return []
    if not home:
        return sorted(f"import {_MODULES.get(name, name)}" for name in names)
    ordered = sorted(names, key=_isort_key)
    line = f"from {home} import {', '.join(ordered)}"
    if len(line) <= 110:
        return [line]
    return [f"from {home} import (", *(f"    {name}," for name in ordered), ")"]


def _isort_key(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest: the order of isort."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name

"""Reading a document by the version of its contract that it says it follows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias, TypeGuard

from pydantic import MISSING, TypeAdapter
from pydantic_core import from_json

from accordant.gen.python.open_runtime import OPEN
from accordant.gen.python.runtime import JsonObject, same

Document: TypeAlias = str | bytes | JsonObject
"""A document as text, or as the object that a JSON parser made of it."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of a contract that can be read."""

    contract: str
    package: str
    carrier: str
    """Where a document says which version it follows (JSON Pointer); empty where documents say none."""
    known: tuple[tuple[object, str], ...]
    """What documents say there, and the version that reads them."""
    dated: tuple[str, ...]
    """The schemas whose documents must say it; documents of others may."""
    types: Mapping[str, Mapping[str, str]]
    """By schema, the versions that have it with the name of its type; the first reads what says no version."""


class UnsupportedVersion(ValueError):
    """A document says no version of its contract that this package knows.

    `value` is what it says at `carrier`, or `MISSING`; `known` are the values that can be read.
    """

    def __init__(self, contract: str, carrier: str, value: object, known: tuple[object, ...]) -> None:
        """Keep what a program can act on."""
        self.contract = contract
        self.carrier = carrier
        self.value = value
        self.known = known
        said = "is missing" if value is MISSING else f"is {json.dumps(value, default=str)}"
        there = ", ".join(json.dumps(one) for one in known)
        super().__init__(f"{carrier} {said}; this package reads {contract} documents that say {there}")


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is an array."""
    return isinstance(value, list)


def follow(value: Any, pointer: str) -> Any:
    """The value that a JSON Pointer names, or `MISSING`."""
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if is_object(value) and key in value:
            value = value[key]
        elif is_array(value) and key.isdecimal() and str(int(key)) == key and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return value


def read(versions: Versions, document: Document, schema: str) -> Any:
    """What a document says, by the type of the schema in the version that the document follows.

    Raises:
        UnsupportedVersion: it follows none that is known.
        ValidationError: it is not what that version allows.
        LookupError: there is no such schema.
    """
    if schema not in versions.types:
        there = ", ".join(filter(None, versions.types))
        raise LookupError(f"no version of {versions.contract} has the schema {schema!r}; there are {there}")
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    readable = versions.types[schema]
    version = _version(versions, text, schema, readable)
    return validated(_adapter(f"{versions.package}.{version}", readable[version]), text)


def _version(versions: Versions, text: str | bytes, schema: str, readable: Mapping[str, str]) -> str:
    first = next(iter(readable))
    try:
        said = follow(from_json(text), versions.carrier) if versions.known else MISSING
    except ValueError:
        return first
    if said is MISSING and schema not in versions.dated:
        return first
    fitting = [(value, name) for value, name in versions.known if name in readable]
    for value, name in fitting:
        if same(value, said):
            return name
    raise UnsupportedVersion(versions.contract, versions.carrier, said, tuple(value for value, _ in fitting))


def validated(adapter: TypeAdapter[Any], text: str | bytes) -> Any:
    """The one place that decides how strictly a chosen version reads: openly, where its contract may grow."""
    return adapter.validate_json(text, context=OPEN)


@lru_cache(maxsize=256)
def _adapter(module: str, name: str) -> TypeAdapter[Any]:
    """Versions are loaded when a document needs them."""
    return TypeAdapter(getattr(import_module(module), name))

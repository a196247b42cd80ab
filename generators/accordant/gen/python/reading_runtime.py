"""Reading a document by the version of its contract that it says it follows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias, TypeGuard

from pydantic import MISSING, BaseModel, TypeAdapter, ValidationError
from pydantic_core import InitErrorDetails, from_json

from accordant.gen.python.open_runtime import OPEN
from accordant.gen.python.runtime import JsonObject, same
from accordant.gen.python.written_runtime import require_sound, written
from accordant.schema.strict_lines import unique_members

Document: TypeAlias = str | bytes | bytearray | JsonObject | BaseModel
"""A document as text in UTF-8, as the object that a JSON parser made of it, or as a model."""


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
    told: Mapping[str, tuple[tuple[str, str], ...]]
    """By schema, fields that only documents of one version have, and that version."""
    default: str
    """The version of documents that say none; empty where none stands for them."""
    types: Mapping[str, Mapping[str, str]]
    """By schema, the versions that have it with the name of its type."""


class UnsupportedVersion(ValueError):
    """A document says no version of its contract that this package knows.

    `value` is what it says at `carrier`, or `MISSING`; `known` are the values that can be read. Where documents have
    nowhere to say it, `carrier` is empty, and `known` are the versions that `parse` takes.
    """

    def __init__(self, contract: str, carrier: str, value: object, known: tuple[object, ...]) -> None:
        """Keep what a program can act on."""
        self.contract = contract
        self.carrier = carrier
        self.value = value
        self.known = known
        problem = "is missing" if value is MISSING else f"is {json.dumps(value, default=str)}"
        versions = ", ".join(json.dumps(version) for version in known)
        super().__init__(
            f"{carrier} {problem}; this package reads {contract} documents that say {versions}"
            if carrier
            else f"a document of {contract} does not say its version; name it with version, one of {versions}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        """What makes it again in another process."""
        return type(self), (self.contract, self.carrier, self.value, self.known)


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
        elif is_array(value) and len(key) < 19 and key.isdecimal() and str(int(key)) == key and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return value


def read(versions: Versions, document: Document, schema: str, wanted: str) -> Any:
    """What a document says, by the type of the schema in the version that is wanted, or that the document follows.

    Raises:
        UnsupportedVersion: it follows none that is known.
        ValidationError: it is not JSON that all readers agree on (a key twice in one object, a number out of the range
            of a double, half of a surrogate pair, nested too deeply), or is not what that version allows.
        LookupError: there is no such schema, or not in the version that is wanted.
    """
    if schema not in versions.types:
        schemas = ", ".join(filter(None, versions.types))
        raise LookupError(f"no version of {versions.contract} has the schema {schema!r}; there are {schemas}")
    if wanted and wanted not in versions.types[schema]:
        there = ", ".join(sorted(versions.types[schema]))
        raise LookupError(f"{versions.contract} has no version {wanted!r} that reads it; there are {there}")
    try:
        text = document if isinstance(document, str | bytes | bytearray) else written(document)
        value = from_json(text, allow_inf_nan=False)
        if text is document:  # numbers are not asked for
            json.loads(text, object_pairs_hook=unique_members, parse_int=len, parse_float=len)
            require_sound(text if isinstance(text, str) else text.decode("utf-8", "replace"), value)
    except ValueError as error:
        raise ValidationError.from_exception_data(
            versions.contract,
            [InitErrorDetails(type="json_invalid", loc=(), input=document, ctx={"error": str(error)})],
            "json",
        ) from None
    readable = versions.types[schema]
    version = wanted or _version(versions, value, schema, readable)
    return validated(_adapter(f"{versions.package}.{version}", readable[version]), text)


def _version(versions: Versions, value: Any, schema: str, readable: Mapping[str, str]) -> str:
    declared = follow(value, versions.carrier) if versions.known else MISSING
    if declared is MISSING and schema not in versions.dated:
        return _unsaid(versions, value, schema, readable)
    fitting = [(value, name) for value, name in versions.known if name in readable]
    for value, name in fitting:
        if same(value, declared):
            return name
    raise UnsupportedVersion(versions.contract, versions.carrier, declared, tuple(value for value, _ in fitting))


def _unsaid(versions: Versions, value: Any, schema: str, readable: Mapping[str, str]) -> str:
    """The version of a document that does not name it: the one that a field tells, the default one, the only one."""
    for pointer, version in versions.told.get(schema, ()):
        if version in readable and follow(value, pointer) is not MISSING:
            return version
    if versions.default in readable or len(readable) == 1:
        return versions.default if versions.default in readable else next(iter(readable))
    raise UnsupportedVersion(versions.contract, "", MISSING, tuple(sorted(readable)))


def validated(adapter: TypeAdapter[Any], text: str | bytes | bytearray) -> Any:
    """The one place that decides how strictly a chosen version reads: openly, where its contract may grow."""
    return adapter.validate_json(text, context=OPEN)


@lru_cache(maxsize=256)
def _adapter(module: str, name: str) -> TypeAdapter[Any]:
    """Versions are loaded when a document needs them."""
    return TypeAdapter(getattr(import_module(module), name))


def problems_of(error: ValidationError, document: Any) -> Iterator[tuple[str, str, str]]:
    """The problems of a document: where (JSON Pointer), a sentence, and the rule, empty where unknown."""
    for detail in error.errors(include_url=False, include_input=False):
        context = detail.get("ctx", {})
        message = str(context.get("message", detail["msg"]))
        absent = detail["type"] == "missing" or message.startswith("is required")
        yield _pointer(document, detail["loc"], absent=absent), message, str(context.get("rule", ""))


def _pointer(document: Any, location: tuple[str | int, ...], *, absent: bool) -> str:
    """The JSON Pointer of a location of pydantic, which also names the members of unions that were tried.

    With `absent` it ends in a member that is not there.
    """
    pointer, value = "", document
    for index, token in enumerate(location):
        inner = _inside(value, token)
        if inner is not MISSING or (absent and index == len(location) - 1 and is_object(value)):
            pointer += "/" + str(token).replace("~", "~0").replace("/", "~1")
            value = inner
    return pointer


def _inside(value: Any, token: str | int) -> Any:
    if is_object(value):
        return value.get(str(token), MISSING)
    return value[token] if is_array(value) and isinstance(token, int) and token < len(value) else MISSING

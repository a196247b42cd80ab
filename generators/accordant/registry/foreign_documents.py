"""Documents that hold JSON Schemas but are not schemas: as such they would allow everything."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.schema.documents import Document


@dataclass(frozen=True, slots=True)
class ForeignDocument:
    """What a document is, and how to get at its schemas."""

    name: str
    """With an article: ``an OpenAPI 3.1 document``."""
    next_step: str


_PARTS: Final = ("info", "paths", "components", "webhooks", "channels", "definitions")
"""Objects of which each of these documents has one."""


def recognise_foreign_document(value: JsonValue) -> ForeignDocument | None:
    """What a document is that is not a JSON Schema, told by the keys that its specification requires; None for others.

    OpenAPI (4.8.1, the field ``openapi``; ``swagger`` before 3.0), AsyncAPI (``asyncapi``), Postman (``info.schema``
    of a collection; other files have keys that begin with ``_postman``).
    """
    if not isinstance(value, dict):
        return None
    for key, name in (("openapi", "OpenAPI"), ("swagger", "Swagger"), ("asyncapi", "AsyncAPI")):
        version = value.get(key)
        has_part = any(isinstance(value.get(part), dict) for part in _PARTS)
        if isinstance(version, str | int | float) and (has_part or re.fullmatch(r"[0-9]+\.[0-9.]+", str(version))):
            return _holder(name, str(version))
    if _is_postman(value):
        step = "give JSON Schemas: Postman files hold examples of messages, and promise no shape"
        return ForeignDocument("a Postman file", step)
    return None


def refuse_foreign(document: Document) -> None:
    """Refuse a document of another specification where a schema is meant.

    Raises:
        InputError: it is one.
    """
    foreign = recognise_foreign_document(document.value)
    if foreign is not None:
        reason, place = f"this is {foreign.name}, not a JSON Schema", Place(document.path, 1, 1)
        raise InputError(reason, place, next_step=foreign.next_step, rule="schema-unusable")


def _holder(name: str, version: str) -> ForeignDocument:
    place = "below its definitions" if name == "Swagger" else "below its components.schemas"
    part = f"write a schema that stands {place} to a file"
    if name == "OpenAPI":
        part = f"build a contract from its components.schemas: registry init --from FILE, or {part}"
    elif name == "Swagger":
        part = f"convert it to OpenAPI 3.0, which registry init --from FILE takes, or {part}"
    return ForeignDocument(f"{'a' if name == 'Swagger' else 'an'} {name} {version} document", part)


def _is_postman(value: dict[str, JsonValue]) -> bool:
    info = value.get("info")
    info = info if isinstance(info, dict) else {}
    return "getpostman.com" in str(info.get("schema")) or any(key.startswith("_postman") for key in [*value, *info])

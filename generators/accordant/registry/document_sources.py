"""The schemas that a document holds: itself, a part of it, or those of an OpenAPI document."""

from __future__ import annotations

import json
import posixpath
from typing import Final

from accordant.errors import InputError
from accordant.findings import JsonValue, Place
from accordant.registry.foreign_documents import refuse_foreign
from accordant.registry.source import Source
from accordant.schema import documents, openapi, pointers
from accordant.schema.documents import Document
from accordant.schema.parts import UnusablePart, extract

_VERSIONS: Final = ("3.0", "3.1")


def sources_of(document: Document, pointer: str = "") -> list[Source]:
    """The schemas of a document, or the one at a pointer with those that it needs.

    Raises:
        InputError: it holds none, or one that cannot be used.
    """
    _require_usable(document)
    version = openapi.version_of(document.value)
    try:
        if version:
            return _of_openapi(document, version, pointer)
        return [_part(document, pointer) if pointer else Source.of(document)]
    except (openapi.UnusableOpenApi, UnusablePart) as error:
        raise InputError(str(error), document.place(error.pointer), next_step=error.next_step) from error


def _of_openapi(document: Document, version: str, pointer: str) -> list[Source]:
    if not version.startswith(_VERSIONS):
        reason, step = f"OpenAPI {version} is not read", f"give one of version {' or '.join(_VERSIONS)}"
        raise InputError(reason, document.place("/openapi"), next_step=step)
    schemas = openapi.translate(document.value, pointer)
    if not schemas:
        reason = "the document has no schema below /components/schemas or in a JSON body"
        raise InputError(reason, document.place(), next_step="give a document that has one")
    schemas.sort(key=lambda schema: schema.pointer != pointer)
    return [_translate(document, schema) for schema in schemas]


def _translate(document: Document, schema: openapi.OpenApiSchema) -> Source:
    path = posixpath.join(f"{document.path}#", schema.name)
    return Source(
        _write(path, schema.value),
        f"{document.path}#{schema.pointer}",
        schema.name,
        document,
        schema.pointer,
        schema.direction,
        schema.losses,
    )


def _part(document: Document, pointer: str) -> Source:
    """A part of a JSON Schema, which brings the definitions that it refers to."""
    value = extract(document.value, pointer)
    name = pointers.split(pointer)[-1]
    path = posixpath.join(posixpath.dirname(document.path), f"{name}#{posixpath.basename(document.path)}.json")
    return Source(_write(path, value), f"{document.path}#{pointer}", name, document, pointer)


def _write(path: str, value: JsonValue) -> Document:
    return documents.parse(json.dumps(value, indent=2, ensure_ascii=False) + "\n", path)


def _require_usable(document: Document) -> None:
    value = document.value
    if not isinstance(value, dict):
        place = Place(document.path, 1, 1)
        raise InputError("a schema is an object", place, next_step="give schema files")
    if not openapi.version_of(value):
        refuse_foreign(document)

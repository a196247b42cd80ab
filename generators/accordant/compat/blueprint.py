"""Agent blueprints: which of their parts are schemas, and who writes the documents of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers

_DRAFT: Final = "http://json-schema.org/draft-07/schema#"
"""The draft of a schema in a blueprint that declares none."""


@dataclass(frozen=True, slots=True)
class SchemaPart:
    """A schema in a file: the pointer at which it stands, and the direction in which it is judged."""

    pointer: str
    direction: str

    def schema(self, document: JsonValue) -> JsonValue:
        """The schema as it stands in a file; in a blueprint, null and absence are a schema that accepts all."""
        if not self.pointer:
            return document
        schema = document.get(*pointers.split(self.pointer)) or {}
        return schema if "$schema" in schema else {"$schema": _DRAFT, **schema}


SCHEMAS: Final = (SchemaPart("/parameters_schema", "input"), SchemaPart("/output_schema", "output"))
"""Callers write the parameters, agents write the output."""


def complaints(document: JsonValue) -> Iterator[tuple[str, str]]:
    """Why a document is no blueprint: JSON Pointer and reason."""
    if not isinstance(document, dict):
        yield "", "a blueprint is an object"
        return
    for part in SCHEMAS:
        schema = document.get(*pointers.split(part.pointer))
        if schema is not None and not isinstance(schema, dict):
            yield part.pointer, "a schema of a blueprint is an object or null"

"""Agent blueprints: which of their parts are schemas, and who writes the documents of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.dialects import DRAFT_07, in_draft
from accordant.schema.embedded import faults

_PROMPT: Final[JsonValue] = {
    "type": "object",
    "properties": {"prompt": {"type": "string", "minLength": 1}},
    "required": ["prompt"],
    "additionalProperties": False,
}
"""What an autonomous agent without a schema of its own takes as parameters."""


@dataclass(frozen=True, slots=True)
class SchemaPart:
    """A schema in a file: where it stands (a pointer), the direction in which it is judged, and what holds without it.

    A blueprint without a schema, with null or an empty one, is not free: an autonomous agent takes a prompt and answers
    in text, a procedural one takes and gives objects.
    """

    pointer: str
    direction: str
    otherwise: JsonValue = None
    """What an autonomous agent takes or gives where the schema is left out."""

    def schema(self, document: JsonValue) -> JsonValue:
        """The schema as it stands in a file, or what holds where a blueprint has none."""
        if not self.pointer:
            return document
        otherwise = {"type": "object"} if document.get("type") == "procedural" else self.otherwise
        return in_draft(document.get(*pointers.split(self.pointer)) or otherwise, DRAFT_07)


SCHEMAS: Final = (
    SchemaPart("/parameters_schema", "input", _PROMPT),
    SchemaPart("/output_schema", "output", {"type": "string"}),
)
"""Callers write the parameters, agents write the output."""


def complaints(document: JsonValue) -> Iterator[tuple[str, str]]:
    """Why a document is not a blueprint: JSON Pointer and reason."""
    if not isinstance(document, dict):
        yield "", "a blueprint is an object"
        return
    for part in SCHEMAS:
        schema = document.get(*pointers.split(part.pointer))
        if schema is not None and not isinstance(schema, dict):
            yield part.pointer, "a schema of a blueprint is an object or null"
        for pointer, reason in faults(schema, DRAFT_07, "object"):
            yield part.pointer + pointer, reason

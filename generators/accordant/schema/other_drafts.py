"""Parts of a schema that declare another draft than the schema around them."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.findings import JsonValue
from accordant.schema.json_values import values_in
from accordant.schema.references import Resources


def parts_in_other_drafts(schema: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """The outermost subschemas that declare another draft."""
    if not any(_declares_a_draft(part) for part in values_in(schema) if part is not schema):
        return
    root = Resources.of(schema)
    todo = [root]
    while todo:
        for part in todo.pop().subschemas():
            if part.dialect is root.dialect:
                todo.append(part)
            else:
                yield part.pointer, part.value


def _declares_a_draft(part: JsonValue) -> bool:
    return isinstance(part, dict) and isinstance(part.get("$schema"), str)

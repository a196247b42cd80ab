"""The patterns of a schema: where they are, and which of them are invalid."""

from __future__ import annotations

from collections.abc import Iterator

from accordant.findings import JsonValue
from accordant.schema import pointers
from accordant.schema.json_values import values_in
from accordant.schema.references import Node, Resources
from accordant.schema.subschemas import judging


def patterns_of(node: Node) -> Iterator[tuple[str, str]]:
    """The patterns of one schema with their JSON Pointers: of ``pattern``, and the names in ``patternProperties``."""
    keywords = judging(node)
    if isinstance(keywords.get("pattern"), str):
        yield keywords["pattern"], pointers.join(node.pointer, "pattern")
    members = keywords.get("patternProperties")
    for text in members if isinstance(members, dict) else ():
        yield text, pointers.join(node.pointer, "patternProperties", text)


def invalid_patterns(schema: JsonValue) -> Iterator[tuple[str, str]]:
    """JSON Pointer and sentence of everything in a schema that should be a pattern and is not."""
    if any(map(_why_no_pattern, possible_patterns(schema))):
        for text, at in patterns(schema):
            reason = _why_no_pattern(text)
            if reason:
                yield at, f"{text!r} is not a pattern of ECMA-262: {reason}"


def patterns(schema: JsonValue) -> Iterator[tuple[str, str]]:
    """Every pattern of a schema with its JSON Pointer, parents first."""
    todo = [Resources.of(schema)]
    while todo:
        node = todo.pop()
        yield from patterns_of(node)
        todo.extend(reversed(list(node.subschemas())))


def possible_patterns(schema: JsonValue) -> Iterator[str]:
    """All patterns of a schema, found quickly; among them texts that only look like patterns, as in examples."""
    for part in values_in(schema):
        if not isinstance(part, dict):
            continue
        if isinstance(part.get("pattern"), str):
            yield part["pattern"]
        if isinstance(part.get("patternProperties"), dict):
            yield from part["patternProperties"]


def _why_no_pattern(text: str) -> str:
    # Only schemas with patterns need the parser, and loading it takes some milliseconds.
    from accordant.regex.validity import why_no_pattern

    return why_no_pattern(text)

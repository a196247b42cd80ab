"""Rules whose findings fail nothing: what people should know or look at."""

from __future__ import annotations

from typing import Final

from accordant.compat.rules.severities import note, warning
from accordant.findings import Rule

NARROWED: Final = note(
    "narrowed",
    "Fewer documents may be written than before.",
    "Readers are safe; writers that follow the older schema may be refused.",
    '{"type": ["string", "null"]} -> {"type": "string"}',
    "it stays",
    "check that no writer still writes such documents, and that the examples still fit: registry lint",
)

ADDITIONS: Final = frozenset(
    (
        *("field-added", "enum-value-added", "code-added", "context-field-added", "line-type-added", "behaviour-added"),
        "added",
    )
)
"""The rules of what is new and breaks nobody: a release freezes it."""

RULES: Final[tuple[Rule, ...]] = (
    warning(
        "default-changed",
        "A default changed.",
        "Readers that fill it in get another value.",
        '{"default": 1} -> {"default": 2}',
        "the default stays",
        "make sure that readers do not fill the default in",
    ),
    warning(
        "format-changed",
        "A format or content annotation changed.",
        "Readers parse strings by it.",
        '{"format": "date"} -> {"format": "date-time"}',
        "the format stays",
        "make sure that readers do not parse by the format",
    ),
    warning(
        "access-changed",
        "readOnly or writeOnly changed.",
        "Clients decide by it what to send.",
        '{"readOnly": true} -> {}',
        "it stays",
        "make sure that clients still send what is needed",
    ),
    note(
        "deprecation-changed",
        "A field was deprecated, or is no longer.",
        "Readers should know.",
        '{} -> {"deprecated": true}',
        "it stays",
    ),
    note(
        "unit-added",
        "A unit is stated where none was.",
        "It should say what was meant all along.",
        '{} -> {"x-unit": "ms"}',
        "it stays",
        "make sure that it is the unit that documents always had",
    ),
    note(
        "text-changed",
        "A title, description or example changed.",
        "Meaning can hide in words.",
        '{"description": "A"} -> {"description": "B"}',
        "it stays",
    ),
    note(
        "field-added",
        "A field was added.",
        "Readers skip what they do not know.",
        '{"properties": {}} -> {"properties": {"a": {}}}',
        "nothing was added",
    ),
    note(
        "enum-value-added",
        "A value was added to an open list.",
        "Readers must have a branch for unknown members.",
        '{"enum": ["a", "b"]} -> {"enum": ["a", "b", "c"]}',
        "nothing was added",
    ),
    NARROWED,
    note(
        "code-added",
        "An identifier was added.",
        "Readers must have a branch for unknown ones.",
        "an entry is added",
        "nothing was added",
    ),
    note(
        "code-withdrawn",
        "An identifier was deprecated or retired.",
        "It is not written any more; readers keep their branch.",
        '{"id": "X"} -> {"id": "X", "retired": "1.2"}',
        "it stays",
    ),
    note(
        "context-field-added",
        "A context field was added, or is now always there.",
        "Readers skip what they do not know.",
        'MissingFile {"file"} -> MissingFile {"file", "line"}',
        "nothing was added",
    ),
    note(
        "line-type-added",
        "A line type was added.",
        "Readers skip lines of types they do not know.",
        "started, result -> started, progress*, result",
        "nothing was added",
    ),
    note(
        "added",
        "A schema, code list or stream was added.",
        "Nobody reads it yet.",
        "a file is added",
        "nothing was added",
    ),
    note(
        "promise-strengthened",
        "The version promises more than its release.",
        "It binds from now on.",
        'promise = "additive" -> promise = "strict"',
        "it stays",
    ),
    note(
        "unreleased",
        "The version has no release yet, so nothing is promised.",
        "The first release begins the promise.",
        "v2 without releases",
        "v2 with releases/2.0.json",
        "when it is ready, run: registry release CONTRACT/VERSION",
    ),
)

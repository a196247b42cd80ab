"""The rules for real output."""

from __future__ import annotations

from typing import Final

from accordant.findings import Rule, Severity

NOT_JSON: Final = Rule(
    "not-json",
    Severity.ERROR,
    "The document is not JSON, or exceeds the bounds within which documents are read.",
    "A reader that meets a syntax error, a duplicate key, a lone surrogate or an endless number reads something "
    "different, or nothing.",
    "Write the document with a JSON library; print nothing else to the same stream.",
    '{"success": true,}',
    '{"success": true}',
)
VERSION_UNKNOWN: Final = Rule(
    "version-unknown",
    Severity.ERROR,
    "The document names a version that the contract does not have.",
    "A reader picks its code by that value, compared exactly: `v10` is not `v1`.",
    "Write the value of a version that exists, or add the version to the registry first.",
    '{"$schema": "urn:acme:order:v10"}',
    '{"$schema": "urn:acme:order:v1"}',
)
REFUSED: Final = Rule(
    "refused-by-schema",
    Severity.ERROR,
    "The schema, exactly as written, refuses the document.",
    "Readers were promised documents that this schema accepts.",
    "Correct the program that writes the document. If the document is right and the schema too narrow, change the "
    "schema and run check-compat on the change.",
    '{"exit_code": "3"}',
    '{"exit_code": 3}',
)
STREAM_ORDER: Final = Rule(
    "stream-order",
    Severity.ERROR,
    "The order or the number of the lines of a stream is not what its grammar admits.",
    "Readers wait for the terminal line, and read the first line as the grammar says.",
    "Emit the lines in the order of the grammar, and nothing after the terminal line.",
    "result, progress",
    "progress, result",
)
FIELD_UNKNOWN: Final = Rule(
    "field-unknown",
    Severity.ERROR,
    "A producer writes a field that no schema declares.",
    "Readers skip it. Once somebody reads it, it is a promise that nobody made.",
    "Declare the field in the schema, or do not write it.",
    '{"sucess": true, "success": true}',
    '{"success": true}',
)
CODE_UNREGISTERED: Final = Rule(
    "code-unregistered",
    Severity.ERROR,
    "A producer writes an identifier that its code list does not have.",
    "An open list may grow, but the registry must have the new identifier first: readers look up there what to do.",
    "Add an entry to the code list, or write a listed identifier.",
    '{"code": "DISK_FUL"}',
    '{"code": "DISK_FULL"}',
)
CODE_RETIRED: Final = Rule(
    "code-retired",
    Severity.ERROR,
    "A producer writes an identifier that is retired.",
    "Readers were told that it no longer occurs.",
    "Write the identifier that replaces it.",
    'an entry with "retired": "1.2", and a document with its id',
    "a document with an id that is not retired",
)

CONTRACT_RULE: Final = Rule(
    "contract-rule",
    Severity.ERROR,
    "A document or stream breaks a rule of its contract that no schema can hold; the finding names the rule.",
    "Readers rely on it as on the shape: they compare counters, dispatch on the first key, merge sorted lists.",
    "Correct what the rule says; to see the rule, run: registry explain RULE",
    'a rule with holds = [{ then = [{ at = "/count", counts = ["/items/*"] }] }], and {"count": 2, "items": [1]}',
    '{"count": 1, "items": [1]}',
)

RULES: Final = (
    NOT_JSON,
    VERSION_UNKNOWN,
    REFUSED,
    STREAM_ORDER,
    FIELD_UNKNOWN,
    CODE_UNREGISTERED,
    CODE_RETIRED,
    CONTRACT_RULE,
)

"""Whether each schema is one: by the metaschema of its draft, and by the validator that will use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import SchemaFile, Subject, finding
from accordant.schema.dialects import DIALECTS, DRAFT_2020_12, dialect_named, is_exact_spelling
from accordant.schema.validation import UnusableSchema, validator_of

METASCHEMA: Final = Rule(
    "metaschema",
    Severity.ERROR,
    "A schema is not valid by the metaschema of its draft.",
    "Validators refuse it, or take the bad part for nothing: what was meant is not promised.",
    "Give the keyword a value of the type that its draft asks for.",
    '{"type": "strin"}',
    '{"type": "string"}',
)
DIALECT: Final = Rule(
    "dialect",
    Severity.WARNING,
    "$schema names no draft that is read here, or spells a draft's address in another way.",
    "Validators that compare the address exactly take the schema for another draft, or fetch it.",
    f"Write the address as its draft publishes it, such as {DRAFT_2020_12.uri}.",
    '{"$schema": "https://json-schema.org/draft-07/schema"}',
    '{"$schema": "http://json-schema.org/draft-07/schema#"}',
)
UNUSABLE: Final = Rule(
    "schema-unusable",
    Severity.ERROR,
    "The validator cannot be built from a schema.",
    "No document can be judged by it.",
    "Correct what the validator says.",
    '{"pattern": "("}',
    '{"pattern": "[(]"}',
)

RULES: Final = (METASCHEMA, DIALECT, UNUSABLE)


def check(subject: Subject) -> Iterator[Finding]:
    """What metaschema and validator have against each schema."""
    for file in subject.schema_files:
        yield from _dialect(file)
        found = subject.complaints[file.contract, file.version, file.name]
        for pointer, said in found:
            yield finding(METASCHEMA, said, file.document.place(pointer), subject=file.subject)
        if not found:
            yield from _usable(subject, file)


def _dialect(file: SchemaFile) -> Iterator[Finding]:
    for node in file.nodes():
        declared = node.value.get("$schema") if isinstance(node.value, dict) else None
        if not isinstance(declared, str) or is_exact_spelling(declared):
            continue
        known = dialect_named(declared)
        drafts = ", ".join(one.name for one in DIALECTS)
        said = f"it is read as {known}, spelt {known.uri}" if known else f"the drafts read here are {drafts}"
        place = file.document.place(f"{node.pointer}/$schema")
        yield finding(DIALECT, f"$schema is {declared!r}; {said}", place, subject=file.subject)


def _usable(subject: Subject, file: SchemaFile) -> Iterator[Finding]:
    version = (file.contract, file.version)
    if file.schema is None or any((one.file.contract, one.file.version) == version for one in subject.dangling):
        return  # a reference that leads nowhere is said by its own rule
    resources = subject.resources[version]
    try:
        validator_of(resources.root(file.schema.uri)).problems(None)
    except UnusableSchema as error:
        yield finding(UNUSABLE, f"the validator says: {error.reason}", file.document.place(), subject=file.subject)

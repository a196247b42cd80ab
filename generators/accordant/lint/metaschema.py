"""Whether each schema is one: by the metaschema of its draft, and by the validator that will use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import Contract, Version
from accordant.contract.validity import parts
from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import SchemaFile, Subject, finding
from accordant.schema.dialects import DIALECTS, DRAFT_2020_12, dialect_named, is_exact_spelling
from accordant.schema.metaschema import complaints
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
    broken = {(one.file.contract, one.file.version) for one in subject.dangling}
    for file in subject.schema_files:
        yield from _dialect(file)
        for pointer, said in subject.complaints[file.contract, file.version, file.name]:
            broken.add((file.contract, file.version))
            yield finding(METASCHEMA, said, file.document.place(pointer), subject=file.subject)
    for contract, version in subject.versions:
        for one in _in_code_lists(contract, version):
            broken.add((contract.name, version.name))
            yield one
    for file in subject.schema_files:
        if (file.contract, file.version) not in broken:  # else the reason has its own finding
            yield from _usable(subject, file)


def _in_code_lists(contract: Contract, version: Version) -> Iterator[Finding]:
    """What metaschemas have against the schemas of context fields and attributes."""
    for listed in version.state.code_lists.values():
        if listed.document is None:
            continue
        for base, schema in parts(listed):
            for pointer, said in complaints(schema):
                place = listed.document.place(base + pointer)
                yield finding(METASCHEMA, said, place, subject=f"{contract.name}/{version.name}/{listed.name}")


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
    if file.schema is None:
        return
    resources = subject.resources[file.contract, file.version]
    try:
        validator_of(resources.root(file.schema.uri)).problems(None)
    except UnusableSchema as error:
        yield finding(UNUSABLE, f"the validator says: {error.reason}", file.document.place(), subject=file.subject)

"""Whether each schema is valid: by the metaschema of its draft, and for the validator that will use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import Contract, Version
from accordant.contract.validity import parts
from accordant.findings import Finding, Place, Rule, Severity
from accordant.lint.subject import LintSubject, SchemaFile
from accordant.schema.dialects import DIALECTS, DRAFT_2020_12, dialect_named, is_exact_spelling
from accordant.schema.metaschema import complaints
from accordant.schema.patterns import invalid_patterns
from accordant.schema.problems import UnusableSchema
from accordant.schema.validation import Validator, validator_of

METASCHEMA: Final = Rule(
    "metaschema",
    Severity.ERROR,
    "A schema is invalid: the metaschema of its draft refuses it.",
    "Validators refuse the schema, or ignore the bad part, so that the intended rule has no effect.",
    "Give the keyword a value of the type that its draft requires.",
    '{"type": "strin"}',
    '{"type": "string"}',
)
DIALECT: Final = Rule(
    "dialect",
    Severity.WARNING,
    "$schema does not name a supported draft, or spells the address of one differently.",
    "Validators that compare the address exactly read the schema as another draft, or fetch it.",
    f"Write the address as its draft publishes it, such as {DRAFT_2020_12.uri}.",
    '{"$schema": "https://json-schema.org/draft-07/schema"}',
    '{"$schema": "http://json-schema.org/draft-07/schema#"}',
)
UNUSABLE: Final = Rule(
    "schema-unusable",
    Severity.ERROR,
    "No validator can be built from a schema.",
    "No document can be judged by it.",
    "Correct the error that the validator reports.",
    '{"pattern": "("}',
    '{"pattern": "[(]"}',
)

_LONG_TEXT: Final = "a" * 300

RULES: Final = (METASCHEMA, DIALECT, UNUSABLE)


def check(subject: LintSubject) -> Iterator[Finding]:
    """Errors that the metaschema or the validator finds in each schema."""
    broken = {(reference.file.contract, reference.file.version) for reference in subject.dangling}
    for file in subject.schema_files:
        yield from _check_dialect(file)
        for pointer, message in subject.complaints[file.contract, file.version, file.name]:
            broken.add((file.contract, file.version))
            yield METASCHEMA.finding(message, file.document.place(pointer), subject=file.subject)
    for contract, version in subject.versions:
        for finding in _check_code_lists(contract, version):
            broken.add((contract.name, version.name))
            yield finding
    for file in subject.schema_files:
        if (file.contract, file.version) not in broken:  # else the reason has its own finding
            yield from _check_usable(subject, file)


def _check_code_lists(contract: Contract, version: Version) -> Iterator[Finding]:
    """Errors that metaschemas find in the schemas of context fields and attributes."""
    for code_list in version.state.code_lists.values():
        if code_list.document is None:
            continue
        for base, schema in parts(code_list):
            for pointer, message in complaints(schema):
                place = code_list.document.place(base + pointer)
                yield METASCHEMA.finding(message, place, subject=f"{contract.name}/{version.name}/{code_list.name}")


def _check_dialect(file: SchemaFile) -> Iterator[Finding]:
    for node in file.nodes:
        declared = node.value.get("$schema") if isinstance(node.value, dict) else None
        if not isinstance(declared, str) or is_exact_spelling(declared):
            continue
        yield dialect_finding(declared, file.document.place(f"{node.pointer}/$schema"), file.subject)


def dialect_finding(declared: str, place: Place, subject: str) -> Finding:
    """The warning about a `$schema` that names no draft, or spells its address differently."""
    dialect = dialect_named(declared)
    if dialect:
        meaning = f"it is read as {dialect}, spelt {dialect.uri}"
    else:
        drafts = ", ".join(known.name for known in DIALECTS)
        meaning = f"it is read as {DRAFT_2020_12}; the supported drafts are {drafts}"
    return DIALECT.finding(f"$schema is {declared!r}; {meaning}", place, subject=subject)


def _check_usable(subject: LintSubject, file: SchemaFile) -> Iterator[Finding]:
    if file.schema is None:
        return
    resources = subject.resources[file.contract, file.version]
    validator = validator_of(resources.root(file.schema.uri))
    try:
        validator.is_valid(None)
        reason = validator.failure if any(invalid_patterns(file.document.value)) else _of_long_texts(validator)
    except UnusableSchema as error:
        reason = error.reason
    if reason:
        yield UNUSABLE.finding(f"the validator says: {reason}", file.document.place(), subject=file.subject)


def _of_long_texts(validator: Validator) -> str:
    """That no library judges long texts by a pattern that is too large; empty where one does."""
    if not validator.failure or validator.second_opinion(_LONG_TEXT) is not None:
        return ""
    return validator.too_large_pattern

"""Versions and their tables in contract.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.contract import Contract
from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.registry import layout
from accordant.schema import pointers
from accordant.schema.paths import find_pinned_values

WITHOUT_FOLDER: Final = Rule(
    "version-without-folder",
    Severity.ERROR,
    "contract.toml declares a version whose folder is missing.",
    "A version may go only when its support ends; until then consumers rely on its schemas.",
    "Restore the folder from version control, or remove the table when nobody relies on the version any more.",
    "[versions.v1] without the folder v1",
    "[versions.v1] and the folder v1",
)
_STEP: Final = (
    'restore the folder; where nobody relies on the version any more, set status = "retired" in [versions.{name}]'
)
EMPTY: Final = Rule(
    "version-empty",
    Severity.WARNING,
    "A version has no schema.",
    "It promises nothing that could be checked.",
    "Add a schema, or remove the version.",
    "a folder v1 that holds only releases",
    "a folder v1 with response.schema.json",
)
DEFAULT: Final = Rule(
    "default-schema-missing",
    Severity.NOTE,
    "A version with several schemas names no default one.",
    "`registry validate CONTRACT FILE` cannot tell which schema a document follows.",
    "Write default-schema into the version's table.",
    "[versions.v1]",
    '[versions.v1]\ndefault-schema = "response"',
)
SCHEMA_UNKNOWN: Final = Rule(
    "schema-unknown",
    Severity.ERROR,
    "contract.toml has a table for a schema that no version has.",
    "Its direction, writer and reader have no effect: the intended schema counts as plain output.",
    "Correct the name, or remove the table.",
    "[schemas.respones]",
    "[schemas.response]",
)
CARRIER: Final = Rule(
    "carrier-unpinned",
    Severity.WARNING,
    "The default schema of a version does not pin the field that carries the version.",
    "Readers choose their code by that field; without one value for each version they have to guess.",
    'Give the field a "const" in the default schema.',
    'carrier = "/$schema", and {"properties": {"$schema": {"type": "string"}}}',
    '{"properties": {"$schema": {"const": "urn:acme:order:v1"}}}',
)

RULES: Final = (WITHOUT_FOLDER, EMPTY, DEFAULT, SCHEMA_UNKNOWN, CARRIER)


def check(subject: LintSubject) -> Iterator[Finding]:
    """Check the versions of each contract."""
    for contract in subject.registry.contracts:
        if contract.document is not None:
            yield from _check_contract(subject, contract)


def _check_contract(subject: LintSubject, contract: Contract) -> Iterator[Finding]:
    assert contract.document is not None
    place = contract.document.place
    folders = {name for name, is_folder in subject.listing(contract.name) if is_folder}
    for name in contract.declared:
        if name not in folders and not contract.is_retired(name):
            message, step = f"the folder {contract.name}/{name} is missing", _STEP
            yield WITHOUT_FOLDER.finding(message, place(f"/versions/{name}"), way_out=step)
    for version in contract.versions:
        files = [layout.kind_of(file) for file, _ in subject.listing(f"{contract.name}/{version.name}")]
        schemas = [kind[1] for kind in files if kind is not None and kind[0] == "schema"]
        at, name = place(f"/versions/{version.name}"), f"{contract.name}/{version.name}"
        if not schemas:
            yield EMPTY.finding(f"{name} has no schema", at, subject=name)
        elif not version.default_schema and len(schemas) > 1:
            yield DEFAULT.finding(f"{name} has {len(schemas)} schemas and no default-schema", at, subject=name)
    yield from _check_schema_tables(subject, contract)
    yield from _check_carrier(subject, contract)


def _check_schema_tables(subject: LintSubject, contract: Contract) -> Iterator[Finding]:
    assert contract.document is not None
    schema_names = {
        kind[1]
        for version, is_folder in subject.listing(contract.name)
        if is_folder
        for file, _ in subject.listing(f"{contract.name}/{version}")
        if (kind := layout.kind_of(file)) is not None and kind[0] == "schema"
    }
    tables = contract.document.value.get("schemas", {})
    for name in tables if isinstance(tables, dict) else ():
        if name not in schema_names:
            place = contract.document.place(pointers.join("/schemas", name))
            yield SCHEMA_UNKNOWN.finding(f"no version has a schema {name!r}", place, subject=contract.name)


def _check_carrier(subject: LintSubject, contract: Contract) -> Iterator[Finding]:
    if not contract.carrier or len(contract.versions) < 2:
        return
    for version in contract.versions:
        schema = version.state.schemas.get(version.default_schema)
        if schema is None or schema.document is None:
            continue
        resources = subject.resources[contract.name, version.name]
        if not list(find_pinned_values(resources.root(schema.uri), contract.carrier)):
            message = f"{contract.carrier} has no const or enum in {version.default_schema}"
            yield CARRIER.finding(message, schema.document.place(), subject=f"{contract.name}/{version.name}")

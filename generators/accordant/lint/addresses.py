"""The addresses (`$id`) of schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from accordant.contract.expand import file_of
from accordant.contract.source_pointers import find_source_pointer
from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject, SchemaFile
from accordant.schema import pointers
from accordant.schema.addresses import join_uri, scheme_of
from accordant.schema.json_values import canonical
from accordant.schema.references import Node

MISSING: Final = Rule(
    "id-missing",
    Severity.ERROR,
    "A schema has no $id.",
    "Consumers name a schema by its address, in references and in caches; without one it has no name of its own.",
    "Add a URN that names contract, schema and version.",
    '{"type": "object"}',
    '{"$id": "urn:acme:order:v1", "type": "object"}',
)
DUPLICATE: Final = Rule(
    "id-duplicate",
    Severity.ERROR,
    "Two schemas have the same $id.",
    "A reference to that address is ambiguous.",
    "Give each schema its own address.",
    "v1/order.schema.json and v2/order.schema.json, both urn:acme:order:v1",
    "urn:acme:order:v1 and urn:acme:order:v2",
)
VERSION: Final = Rule(
    "id-version",
    Severity.ERROR,
    "The $id of a schema names another version than its folder.",
    "Readers that pick their code by the address read one version as another.",
    "Write the folder's version into the $id.",
    "v2/order.schema.json with urn:acme:order:v1",
    "v2/order.schema.json with urn:acme:order:v2",
)
UNUSABLE: Final = Rule(
    "id-unusable",
    Severity.ERROR,
    "A schema's $id is not an absolute address, or has a fragment.",
    "A relative address changes with the place from which the file is read.",
    "Write a URN or an https address, without #.",
    '{"$id": "order"}',
    '{"$id": "urn:acme:order:v1"}',
)

RULES: Final = (MISSING, UNUSABLE, DUPLICATE, VERSION)

_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s#]+#?")
_VERSION_PART = re.compile(r"[:/](v[0-9]+)(?=[:/.#]|$)")


def check(subject: LintSubject) -> Iterator[Finding]:
    """Addresses that are missing, unusable, used twice, or of another version."""
    yield from _check_files(subject)
    yield from _check_embedded(subject)
    yield from _check_elsewhere(subject)
    yield from _check_captured(subject)


def _check_embedded(subject: LintSubject) -> Iterator[Finding]:
    """Different schemas inside the files of a version that have one address."""
    for (contract, version), resources in subject.resources.items():
        files = {
            file.schema.uri: file
            for file in subject.schema_files
            if (file.contract, file.version) == (contract, version) and file.schema is not None
        }
        for address, (first, *others) in resources.doubled.items():
            for node in others:
                file, keyword = files[node.document], node.dialect.id_keyword
                at = find_source_pointer(file.document, pointers.join(node.pointer, keyword))
                also = f"{files[first.document].document.path}#{first.pointer}"
                message = f"{address} is also the {keyword} of {also}, another schema"
                yield DUPLICATE.finding(message, file.document.place(at), subject=file.subject)


def _check_elsewhere(subject: LintSubject) -> Iterator[Finding]:
    """Schemas inside of files with the address of another version's or contract's schema that are not copies of it."""
    homes = {file.schema.uri: file for file in subject.schema_files if file.schema is not None}
    for file, node in _resources_of(subject):
        home = homes.get(node.base)
        if home is None or home.version_key == file.version_key or not node.pointer or _is_copy(node, home):
            continue
        yield _shared(file, node, f"the {home.root.dialect.id_keyword} of {home.document.path}")


def _is_copy(node: Node, home: SchemaFile) -> bool:
    """Whether an embedded schema says the same as the file with its address; it may leave out the draft."""
    there = home.schema.value if home.schema is not None else None
    values = [{**value, "$schema": None} for value in (node.value, there) if isinstance(value, dict)]
    return len(values) == 2 and node.dialect is home.root.dialect and canonical(values[0]) == canonical(values[1])


def _check_captured(subject: LintSubject) -> Iterator[Finding]:
    """Schemas whose address is that of a reference by the name of another file, for those who resolve by addresses."""
    files = {(file.version_key, file.file): file for file in subject.schema_files}
    holders = {(file.version_key, node.base): (file, node) for file, node in reversed([*_resources_of(subject)])}
    for file, reference, address in _relative_references(subject):
        meant = files.get((file.version_key, file_of(reference, file.file)))
        if meant is not None and meant.schema is not None and meant.schema.uri != address:
            holder = holders.pop((file.version_key, address), None)
            if holder is not None:
                means = f"what {reference!r} means in {file.document.path}, where it stands for {meant.document.path}"
                yield _shared(*holder, means)


def _relative_references(subject: LintSubject) -> Iterator[tuple[SchemaFile, str, str]]:
    """Each reference as it is written, with its address against that of the resource in which it stands."""
    for file in subject.schema_files:
        for node in file.nodes:
            reference = node.value.get("$ref") if isinstance(node.value, dict) else None
            if isinstance(reference, str) and not scheme_of(reference):
                yield file, reference, join_uri(node.base, reference)


def _resources_of(subject: LintSubject) -> Iterator[tuple[SchemaFile, Node]]:
    """Each schema with an address of its own, the files themselves and those inside of them."""
    return ((file, node) for file, node in subject.used_nodes if node.root == node.pointer)


def _shared(file: SchemaFile, node: Node, also: str) -> Finding:
    at = find_source_pointer(file.document, pointers.join(node.pointer, node.dialect.id_keyword))
    return DUPLICATE.finding(
        f"{node.base} is also {also}, another schema", file.document.place(at), subject=file.subject
    )


def _check_files(subject: LintSubject) -> Iterator[Finding]:
    seen: dict[str, SchemaFile] = {}
    for file in subject.schema_files:
        value = file.document.value
        if not isinstance(value, dict):
            yield MISSING.finding(
                "a boolean schema has no $id; write an object", file.document.place(), subject=file.subject
            )
            continue
        keyword = file.root.dialect.id_keyword
        own = value.get(keyword)
        place = file.document.place(f"/{keyword}" if keyword in value else "")
        if not isinstance(own, str):
            yield MISSING.finding(f"the schema has no {keyword}", place, subject=file.subject)
            continue
        if not _ABSOLUTE.fullmatch(own) or not scheme_of(own):
            yield UNUSABLE.finding(f"{own!r} is not an absolute address", place, subject=file.subject)
            continue
        first = seen.setdefault(own.rstrip("#"), file)
        if first is not file:
            yield DUPLICATE.finding(
                f"{own} is also the {keyword} of {first.document.path}", place, subject=file.subject
            )
        versions = _VERSION_PART.findall(own)
        if versions and file.version not in versions:
            yield VERSION.finding(
                f"{own} says {versions[-1]}, the folder says {file.version}", place, subject=file.subject
            )

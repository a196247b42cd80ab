"""References: each leads to a schema of the same version, and none leaves its folder."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote, urlsplit

from accordant.contract.written import written_at
from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import SchemaFile, Subject, finding, walk
from accordant.registry import layout
from accordant.schema import pointers
from accordant.schema.references import Node, UnresolvableReference

OUTSIDE: Final = Rule(
    "reference-outside",
    Severity.ERROR,
    "A reference leads out of the version's folder.",
    "A version is released and read as a whole; and nothing outside the registry is ever read.",
    "Copy the schema into the version's folder, and refer to it there.",
    '{"$ref": "../../secrets.json"}',
    '{"$ref": "address.schema.json"}',
)
REMOTE: Final = Rule(
    "reference-remote",
    Severity.ERROR,
    "A reference names an address on the network that no schema of the version has.",
    "No reference opens a connection: what stands there today may be another thing tomorrow.",
    "Add the schema to the version, with that address as its $id.",
    '{"$ref": "https://example.org/address.json"}',
    '{"$ref": "address.schema.json"}',
)
UNRESOLVED: Final = Rule(
    "reference-unresolved",
    Severity.ERROR,
    "A reference leads nowhere.",
    "No document can be judged by the schema.",
    "Correct the file, the address or the pointer.",
    '{"$ref": "#/$defs/adress"}',
    '{"$ref": "#/$defs/address"}',
)

RULES: Final = (OUTSIDE, REMOTE, UNRESOLVED)

_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\\\\")


def check(subject: Subject) -> Iterator[Finding]:
    """Every reference that leads nowhere, or where it must not lead."""
    for file in subject.schema_files:
        if file.schema is None:
            continue
        resources = subject.resources[file.contract, file.version]
        for node in walk(resources.root(file.schema.uri)):
            for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
                reference = node.value.get(keyword) if isinstance(node.value, dict) else None
                if isinstance(reference, str) and keyword in node.dialect.keywords:
                    yield from _judged(subject, file, node, keyword, reference)


def _judged(subject: Subject, file: SchemaFile, node: Node, keyword: str, reference: str) -> Iterator[Finding]:
    try:
        target = node.resolve(reference)
    except UnresolvableReference:
        at = written_at(file.document, pointers.join(node.pointer, keyword))
        said = _written(file, at, reference)
        rule, why = _why(file, said)
        if not _is_unread(subject, file, said):
            yield finding(rule, why, file.document.place(at), subject=file.subject)
        return
    if not isinstance(target.value, dict | bool):
        place = file.document.place(written_at(file.document, pointers.join(node.pointer, keyword)))
        yield finding(UNRESOLVED, f"{reference!r} leads to something that is no schema", place, subject=file.subject)


def _written(file: SchemaFile, at: str, reference: str) -> str:
    """The reference as the file has it, before file names became addresses."""
    try:
        value = pointers.follow(file.document.value, at)
    except LookupError:
        return reference
    return value if isinstance(value, str) else reference


def _why(file: SchemaFile, reference: str) -> tuple[Rule, str]:
    address = unquote(reference.partition("#")[0])
    scheme = urlsplit(address).scheme
    if scheme in ("http", "https", "ftp", "ws", "wss") or address.startswith("//"):
        return REMOTE, f"no schema of {file.contract}/{file.version} has the address {address!r}; nothing is fetched"
    if scheme == "file" or _DRIVE.match(address) or address.startswith("/") or "\x00" in address:
        return OUTSIDE, f"{address!r} leads out of the version's folder"
    if posixpath.normpath(address).startswith(".."):
        return OUTSIDE, f"{address!r} leads out of the version's folder"
    return UNRESOLVED, f"{reference!r} leads nowhere in {file.contract}/{file.version}"


def _is_unread(subject: Subject, file: SchemaFile, reference: str) -> bool:
    """Whether the target is there, but could not be read: a finding of its own."""
    address = reference.partition("#")[0]
    read = {one.schema.document.path for one in _siblings(subject, file) if one.schema and one.schema.document}
    unread = [
        name
        for name, _ in subject.listing(f"{file.contract}/{file.version}")
        if (kind := layout.kind_of(name)) is not None
        and kind[0] == "schema"
        and subject.path(f"{file.contract}/{file.version}/{name}") not in read
    ]
    if urlsplit(address).scheme:
        return bool(unread)
    return posixpath.normpath(address) in unread


def _siblings(subject: Subject, file: SchemaFile) -> Iterator[SchemaFile]:
    for one in subject.schema_files:
        if (one.contract, one.version) == (file.contract, file.version):
            yield one

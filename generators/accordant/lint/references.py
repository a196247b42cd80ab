"""References: each leads to a schema of the same version, and none leaves its folder."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from accordant.contract.source_pointers import find_source_pointer
from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject, SchemaFile
from accordant.registry import layout
from accordant.schema import pointers
from accordant.schema.addresses import scheme_of

OUTSIDE: Final = Rule(
    "reference-outside",
    Severity.ERROR,
    "A reference leads out of the version's folder.",
    "A version is released and read as a whole, and nothing outside the registry is ever read.",
    "Copy the schema into the version's folder, and refer to it there.",
    '{"$ref": "../../secrets.json"}',
    '{"$ref": "address.schema.json"}',
)
REMOTE: Final = Rule(
    "reference-remote",
    Severity.ERROR,
    "A reference names a network address that no schema of the version has.",
    "References are never fetched: the content at an address may change at any time.",
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


def check(subject: LintSubject) -> Iterator[Finding]:
    """References that lead nowhere or out of the version."""
    for dangling in subject.dangling:
        file = dangling.file
        at = find_source_pointer(file.document, pointers.join(dangling.node.pointer, dangling.keyword))
        reference = _as_written(file, at, dangling.reference)
        if not _is_unread(subject, file, reference):
            rule, reason = _reason(file, reference)
            yield rule.finding(reason, file.document.place(at), subject=file.subject)


def _as_written(file: SchemaFile, at: str, reference: str) -> str:
    """The reference as the file has it, before file names became addresses."""
    try:
        value = pointers.follow(file.document.value, at)
    except LookupError:
        return reference
    return value if isinstance(value, str) else reference


def _reason(file: SchemaFile, reference: str) -> tuple[Rule, str]:
    address = unquote(reference.partition("#")[0])
    scheme = scheme_of(address)
    if scheme in ("http", "https", "ftp", "ws", "wss") or address.startswith("//"):
        return REMOTE, f"no schema of {file.contract}/{file.version} has the address {address!r}; nothing is fetched"
    if scheme == "file" or _DRIVE.match(address) or address.startswith("/") or "\x00" in address:
        return OUTSIDE, f"{address!r} leads out of the version's folder"
    if posixpath.normpath(address).startswith(".."):
        return OUTSIDE, f"{address!r} leads out of the version's folder"
    return UNRESOLVED, f"{reference!r} leads nowhere in {file.contract}/{file.version}"


def _is_unread(subject: LintSubject, file: SchemaFile, reference: str) -> bool:
    """Whether the target exists but could not be used, which has a finding of its own."""
    unread = subject.unread(file.contract, file.version, "schema")
    address = reference.partition("#")[0]
    if scheme_of(address) == "urn":
        return bool(unread)
    kind = layout.kind_of(posixpath.normpath(address))
    return kind is not None and kind[1] in unread

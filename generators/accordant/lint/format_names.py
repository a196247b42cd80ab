"""Names of formats: one that nobody publishes judges nothing, and is often misspelt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from accordant.findings import Finding, Rule, Severity
from accordant.lint.subject import LintSubject
from accordant.misspelt import near
from accordant.schema import pointers

UNKNOWN: Final = Rule(
    "format-unknown",
    Severity.NOTE,
    "A format is one that no draft names.",
    "Formats are open: a validator passes over a name that it does not know, so that a misspelt one checks nothing.",
    "Correct the name; a format of your own begins with x-.",
    '{"type": "string", "format": "datetime"}',
    '{"type": "string", "format": "date-time"}',
)

RULES: Final = (UNKNOWN,)

OF_DRAFTS: Final = (
    "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
    "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex",
)  # fmt: skip
"""The formats that some draft since draft-04 names (Validation 7.3)."""
OF_OPENAPI: Final = frozenset((
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "single-int", "double-int", "float",
    "double", "decimal", "decimal128", "binary", "byte", "base64url", "password", "char", "commonmark", "html",
    "http-date", "media-range",
))  # fmt: skip
"""The formats of OpenAPI and its format registry, which many schemas share."""
_MEANT: Final = {
    "timestamp": "date-time",
    "url": "uri",
    "relative-uri": "uri-reference",
    "guid": "uuid",
    "ip": "ipv4",
    "ip-address": "ipv4",
    "host-name": "hostname",
    "regexp": "regex",
}
"""What other languages and older drafts call a format."""
_ALIKE: Final = 0.75


def check(subject: LintSubject) -> Iterator[Finding]:
    """Formats that are neither published nor marked as one's own."""
    for file in subject.schema_files:
        for node in file.nodes:
            name = node.value.get("format") if isinstance(node.value, dict) else None
            if isinstance(name, str) and not _is_known(name):
                place = file.document.place(pointers.join(node.pointer, "format"))
                yield UNKNOWN.finding(_message(name), place, subject=file.subject)


def _is_known(name: str) -> bool:
    return name in OF_DRAFTS or name in OF_OPENAPI or name.startswith("x-")


def _message(name: str) -> str:
    meant = suggest(name)
    return f"no draft names the format {name!r}" + (f"; did you mean {meant!r}?" if meant else "")


def suggest(name: str) -> str:
    """The format that was probably meant, or nothing.

    >>> suggest("dateTime"), suggest("URL"), suggest("emial"), suggest("semver")
    ('date-time', 'uri', 'email', '')
    """
    folded = {_fold(known): known for known in (*OF_DRAFTS, *OF_OPENAPI)} | {_fold(a): b for a, b in _MEANT.items()}
    word = _fold(name)
    return folded.get(word) or next((folded[spelling] for spelling in near(word, folded, alike=_ALIKE)), "")


def _fold(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")

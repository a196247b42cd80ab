"""Files outside of a registry, given by their path."""

from __future__ import annotations

from pathlib import Path

from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema import documents, pointers
from accordant.schema.documents import MAX_BYTES, Document


def read(path: str) -> bytes:
    """The bytes of a file, at most one more than a parser takes, so that the parser can refuse it.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with Path(path).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", Place(path), next_step="check the path",
            rule="unreadable",
        ) from error  # fmt: skip


def schema_file(path: str) -> Document:
    """A schema outside of a registry; code lists, streams and releases are refused: as schemas they allow everything.

    Raises:
        InputError: the file cannot be read, or is no schema.
    """
    document = documents.parse(read(path), path)
    value = document.value
    if not isinstance(value, dict | bool):
        raise InputError(
            "a schema is an object or a boolean", Place(document.path, 1, 1), next_step="give a schema file"
        )
    for keys, name in (
        ({"identifier", "entries"}, "a code list"), ({"grammar", "discriminator"}, "a stream"),
        ({"schemas", "release"}, "a release"),
    ):  # fmt: skip
        if isinstance(value, dict) and keys <= value.keys():
            raise InputError(
                f"this is {name}, not a schema",
                Place(document.path, 1, 1),
                next_step="compare it in its registry: registry diff CONTRACT/VERSION@RELEASE",
                rule="usage",
            )
    require_patterns(document)
    return document


def require_patterns(document: Document, base: str = "") -> None:
    """Refuse a schema, the one at a pointer of a document, where a pattern is none.

    Raises:
        InputError: the first such place.
    """
    from accordant.schema.patterns import invalid_patterns

    for pointer, reason in invalid_patterns(pointers.follow(document.value, base)):
        next_step = "write the pattern with what ECMA-262 has, or run: registry explain pattern-invalid"
        raise InputError(reason, document.place(base + pointer), next_step=next_step, rule="schema-unusable")

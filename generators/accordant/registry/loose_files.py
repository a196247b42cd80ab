"""Files that are named on the command line."""

from __future__ import annotations

from pathlib import Path

from accordant.errors import InputError
from accordant.findings import Place
from accordant.schema import documents
from accordant.schema.documents import MAX_BYTES, Document


def read(path: str) -> bytes:
    """The bytes of a file, at most one more than a parser takes, so that it can say so.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with Path(path).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", Place(path), rule="unreadable"
        ) from error


def schema_file(path: str) -> Document:
    """A loose schema. What stands in registries beside schemas is refused: as a schema it would say nothing at all.

    Raises:
        InputError: the file cannot be read, or is no schema.
    """
    document = documents.parse(read(path), path)
    value = document.value
    if not isinstance(value, dict | bool):
        raise InputError("a schema is an object or a boolean", Place(document.path, 1, 1))
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
    return document
